"""Texts of the command line: help on commands and parameters, and errors in how a command was called."""

from __future__ import annotations

from tabuleiro.rules.texts import Text, same

PROGRAM = Text(
    "Play and study abstract board games, and teach machines to play them.",
    "Jogue, estude e ensine máquinas a jogar jogos de tabuleiro abstratos.",
)

COMMANDS = {
    "games": Text("List the games and their variants.", "Lista os jogos e as suas variantes."),
    "rules": Text("Explain a game with pictures of its moves.", "Explica um jogo, com imagens das suas jogadas."),
    "show": Text("Draw a position, in characters or as SVG.", "Desenha uma posição, em caracteres ou em SVG."),
    "moves": Text("List the legal moves of a position.", "Lista as jogadas possíveis de uma posição."),
    "perft": Text(
        "Count the sequences of legal moves of a given length.",
        "Conta as sequências de jogadas possíveis com um dado comprimento.",
    ),
    "convert": Text(
        "Turn a position or a record from one form into another.",
        "Converte uma posição ou um registo de uma forma para outra.",
    ),
    "warm": Text(
        "Compile games now, so that they start at once later.", "Compila já os jogos, para depois começarem logo."
    ),
    "play": Text(
        "Play in the terminal: people, computers, both; without a game, a menu.",
        "Joga no terminal: pessoas, computadores, ambos; sem jogo, um menu.",
    ),
    "serve": Text(
        "Play in the browser: serve the page on this computer, on a network, or for a club.",
        "Joga no navegador: serve a página neste computador, numa rede ou para um clube.",
    ),
    "resume": Text(
        "Go on with a game where it stopped; the last unfinished one, if no number is given.",
        "Continua um jogo onde parou; o último por acabar, se não se der um número.",
    ),
    "puzzle": Text(
        "Solve puzzles: find the win, which the engine defends against.",
        "Resolve problemas: encontre a vitória contra a defesa do motor.",
    ),
    "games-played": Text("List the games that are kept.", "Lista os jogos guardados."),
    "replay": Text(
        "Step through a kept game, or through the games of a file.",
        "Percorre um jogo guardado, ou os jogos de um ficheiro.",
    ),
    "export": Text("Write kept games as records.", "Escreve jogos guardados como registos."),
    "solve": Text(
        "Prove who wins a position, whatever the other side does.",
        "Prova quem ganha numa posição, faça o outro lado o que fizer.",
    ),
    "uci": Text("Serve chess programs and match runners (UCI).", "Serve programas de xadrez e de torneios (UCI)."),
    "ugi": Text("Serve programs that speak UGI.", "Serve programas que falam UGI."),
    "analyse": Text(
        "Show what the engine thinks of a position, or judge the moves of a record.",
        "Mostra o que o motor pensa de uma posição, ou julga as jogadas de um registo.",
    ),
    "explain": Text(
        "Show what counts in a position, what the engine would play, and why.",
        "Mostra o que conta numa posição, o que o motor jogaria, e porquê.",
    ),
    "arena": Text(
        "Have computers play each other and rate them.", "Põe computadores a jogar entre si e classifica-os."
    ),
    "report": Text(
        "Tell what a game is like, from games of the engine against itself.",
        "Conta como é um jogo, a partir de partidas do motor contra si próprio.",
    ),
    "learn": Text(
        "Learn a game's evaluation from play: its weights, and a network.",
        "Aprende, jogando, a avaliação de um jogo: os pesos e uma rede.",
    ),
    "calibrate": Text(
        "Measure the levels of a game and set them equally far apart.",
        "Mede os níveis de um jogo e põe-nos a distâncias iguais.",
    ),
    "bench": Text(
        "Measure how fast games and the engine are on this computer.",
        "Mede a velocidade dos jogos e do motor neste computador.",
    ),
    "check-game": Text(
        "Check that a game of your own holds to what every game must.",
        "Verifica se um jogo seu cumpre o que todos os jogos têm de cumprir.",
    ),
}
"""What each command does."""

