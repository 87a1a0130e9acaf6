"""The layout of Breakthrough's states and of its table of rules."""

from __future__ import annotations

from tabuleiro.rules.primitives import OWN_NUMBERS, RULES

# A state's own numbers: how many men each side has, and whether a man has just reached its goal. Behind the cells
# stand the men of each side as sets of bits, a1 the lowest, in as many words as the board needs.
MEN = OWN_NUMBERS
AT_GOAL = OWN_NUMBERS + 2

# The table of rules: sizes, where things are, then the cells from which a step to the left, and to the right, stays on the
# board, as sets of bits. AROUND: where the weights of surroundings begin.
FILES, RANKS, WORDS, FIRST, LAST, SETS, AROUND, NOT_LEFT = (RULES + n for n in range(8))
