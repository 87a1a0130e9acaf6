"""Texts about proofs: who wins whatever the other side does, and what it took to find out."""

from __future__ import annotations

from tabuleiro.rules.texts import Text

PLY, PLIES = Text("1 ply", "1 lance"), Text("{count} plies", "{count} lances")
PROVED = Text(
    "{side} wins, proved: within {plies}, whatever {other} does.",
    "{side}: vitória provada em {plies} no máximo, faça o que fizer o adversário ({other}).",
)
OVER = Text("The game is over: {verdict}.", "O jogo terminou: {verdict}.")
NOBODY = Text(
    "Proved: neither side can force a win.",
    "Provado: nenhum dos lados pode forçar a vitória.",
)
NOT_PROVED = Text("No win is proved.", "Nenhuma vitória está provada.")
REFUTED = Text("{side} certainly cannot force a win.", "{side}: de certeza não pode forçar a vitória.")
STOPPED = Text("Stopped before anything was proved.", "Interrompido antes de se provar alguma coisa.")
WORK = Text("{positions} in {seconds} s.", "{positions} em {seconds} s.")
LINE = Text("Line: {moves}", "Linha: {moves}")
LINE_IN_PART = Text(
    "Line, as far as the table still knows it: {moves}", "Linha, até onde a tabela ainda a conhece: {moves}"
)
WORKING = Text(
    "Does {side} win? {positions}, {seconds} s; at least {to_prove} to prove it, {to_refute} to refute it",
    "{side}: ganha? {positions}, {seconds} s; faltam pelo menos {to_prove} para provar, {to_refute} para refutar",
)
