"""Tafl's texts: the rules, put together from the switches of a variant, and why moves and positions are refused."""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.rules.description import Lesson
from tabuleiro.rules.texts import Text, listing, same

Settings = Mapping[str, str | int]

# --- why a move is refused ---
NOT_IN_LINE = Text(
    "{piece} on {origin} moves in a straight line along its file or its rank; {target} is on neither.",
    "{piece} em {origin} anda a direito pela sua coluna ou pela sua linha; {target} não fica em nenhuma.",
)
TOO_FAR = Text(
    "{piece} on {origin} moves at most {far}; {target} is {steps} cells away.",
    "{piece} em {origin} anda no máximo {far}; {target} fica a {steps} casas.",
)
BLOCKED = Text(
    "{blocker} on {cell} stands in the way from {origin} to {target}; no piece jumps.",
    "{blocker} em {cell} está no caminho de {origin} a {target}; nenhuma peça salta.",
)
OWN_PIECE = Text(
    "{blocker} on {cell} is your own; a move ends on an empty cell.",
    "{blocker} em {cell} é seu; uma jogada termina numa casa vazia.",
)
ENEMY_PIECE = Text(
    "{blocker} stands on {cell}; enemies are captured by closing them in, not by moving onto them.",
    "{blocker} está em {cell}; os inimigos capturam-se cercando-os, não indo para a casa deles.",
)
CORNER_CLOSED = Text(
    "Only the king may enter or cross {cell}, a corner cell.",
    "Só o rei pode entrar em {cell} ou atravessá-la: é uma casa de canto.",
)
THRONE_STOP = {
    "king": Text("Only the king may stop on the throne, {cell}.", "Só o rei pode parar no trono, {cell}."),
    "none": Text(
        "Nobody may stop on the throne, {cell}, once the king has left it.",
        "Ninguém pode parar no trono, {cell}, depois de o rei o deixar.",
    ),
}
THRONE_CROSS = {
    "king": Text("Only the king may cross the throne, {cell}.", "Só o rei pode atravessar o trono, {cell}."),
    "none": Text("Nobody may cross the throne, {cell}.", "Ninguém pode atravessar o trono, {cell}."),
}
CAMP_LEFT = Text(
    "{piece} on {origin} may leave its camp, but not come back or enter another; {cell} is in a camp.",
    "{piece} em {origin} pode deixar o seu acampamento, mas não voltar nem entrar noutro; {cell} fica num acampamento.",
)
CAMP_CLOSED = Text(
    "{piece} on {origin} is outside the camps and may neither enter nor cross one; {cell} is in a camp.",
    "{piece} em {origin} está fora dos acampamentos e não pode entrar nem atravessar; {cell} fica num acampamento.",
)

# --- why a position, or a choice of switches, is refused ---
TOO_MANY = {
    "attacker": Text(
        "There are {count} attackers; the set-up has {most}.", "Há {count} atacantes; a posição inicial tem {most}."
    ),
    "defender": Text(
        "There are {count} defenders; the set-up has {most}.", "Há {count} defensores; a posição inicial tem {most}."
    ),
}
SEVERAL_KINGS = Text("There are {count} kings, on {cells}.", "Há {count} reis, em {cells}.")
IN_CAMP = Text(
    "{piece} cannot stand on {cell}, in a camp of the attackers.",
    "{piece} não pode estar em {cell}, num acampamento dos atacantes.",
)
KING_IS_GONE = Text(
    "There is no king: the attackers have just captured him, so it is the defenders' turn.",
    "Não há rei: os atacantes acabam de o capturar, por isso é a vez dos defensores.",
)
NOBODY_CAPTURED = Text(
    "There is neither a king nor an attacker who could have captured him.",
    "Não há rei nem atacante que o possa ter capturado.",
)
KING_HAS_ESCAPED = Text(
    "The king has just escaped on {cell}, so it is the attackers' turn.",
    "O rei acaba de escapar em {cell}, por isso é a vez dos atacantes.",
)
QUIET_FIELD = Text(
    "After the side to move come the moves since the last capture, at most {most}; there is {text!r}.",
    "A seguir ao jogador a mover vêm as jogadas desde a última captura, no máximo {most}; está {text!r}.",
)
SETUP_REFUSED = Text(
    "The set-up does not go with the switches. {why}", "A posição inicial não combina com as opções. {why}"
)

# --- what stands beside the board ---
CORNERS_IN_REACH = (
    Text("the king can reach a corner", "o rei chega a um canto"),
    Text("the king can reach {n} corners", "o rei chega a {n} cantos"),
)
OPEN_WAYS = (
    Text("the king has an open way", "o rei tem um caminho livre"),
    Text("the king has {n} open ways", "o rei tem {n} caminhos livres"),
)


