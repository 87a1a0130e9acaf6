"""Texts of the pages for study: analysis, editor, rules, the server's interface; and of the server behind them."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

# --- what the server says ---------------------------------------------------------------------------------
NOTHING_TO_IMPORT = Text(
    "There is nothing to read: paste a record, a FEN or a board in Prolog.",
    "Não há nada para ler: cole um registo, um FEN ou um tabuleiro em Prolog.",
)
IMPORT_NEEDS_GAME = Text(
    'Of which game is this? Choose it, or paste a record that begins with the tag [Game "…"].',
    'De que jogo é isto? Escolha-o, ou cole um registo que comece pela etiqueta [Game "…"].',
)
NOT_UNDERSTOOD = Text(
    "This is neither a record (tags in brackets), nor a FEN (ranks with / between them), nor a board in Prolog: {why}",
    "Isto não é um registo (etiquetas entre parênteses retos), nem um FEN (linhas separadas por /), nem um tabuleiro em Prolog: {why}",
)
TOO_MANY_MOVES = Text(
    "A record that is read here may have up to {most} moves.", "Um registo lido aqui pode ter até {most} jogadas."
)
TOO_MANY_RECORDS = Text(
    "Up to {records} records with {moves} moves in all are read at a time.",
    "Leem-se até {records} registos de cada vez, com {moves} jogadas ao todo.",
)
MOVE_REFUSED = Text("Move {ply} ({move}): {why}", "Jogada {ply} ({move}): {why}")
NO_CELL = Text(
    "The board has no cell {cell!r}: its cells go from a1 to {last}.",
    "O tabuleiro não tem a casa {cell!r}: as casas vão de a1 a {last}.",
)
NO_PIECE = Text("{token!r} is no piece of this game.", "{token!r} não é peça deste jogo.")
NO_PLAYER = Text(
    "{name!r} is no player of this game; there are {players}.",
    "{name!r} não joga este jogo; existem {players}.",
)
BAD_MESSAGE = Text(
    "The server does not understand this message.",
    "O servidor não entende esta mensagem.",
)
WIN = Text("{win} to win", "{win} de vitória")
NO_LINES = Text("The game is over.", "O jogo terminou.")
BEST_LINE = Text(
    "Best for {side}: {move} ({score}, {win}), depth {depth}.",
    "Melhor para {side}: {move} ({score}, {win}), profundidade {depth}.",
)
BETTER = Text("Better: {line}", "Melhor: {line}")
NOBODY_LOST = Text("Nobody has lost this game.", "Ninguém perdeu este jogo.")

# --- what the pages say -----------------------------------------------------------------------------------
STUDY: dict[str, Text] = {
    # every page for readers
    "study-loading": Text("One moment…", "Um momento…"),
    "study-choose-game": Text("Choose a game", "Escolha um jogo"),
    "study-flip": Text("Turn the board", "Virar o tabuleiro"),
    "study-view": Text("View", "Vista"),
    "study-board": Text("Board", "Tabuleiro"),
    "study-copied": Text("Copied.", "Copiado."),
    "study-not-copied": Text(
        "The browser does not let us copy: mark the text and copy it yourself.",
        "O navegador não deixa copiar: marque o texto e copie-o.",
    ),
    # analysis
    "analysis-title": Text("Analysis", "Análise"),
    "analysis-of": Text("Analysis: {game}", "Análise: {game}"),
    "analysis-about": Text(
        "Play moves for both sides, see what the engine thinks, and find out where a game was lost.",
        "Jogue pelos dois lados, veja o que pensa o motor e descubra onde se perdeu uma partida.",
    ),
    "analysis-engine": Text("Engine", "Motor"),
    "analysis-engine-on": Text("Think along", "Pensar comigo"),
    "analysis-lines": Text("Lines", "Linhas"),
    "analysis-thinking": Text("Thinking…", "A pensar…"),
    "analysis-depth": Text("depth {depth}, {nodes} positions", "profundidade {depth}, {nodes} posições"),
    "analysis-done": Text("finished", "terminado"),
    "analysis-lost-connection": Text(
        "The connection to the engine is lost; it is tried again.",
        "Perdeu-se a ligação ao motor; tenta-se de novo.",
    ),
    "analysis-chances": Text("Chances of winning", "Probabilidade de vitória"),
    "analysis-play-line": Text("Play this line to {move}", "Jogar esta linha até {move}"),
    "analysis-moves": Text("Moves", "Jogadas"),
    "analysis-no-moves": Text(
        "No moves yet: move a piece on the board.", "Ainda sem jogadas: mova uma peça no tabuleiro."
    ),
    "analysis-start": Text("the beginning", "o início"),
    "analysis-variation": Text("Variation", "Variante"),
    "analysis-first": Text("To the beginning", "Para o início"),
    "analysis-back": Text("A move back", "Uma jogada atrás"),
    "analysis-forth": Text("A move on", "Uma jogada à frente"),
    "analysis-last": Text("To the end", "Para o fim"),
    "analysis-main": Text("Back to the game", "Voltar à partida"),
    "analysis-promote": Text("Make it the main line", "Tornar linha principal"),
    "analysis-remove": Text("Delete from here", "Apagar a partir daqui"),
    "analysis-judge": Text("Judge this game", "Julgar esta partida"),
    "analysis-judge-again": Text("Judge it again", "Julgar de novo"),
    "analysis-judging": Text("Judging: {done} of {of}", "A julgar: {done} de {of}"),
    "analysis-too-long": Text(
        "A game of more than {most} moves is not judged.", "Não se julga uma partida com mais de {most} jogadas."
    ),
    "analysis-stop": Text("Stop", "Parar"),
    "analysis-judgement": Text("The game judged", "A partida julgada"),
    "analysis-graph": Text(
        "Chances of winning through the game: {side}", "Probabilidade de vitória ao longo da partida: {side}"
    ),
    "analysis-graph-help": Text("Arrow keys or a click go to a move.", "As setas ou um clique levam a uma jogada."),
    "analysis-graph-at": Text("After {ply} moves: {side} {win}", "Depois de {ply} jogadas: {side} {win}"),
    "analysis-average": Text("average loss", "perda média"),
    "analysis-inaccuracy": Text("inaccuracies", "imprecisões"),
    "analysis-mistake": Text("mistakes", "erros"),
    "analysis-blunder": Text("blunders", "erros graves"),
    "analysis-label-inaccuracy": Text("inaccuracy", "imprecisão"),
    "analysis-label-mistake": Text("mistake", "erro"),
    "analysis-label-blunder": Text("blunder", "erro grave"),
    "analysis-losing": Text("the losing move", "a jogada que perde"),
    "analysis-show-better": Text("Show the better line", "Mostrar a linha melhor"),
    "analysis-tools": Text("This position", "Esta posição"),
    "analysis-copy-fen": Text("Copy FEN", "Copiar FEN"),
    "analysis-copy-record": Text("Copy record", "Copiar registo"),
    "analysis-picture": Text("Picture (SVG)", "Imagem (SVG)"),
    "analysis-play": Text("Play from here", "Jogar daqui"),
    "analysis-edit": Text("Edit position", "Editar posição"),
    "analysis-rules": Text("Rules", "Regras"),
    "analysis-other": Text("Another game", "Outro jogo"),
    # import
    "import-title": Text("Import", "Importar"),
    "import-about": Text(
        "A record, a FEN, moves alone, or a board as the reports write it in Prolog.",
        "Um registo, um FEN, só jogadas, ou um tabuleiro como os relatórios o escrevem em Prolog.",
    ),
    "import-text": Text("Text", "Texto"),
    "import-game": Text("Of which game (if the text does not say)", "De que jogo (se o texto não o diz)"),
    "import-game-none": Text("the text says so", "o texto di-lo"),
    "import-read": Text("Open", "Abrir"),
    "import-several": Text("{count} games: choose one", "{count} partidas: escolha uma"),
    "import-one": same("{number}. {first} – {second} ({result}, {plies})"),
    "import-no-game": Text(
        "This match has no game with the number {number}.", "Este encontro não tem uma partida com o número {number}."
    ),
    # editor
    "editor-title": Text("Board editor", "Editor de tabuleiro"),
    "editor-of": Text("Board editor: {game}", "Editor de tabuleiro: {game}"),
    "editor-about": Text(
        "Choose a piece and put it on cells; start a game or an analysis from any possible position.",
        "Escolha uma peça e coloque-a nas casas; comece um jogo ou uma análise de qualquer posição possível.",
    ),
    "editor-palette": Text("Pieces", "Peças"),
    "editor-erase": Text("Erase", "Apagar"),
    "editor-move": Text("Move pieces", "Mover peças"),
    "editor-clear": Text("Clear the board", "Limpar o tabuleiro"),
    "editor-start": Text("Start position", "Posição inicial"),
    "editor-undo": Text("Undo", "Anular"),
    "editor-turn": Text("To move", "A jogar"),
    "editor-fen": Text("FEN", "FEN"),
    "editor-read-fen": Text("Set up", "Montar"),
    "editor-good": Text("This position is possible: {status}.", "Esta posição é possível: {status}."),
    "editor-refused": Text("This position is not possible:", "Esta posição não é possível:"),
    "editor-analyse": Text("Analyse", "Analisar"),
    "editor-play": Text("Play from here", "Jogar daqui"),
    "editor-placed": Text("{piece} on {cell}", "{piece} em {cell}"),
    "editor-erased": Text("{cell} is empty", "{cell} está vazia"),
    "editor-piece": Text("{piece} ({side})", "{piece} ({side})"),
    # rules
    "rules-title": Text("Rules", "Regras"),
    "rules-title-of": Text("Rules: {game}", "Regras: {game}"),
    "rules-about": Text(
        "How each game is played, with moving pictures.", "Como se joga cada jogo, com imagens em movimento."
    ),
    "rules-goal": Text("Goal", "Objetivo"),
    "rules-signs": Text("Pieces and cells", "Peças e casas"),
    "rules-play": Text("Show the moves", "Mostrar as jogadas"),
    "rules-pause": Text("Pause", "Pausa"),
    "rules-next": Text("Next move", "Jogada seguinte"),
    "rules-may-go": Text("The piece on {cell} may go to: {targets}.", "A peça em {cell} pode ir para: {targets}."),
    "rules-shows": Text("{move} ({number} of {count})", "{move} ({number} de {count})"),
    "rules-shows-capture": Text(
        "{move} captures {captured} ({number} of {count})", "{move} captura {captured} ({number} de {count})"
    ),
    "rules-try": Text("Try it on the analysis board", "Experimentar no tabuleiro de análise"),
    "rules-switches": Text("Switches of this variant", "Opções desta variante"),
    "rules-allowed": Text("may be {values}", "pode ser {values}"),
    "rules-variants": Text("Variants", "Variantes"),
    "rules-more": Text("Where these rules come from", "De onde vêm estas regras"),
    "rules-play-game": Text("Play it", "Jogar"),
    "rules-analyse": Text("Analyse", "Analisar"),
    # the description of the interface
    "docs-title": Text("Interface for programs", "Interface para programas"),
    "docs-about": Text(
        "All that the page does is open to programs: JSON over HTTP, and WebSockets where things happen live.",
        "Tudo o que a página faz está aberto a programas: JSON sobre HTTP, e WebSockets para o que acontece ao vivo.",
    ),
    "docs-machine": Text("The same for machines: ", "O mesmo para máquinas: "),
    "docs-errors": Text(
        "A refusal has a status from 400 on and a body with a code for programs and a sentence for people.",
        "Uma recusa tem um estado a partir de 400 e um corpo com um código para programas e uma frase para pessoas.",
    ),
    "docs-language": Text(
        "Sentences come in English or Portuguese: by ?lang=en or ?lang=pt, the cookie lang, or the header Accept-Language.",
        "As frases vêm em inglês ou português: por ?lang=en ou ?lang=pt, o cookie lang, ou o cabeçalho Accept-Language.",
    ),
    "docs-parameters": Text("Parameters", "Parâmetros"),
    "docs-body": Text("Body (JSON)", "Corpo (JSON)"),
    "docs-answers": Text("Answers", "Respostas"),
    "docs-name": Text("Name", "Nome"),
    "docs-kind": Text("Kind", "Tipo"),
    "docs-meaning": Text("Meaning", "Significado"),
    "docs-required": Text("required", "obrigatório"),
    "docs-default": Text("default {value}", "por omissão {value}"),
    "docs-sockets": same("WebSockets"),
    "docs-socket-match": Text(
        "A match as it is played: the server sends the state first and after every change; a client acts by messages.",
        "Um encontro enquanto se joga: o servidor envia o estado no início e a cada mudança; um cliente age por mensagens.",
    ),
    "docs-socket-analysis": Text(
        "Analyses as they grow, and the judgement of a game: each wish ends the one before it.",
        "Análises que vão crescendo, e o julgamento de uma partida: cada pedido termina o anterior.",
    ),
    "docs-client": Text("A client sends", "Um cliente envia"),
    "docs-server": Text("The server sends", "O servidor envia"),
    "docs-try": Text("Try", "Experimentar"),
    "docs-general": Text("Other", "Outros"),
    "docs-tag-matches": Text("Matches", "Encontros"),
    "docs-tag-study": Text("Study", "Estudo"),
    "docs-tag-games": Text("Games", "Jogos"),
    "docs-tag-visitors": Text("Visitors", "Visitantes"),
    "docs-tag-operation": Text("Operation", "Funcionamento"),
    "docs-at-least": Text("at least {value}", "pelo menos {value}"),
    "docs-at-most": Text("at most {value}", "no máximo {value}"),
    "docs-longest": Text("up to {value} long", "até {value} de comprimento"),
    "docs-list-of": Text("list of {kind}", "lista de {kind}"),
    "docs-or": Text(" or ", " ou "),
    "docs-map-of": Text("{kind} by name", "{kind} por nome"),
}
