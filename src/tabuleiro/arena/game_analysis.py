"""Analysis of played games, ply by ply: how many moves there were to choose from, and who was winning.

Games are analysed in many processes, and the findings are kept, a line of JSON for each game, so that no game is analysed
twice. A line that was cut off is dropped and its game analysed again; so is a game whose line is about other moves, or
comes from another search.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from tabuleiro.arena.results import Played
from tabuleiro.arena.run_file import mark_of
from tabuleiro.arena.workers import in_processes
from tabuleiro.engine.engine import Engine
from tabuleiro.engine.errors import EngineError
from tabuleiro.games import game as find_game
from tabuleiro.messages import reporting as texts
from tabuleiro.rules.position import Position

DIGITS = 4
"""To how many decimals a probability is rounded, whether it comes from a file or not."""

MEGABYTES = 4


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The analysis of the game of a pair.

    `choices` are the numbers of legal moves before each ply; `wins` is how likely the first player wins in each position, a
    draw counting half, so there is one more of them. A player never gains by a move: what it leads to was there before.
    """

    pair: int
    choices: tuple[int, ...]
    wins: tuple[float, ...]


def analyse_game(engine: Engine, played: Played, nodes: int) -> GameAnalysis:
    """Analyse a game with this many nodes for each position; the same game always gives the same result."""
    engine.new_game(played.pair)
    position = engine.game.start()
    choices, turns, wins = [], [], [first_wins(engine, position, nodes)]
    for move in (*played.opening, *played.moves):
        choices.append(len(position.legal_moves))
        turns.append(position.turn)
        position = position.play(move)
        wins.append(first_wins(engine, position, nodes))
    return GameAnalysis(played.pair, tuple(choices), hindsight(wins, turns))


def hindsight(wins: Sequence[float], turns: Sequence[int]) -> tuple[float, ...]:
    """The first player's chances, corrected by what was seen later: what a move led to was already there for its player.

    So when a search overlooks a win, the move that follows does not look like a turning point.
    """
    found = [wins[-1]]
    for win, turn in zip(reversed(wins[:-1]), reversed(turns), strict=True):
        found.append(max(win, found[-1]) if turn == 0 else min(win, found[-1]))
    return tuple(reversed(found))


def first_wins(engine: Engine, position: Position, nodes: int) -> float:
    """The first player's chance of winning."""
    if position.outcome is not None:
        return 0.5 if position.outcome.winner is None else float(position.outcome.winner == 0)
    win = engine.analyse(position, nodes=nodes).best.win
    return round(win if position.turn == 0 else 1 - win, DIGITS)


def analyse_games(path: Path, game: str, played: Sequence[Played], nodes: int, workers: int) -> Iterator[GameAnalysis]:
    """Analyse games, keep the findings in a file, and yield them as they come; EngineError, OSError."""
    if not played:
        return
    marks = _marks(game, played)
    jobs = [(game, one, nodes) for one in played]
    with (
        path.open("a", encoding="utf-8") as file,
        closing(in_processes(_analyse_in_process, jobs, workers)) as analyses,
    ):
        for found in analyses:
            file.write(json.dumps({"mark": marks[found.pair], **asdict(found)}) + "\n")
            file.flush()
            yield found


def read_analyses(path: Path, game: str, played: Sequence[Played]) -> dict[int, GameAnalysis]:
    """The findings about these games in a file, by pair. Removes a line that was cut off; EngineError if damaged."""
    if not path.exists():
        return {}
    content = path.read_bytes()
    whole, _, rest = content.rpartition(b"\n")
    try:
        analyses = [_from_json(line) for line in whole.splitlines()]
    except (ValueError, LookupError, TypeError):
        raise EngineError(texts.DAMAGED.fill(file=path)) from None
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(content) - len(rest))
    marks = _marks(game, played)
    return {found.pair: found for mark, found in analyses if marks.get(found.pair) == mark}


def _from_json(line: bytes) -> tuple[str | None, GameAnalysis]:
    """The findings of a line, and the mark of its game; older files have none."""
    found = json.loads(line)
    choices = tuple(int(number) for number in found["choices"])
    wins = tuple(float(win) for win in found["wins"])
    if len(wins) != len(choices) + 1:
        raise ValueError(line)
    return found.get("mark"), GameAnalysis(int(found["pair"]), choices, wins)


def _marks(game: str, played: Sequence[Played]) -> dict[int, str]:
    """For each pair, a mark that changes with the moves of its game and with the engine's search."""
    knowledge = mark_of(find_game(game), [])
    moves = {one.pair: " ".join((knowledge, *one.opening, *one.moves)) for one in played}
    return {pair: hashlib.sha256(text.encode()).hexdigest()[:16] for pair, text in moves.items()}


# --- in the processes -------------------------------------------------------------------------------------


def _analyse_in_process(game: str, played: Played, nodes: int) -> GameAnalysis:
    return analyse_game(_engine(game), played, nodes)


@lru_cache(1)
def _engine(game: str) -> Engine:
    return Engine(find_game(game), hash_mb=MEGABYTES)
