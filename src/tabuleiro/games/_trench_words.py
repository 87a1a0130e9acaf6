"""Trench's texts: the names of its men, why moves are refused, and the rules in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tabuleiro.games._trench_lines import AHEAD, BACK, CAPTAIN, COLONEL, GENERAL, LEFT, RIGHT, SERGEANT, SOLDIER
from tabuleiro.rules.description import Lesson
from tabuleiro.rules.texts import Text, listing

Settings = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of man: its letter in a position's text, its atom in the report, its name, and how it moves in words."""

    letter: str
    atom: str
    name: Text
    movement: Text


# fmt: off
KINDS = {
    SOLDIER: Kind("p", "so", Text("soldier", "soldado"), Text(
        "one cell diagonally", "uma casa na diagonal")),
    SERGEANT: Kind("s", "sa", Text("sergeant", "sargento"), Text(
        "up to two cells diagonally or straight ahead", "até duas casas na diagonal ou em frente")),
    CAPTAIN: Kind("c", "ca", Text("captain", "capitão"), Text(
        "up to three cells diagonally, straight ahead or back", "até três casas na diagonal, em frente ou para trás")),
    COLONEL: Kind("k", "co", Text("colonel", "coronel"), Text(
        "up to four cells diagonally, straight ahead or sideways",
        "até quatro casas na diagonal, em frente ou para o lado")),
    GENERAL: Kind("g", "g", Text("general", "general"), Text(
        "up to five cells in any direction", "até cinco casas em qualquer direção")),
}
# fmt: on

COLOURS = (Text("black {kind}", "{kind} preto"), Text("white {kind}", "{kind} branco"))
LANDS = (Text("Black's territory", "território das Pretas"), Text("White's territory", "território das Brancas"))
ASIDE = {
    AHEAD: Text("straight ahead", "em frente"),
    BACK: Text("straight back", "atrás"),
    LEFT: Text("sideways", "ao lado"),
    RIGHT: Text("sideways", "ao lado"),
}

# Who may not be captured, by where the mover starts and where the enemy stands, seen by the mover.
PROTECTED = {
    ("own", "trench"): Text(
        "A piece in the trench is captured only from behind: {origin} lies in front of {met} on {cell}",
        "Uma peça na trincheira só se captura por trás: {origin} fica à frente d{met} em {cell}",
    ),
    ("trench", "own"): Text(
        "A piece in the trench captures nothing behind it: {met} on {cell} stands in {land}",
        "Uma peça na trincheira não captura nada atrás de si: {met} em {cell} está no {land}",
    ),
    ("trench", "trench"): Text(
        "Nothing is captured along the trench: {origin} and {met} on {cell} are both in it",
        "Ao longo da trincheira não se captura nada: {origin} e {met} em {cell} ficam ambos nela",
    ),
}

# --- why a move is refused ---
NOT_IN_LINE = Text(
    "The {piece} on {origin} moves in a straight line; {target} is not in line with it.",
    "O {piece} em {origin} anda em linha reta; {target} não fica em linha com ele.",
)
NOT_ITS_WAY = Text(
    "The {piece} on {origin} moves {movement}; {target} is {aside}.",
    "O {piece} em {origin} anda {movement}; {target} fica {aside}.",
)
TOO_FAR = Text(
    "The {piece} on {origin} moves {movement}; {target} is {steps} cells away.",
    "O {piece} em {origin} anda {movement}; {target} fica a {steps} casas.",
)
OWN_MAN = Text(
    "Your own {own} stands on {target}.",
    "O seu {own} está em {target}.",
)
OWN_MAN_IN_WAY = Text(
    "Your own {own} on {cell} blocks the way to {target}; no piece jumps over another.",
    "O seu {own} em {cell} bloqueia o caminho para {target}; nenhuma peça salta por cima de outra.",
)
WAY_BLOCKED = Text(
    "; the way to {target} is blocked.",
    "; o caminho para {target} está bloqueado.",
)
CAPTURE_ENDS = Text(
    "A capture ends the move: the {piece} on {origin} may take {met} on {cell}, but not go on to {target}; only a piece that starts in the trench may.",
    "Uma captura acaba a jogada: o {piece} em {origin} pode capturar {met} em {cell}, mas não seguir para {target}; só o pode fazer uma peça que parta da trincheira.",
)