def cells_away(count: int) -> Text:
    """A number of cells, in words."""
    return Text("one cell", "uma casa") if count == 1 else Text("{n} cells", "{n} casas").fill(n=count)


ORDINALS = {
    number: Text(english, portuguese)
    for number, english, portuguese in zip(
        range(2, 10),
        ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
        ("segunda", "terceira", "quarta", "quinta", "sexta", "sétima", "oitava", "nona"),
        strict=True,
    )
}


# --- the rules ---
def lessons(settings: Settings, start: str, *, pictures: bool) -> list[Lesson]:
    """The rules of a variant in plain words, with `pictures` of the default variant."""

    def on(switch: str) -> bool:
        return settings[switch] == "yes"

    def told(switch: str, words: Mapping[str, Text]) -> Text:
        return words.get(str(settings[switch]), same(""))

    parts = [
        Lesson(
            Text("Set-up", "Posição inicial"),
            Text(
                "The king stands in the middle among his defenders; the attackers, about twice as many, stand "
                "around them. ",
                "O rei está no meio, entre os seus defensores; os atacantes, cerca do dobro, estão à volta. ",
            )
            + told(
                "first",
                {
                    "attackers": Text(
                        "The attackers move first. Nobody may pass.", "Os atacantes começam. Ninguém pode passar."
                    ),
                    "defenders": Text(
                        "The defenders move first. Nobody may pass.", "Os defensores começam. Ninguém pode passar."
                    ),
                },
            ),
            start,
        ),
        Lesson(
            Text("Moves", "Movimentos"),
            Text(
                "Every piece moves like the rook of chess: straight along a file or a rank over empty cells. No "
                "piece jumps.",
                "Todas as peças andam como a torre do xadrez: a direito, por uma coluna ou linha, sobre casas "
                "vazias. Nenhuma peça salta.",
            )
            + _speed(settings),
            "9/9/4T4/9/1t4K2/9/4t4/9/9 a" if pictures else None,
            "b5" if pictures else None,
        ),
    ]
    if on("throne"):
        parts.append(
            Lesson(
                Text("The throne", "O trono"),
                _throne(settings),
                "9/9/4T4/9/1t4K2/9/4t4/9/9 d" if pictures else None,
                "g5" if pictures else None,
            )
        )
    if settings["corners"] != "no":
        parts.append(Lesson(Text("Corners", "Cantos"), _corners(settings)))
    if settings["camps"] != "none":
        parts.append(
            Lesson(
                Text("Camps", "Acampamentos"),
                Text(
                    "The marked cells are camps. An attacker in its camp may move within it and out of it, "
                    "never back in nor into another; "
                    "nobody else may enter or cross one. In captures a camp counts as an enemy of every piece beside it, "
                    "except that the cell at the heart of a camp does not threaten attackers.",
                    "As casas marcadas são acampamentos. Um atacante no seu acampamento pode andar nele e sair, "
                    "mas nunca voltar nem entrar noutro; "
                    "mais ninguém pode entrar num nem atravessá-lo. Nas capturas um acampamento conta como inimigo de qualquer "
                    "peça ao lado, "
                    "mas a casa no coração de um acampamento não ameaça os atacantes.",
                ),
            )
        )
    parts.append(
        Lesson(
            Text("Captures", "Capturas"),
            Text(
                "A man is captured when an enemy moves so that it stands between two enemies, on opposite sides "
                "along a file or a rank. "
                "One move may capture several men. A piece that itself moves between two enemies is safe. ",
                "Uma peça é capturada quando um inimigo se move de modo que ela fique entre dois inimigos, em "
                "lados opostos, numa coluna ou linha. "
                "Uma jogada pode capturar várias peças. Uma peça que se mete entre dois inimigos está a salvo. ",
            )
            + told(
                "king_armed",
                {
                    "yes": Text("The king captures like his men.", "O rei captura como os seus defensores."),
                    "no": Text("The king takes no part in captures.", "O rei não toma parte nas capturas."),
                    "anvil": Text(
                        "The king helps to capture only while he stands still.",
                        "O rei só ajuda a capturar quando está parado.",
                    ),
                    "hammer": Text(
                        "The king helps to capture only by moving himself.", "O rei só ajuda a capturar quando se move."
                    ),
                },
            ),
            "9/4t4/4T4/2tT1Tt2/9/4t4/9/6K2/9 a" if pictures else None,
            "e4" if pictures else None,
        )
    )
    if on("linnaean"):
        parts.append(
            Lesson(
                Text("Against the throne", "Contra o trono"),
                Text(
                    "When the king sits on the throne with attackers on three sides and a defender on the fourth, "
                    "an attacker who moves in behind that defender captures it against the king.",
                    "Quando o rei está no trono com atacantes em três lados e um defensor no quarto, "
                    "um atacante que se coloque atrás desse defensor captura-o contra o rei.",
                ),
            )
        )
    if on("shieldwall"):
        parts.append(Lesson(Text("Shieldwall", "Parede de escudos"), _shieldwall(settings)))
    parts += [
        Lesson(
            Text("Capturing the king", "Captura do rei"),
            _king(settings),
            "9/9/9/3t5/2tK5/9/9/3t5/9 a" if pictures else None,
            "d2" if pictures else None,
        ),
        Lesson(
            Text("Escape", "Fuga"),
            _escape(settings),
            "9/4t4/9/2t6/2K3t2/9/4t4/9/9 d" if pictures else None,
            "c5" if pictures else None,
        ),
        Lesson(Text("Other ends", "Outros fins"), _other_ends(settings)),
    ]
    return parts


