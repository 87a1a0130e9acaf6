"""Colours that everybody can tell apart: 3:1 for what is drawn, 4.5:1 for what is written."""

from __future__ import annotations

import pytest

from tabuleiro.drawing.palette import (
    DARK,
    LIGHT,
    TERMINAL,
    TERMINAL_INKS,
    Theme,
    channels,
    contrast,
    mix,
    nearest_of_256,
)

GRAPHICS, WRITING = 3.0, 4.5

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#123456", "#123456") == 1


def test_mix() -> None:
    assert mix("#000000", "#ff8000", 0.5) == "#804000"
    assert channels("#0a0b0c") == (10, 11, 12)


@THEMES
def test_pieces_stand_out_from_every_cell(theme: Theme) -> None:
    for tone in (theme.light, theme.dark):
        for name, cell in theme.ground.named():
            assert max(contrast(tone.body, cell), contrast(tone.edge, cell)) >= GRAPHICS, name
        assert contrast(tone.ink, tone.body) >= WRITING
        assert contrast(tone.ink, tone.lower) >= WRITING
    assert contrast(theme.light.body, theme.dark.body) >= 2 * GRAPHICS


@THEMES
def test_what_is_shown_on_cells_stands_out_from_every_cell(theme: Theme) -> None:
    for name, cell in theme.ground.named():
        for shown in (theme.accent, theme.hint, theme.arrow):
            assert contrast(shown, cell) >= GRAPHICS, name
        assert contrast(theme.mark, cell) >= WRITING, name
    assert contrast(theme.coordinate, theme.frame) >= WRITING
    assert contrast(theme.arrow, theme.halo) >= GRAPHICS


@THEMES
def test_borders_of_zones_stand_out_on_both_sides(theme: Theme) -> None:
    for style, border in theme.borders.items():
        for parity in (0, 1):
            assert contrast(border, theme.ground.cell(style, parity)) >= GRAPHICS, style
            assert contrast(border, theme.ground.cell("", parity)) >= GRAPHICS, style


def test_both_sides_stand_out_from_every_cell_of_a_terminal() -> None:
    for name, cell in TERMINAL.named():
        for kind, ink in TERMINAL_INKS.items():
            assert contrast(ink, cell) >= (GRAPHICS if kind == "empty" else 4.0), (kind, name)


def test_nearest_of_256() -> None:
    assert nearest_of_256("#000000") == 16
    assert nearest_of_256("#ffffff") == 231
    assert nearest_of_256("#ff0000") == 196
    assert nearest_of_256("#808080") == 244


def test_a_chequered_board_and_its_kinds_remain_so_in_256_colours() -> None:
    colours = [TERMINAL.cell("", 0), TERMINAL.cell("", 1), *(TERMINAL.cell("", 0, kind) for kind in TERMINAL.kinds)]
    assert len(set(map(nearest_of_256, colours))) == len(colours)