PARAMETERS = {
    "game": Text(
        "a game's id, as `tabuleiro games` lists them: name, or name:variant",
        "o id de um jogo, como em `tabuleiro games`: nome, ou nome:variante",
    ),
    "chosen": Text(
        "a game's id, as `tabuleiro games` lists them; without it, you choose from a list",
        "o id de um jogo, como em `tabuleiro games`; sem ele, escolhe de uma lista",
    ),
    "names": Text("ids of games; without any, all games", "ids de jogos; sem nenhum, todos os jogos"),
    "switches": Text(
        "one switch of the game changed; may be repeated",
        "uma opção do jogo alterada; pode repetir-se",
    ),
    "fen": Text(
        "a position's text (FEN) instead of the set-up", "o texto de uma posição (FEN) em vez da posição inicial"
    ),
    "as_json": Text("print JSON for programs", "escreve JSON para programas"),
    "svg": Text(
        "write the drawing as SVG to this file; - is the output", "escreve o desenho em SVG neste ficheiro; - é a saída"
    ),
    "view": Text("a view of the board, where it has several", "uma vista do tabuleiro, onde houver várias"),
    "flip": Text("turn the board for the other player", "vira o tabuleiro para o outro jogador"),
    "theme": Text("colours of the SVG: auto, light or dark", "cores do SVG: auto, light ou dark"),
    "origin": Text("only the moves of the piece on this cell", "só as jogadas da peça nesta casa"),
    "depth": Text("the length of the sequences in moves", "o comprimento das sequências em jogadas"),
    "divide": Text("count below each first move separately", "conta em separado abaixo de cada primeira jogada"),
    "source": Text(
        "a file, or the text itself; without it or with -, the input",
        "um ficheiro, ou o próprio texto; sem ele ou com -, a entrada",
    ),
    "source_form": Text(
        "the form of what is given: fen, prolog or record", "a forma do que é dado: fen, prolog ou record"
    ),
    "target_form": Text(
        "the form wanted: fen, prolog, record, svg or text", "a forma pretendida: fen, prolog, record, svg ou text"
    ),
    "turn": Text("whose turn it is, where the form does not say", "de quem é a vez, onde a forma não o diz"),
    "spec": Text(
        "the module and the class of the game, as in my_game:GAME",
        "o módulo e a classe do jogo, como em o_meu_jogo:GAME",
    ),
    "playthrough": Text(
        "a file to compare the game's playthrough with", "um ficheiro com que comparar a partida de referência"
    ),
    "write_playthrough": Text(
        "write the game's playthrough to this file first", "escreve primeiro a partida de referência neste ficheiro"
    ),
    "starts": Text(
        "do not measure how long a process takes to start", "não mede quanto tempo um processo demora a arrancar"
    ),
    "engine": Text("do not measure the engine", "não mede o motor"),
    "record": Text(
        "a file of records whose moves are judged; - is the input",
        "um ficheiro de registos cujas jogadas são julgadas; - é a entrada",
    ),
    "plies": Text("look no deeper than so many moves", "não procura além de tantas jogadas"),
    "nodes": Text("look at no more than so many positions", "não vê mais do que tantas posições"),
    "seconds": Text(
        "think no longer than this, about a position or about each move of a record",
        "não pensa mais do que isto, sobre uma posição ou sobre cada jogada de um registo",
    ),
    "thinking_seconds": Text("think no longer than this", "não pensa mais do que isto"),
    "lines": Text("how many of the best lines are shown", "quantas das melhores linhas se mostram"),
    "searches": Text("leave out the searches", "deixa de fora as pesquisas"),
    "hash_mb": Text("size of the table in MB", "tamanho da tabela em MB"),
    "threads": Text("how many threads think at once", "quantos fios de execução pensam ao mesmo tempo"),
    "people_names": Text(
        "the names of the two who play, in the order of the game's players: A,B",
        "os nomes dos dois que jogam, pela ordem dos jogadores do jogo: A,B",
    ),
    "lot": Text("draw the seats by lot", "sorteia os lugares"),
    "thinking": Text(
        "how long computers may think about a move", "quanto tempo os computadores podem pensar numa jogada"
    ),
    "pace": Text(
        "the least time between two moves of computers",
        "tempo mínimo entre duas jogadas de computadores",
    ),
    "clock": Text(
        "time for the game in minutes (10), with seconds added by each move (10+5), or seconds for each move (30/move)",
        "tempo para o jogo em minutos (10), com segundos a mais por jogada (10+5), ou segundos por jogada (30/move)",
    ),
    "game_clock": Text(
        "time for the game in minutes (10), with seconds added by each move (10+5)",
        "tempo para o jogo em minutos (10), com segundos a mais por jogada (10+5)",
    ),
    "match_format": Text(
        "how many games: single, best-of-3, sum-of-2 and the like, or a format of the game's own",
        "quantos jogos: single, best-of-3, sum-of-2 e semelhantes, ou um formato próprio do jogo",
    ),
    "record_file": Text("go on from the record in this file", "continua a partir do registo neste ficheiro"),
    "ply": Text(
        "with --record: go on after so many of its moves", "com --record: continua depois de tantas das suas jogadas"
    ),
    "seed": Text(
        "a number that makes lots and computers' choices repeatable",
        "um número que torna repetíveis os sorteios e as escolhas dos computadores",
    ),
    "plain": Text(
        "typed lines and plain text, even in a terminal", "linhas escritas e texto simples, mesmo num terminal"
    ),
    "match": Text(
        "the number of a kept game, as `tabuleiro games-played` lists them",
        "o número de um jogo guardado, como em `tabuleiro games-played`",
    ),
    "matches": Text("numbers of kept games; without any, all of them", "números de jogos guardados; sem nenhum, todos"),
    "family": Text("only games of this name", "só jogos com este nome"),
    "limit": Text("how many are listed at most", "quantos se listam no máximo"),
    "game_or_file": Text(
        "the number of a kept game, or a file of records; - is the input",
        "o número de um jogo guardado, ou um ficheiro de registos; - é a entrada",
    ),
    "output": Text("write to this file instead of the output", "escreve neste ficheiro em vez da saída"),
    "puzzle_game": Text(
        "a game's name, as `tabuleiro games` lists them; without it, you choose from a list",
        "o nome de um jogo, como em `tabuleiro games`; sem ele, escolhe de uma lista",
    ),
    "host": Text(
        "the address to serve at: 0.0.0.0 for everybody on the network",
        "o endereço onde servir: 0.0.0.0 para todos na rede",
    ),
    "port": Text("the port to serve at; 0 for any", "a porta onde servir; 0 para uma qualquer"),
    "opens": Text(
        "open the page in the browser, or play in the terminal where there is none",
        "abre a página no navegador, ou joga no terminal onde não o há",
    ),
    "database": Text(
        "where games are kept: a file, or postgresql://USER:PASSWORD@HOST/NAME",
        "onde se guardam os jogos: um ficheiro, ou postgresql://UTILIZADOR:SENHA@SERVIDOR/NOME",
    ),
    "origins": Text(
        "an address that the server is known by, as in https://games.example.org; may be given several times",
        "um endereço pelo qual o servidor é conhecido, como em https://jogos.example.org; pode repetir-se",
    ),
    "workers": Text(
        "how many processes play at once; without it, one for each processor",
        "quantos processos jogam ao mesmo tempo; por omissão, um por processador",
    ),
    "arena_workers": Text(
        "how many processes play at once, or ray for a Ray cluster; without it, one for each processor",
        "quantos processos jogam ao mesmo tempo, ou ray para um cluster Ray; por omissão, um por processador",
    ),
    "rounds": Text("how many rounds of play, fit and match", "quantas rondas de jogo, ajuste e encontro"),
    "learn_games": Text("games of a round", "partidas de uma ronda"),
    "learn_nodes": Text("positions looked at for a move in them", "posições vistas por jogada nessas partidas"),
    "match_games": Text(
        "games at most of new weights against the best", "partidas, no máximo, dos pesos novos contra os melhores"
    ),
    "match_nodes": Text("positions looked at for a move in those", "posições vistas por jogada nesses"),
    "learn_what": Text(
        "what is fitted: all, the terms of the evaluation, or only the network beside them",
        "o que se ajusta: tudo (all), os termos da avaliação (terms), ou só a rede ao lado deles (network)",
    ),
    "start": Text(
        "a file of weights to begin with; without it, those that the game comes with",
        "um ficheiro de pesos para começar; por omissão, os que vêm com o jogo",
    ),
    "save_folder": Text(
        "the folder in which all is kept, so that the same command goes on; without it, one of your data",
        "a pasta onde tudo se guarda, para o mesmo comando continuar; por omissão, uma dos seus dados",
    ),
    "save_file": Text(
        "the file in which games are kept, so that the same command goes on; without it, one of your data",
        "o ficheiro onde se guardam as partidas, para o mesmo comando continuar; por omissão, um dos seus dados",
    ),
    "ladder_games": Text(
        "games between neighbours on the ladder, and each time levels are tried",
        "partidas entre vizinhos na escada, e de cada vez que os níveis são experimentados",
    ),
    "level_games": Text("games between neighbouring levels", "partidas entre níveis vizinhos"),
    "last_nodes": Text(
        "how many positions the last level looks at for a move; without it, 250000, or with --again as many as before",
        "quantas posições vê o último nível por jogada; sem isto, 250000, ou com --again as mesmas que antes",
    ),
    "again": Text(
        "leave the levels where they are and play the games that are missing; those that the game's table records count",
        "deixa os níveis onde estão e joga as partidas que faltam; as que a tabela do jogo regista contam",
    ),
    "evenly": Text(
        "like --again, but levels that are unevenly far apart, as few as possible, are set anew by the results in the table; only their games are played anew",
        "como --again, mas os níveis a distâncias desiguais são redefinidos pelos resultados da tabela, tão poucos quanto possível; só o que eles jogam se joga de novo",
    ),
    "minutes": Text(
        "begin no more games between levels after so long; the table is then made from those that were played",
        "ao fim deste tempo não se começam mais partidas entre níveis; a tabela faz-se com as que se jogaram",
    ),
    "within": Text(
        "play on until it is known to within so many Elo how much better each level is than the one before (95%)",
        "continua até se saber, com um erro de tantos Elo no máximo (95 %), quanto cada nível é melhor do que o anterior",
    ),
    "calibrated": Text("write the table of levels to this file", "escreve a tabela dos níveis neste ficheiro"),
    "players": Text(
        "players: level:4, alphabeta:nodes=20000, mcts:seconds=0.5, random, uci:COMMAND",
        "jogadores: level:4, alphabeta:nodes=20000, mcts:seconds=0.5, random, uci:COMANDO",
    ),
    "arena_format": Text(
        "who meets whom: round-robin, gauntlet (the first meets all others), neighbours, or sprt (a test between two)",
        "quem joga com quem: round-robin, gauntlet (o primeiro com todos), neighbours (vizinhos), ou sprt (um teste entre dois)",
    ),
    "arena_games": Text(
        "games between each two who meet; without it 100, or for a test as many as decide it, up to 20000",
        "partidas por par de adversários; por omissão 100, e num teste tantas quantas o decidam, até 20000",
    ),
    "move_seconds": Text("how long a player may think about a move", "quanto tempo se pode pensar numa jogada"),
    "move_nodes": Text("positions looked at for a move", "posições vistas por jogada"),
    "move_depth": Text("moves looked ahead", "profundidade da pesquisa, em lances"),
    "opening_plies": Text("random moves that games begin with", "jogadas ao acaso com que as partidas começam"),
    "balance": Text(
        "how far from even an opening may be, in hundredths of winning; 50 takes any",
        "quanto uma abertura pode ser desigual, em centésimos de vitória; 50 aceita todas",
    ),
    "adjudicate": Text(
        "end a game once one side wins with so many hundredths; without it, games are played to their end",
        "acaba uma partida quando um lado ganha com tantos centésimos; sem esta opção, joga-se até ao fim",
    ),
    "elo0": Text(
        "for a sequential test (sprt): no better than this; without it 0",
        "de um teste sequencial (sprt): não melhor do que isto; por omissão 0",
    ),
    "elo1": Text(
        "for a sequential test (sprt): better by this; without it 30",
        "de um teste sequencial (sprt): melhor em pelo menos isto; por omissão 30",
    ),
    "report_games": Text(
        "games of the engine against itself, each after some random moves",
        "partidas do motor contra si próprio, cada uma depois de algumas jogadas ao acaso",
    ),
    "start_games": Text(
        "games from the usual start, for how the game is opened; 0 leaves that out",
        "partidas da posição inicial, para as aberturas; 0 dispensa-as",
    ),
    "report_level_games": Text(
        "games between each two neighbouring levels; 0 leaves that out",
        "partidas entre cada dois níveis vizinhos; 0 dispensa-as",
    ),
    "look_nodes": Text(
        "positions looked at to judge each position of a game", "posições vistas para julgar cada posição de um jogo"
    ),
    "page_file": Text(
        "write the page to this file; without it, into the folder that keeps the games",
        "escreve a página neste ficheiro; por omissão, na pasta que guarda as partidas",
    ),
    "report_file": Text(
        "write a page with tables and plots to this file", "escreve uma página com tabelas e gráficos neste ficheiro"
    ),
    "language": Text("the language: en or pt", "a língua: en ou pt"),
    "version": Text("print the version", "escreve a versão"),
    "help": Text("show this help", "mostra esta ajuda"),
}
"""What each parameter means, by the name it has in the command's function."""

