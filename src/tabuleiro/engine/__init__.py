"""The engine: search, levels, proofs, analysis and the protocol by which other programs use it."""
