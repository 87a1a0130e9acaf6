"""How moves, positions and games are written: moves and FEN texts, records, the reports' Prolog terms."""
