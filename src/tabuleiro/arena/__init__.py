"""Matches between computers that measure who is stronger: schedules, openings, games in many processes, results."""
