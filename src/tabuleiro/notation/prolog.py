"""Boards as the games' reports write them in Prolog: `name([[atom, …], …]).`, as each game's `PrologForm` says.

Read as people copy them: any name before the parentheses or none, spaces, line ends and `%` comments anywhere, atoms in quotes
or in capitals, the final `).` there or not. A board printed as lines of atoms, with or without the numbers of its rows and
columns, is read too. What is not there is not guessed: a row that is missing or has too many or too few atoms is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tabuleiro.rules.description import PrologForm, Setup
from tabuleiro.rules.errors import InvalidPosition
from tabuleiro.rules.game import Game
from tabuleiro.rules.position import Position
from tabuleiro.rules.texts import Text

LONGEST = 20_000
"""No board needs a longer text."""

_QUOTED = r"'[^'\\\n]{0,40}'"
_TOKEN = re.compile(rf"(?:\w+|{_QUOTED})(?:\s*-\s*(?:\w+|{_QUOTED}))?|{_QUOTED}|[\[\](),.]|\S")
_COMMENT = re.compile(r"%[^\n]*|/\*.*?\*/", re.DOTALL)

Rows = list[list[str]]


def write_prolog(position: Position) -> str:
    """The term of a position's board; it contains neither the turn nor a game's further numbers."""
    form = _form(position.game)
    atoms: dict[int, str] = {0: form.empty}
    for atom, code in form.atoms.items():
        atoms.setdefault(code, atom)
    rows = ["[" + ", ".join(atoms[int(position.state[cell])] for cell in row) + "]" for row in form.rows]
    head = f"{form.name}(["
    return head + (",\n" + " " * len(head)).join(rows) + "])."


def read_prolog(game: Game, text: str, turn: int | None = None) -> Position:
    """The position that a term or a printed board describes; by default the starter is to move. InvalidPosition."""
    if len(text) > LONGEST:
        raise InvalidPosition(Text("The text is too long for a board.", "O texto é longo demais para um tabuleiro."))
    form = _form(game)
    rows = _read_rows(form, _COMMENT.sub(" ", text))
    setup = Setup(cells=read_cells(form, rows), turn=game.first if turn is None else turn)
    game.read_fields([], setup)
    return game.build(setup)


def _read_rows(form: PrologForm, text: str) -> Rows:
    """The atoms of a term or of a printed board, row by row."""
    if not text.strip():
        raise InvalidPosition(Text("There is no board in an empty text.", "Um texto vazio não tem nenhum tabuleiro."))
    return _read_term(form, text) if "[" in text else _read_lines(form, text)


def _form(game: Game) -> PrologForm:
    form = game.prolog()
    if form is None:
        raise InvalidPosition(
            Text("There is no Prolog form for {game}.", "Não há forma em Prolog para {game}.").fill(game=game.id)
        )
    return form


def read_cells(form: PrologForm, rows: Rows) -> dict[int, int]:
    """The pieces by cell number; InvalidPosition if a row does not have the right number of atoms."""
    places = list(form.rows)
    if form.optional is not None and len(rows) == len(places) - 1:
        del places[form.optional]
    for number, (atoms, row) in enumerate(zip(rows, places, strict=False), start=1):
        if len(atoms) != len(row):
            raise InvalidPosition(
                Text(
                    "Row {number} has {count} atoms; the board has {right}.",
                    "A linha {number} tem {count} átomos; o tabuleiro tem {right}.",
                ).fill(number=number, count=len(atoms), right=len(row))
            )
    if len(rows) < len(places):
        raise InvalidPosition(
            Text(
                "Row {number} is missing: the text has {count} of the board's {right}.",
                "Falta a linha {number}: o texto tem {count} das {right} do tabuleiro.",
            ).fill(number=len(rows) + 1, count=len(rows), right=len(places))
        )
    if len(rows) > len(places):
        raise InvalidPosition(
            Text(
                "Row {number} is one too many: there are {count} rows; the board has {right}.",
                "A linha {number} está a mais: há {count} linhas; o tabuleiro tem {right}.",
            ).fill(number=len(places) + 1, count=len(rows), right=len(places))
        )
    meanings = _meanings(form)
    cells = {}
    for number, (atoms, row) in enumerate(zip(rows, places, strict=True), start=1):
        for atom, cell in zip(atoms, row, strict=True):
            code = meanings.get(atom, meanings.get(atom.lower()))
            if code is None:
                raise InvalidPosition(
                    Text(
                        "Row {number} has {atom!r}; there are {atoms}.",
                        "A linha {number} tem {atom!r}; existem {atoms}.",
                    ).fill(number=number, atom=atom[:40], atoms=_examples(form))
                )
            if code:
                cells[cell] = code
    return cells


def _meanings(form: PrologForm) -> dict[str, int]:
    """The piece for each atom, in any case, unless the case makes it another atom."""
    exact = {form.empty: 0, **form.atoms}
    lower: dict[str, set[int]] = {}
    for atom, code in exact.items():
        lower.setdefault(atom.lower(), set()).add(code)
    return {**{atom: codes.pop() for atom, codes in lower.items() if len(codes) == 1}, **exact}


def _examples(form: PrologForm) -> str:
    atoms = [form.empty, *form.atoms]
    return " ".join(atoms if len(atoms) <= 12 else [*atoms[:5], "…", atoms[-1]])


# --- terms ------------------------------------------------------------------------------------------------


def _read_term(form: PrologForm, text: str) -> Rows:
    """The rows of `name([[atom, …], …]).`; the name and the parentheses may be missing."""
    tokens = _tokens(text)
    token = next(tokens)
    if re.fullmatch(r"\w+|" + _QUOTED, token):
        _expect("(", next(tokens, ""))
        token = next(tokens, "")
    _expect("[", token)
    rows: Rows = []
    closed = False
    for token in tokens:
        if token == "]":
            closed = True
            break
        if rows:
            _expect(",", token)
            token = next(tokens, "")
            if not token:
                break
        _expect("[", token)
        row = _read_list(tokens, len(rows) + 1)
        rows.append(row)
    if not closed and len(rows) >= len(form.rows):
        raise _unexpected("", "]")
    rest = [token for token in tokens if closed]
    if rest not in ([], [")"], ["."], [")", "."]):
        raise InvalidPosition(
            Text("After the board there is still {rest!r}.", "Depois do tabuleiro ainda está {rest!r}.").fill(
                rest=" ".join(rest)[:40]
            )
        )
    return rows


def _read_list(tokens: Iterator[str], number: int) -> list[str]:
    """The atoms up to the bracket that closes a row."""
    atoms: list[str] = []
    for token in tokens:
        if token == "]" and not atoms:
            return atoms
        if token in ("[", "]", "(", ")", ",", "."):
            raise _unexpected(token, Text("an atom", "um átomo"), number)
        atoms.append(token.replace("'", ""))
        after = next(tokens, "")
        if after == "]":
            return atoms
        if after != ",":
            raise _unexpected(after, ", ]", number)
    raise _unexpected("", "]", number)


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        yield re.sub(r"\s*-\s*", "-", match[0])


def _expect(right: str, token: str) -> None:
    if token != right:
        raise _unexpected(token, right)


def _unexpected(token: str, right: Text | str, number: int | None = None) -> InvalidPosition:
    where = (
        Text("The term", "O termo") if number is None else Text("Row {number}", "A linha {number}").fill(number=number)
    )
    if not token:
        return InvalidPosition(
            Text("{where} breaks off; expected: {right}", "{where} está cortado; devia seguir-se: {right}").fill(
                where=where, right=right
            )
        )
    return InvalidPosition(
        Text("{where} has {token!r}; expected: {right}", "{where} tem {token!r}; devia estar: {right}").fill(
            where=where, token=token[:40], right=right
        )
    )


# --- printed boards ---------------------------------------------------------------------------------------


def _read_lines(form: PrologForm, text: str) -> Rows:
    """The rows of a board printed as lines of atoms, without the numbers around it."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    # If atoms are numbers, a line that counts up may be a row.
    atoms = _meanings(form)
    for edge in (0, -1):
        if lines and _counts_up(lines[edge]) and (len(lines) > len(form.rows) or not atoms.keys() >= set(lines[edge])):
            del lines[edge]
    rows: Rows = []
    for number, (line, row) in enumerate(zip(lines, form.rows, strict=False), start=1):
        for edge in (0, -1):
            if line and line[edge] == str(number) and (len(line) > len(row) or line[edge] not in atoms):
                del line[edge]
        rows.append([atom.replace("'", "") for atom in line])
    return rows + lines[len(rows) :]


def _counts_up(line: list[str]) -> bool:
    return len(line) > 1 and line in ([str(n) for n in range(len(line))], [str(n) for n in range(1, len(line) + 1)])
