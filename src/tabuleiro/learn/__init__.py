"""Learning to play: games of the engine against itself, and weights of its evaluation fitted to them."""
