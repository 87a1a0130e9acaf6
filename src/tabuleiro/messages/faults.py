"""Why files, streams and programs cannot be used, in our words instead of the system's."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

NOT_TEXT = Text("it is not text in UTF-8", "não é texto em UTF-8")
NO_PROGRAM = Text("there is no such program", "não existe esse programa")
FILE_FAULTS = {
    FileNotFoundError: Text("there is no such file or folder", "não existe esse ficheiro ou pasta"),
    PermissionError: Text("permission denied", "sem permissão"),
    IsADirectoryError: Text("it is a folder", "é uma pasta"),
    FileExistsError: Text("there is a file of that name", "existe um ficheiro com esse nome"),
    RuntimeError: Text("there is no such home folder", "não existe essa pasta pessoal"),
    NotADirectoryError: Text("part of the path is not a folder", "parte do caminho não é uma pasta"),
}
OTHER_FAULT = Text("the system refuses it ({why})", "o sistema recusa ({why})")


def fault_text(error: Exception) -> Text:
    """Why a file or a stream cannot be read or written."""
    for kind, text in FILE_FAULTS.items():
        if isinstance(error, kind):
            return text
    if isinstance(error, UnicodeError):
        return NOT_TEXT
    why = error.strerror if isinstance(error, OSError) and error.strerror else error
    return OTHER_FAULT.fill(why=why)