METAVARS = {
    "GAME": Text("GAME", "JOGO"),
    "DEPTH": Text("DEPTH", "PROFUNDIDADE"),
    "SOURCE": Text("TEXT|FILE|-", "TEXTO|FICHEIRO|-"),
    "SWITCH=VALUE": Text("SWITCH=VALUE", "OPÇÃO=VALOR"),
    "FILE": Text("FILE", "FICHEIRO"),
    "NAME": Text("NAME", "NOME"),
    "CELL": Text("CELL", "CASA"),
    "FORM": Text("FORM", "FORMA"),
    "SIDE": Text("SIDE", "LADO"),
    "COMMAND": Text("COMMAND", "COMANDO"),
    "SECONDS": Text("SECONDS", "SEGUNDOS"),
    "NUMBER": Text("NUMBER", "NÚMERO"),
    "FOLDER": Text("FOLDER", "PASTA"),
    "ELO": same("ELO"),
    "FEN": same("FEN"),
    "URL": same("URL"),
    "HOST": Text("HOST", "ENDEREÇO"),
    "MODULE:GAME": Text("MODULE:GAME", "MÓDULO:JOGO"),
    "PLAYER": Text("PLAYER", "JOGADOR"),
    "NAMES": Text("NAMES", "NOMES"),
    "CLOCK": Text("TIME", "TEMPO"),
    "MATCH": Text("FORMAT", "FORMATO"),
    "GAME-NUMBER": Text("NUMBER", "NÚMERO"),
    "FILE|NUMBER": Text("FILE|NUMBER", "FICHEIRO|NÚMERO"),
    "WHAT": Text("WHAT", "O-QUÊ"),
}
"""The placeholders for the values of parameters."""

