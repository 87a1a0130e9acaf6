"""Matches between computers that tell who is stronger: schedules, openings, games in many processes, and what they show."""