# --- the rules in plain words ---
# fmt: off
def lessons(settings: Settings, start: str) -> list[Lesson]:
    """The rules of a variant in plain words."""
    # Every picture has both armies whole, so that it is a position of every variant.
    return [
        Lesson(Text("Set-up", "Posição inicial"), Text(
            "The board stands on its corner: Black's general on a1 at the bottom, White's on h8 at the top. The "
            "trench crosses it from a8 to h1; below it lies Black's territory, above it White's. Each side has "
            "6 soldiers, 4 sergeants, 3 captains, 2 colonels and a general. Black moves first; nobody may pass.",
            "O tabuleiro assenta num canto: o general das Pretas em a1, em baixo; o das Brancas em h8, em cima. "
            "A trincheira atravessa-o de a8 a h1; abaixo fica o território das Pretas, acima o das Brancas. "
            "Cada lado tem 6 soldados, 4 sargentos, 3 capitães, 2 coronéis e um general. As Pretas começam; "
            "ninguém pode passar a vez.",
        ), start),
        Lesson(Text("The soldier", "O soldado"), Text(
            "Every man moves diagonally: along the files and ranks that the letters and numbers name, forwards "
            "and back. The soldier moves only so, one cell at a time.",
            "Todas as peças andam na diagonal: ao longo das colunas e linhas que as letras e os números "
            "indicam, para a frente e para trás. O soldado só anda assim, uma casa de cada vez.",
        ), "4SCKG/4PSCK/4PPSC/2p1PPPS/sp1p4/cspp4/kcsp4/gkcs4 b", "c5"),
        Lesson(Text("The higher ranks", "Os postos mais altos"), Text(
            "A sergeant moves up to two cells, also straight ahead; a captain up to three, also straight ahead "
            "and back; a colonel up to four, also straight ahead and sideways; a general up to five, in all "
            "directions. A move is a straight line, and no piece jumps over another.",
            "Um sargento anda até duas casas, também em frente; um capitão até três, também em frente e para "
            "trás; um coronel até quatro, também em frente e para os lados; um general até cinco, em todas as "
            "direções. Uma jogada é uma linha reta, e nenhuma peça salta por cima de outra.",
        ), "4SCKG/4PSCK/4PPSC/4PPPS/sppp4/cspp4/kcspg3/1kcs4 b", "e2"),
        Lesson(Text("Captures", "Capturas"), Text(
            "A man captures the first enemy on its line by moving onto it, and stops there. Empty cells of the "
            "trench may be crossed or entered freely. Capturing is never compulsory.",
            "Uma peça captura a primeira peça inimiga da sua linha ao ocupar-lhe a casa, e para aí. As casas "
            "vazias da trincheira podem atravessar-se ou ocupar-se à vontade. Capturar nunca é obrigatório.",
        ), "4SCKG/3P1SCK/4PPSC/1s2PPPS/1ppp4/cspp4/kcsp4/gkcs4 b", "b5"),
        Lesson(Text("Safe in the trench", "A salvo na trincheira"), Text(
            "A man in the trench cannot be captured from the front, that is by an enemy whose move starts in the "
            "enemy's own territory, nor by an enemy in the trench. It blocks the way. Here d4 cannot take d5.",
            "Uma peça na trincheira não pode ser capturada de frente, isto é, por um inimigo que parta do "
            "território desse inimigo, nem por um inimigo na trincheira. Bloqueia o caminho. Aqui, d4 não pode "
            "capturar d5.",
        ), "4SCKG/4PSCK/4PPSC/3P1PPS/sppp4/cspp4/kcsp4/gkcs4 b", "d4"),
        Lesson(Text("From behind", "Por trás"), Text(
            "An enemy that has come round behind a man in the trench, into that man's own territory, may capture "
            "it. Here d6 may take d5.",
            "Um inimigo que tenha chegado atrás de uma peça na trincheira, ao território dela, pode capturá-la. "
            "Aqui, d6 pode capturar d5.",
        ), "4SCKG/4PSCK/3sPPSC/3P1PPS/1ppp4/cspp4/kcsp4/gkcs4 b", "d6"),
        Lesson(Text("Out of the trench", "A partir da trincheira"), Text(
            "A man that starts in the trench need not stop when it captures in the enemy's territory: it may go "
            "on along the line, up to its range, and takes every enemy it passes. It captures nothing along the "
            "trench or in its own territory.",
            "Uma peça que parte da trincheira não é obrigada a parar quando captura no território inimigo: pode "
            "seguir na mesma linha, até ao seu alcance, e captura todas as peças inimigas por onde passa. Não "
            "captura nada ao longo da trincheira nem no seu próprio território.",
        ), "4SCKG/4PSCK/4PPSC/3cPPPS/sppp4/1spp4/kcsp4/gkcs4 b", "d5"),
        Lesson(Text("Points", "Pontos"), Text(
            "Each star of a captured man counts {n}: a soldier has one star, a sergeant two, a captain three, a "
            "colonel four, a general five. When the battle ends, the side with more points wins; with equal points "
            "it is a draw.",
            "Cada estrela de uma peça capturada vale {n}: um soldado tem uma estrela, um sargento duas, um "
            "capitão três, um coronel quatro, um general cinco. Quando a partida acaba, ganha quem tiver mais "
            "pontos; com pontos iguais, há empate.",
        ).fill(n=settings["star_points"])),
        Lesson(Text("End", "Fim"), _end(settings)),
    ]


def _end(settings: Settings) -> Text:
    """How a battle of this variant ends, in plain words."""
    ends = {
        "ply_limit": Text("after {n} moves, those of both sides counted together",
            "ao fim de {n} jogadas, contando as dos dois lados"),
        "no_capture_limit": Text(
            "after {n} moves in a row without a capture", "ao fim de {n} jogadas seguidas sem captura"),
        "target": Text("as soon as a side has {n} points", "logo que um lado tenha {n} pontos"),
        "repetition": Text(
            "when the same position has occurred {n} times", "quando a mesma posição já apareceu {n} vezes"),
        "general_capture_wins": Text("when a general is captured", "quando um general é capturado"),
    }
    after = {
        "equal_turns": Text(
            " If Black has the points first, White still has one move.",
            " Se forem as Pretas a tê-los primeiro, as Brancas ainda fazem uma jogada."),
        "general_capture_wins": Text(
            " Whoever loses the general loses the battle.", " Quem perde o general perde a partida."),
    }

    def chosen(words: dict[str, Text]) -> list[Text]:
        return [text.fill(n=settings[name]) for name, text in words.items() if settings[name] not in (0, "no")]

    opening = Text("when a side has no men left", "quando um lado fica sem peças")
    when = listing([opening, *chosen(ends)], Text(", or ", ", ou "))
    return sum(chosen(after), Text("The battle ends {when}.", "A partida acaba {when}.").fill(when=when))
# fmt: on
