"""What a game is: the board, the pieces, positions, moves, outcomes, and the kernel that compiles rules."""
