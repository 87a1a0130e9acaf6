"""Kept games: a database of matches with all their events, and of the puzzles that were tried."""
