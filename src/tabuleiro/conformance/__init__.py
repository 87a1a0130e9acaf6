"""The conformance kit: checks of what every game must satisfy, ours or anybody's, on positions of random games.

Each check takes a game and raises `Failed` with a sentence that says what is wrong and in which position. `check_game`
runs them all on a game's class and its variants; `tabuleiro check-game` shows the result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from tabuleiro.conformance.advice import check_considered, check_evaluation, check_foresight, check_skip
from tabuleiro.conformance.descriptions import (
    check_aids,
    check_description,
    check_identity,
    check_parsers,
    check_texts,
)
from tabuleiro.conformance.findings import Failed, told
from tabuleiro.conformance.functions import check_compiled, check_compiling, check_functions, check_plain
from tabuleiro.conformance.moves import (
    check_ends,
    check_incremental,
    check_moves,
    check_play,
    check_refusals,
    check_symmetries,
)
from tabuleiro.conformance.playthroughs import check_playthrough
from tabuleiro.rules.errors import UnknownGame
from tabuleiro.rules.game import Game, check_class
from tabuleiro.rules.texts import Text


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one check of one game; `problem` is empty if it passed."""

    game: str
    check: str
    problem: str = ""


FOUNDATIONS: tuple[Callable[[Game], None], ...] = (check_functions, check_plain, check_compiling)
"""What all other checks rest on: without it, they would only say the same again, or crash."""

CHECKS: tuple[Callable[[Game], None], ...] = (
    *FOUNDATIONS,
    check_description,
    check_identity,
    check_texts,
    check_incremental,
    check_moves,
    check_play,
    check_refusals,
    check_parsers,
    check_compiled,
    check_symmetries,
    check_ends,
    check_aids,
    check_evaluation,
    check_foresight,
    check_considered,
    check_skip,
)


def find_class(spec: str) -> type[Game]:
    """The game class named by `module:NAME`; UnknownGame says what is wrong."""
    module, colon, name = spec.partition(":")
    if not colon or not module or not name:
        raise UnknownGame(
            Text(
                "Write module:NAME, as in my_package.my_game:GAME.",
                "Escreva módulo:NOME, como em o_meu_pacote.o_meu_jogo:GAME.",
            )
        )
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        kind = getattr(import_module(module), name)
    except (Exception, SystemExit) as error:  # whatever a stranger's file does
        raise UnknownGame(
            Text("{spec} cannot be loaded: {why}.", "Não é possível carregar {spec}: {why}.").fill(
                spec=spec, why=str(error) if isinstance(error, ImportError) else told(error)
            )
        ) from error
    return check_class(kind, spec)


def check_game(kind: type[Game], file: Path | None = None) -> Iterator[Result]:
    """Run all checks on a game and its variants, and on its playthrough file if one is given.

    Where one of the `FOUNDATIONS` fails, the others are not made.
    """
    for variant in dict.fromkeys(["", *kind.variants]):
        try:
            unknown = [name for name in kind.variants.get(variant, ({}, ""))[0] if name not in kind.options]
            if unknown:
                raise Failed(f"It sets {', '.join(unknown)}, of which there is no option.")
            game = kind(variant)
            _ = game.id
        except Exception as error:  # whatever somebody else's game does is a finding, not a crash
            problem = str(error) if isinstance(error, Failed) else told(error)
            yield Result(f"{kind.name}:{variant}", "variant", problem)
            continue
        for check in CHECKS:
            result = _run(game, check.__name__.removeprefix("check_"), check, game)
            yield result
            if result.problem and check in FOUNDATIONS:
                break
        else:
            if file is not None and variant == "":
                yield _run(game, "playthrough", check_playthrough, game, file)


def _run(game: Game, name: str, check: Callable[..., None], *arguments: Any) -> Result:
    try:
        check(*arguments)
    except Failed as problem:
        return Result(game.id, name, str(problem))
    except Exception as error:  # whatever somebody else's game does is a finding, not a crash
        return Result(game.id, name, told(error))
    return Result(game.id, name)