def _speed(settings: Settings) -> Text:
    """How far pieces move, if that is limited."""
    words = same("")
    for switch, who in (
        ("speed_men", Text("Men move", "As outras peças andam")),
        ("speed_king", Text("The king moves", "O rei anda")),
    ):
        if settings[switch] != "unlimited":
            words = words + Text(" {who} at most {n} at a time.", " {who} no máximo {n} de cada vez.").fill(
                who=who, n=cells_away(int(settings[switch]))
            )
    return words


def _throne(settings: Settings) -> Text:
    """The rules about the throne."""
    land = {
        "king": Text(
            "Only the king may stop on the throne, the cell in the middle",
            "Só o rei pode parar no trono, a casa do meio",
        ),
        "none": Text(
            "Nobody may stop on the throne, the cell in the middle, once the king has left it",
            "Ninguém pode parar no trono, a casa do meio, depois de o rei sair",
        ),
        "all": Text(
            "Any piece may stop on the throne, the cell in the middle",
            "Qualquer peça pode parar no trono, a casa do meio",
        ),
    }
    cross = {
        "all": Text(
            "; any piece may cross it while it is empty.", "; qualquer peça o pode atravessar quando está vazio."
        ),
        "king": Text("; only the king may cross it.", "; só o rei o pode atravessar."),
        "none": Text("; nobody may cross it.", "; ninguém o pode atravessar."),
    }
    words = land[str(settings["throne_land"])] + cross[str(settings["throne_pass"])]
    when = {
        "empty": Text("while it is empty", "quando está vazio"),
        "always": Text("even while the king sits on it", "mesmo com o rei sentado nele"),
    }
    against = (
        ("throne_vs_attackers", Text("attackers", "dos atacantes")),
        ("throne_vs_defenders", Text("defenders", "dos defensores")),
        ("throne_vs_king", Text("the king", "do rei")),
    )
    for value, condition in when.items():
        hostile = [who for switch, who in against if settings[switch] == value]
        if hostile:
            words = words + Text(
                " In captures it counts as an enemy of {who} {when}.", " Nas capturas conta como inimigo {who} {when}."
            ).fill(who=listing(hostile), when=condition)
    return words


def _corners(settings: Settings) -> Text:
    """The rules about the corners."""
    words = Text("Only the king may enter the corner cells.", "Só o rei pode entrar nas casas de canto.")
    hostile = [
        who
        for switch, who in (
            ("corner_vs_attackers", Text("attackers", "dos atacantes")),
            ("corner_vs_defenders", Text("defenders", "dos defensores")),
            ("corner_vs_king", Text("the king", "do rei")),
        )
        if settings[switch] == "yes"
    ]
    if hostile:
        words = words + Text(
            " In captures an empty corner counts as an enemy of {who}.",
            " Nas capturas um canto vazio conta como inimigo {who}.",
        ).fill(who=listing(hostile))
    return words


def _shieldwall(settings: Settings) -> Text:
    """The rules about capturing rows at the edge."""
    words = Text(
        "A row of two or more pieces of one side along the edge is captured together when each of them has an enemy "
        "in front of it and an enemy closes each end of the row. "
        "A king in the row is not captured.",
        "Uma fila de duas ou mais peças do mesmo lado ao longo da borda é capturada de uma vez quando cada uma tem "
        "um inimigo à frente e há um inimigo a fechar cada ponta da fila. "
        "Um rei na fila não é capturado.",
    )
    if settings["shieldwall_corner"] == "yes" and settings["corners"] != "no":
        words = words + Text(" A corner may close an end too.", " Um canto também pode fechar uma ponta.")
    if settings["shieldwall_flank"] == "yes":
        words = words + Text(
            " The move that captures must close an end.", " A jogada que captura tem de fechar uma ponta."
        )
    return words


