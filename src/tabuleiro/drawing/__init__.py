"""Boards to look at: in characters for terminals, in SVG for pages and notebooks. Drawn from geometry, for any game."""
