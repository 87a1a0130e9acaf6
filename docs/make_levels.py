"""Draw the levels of all games that have measured ones, and write their table into docs/measurements.md.

python docs/make_levels.py
"""

from __future__ import annotations

import re
from pathlib import Path

import tabuleiro
from tabuleiro.drawing.plots import Series, draw_lines
from tabuleiro.engine.levels import NUMBERS, Level, levels_of
from tabuleiro.rules.game import Game

HERE = Path(__file__).parent
PAGE = HERE / "measurements.md"
PICTURE = HERE / "images" / "levels.svg"
MARKS = "<!-- levels: made by docs/make_levels.py -->"


def measured() -> list[tuple[Game, tuple[Level, ...]]]:
    """The games, and variants that have a table of their own, with their levels."""
    found = {}
    for name in tabuleiro.games():
        for variant in ("", *(f":{variant}" for variant in tabuleiro.game(name).variants)):
            game = tabuleiro.game(name + variant)
            table = game.calibration()
            if table is not None and table["game"] == game.id:
                found[game.id] = (game, levels_of(game))
    return list(found.values())


def tables(games: list[tuple[Game, tuple[Level, ...]]]) -> str:
    """Markdown tables: how far apart levels are and how precisely that is known, then all ratings."""
    lines = [
        "| | from level 1 to 10 | neighbours apart, least to most | of 18 within 100 to 200 | known to within, median and worst | games |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for game, levels in games:
        table = game.calibration()
        assert table is not None
        gaps = [value for value, _, _ in table["above_the_one_before"]][1:]
        widths = sorted(round((high - low) / 2) for _, low, high in table["above_the_one_before"])
        played = 2 * sum(map(sum, table["pairs"]))
        near = sum(100 <= gap <= 200 for gap in gaps)
        lines.append(
            f"| `{game.id}` | {levels[0].rating:,} to {levels[-1].rating:,} | {min(gaps)} to {max(gaps)} | {near} "
            f"| ±{widths[len(widths) // 2]}, ±{widths[-1]} | {played:,} |"
        )
    lines += [
        "",
        "| level | " + " | ".join(f"`{game.id}`" for game, _ in games) + " |",
        "|---" + "|---:" * len(games) + "|",
    ]
    for place, number in enumerate(NUMBERS):
        lines.append(f"| {number} | " + " | ".join(f"{levels[place].rating:,}" for _, levels in games) + " |")
    return "\n".join(lines)


def picture(games: list[tuple[Game, tuple[Level, ...]]]) -> str:
    """The ratings of the levels of each game's usual variant, with their intervals."""
    series = [
        Series(
            game.id,
            NUMBERS,
            [level.rating or 0.0 for level in levels],
            [level.low or 0.0 for level in levels],
            [level.high or 0.0 for level in levels],
        )
        for game, levels in games
        if game.id == game.name
    ]
    return draw_lines(series, title="What the levels are rated", axis="level", values="Elo above chance")


def with_tables(page: str, found: str) -> str:
    """The page with these tables between its markers."""
    return re.sub(f"{MARKS}.*{MARKS}", lambda _: f"{MARKS}\n{found}\n{MARKS}", page, flags=re.DOTALL)


if __name__ == "__main__":
    games = measured()
    PICTURE.write_text(picture(games), encoding="utf-8")
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), tables(games)), encoding="utf-8")