def _king(settings: Settings) -> Text:
    """The rules about capturing the king."""
    words = {
        "strong": Text(
            "The king is captured when all four sides of him are closed by attackers.",
            "O rei é capturado quando os seus quatro lados estão fechados por atacantes.",
        ),
        "near": Text(
            "On the throne and next to it the king is captured when all four sides of him are closed; elsewhere "
            "between two enemies, like a man.",
            "No trono e junto dele o rei é capturado quando os seus quatro lados estão fechados; noutro sítio, "
            "entre dois inimigos, como as outras peças.",
        ),
        "throne": Text(
            "On the throne the king is captured when all four sides of him are closed; elsewhere between two "
            "enemies, like a man.",
            "No trono o rei é capturado quando os seus quatro lados estão fechados; noutro sítio, entre dois "
            "inimigos, como as outras peças.",
        ),
        "weak": Text(
            "The king is captured between two enemies, like a man.",
            "O rei é capturado entre dois inimigos, como as outras peças.",
        ),
    }[str(settings["king"])]
    if settings["throne"] == "yes" and settings["throne_vs_king"] == "empty":
        words = words + Text(" The empty throne counts as an attacker.", " O trono vazio conta como um atacante.")
    if settings["king_edge"] == "yes":
        words = words + Text(" The edge counts as an attacker too.", " A borda também conta como um atacante.")
    return words + Text(
        " The attackers then win. A king who moves into such a place himself is safe.",
        " Ganham então os atacantes. Um rei que vá ele próprio para um lugar desses está a salvo.",
    )


def _escape(settings: Settings) -> Text:
    """The rules about the king's escape."""
    if settings["escape"] == "edge":
        words = Text(
            "The defenders win when the king reaches any cell of the edge.",
            "Os defensores ganham quando o rei chega a qualquer casa da borda.",
        )
    elif settings["escape"] == "corner":
        words = Text(
            "The defenders win when the king reaches a corner.", "Os defensores ganham quando o rei chega a um canto."
        )
    else:
        cells = str(settings["escape"]).removeprefix("cells:").replace("+", ", ")
        words = Text(
            "The defenders win when the king reaches one of {cells}.",
            "Os defensores ganham quando o rei chega a uma destas casas: {cells}.",
        ).fill(cells=cells)
    if settings["exit_fort"] == "yes":
        words = words + Text(
            " They also win when the king stands on the edge, able to move, in a fort of defenders that can "
            "never be captured.",
            " Também ganham quando o rei está na borda, com jogadas, num forte de defensores que nunca podem "
            "ser capturados.",
        )
    if settings["announce"] == "yes":
        words = words + Text(
            " One open way for the king is announced as raichi, two or more as tuichi; the attackers still have "
            "their move.",
            " Um caminho livre para o rei anuncia-se com raichi, dois ou mais com tuichi; os atacantes ainda "
            "têm a sua jogada.",
        )
    return words


def _other_ends(settings: Settings) -> Text:
    """The rules about all other ends of the game."""
    words = {
        "loses": Text("A side that cannot move loses.", "Perde quem não puder jogar."),
        "draw": Text("When a side cannot move, the game is drawn.", "Quando um lado não pode jogar, há empate."),
    }[str(settings["no_move"])]
    if settings["encirclement"] == "yes":
        words = words + Text(
            " The attackers win when they cut all defenders off from the edge.",
            " Os atacantes ganham quando separam da borda todos os defensores.",
        )
    times, _, consequence = str(settings["repetition"]).partition("-")
    repeated = {
        "draw": Text(
            " The game is drawn when a position occurs for the {nth} time.",
            " Há empate quando uma posição ocorre pela {nth} vez.",
        ),
        "mover-loses": Text(
            " Whoever brings a position about for the {nth} time loses.",
            " Perde quem provocar uma posição pela {nth} vez.",
        ),
        "defenders-lose": Text(
            " The defenders lose when a position occurs for the {nth} time.",
            " Os defensores perdem quando uma posição ocorre pela {nth} vez.",
        ),
        "illegal": Text(
            " No move may bring a position about for the {nth} time.",
            " Nenhuma jogada pode provocar uma posição pela {nth} vez.",
        ),
    }
    if consequence:
        words = words + repeated[consequence].fill(nth=ORDINALS[int(times)])
    if settings["no_capture_limit"] != "none":
        words = words + Text(
            " {n} moves in a row without a capture make a draw.", " {n} jogadas seguidas sem captura fazem empate."
        ).fill(n=settings["no_capture_limit"])
    return words
