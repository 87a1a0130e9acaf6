"""The switches of Tafl's rules with their values, the set-ups, the variants, and what the switches make of a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from tabuleiro.rules.board import FOUR, LARGEST
from tabuleiro.rules.description import MIRROR, Option, Symmetry
from tabuleiro.rules.errors import UnknownGame
from tabuleiro.rules.texts import Text, same

LAYOUTS = {
    "brandubh": "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3",
    "magpie": "3a3/1a3a1/3d3/a1dkd1a/3d3/1a3a1/3a3",
    "ardri": "2aaa2/3a3/a1ddd1a/aadkdaa/a1ddd1a/3a3/2aaa2",
    "tablut": "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3",
    "star": "4a4/1a2a2a1/2a3a2/3ddd3/aa1dkd1aa/3ddd3/2a3a2/1a2a2a1/4a4",
    "hnefatafl": "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3",
    "bell": "4aaa4/4a1a4/5a5/5d5/aa2ddd2aa/a1addkdda1a/aa2ddd2aa/5d5/5a5/4a1a4/4aaa4",
    "line": "3aaaaa3/5a5/5d5/a4d4a/a4d4a/aadddkdddaa/a4d4a/a4d4a/5d5/5a5/3aaaaa3",
    "lewis": "4aaa4/4aaa4/5d5/5d5/aa3d3aa/aadddkdddaa/aa3d3aa/5d5/5d5/4aaa4/4aaa4",
    "parlett": "4aaaaa4/5a1a5/6a6/6d6/a3d3d3a/aa3ddd3aa/a1ad1dkd1da1a/aa3ddd3aa/a3d3d3a/6d6/6a6/5a1a5/4aaaaa4",
    "tablut15": "5aaaaa5/6aaa6/7a7/7a7/7d7/a5ddd5a/aa3d1d1d3aa/aaaadddkdddaaaa/"
    "aa3d1d1d3aa/a5ddd5a/7d7/7a7/7a7/6aaa6/5aaaaa5",
    "alea": "2a2a7a2a2/19/a4a7a4a/7a1a1a7/6a1d1d1a6/a1a2a7a2a1a/4a4d4a4/3a4d1d4a3/4d2d1d1d2d4/3a2d1dkd1d2a3/"
    "4d2d1d1d2d4/3a4d1d4a3/4a4d4a4/a1a2a7a2a1a/6a1d1d1a6/7a1a1a7/a4a7a4a/19/2a2a7a2a2",
    "alea-ludii": "2a2a7a2a2/19/a4a7a4a/7a1d1a7/6a1a1a1a6/a1a2d7d2a1a/4a4d4a4/3a4d1d4a3/4a2d1d1d2a4/3d2d1dkd1d2d3/"
    "4a2d1d1d2a4/3a4d1d4a3/4a4d4a4/a1a2d7d2a1a/6a1a1a1a6/7a1d1a7/a4a7a4a/19/2a2a7a2a2",
}
"""Set-ups by name, the highest rank first: `a` attackers, `d` defenders, `k` king, numbers for runs of empty cells."""

_CELL = r"[a-s]1?[0-9]"
_CELLS = rf"{_CELL}(?:\+{_CELL})*"
# Two numbers never follow one another: otherwise there would be too many ways to read a row of digits.
_RANK = r"(?:[adk]|[1-9][0-9]?(?![0-9])){1,19}"


def _option(default: str | int, words: str, en: str, pt: str) -> Option:
    """A switch that is one of a few words."""
    return Option(default, Text(en, pt), words=tuple(words.split()))


def _number_option(word: str, numbers: range, en: str, pt: str) -> Option:
    """A switch that is a number, or off."""
    return Option(word, Text(en, pt), words=(word,), numbers=numbers)


def _pattern_option(default: str, words: str, pattern: str, form: Text, about: Text) -> Option:
    """A switch that is one of a few words, or a text of a certain form."""
    return Option(
        default,
        about,
        tuple(words.split()),
        check=lambda text: re.fullmatch(pattern, text, re.ASCII) is not None,
        form=form,
    )


OPTIONS: Mapping[str, Option] = {
    "size": Option(
        9, Text("files and ranks of the board", "colunas e linhas do tabuleiro"), numbers=range(5, LARGEST + 1)
    ),
    "layout": _pattern_option(
        "tablut",
        " ".join(LAYOUTS),
        rf"{_RANK}(?:/{_RANK}){{4,18}}",
        Text("a board such as {board}", "um tabuleiro como {board}").fill(board=LAYOUTS["brandubh"]),
        Text("the men at the start, by name or written out", "as peças no início, por nome ou por extenso"),
    ),
    "first": _option("attackers", "attackers defenders", "who moves first", "quem joga primeiro"),
    "escape": _pattern_option(
        "edge",
        "edge corner",
        f"cells:{_CELLS}",
        same("cells:a1+a9"),
        Text("where the king wins", "onde o rei ganha"),
    ),
    "king": _option(
        "strong",
        "strong near throne weak",
        "where all four sides of the king must be closed to capture him: everywhere, on and next to the throne, "
        "on the throne, nowhere (two opposite sides are enough)",
        "onde é preciso fechar os quatro lados do rei para o capturar: em toda a parte, no trono e junto dele, "
        "no trono, em parte nenhuma (bastam dois lados opostos)",
    ),
    "king_edge": _option("no", "no yes", "does the edge close a side of the king?", "a borda fecha um lado do rei?"),
    "king_armed": _option(
        "yes",
        "yes no anvil hammer",
        "does the king help to capture: always, never, only standing still, only by moving",
        "o rei ajuda a capturar: sempre, nunca, só parado, só ao mover-se",
    ),
    "throne": _option("yes", "yes no", "is the centre a throne?", "o centro é um trono?"),
    "throne_land": _option(
        "king", "king none all", "who may stop on the empty throne", "quem pode parar no trono vazio"
    ),
    "throne_pass": _option(
        "all", "all king none", "who may cross the empty throne", "quem pode atravessar o trono vazio"
    ),
    "throne_vs_attackers": _option(
        "never",
        "never empty always",
        "when the throne acts as an enemy of attackers",
        "quando é que o trono age como inimigo dos atacantes",
    ),
    "throne_vs_defenders": _option(
        "never",
        "never empty always",
        "when the throne acts as an enemy of defenders",
        "quando é que o trono age como inimigo dos defensores",
    ),
    "throne_vs_king": _option(
        "empty", "empty never", "does the empty throne close a side of the king?", "o trono vazio fecha um lado do rei?"
    ),
    "linnaean": _option(
        "no",
        "no yes",
        "is a defender captured against the king on his throne when attackers close the king's other three sides?",
        "um defensor é capturado contra o rei no trono quando atacantes fecham os outros três lados do rei?",
    ),
    "corners": _pattern_option(
        "no",
        "no 1 2x2",
        f"cells:{_CELLS}",
        same("cells:a1+a9"),
        Text("the corner cells that only the king may enter", "as casas de canto onde só o rei pode entrar"),
    ),
    "corner_vs_attackers": _option(
        "yes",
        "yes no",
        "do such corners act as enemies of attackers?",
        "esses cantos agem como inimigos dos atacantes?",
    ),
    "corner_vs_defenders": _option(
        "yes",
        "yes no",
        "do such corners act as enemies of defenders?",
        "esses cantos agem como inimigos dos defensores?",
    ),
    "corner_vs_king": _option(
        "yes", "yes no", "do such corners close a side of the king?", "esses cantos fecham um lado do rei?"
    ),
    "camps": _pattern_option(
        "none",
        "none start",
        rf"{_CELLS}(?:,{_CELLS})*",
        same("a4+a5+a6+b5,e1+e2"),
        Text(
            "camps that attackers may only leave, everyone else never enters and that act as enemies; "
            "start: each group of attackers in the set-up",
            "acampamentos que os atacantes só podem deixar, onde mais ninguém entra e que agem como inimigos; "
            "start: cada grupo de atacantes da posição inicial",
        ),
    ),
    "shieldwall": _option(
        "no", "no yes", "are whole rows captured at the edge?", "capturam-se filas inteiras na borda?"
    ),
    "shieldwall_corner": _option(
        "yes", "yes no", "may a corner close such a row?", "um canto pode fechar uma dessas filas?"
    ),
    "shieldwall_flank": _option(
        "yes", "yes no", "must the move close an end of such a row?", "a jogada tem de fechar uma ponta dessa fila?"
    ),
    "exit_fort": _option(
        "no", "no yes", "does a king safe in a fort at the edge win?", "o rei seguro num forte na borda ganha?"
    ),
    "encirclement": _option(
        "no",
        "no yes",
        "do the attackers win by cutting all defenders off from the edge?",
        "os atacantes ganham se separarem da borda todos os defensores?",
    ),
    "speed_king": _number_option(
        "unlimited", range(1, LARGEST), "how far the king may move", "até onde pode andar o rei"
    ),
    "speed_men": _number_option(
        "unlimited", range(1, LARGEST), "how far the men may move", "até onde podem andar as outras peças"
    ),
    "repetition": _pattern_option(
        "3-draw",
        "none",
        "[2-9]-(?:draw|mover-loses|defenders-lose|illegal)",
        Text(
            "2…9 with -draw, -mover-loses, -defenders-lose or -illegal",
            "2…9 com -draw, -mover-loses, -defenders-lose ou -illegal",
        ),
        Text(
            "what happens when a position has occurred so many times",
            "o que acontece quando uma posição já ocorreu tantas vezes",
        ),
    ),
    "no_move": _option(
        "loses", "loses draw", "what becomes of a side that cannot move", "o que acontece a um lado que não pode jogar"
    ),
    "no_capture_limit": _number_option(
        "none", range(1, 10_000), "moves without a capture that make a draw", "jogadas sem captura que fazem empate"
    ),
    "announce": _option("yes", "yes no", "are raichi and tuichi announced?", "anunciam-se raichi e tuichi?"),
}

_NO_THRONE: Mapping[str, str | int] = {"throne": "no"}
_CLOSED_THRONE: Mapping[str, str | int] = {"throne_land": "none"}
_HOSTILE_THRONE: Mapping[str, str | int] = {"throne_vs_attackers": "empty", "throne_vs_defenders": "empty"}
_WTF_THRONE: Mapping[str, str | int] = {"throne_vs_attackers": "always", "throne_vs_defenders": "empty"}
_RING_AND_REPETITION: Mapping[str, str | int] = {"encirclement": "yes", "repetition": "3-defenders-lose"}
_CORNERS: Mapping[str, str | int] = {"escape": "corner", "corners": "1"}
_SEVEN: Mapping[str, str | int] = {"size": 7, "layout": "brandubh"}
_ELEVEN: Mapping[str, str | int] = {"size": 11, "layout": "hnefatafl"}
_BELL: Mapping[str, str | int] = {"size": 11, "layout": "bell"}

VARIANTS: Mapping[str, tuple[Mapping[str, str | int], Text]] = {
    "tablut": (
        {},
        Text(
            "Tablut as Smith printed it in 1811: the king falls to four",
            "Tablut segundo Smith (1811): o rei cai cercado por quatro",
        ),
    ),
    "tablut-literal": (_NO_THRONE, Text("Tablut with an ordinary centre", "Tablut com um centro comum")),
    "tablut-linnaeus": (
        {"king": "near", "linnaean": "yes", **_CLOSED_THRONE, **_HOSTILE_THRONE},
        Text(
            "Tablut after the Latin of Linnaeus: away from the throne two capture the king",
            "Tablut segundo o latim de Lineu: longe do trono bastam dois para o rei",
        ),
    ),
    "tablut-saami": (
        {"king": "near", **_WTF_THRONE, **_RING_AND_REPETITION},
        Text("Tablut as played online today, well balanced", "Tablut como hoje se joga em linha, bem equilibrado"),
    ),
    "tablut-brainking": (
        {"first": "defenders", "king_armed": "no", **_CLOSED_THRONE},
        Text("Tablut with a king that does not capture", "Tablut com um rei que não captura"),
    ),
    "tablut-ashton": (
        {
            "first": "defenders",
            "king": "near",
            "throne_land": "none",
            "throne_pass": "none",
            "throne_vs_attackers": "empty",
            "throne_vs_defenders": "always",
            "camps": "start",
            "repetition": "2-draw",
        },
        Text(
            "Tablut with camps, as in the Bologna students' competition",
            "Tablut com acampamentos, como no torneio de estudantes de Bolonha",
        ),
    ),
    "seabattle9": (
        {"king_armed": "no", **_NO_THRONE, **_RING_AND_REPETITION},
        Text(
            "Sea battle: no throne, a king that does not capture",
            "Batalha naval: sem trono e com um rei que não captura",
        ),
    ),
    "brandubh": (
        {**_SEVEN, **_CORNERS, "king": "near", **_WTF_THRONE, **_RING_AND_REPETITION},
        Text("the small Irish game, to the corners", "o pequeno jogo irlandês, até aos cantos"),
    ),
    "brandub-opentafl": (
        {**_SEVEN, **_CORNERS, "king": "weak", "throne_vs_king": "never"},
        Text("Brandubh with a king captured like a man", "Brandubh com um rei que se captura como as outras peças"),
    ),
    "brandub-walker": (
        {**_SEVEN, **_CORNERS, "king": "near", **_CLOSED_THRONE, **_HOSTILE_THRONE},
        Text("Brandubh in Damian Walker's reconstruction", "Brandubh na reconstrução de Damian Walker"),
    ),
    "magpie": (
        {**_SEVEN, **_CORNERS, "king_edge": "yes", "speed_king": 1, **_HOSTILE_THRONE, **_RING_AND_REPETITION},
        Text(
            "a king of single steps, captured by three at the edge", "um rei de um só passo, que na borda cai com três"
        ),
    ),
    "ardri": (
        {"size": 7, "layout": "ardri", "throne_vs_king": "never", "speed_king": 1, "speed_men": 1},
        Text("the crowded Scottish game: single steps", "o apertado jogo escocês: um passo de cada vez"),
    ),
    "ardri-wtf": (
        {"size": 7, "layout": "ardri", "king": "weak", **_NO_THRONE, **_RING_AND_REPETITION},
        Text("Ard Ri with long moves and a weak king", "Ard Ri com jogadas longas e um rei fraco"),
    ),
    "tawlbwrdd": (
        {**_BELL, "king": "weak", **_NO_THRONE, "encirclement": "yes"},
        Text("the Welsh game in Bell's reconstruction", "o jogo galês na reconstrução de Bell"),
    ),
    "tawlbwrdd-wtf": (
        {**_BELL, "king": "near", **_WTF_THRONE, **_RING_AND_REPETITION},
        Text("the Welsh game as played online today", "o jogo galês como hoje se joga em linha"),
    ),
    "tawlbwrdd-walker": (
        {"size": 11, "layout": "line", "king": "weak", **_NO_THRONE},
        Text("the Welsh game in Damian Walker's reconstruction", "o jogo galês na reconstrução de Damian Walker"),
    ),
    "fetlar": (
        {**_ELEVEN, **_CORNERS, "corner_vs_king": "no", **_WTF_THRONE, "encirclement": "yes"},
        Text("Hnefatafl by the rules of the Fetlar panel", "Hnefatafl pelas regras de Fetlar"),
    ),
    "copenhagen": (
        {
            **_ELEVEN,
            **_CORNERS,
            "corner_vs_king": "no",
            **_WTF_THRONE,
            **_RING_AND_REPETITION,
            "shieldwall": "yes",
            "exit_fort": "yes",
        },
        Text(
            "the most played Hnefatafl: shieldwalls and exit forts",
            "o Hnefatafl mais jogado: paredes de escudos e fortes de saída",
        ),
    ),
    "old-hnefatafl": (
        {**_ELEVEN, **_CORNERS, "king_edge": "yes", **_HOSTILE_THRONE, **_RING_AND_REPETITION},
        Text(
            "an older Hnefatafl: three capture the king at the edge",
            "um Hnefatafl mais antigo: na borda três capturam o rei",
        ),
    ),
    "parlett13": (
        {"size": 13, "layout": "parlett", "king_armed": "no", **_NO_THRONE, "encirclement": "yes"},
        Text("Parlett's game on 13x13", "o jogo de Parlett em 13x13"),
    ),
    "tablut15": (
        {"size": 15, "layout": "tablut15", "king": "near", **_CLOSED_THRONE, **_HOSTILE_THRONE, "encirclement": "yes"},
        Text("Tablut on 15x15", "Tablut em 15x15"),
    ),
    "alea-evangelii": (
        {
            "size": 19,
            "layout": "alea",
            "escape": "corner",
            "corners": "2x2",
            **_CLOSED_THRONE,
            **_HOSTILE_THRONE,
            "encirclement": "yes",
            "repetition": "3-mover-loses",
        },
        Text("the game of the Gospels, on 19x19", "o jogo dos Evangelhos, em 19x19"),
    ),
    "alea-walker": (
        {
            "size": 19,
            "layout": "alea-ludii",
            "first": "defenders",
            **_CORNERS,
            "king": "near",
            "king_edge": "yes",
            "king_armed": "no",
            **_CLOSED_THRONE,
            **_HOSTILE_THRONE,
        },
        Text(
            "the game of the Gospels in Damian Walker's reconstruction",
            "o jogo dos Evangelhos na reconstrução de Damian Walker",
        ),
    ),
}


class Switches:
    """What a choice of switches makes of the board, in the names of cells, pieces and kinds of cells.

    The pieces are `attacker`, `defender` and `king`; the kinds of cells `ordinary`, `throne`, `corner`, `camp`,
    `inner camp` (a camp's cell with no other neighbours than its own camp) and `outside` (off the board).
    """

    def __init__(self, settings: Mapping[str, str | int]) -> None:
        self.settings = settings
        self.size = int(settings["size"])
        self.throne = cell_name(self.size // 2, self.size // 2)
        self.has_throne = self.is_on("throne")

    def is_on(self, switch: str) -> bool:
        """Is a yes-or-no switch set to yes?"""
        return self.settings[switch] == "yes"

    @cached_property
    def layout(self) -> str:
        """The board of the set-up, in the letters of `LAYOUTS`."""
        given = str(self.settings["layout"])
        return LAYOUTS.get(given, given)

    @cached_property
    def rows(self) -> list[str]:
        """The ranks of the set-up, the highest first, with a point for every empty cell."""
        return [re.sub(r"\d+", lambda run: "." * min(int(run[0]), LARGEST + 1), row) for row in self.layout.split("/")]

    @cached_property
    def men(self) -> dict[str, str]:
        """The pieces of the set-up by the names of their cells."""
        words = {"a": "attacker", "d": "defender", "k": "king"}
        return {
            cell_name(file, rank): words[sign]
            for rank, row in enumerate(reversed(self.rows))
            for file, sign in enumerate(row)
            if sign in words
        }

    @cached_property
    def corners(self) -> frozenset[str]:
        """The cells that only the king may enter."""
        given = str(self.settings["corners"])
        if given.startswith("cells:"):
            return frozenset(given.removeprefix("cells:").split("+"))
        return self._corner_cells({"no": 0, "1": 1, "2x2": 2}[given])

    def _corner_cells(self, depth: int) -> frozenset[str]:
        ends = [*range(depth), *range(self.size - depth, self.size)]
        return frozenset(cell_name(file, rank) for file in ends for rank in ends)

    @cached_property
    def camps(self) -> tuple[frozenset[str], ...]:
        """The camps, each a set of cells."""
        given = str(self.settings["camps"])
        if given == "none":
            return ()
        if given != "start":
            return tuple(frozenset(camp.split("+")) for camp in given.split(","))
        waiting = {cell for cell, piece in self.men.items() if piece == "attacker"}
        camps = []
        while waiting:
            camp: set[str] = set()
            border = {min(waiting)}
            while border:
                camp |= border
                border = {near for cell in border for near in beside(cell)} & waiting - camp
            waiting -= camp
            camps.append(frozenset(camp))
        return tuple(camps)

    @cached_property
    def exits(self) -> frozenset[str]:
        """The cells where the king wins."""
        given, last = str(self.settings["escape"]), self.size - 1
        if given == "edge":
            sides = (at for n in range(self.size) for at in ((n, 0), (n, last), (0, n), (last, n)))
            cells = frozenset(cell_name(*at) for at in sides)
        elif given == "corner":
            cells = self.corners or self._corner_cells(1)
        else:
            cells = frozenset(given.removeprefix("cells:").split("+"))
        return cells.difference(*self.camps)

    @cached_property
    def strongholds(self) -> frozenset[str] | None:
        """The cells where all four sides of the king must be closed to capture him; None: all cells."""
        near = {"near": {self.throne, *beside(self.throne)}, "throne": {self.throne}, "weak": set[str]()}
        given = str(self.settings["king"])
        return frozenset(near[given]) if given in near else None

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kind of every cell that is not ordinary, by its name."""
        kinds = dict.fromkeys(self.corners, "corner")
        if self.has_throne:
            kinds[self.throne] = "throne"
        for camp in self.camps:
            for cell in camp:
                is_inner = camp.issuperset(near for near in beside(cell) if self.has_cell(near))
                kinds[cell] = "inner camp" if is_inner else "camp"
        return kinds

    def has_cell(self, cell: str) -> bool:
        """Is this the name of a cell of the board?"""
        return "a" <= cell[0] <= cell_name(self.size - 1, 0)[0] and cell[1] != "0" and 1 <= int(cell[1:]) <= self.size

    def may(self, deed: str, kind: str, piece: str) -> bool:
        """May a piece `stop` on, or `cross`, an empty cell of this kind? (A camp asks where it comes from as well.)"""
        if kind == "throne":
            return self.settings["throne_land" if deed == "stop" else "throne_pass"] in ("all", piece)
        return kind == "ordinary" or (kind == "corner" and piece == "king")

    def is_enemy(self, kind: str, piece: str, occupant: str) -> bool:
        """Does a cell of this kind, with what stands on it (`""`: nothing), act as an enemy of a piece beside it?"""
        who = piece if piece == "king" else f"{piece}s"
        if kind == "outside":
            return piece == "king" and self.is_on("king_edge")
        if kind == "camp" or (kind == "inner camp" and piece != "attacker"):
            return True
        is_idle = occupant == "king" and self.settings["king_armed"] in ("no", "hammer")
        if occupant and (occupant == "attacker") != (piece == "attacker") and not is_idle:
            return True
        if kind == "throne":
            when = self.settings[f"throne_vs_{who}"]
            return when == "always" if occupant in ("defender", "king") else not occupant and when != "never"
        return kind == "corner" and not occupant and self.is_on(f"corner_vs_{who}")

    # --- switches that do not go together ---
    def check(self) -> None:
        """Refuse switches that do not go together (UnknownGame)."""
        for problem in (*self._layout_problems(), *self._problems()):
            raise UnknownGame(problem)

    def _layout_problems(self) -> Iterator[Text]:
        if {len(self.rows), *map(len, self.rows)} != {self.size}:
            fitting = ", ".join(name for name, board in LAYOUTS.items() if board.count("/") + 1 == self.size)
            yield Text(
                "The layout does not have {size} ranks of {size} cells; choose another size, or another layout{known}.",
                "A disposição não tem {size} linhas de {size} casas; escolha outro tamanho ou outra disposição{known}.",
            ).fill(size=self.size, known=fitting and f" ({fitting})")
        elif self.size % 2 == 0:
            yield Text(
                "The board needs a cell in the middle, so its size is odd; {size} is even.",
                "O tabuleiro precisa de uma casa no meio, por isso o tamanho é ímpar; {size} é par.",
            ).fill(size=self.size)
        kings, attackers = ("".join(self.rows).count(sign) for sign in "ka")
        if kings != 1 or not attackers:
            yield Text(
                "A layout has one king (k) and at least one attacker (a); this one has {kings} and {attackers}.",
                "Uma disposição tem um rei (k) e pelo menos um atacante (a); esta tem {kings} e {attackers}.",
            ).fill(kings=kings, attackers=attackers)

    def _problems(self) -> Iterator[Text]:
        settings = self.settings
        special = [*self.corners, *(cell for camp in self.camps for cell in camp)]
        special += [self.throne] if self.has_throne else []
        twice = by_file_and_rank({cell for cell in special if special.count(cell) > 1})
        if twice:
            yield Text(
                "A cell is only one of throne, corner or part of a single camp; {cells} would be more.",
                "Uma casa é só uma destas coisas: trono, canto ou parte de um único acampamento; {cells} seria mais.",
            ).fill(cells=", ".join(twice))
        if not self.has_throne and settings["king"] in ("near", "throne"):
            yield Text(
                "king={king} needs a throne; without one, choose king=strong or king=weak.",
                "king={king} precisa de um trono; sem ele, escolha king=strong ou king=weak.",
            ).fill(king=settings["king"])
        if not self.has_throne and self.is_on("linnaean"):
            yield Text("linnaean=yes needs a throne (throne=yes).", "linnaean=yes precisa de um trono (throne=yes).")
        if self.is_on("exit_fort") and settings["escape"] == "edge":
            yield Text(
                "exit_fort=yes does not go with escape=edge: a king on the edge has escaped already.",
                "exit_fort=yes não combina com escape=edge: um rei na borda já escapou.",
            )
        misplaced = [
            cell
            for cell, piece in self.men.items()
            if self.kinds.get(cell) in ("throne", "corner")
            and piece != "king"
            and not self.may("stop", self.kinds[cell], piece)
        ]
        if misplaced:
            yield Text(
                "The set-up has men on cells that are closed to them: {cells}.",
                "A posição inicial tem peças em casas que lhes estão vedadas: {cells}.",
            ).fill(cells=", ".join(by_file_and_rank(misplaced)))
        if not self.exits:
            yield Text(
                "The king could never escape: all cells of escape={escape} lie in camps.",
                "O rei nunca poderia escapar: todas as casas de escape={escape} ficam em acampamentos.",
            ).fill(escape=settings["escape"])


def tidied(settings: Mapping[str, str | int]) -> dict[str, str | int]:
    """The settings with lists of cells in order; UnknownGame names a cell that the board does not have."""
    tidy = dict(settings)
    for switch in ("escape", "corners", "camps"):
        text = str(settings[switch])
        if text not in OPTIONS[switch].words:
            prefix, _, cells = text.rpartition(":")
            groups = sorted(_in_order(settings, switch, group) for group in cells.split(","))
            tidy[switch] = (prefix and f"{prefix}:") + ",".join(groups)
    return tidy


def _in_order(settings: Mapping[str, str | int], switch: str, group: str) -> str:
    board, cells = Switches(settings), group.split("+")
    for cell in cells:
        if not board.has_cell(cell):
            raise UnknownGame(
                Text(
                    "{switch} names {cell}; the cells of this board go from a1 to {last}.",
                    "{switch} nomeia {cell}; as casas deste tabuleiro vão de a1 a {last}.",
                ).fill(switch=switch, cell=cell, last=cell_name(board.size - 1, board.size - 1))
            )
    return "+".join(by_file_and_rank(set(cells)))


def cell_name(file: int, rank: int) -> str:
    """The name of the cell on a file and a rank, both counted from 0."""
    return f"{'abcdefghijklmnopqrs'[file]}{rank + 1}"


def beside(cell: str) -> Iterator[str]:
    """The names of the four cells around one; off the board they are names of no cell."""
    for across, up in FOUR:
        yield f"{chr(ord(cell[0]) + across)}{int(cell[1:]) + up}"


def by_file_and_rank(cells: Iterable[str]) -> tuple[str, ...]:
    """Cells in order."""
    return tuple(sorted(cells, key=lambda cell: (cell[0], int(cell[1:]))))


def _turned(name: str, *, swap: bool, file: bool, rank: bool) -> Symmetry:
    """The map of the board that exchanges files and ranks (or not), then reverses files, ranks, or both."""

    def image(at_file: int, at_rank: int, files: int, ranks: int) -> tuple[int, int]:
        to_file, to_rank = (at_rank, at_file) if swap else (at_file, at_rank)
        return files - 1 - to_file if file else to_file, ranks - 1 - to_rank if rank else to_rank

    return Symmetry(name, image)


SYMMETRIES = (
    MIRROR,
    _turned("upside down", swap=False, file=False, rank=True),
    _turned("half turn", swap=False, file=True, rank=True),
    _turned("diagonal", swap=True, file=False, rank=False),
    _turned("other diagonal", swap=True, file=True, rank=True),
    _turned("quarter turn right", swap=True, file=False, rank=True),
    _turned("quarter turn left", swap=True, file=True, rank=False),
)
"""The maps of a square board that turn legal moves into legal moves: all there are."""
