"""Kept games: a database of matches, of all that happened in their games, and of puzzles that were tried."""
