"""`games` and `rules`: what can be played, and how."""

from __future__ import annotations

from typing import Any

from tabuleiro.cli.options import GameId, Json, Switches, find_game
from tabuleiro.cli.output import draw_board, heading, legend, paragraph, print_json
from tabuleiro.games import games as names_of_games
from tabuleiro.games import kind
from tabuleiro.messages import interface
from tabuleiro.rules.description import Lesson
from tabuleiro.rules.game import Game
from tabuleiro.rules.texts import Text


def games(as_json: Json = False) -> None:
    """List the games, without compiling any."""
    kinds = [kind(name) for name in names_of_games()]
    if as_json:
        print_json([_game_data(game) for game in kinds])
        return
    width = max(len(game.name) for game in kinds) + 2
    for game in kinds:
        variants = ", ".join(name for name in game.variants if name)
        beside: list[Text | str] = [f"{game.title} ({_origin(game)})", game.goal]
        if variants:
            beside.append(interface.VARIANTS.fill(names=variants))
        lines = "\n".join(paragraph(text, first=" " * width, later=" " * width) for text in beside)
        print(f"{heading(game.name)}{lines[len(game.name) :]}")
    print(f"\n{paragraph(interface.HOW_TO_NAME)}")


def rules(game: GameId, switches: Switches = None, as_json: Json = False) -> None:
    """Explain a game, lesson by lesson."""
    found = find_game(game, switches)
    if as_json:
        print_json(_rules_data(found))
        return
    print(heading(f"{found.title} ({found.id})"))
    print(paragraph(_origin(type(found))))
    print_lessons(found)
    if found.options:
        print(f"\n{heading(interface.SWITCHES)}")
        print(paragraph(interface.HOW_TO_SWITCH))
        print_switches(found)
    if found.link:
        print(f"\n{interface.RULES_LINK.fill(link=found.link)}")


def print_lessons(game: Game) -> None:
    """Print how a game is played: its goal, then each lesson with its picture and what the picture shows."""
    print(paragraph(game.goal))
    for number, lesson in enumerate(game.lessons(), start=1):
        print(f"\n{heading(f'{number}. {lesson.title}')}")
        print(paragraph(lesson.body))
        if number == 1:
            print(legend(game))
        if lesson.fen is not None:
            print(f"\n{draw_board(game.position(lesson.fen), targets=_targets(game, lesson))}")
        if _targets(game, lesson):
            print(f"\n{paragraph(interface.WHERE_TO.fill(cell=lesson.cell))}")


def print_switches(game: Game) -> None:
    """Print the switches of a game: the value, the meaning and the allowed values of each."""
    for name, option in game.options.items():
        print(paragraph(f"{name}={game.settings[name]}: {option.about} [{option.allowed}]", first="  ", later=" " * 6))


def _origin(game: type[Game]) -> str:
    """The author of a game, and the year."""
    return ", ".join(filter(None, (game.designer, str(game.year))))


def _targets(game: Game, lesson: Lesson) -> list[str]:
    """Where the piece of a lesson's picture may go."""
    if lesson.fen is None or lesson.cell is None:
        return []
    return [move.target for move in game.position(lesson.fen).legal_moves if move.origin == lesson.cell]


def _game_data(game: type[Game]) -> dict[str, Any]:
    return {
        "id": game.name,
        "title": str(game.title),
        "designer": game.designer,
        "year": str(game.year),
        "goal": str(game.goal),
        "link": game.link,
        "players": [side.name for side in game.sides],
        "variants": [
            {"id": f"{game.name}:{name}", "about": str(about)} for name, (_, about) in game.variants.items() if name
        ],
    }


def _rules_data(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": str(game.title),
        "goal": str(game.goal),
        "lessons": [
            {
                "title": str(lesson.title),
                "body": str(lesson.body),
                "fen": lesson.fen,
                "cell": lesson.cell,
                "targets": _targets(game, lesson),
            }
            for lesson in game.lessons()
        ],
        "switches": {
            name: {"about": str(option.about), "value": game.settings[name], "allowed": str(option.allowed)}
            for name, option in game.options.items()
        },
    }
