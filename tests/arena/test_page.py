"""The page about a run of games: whole, in both languages, safe whatever players are called, without anything from outside."""

from __future__ import annotations

import re

import numpy as np
import pytest

import tabuleiro
from tabuleiro.arena.page import arena_page
from tabuleiro.arena.sequential import Sprt
from tabuleiro.arena.summary import Summary, summarise
from tabuleiro.drawing import html
from tabuleiro.rules.texts import using_language
from tests.arena.outline import Outline
from tests.arena.simulated import WORLDS, play, round_robin

GAME = tabuleiro.game("breakthrough:5x5")
NAMES = ["level:1", "<script>alert(1)</script>", 'uci:"a" & b', "random"]


def summary(players: int, pairs: int = 4) -> Summary:
    strengths = [60.0 * player for player in range(players)]
    games = play(WORLDS[2], strengths, round_robin(players), pairs, np.random.default_rng(1))
    return summarise(GAME, NAMES[:players], games, sprt=Sprt(0, 50))


@pytest.mark.parametrize(("language", "players"), [("en", 2), ("pt", 2), ("pt", 4)])
def test_a_page_is_whole_in_both_languages(language: str, players: int) -> None:
    with using_language(language):
        text = arena_page(summary(players), [("<Seed>", "1 & 2")], "tabuleiro arena 'a<b' > c")
    page = Outline(text)
    assert page.open == []
    assert f'<html lang="{language}">' in text
    assert "script" not in page.seen
    assert page.seen.count("svg") == 4, "ratings, seats, lengths; the test of two players, or who beat whom"
    assert {"<Seed>", "1 & 2", "tabuleiro arena 'a<b' > c", "<script>alert(1)</script>"} <= set(page.words)
    assert not re.search(r"\{\w+\}", "".join(page.words).replace("{box-sizing:border-box}", ""))
    assert ("Standings" in page.words) == (language == "en")


def test_a_page_needs_nothing_from_outside_and_is_always_the_same() -> None:
    text = arena_page(summary(3))
    assert text == arena_page(summary(3))
    assert not re.findall(r"(?:src|href)=\"(?!#)", text)
    assert "@import" not in text
    assert "url(http" not in text


def test_a_page_about_nothing_says_so() -> None:
    text = arena_page(summarise(GAME, NAMES, []), title="<Nothing>")
    assert "No game is finished yet." in text
    assert "<title>&lt;Nothing&gt;</title>" in text
    assert Outline(text).open == []


def test_a_page_names_the_variant_and_says_what_is_still_to_be_played() -> None:
    text = arena_page(summary(2), note="Played so far: 8 of 100 games.")
    assert "<h1>Arena: Breakthrough (breakthrough:5x5)</h1>" in text
    assert "8 games between 2 players. Played so far: 8 of 100 games." in text
    assert "Played so far" not in arena_page(summary(2))


def test_players_without_games_are_on_the_page() -> None:
    games = play(WORLDS[1], [0, 0], [(0, 1)], 3, np.random.default_rng(1))
    text = arena_page(summarise(GAME, NAMES, games))
    assert "can be compared only within each of 3 groups" in text


def test_parts_of_pages_escape_what_they_are_given() -> None:
    bad = '<b>&"'
    for part in (
        html.page(bad, [], lead=bad),
        html.section(bad, [html.paragraph(bad)]),
        html.table([bad], [[bad]]),
        html.facts([(bad, bad)]),
        html.figure("", bad),
        html.commands(bad),
    ):
        assert "<b>" not in part
        assert "&lt;b&gt;&amp;" in part


def test_tables_know_words_from_numbers() -> None:
    table = html.table(["a", "b"], [["c", "1"]], words=(0,))
    assert '<td class="words">c</td><td>1</td>' in table


def test_colours_can_be_read_on_their_ground() -> None:
    from tabuleiro.drawing.palette import contrast

    for theme in (0, 1):
        colours = {name: pair[theme] for name, pair in html.COLOURS.items()}
        for ink in ("ink", "soft-ink", "main", "warm", "cool"):
            assert contrast(colours[ink], colours["card"]) >= 4.5
            assert contrast(colours[ink], colours["paper"]) >= 4.5