OF_A_SIDE = Text(
    "who plays a side, by the game's own names: human, a level from 1 to {levels} (4.5 too), random, alphabeta, mcts, uci:COMMAND; "
    "a side that is not named is played by a person",
    "quem joga por um lado, pelos nomes do próprio jogo: human, um nível de 1 a {levels} (4,5 também), random, alphabeta, mcts, uci:COMANDO; "
    "um lado que não se indica é jogado por uma pessoa",
)

ARGUMENTS_TITLE = Text("Arguments", "Argumentos")
OPTIONS_TITLE = Text("Options", "Opções")
COMMANDS_TITLE = Text("Commands", "Comandos")
OPTIONS_PLACE = Text("[options]", "[opções]")
DEFAULT = Text("[default: {value}]", "[por omissão: {value}]")
MORE_HELP = Text("More about a command: tabuleiro COMMAND --help", "Mais sobre um comando: tabuleiro COMANDO --help")

NO_COMMAND = Text(
    "There is no command {name!r}; there are {commands}.",
    "Não há nenhum comando {name!r}; existem {commands}.",
)
NO_OPTION = Text(
    "There is no option {name}; see `{path} --help`.", "Não há nenhuma opção {name}; veja `{path} --help`."
)
OPTION_ALONE = Text("The option {name} needs a value.", "A opção {name} precisa de um valor.")
MISSING = Text("{name} is missing; see `{path} --help`.", "Falta {name}; veja `{path} --help`.")
LEFT_OVER = Text(
    "Nothing may follow here, but there is {rest!r}; see `{path} --help`.",
    "Aqui não pode vir mais nada, mas está {rest!r}; veja `{path} --help`.",
)
BAD_USE = Text(
    "The command cannot be understood; see `{path} --help`.", "Não se percebe o comando; veja `{path} --help`."
)
NO_LANGUAGE = Text(
    "There is no language {name!r}; there are {languages}.", "Não há a língua {name!r}; existem {languages}."
)
ONE_OF = Text(
    "{option} cannot be {given!r}; it may be {allowed}.", "{option} não pode ser {given!r}; pode ser {allowed}."
)
NO_NUMBER = Text(
    "{name} must be a whole number from {least} to {most}, not {given!r}.",
    "{name} tem de ser um número inteiro de {least} a {most}, e não {given!r}.",
)

CANNOT_READ = Text("Cannot read {path}: {why}.", "Não é possível ler {path}: {why}.")
NO_MEMORY = Text(
    "There is not enough memory for that: ask for a smaller table (hash).",
    "Não há memória que chegue para isso: peça uma tabela (hash) mais pequena.",
)
CANNOT_WRITE = Text("Cannot write {path}: {why}.", "Não é possível escrever {path}: {why}.")
INTERNAL = Text(
    "A fault in tabuleiro itself, please report it: {error}. TABULEIRO_DEBUG=1 shows where.",
    "Um erro do próprio tabuleiro, por favor comunique-o: {error}. TABULEIRO_DEBUG=1 mostra onde.",
)
