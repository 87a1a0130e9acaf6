"""Measure proofs: how many positions and seconds the prover takes for boards whose winner is known, and beyond.

python benchmarks/proofs.py                       the small boards, up to 5x5
python benchmarks/proofs.py --far --seconds 600   boards and endings that may not be decided in that time
"""

from __future__ import annotations

import argparse

import tabuleiro
from tabuleiro.engine.proof import prove
from tabuleiro.rules.position import Position

SMALL = ("2x4", "3x4", "4x4", "2x5", "3x5", "4x5", "2x6", "3x6", "5x5")
FAR = ("breakthrough:4x6", "breakthrough:6x5", "breakthrough:5x6", "monkey-queen:6x6-6", "monkey-queen:8x8-12")
ENDINGS = (
    "7/2t4/2t4/1t2T2/7/2K1t2/4T2 d",
    "3t3/3t3/3T3/tt1K1tt/3T3/3t3/3t3 d",
    "2t1t2/7/1t3t1/3K3/1t3t1/7/3t3 d",
)


def measure(name: str, position: Position, hash_mb: int, seconds: float | None) -> None:
    """Prove one position and print what it took."""
    proof = prove(position, hash_mb=hash_mb, seconds=seconds)
    if proof.winner is not None:
        answer = f"{position.game.players[proof.winner]} wins within {proof.plies} plies"
    elif all(proof.refuted):
        answer = "nobody can force a win"
    else:
        answer = "not decided"
    speed = proof.nodes / proof.seconds / 1e6 if proof.seconds else 0.0
    print(f"{name:44} {proof.nodes:>15,} {proof.seconds:>9.2f} s {speed:5.2f} M/s  {answer}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--far", action="store_true", help="boards and endings beyond 5x5 instead")
    parser.add_argument("--seconds", type=float, default=120, help="the limit for each of those")
    parser.add_argument("--hash", type=int, default=512, help="size of the table in MB")
    given = parser.parse_args()
    print(f"{'position':44} {'positions':>15} {'time':>11} {'speed':>9}")
    if not given.far:
        for size in SMALL:
            measure(f"breakthrough:{size}", tabuleiro.game(f"breakthrough:{size}").start(), given.hash, None)
        return
    for id in FAR:
        measure(id, tabuleiro.game(id).start(), given.hash, given.seconds)
    brandubh = tabuleiro.game("tafl:brandubh")
    for fen in ENDINGS:
        measure(f"tafl:brandubh {fen}", brandubh.position(fen), given.hash, given.seconds)


if __name__ == "__main__":
    main()
