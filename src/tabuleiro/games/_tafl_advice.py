"""Advice for Tafl: what a position is worth, which moves to search, what is clear without a search.

A road is a straight way of free cells by which the king could escape in one move. One is a threat, two cannot both be
closed: they start from the king in different directions, and a move puts a man on one cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.games._tafl_tables import (
    ATTACKER,
    ATTACKERS,
    BOTTOM,
    CAMP_SHIFT,
    CELLS,
    CROSS,
    DEFENDER,
    DEFENDERS,
    EDGE,
    EXIT,
    FIRST,
    FOUR_SIDES,
    HAMMER,
    HAS_EXIT_FORT,
    KIND,
    KING,
    KING_CELL,
    LAST,
    LINK,
    MEN,
    OUTLOOK_CLASS,
    OUTLOOK_FILE,
    OUTLOOK_RANK,
    OUTLOOKS,
    QUIET,
    QUIET_LIMIT,
    ROADS_COUNT,
    SHIELDWALL,
    SIZE,
    SPEED,
    STEPS,
    STOP,
    access,
    clear_marks,
    hostile,
)
from tabuleiro.rules.description import Term
from tabuleiro.rules.kernel import legal_moves
from tabuleiro.rules.primitives import (
    KEY,
    KEY_TABLE,
    SET_SIZE,
    TURN,
    UNDER_THREAT,
    compiled,
    count_bits,
    lowest_bit,
    move,
    origin_of,
    put,
    set_of,
    target_of,
    without_lowest,
)
from tabuleiro.rules.texts import Text

if TYPE_CHECKING:
    from tabuleiro.rules.primitives import Numbers

TERMS = (
    Term("men", Text("pieces on the board", "peças no tabuleiro")),
    Term("posts", Text("where the men stand", "onde estão as peças")),
    Term("roads", Text("the king's open roads to an exit", "caminhos abertos do rei até uma saída")),
    Term("chances", Text("king's moves that open such a road", "jogadas do rei que abrem um desses caminhos")),
    Term("forks", Text("king's moves that open two at once", "jogadas do rei que abrem dois ao mesmo tempo")),
    Term("curtains", Text("roads that one defender hides", "caminhos que um só defensor tapa")),
    Term("freedom", Text("cells the king can go to", "casas aonde o rei pode ir")),
    Term("siege", Text("sides of the king that are closed", "lados do rei que estão fechados")),
    Term("cordon", Text("attackers that stand diagonally side by side", "atacantes lado a lado na diagonal")),
    Term("ring", Text("king cut off from every exit", "rei separado de todas as saídas")),
    Term("lines", Text("files and ranks without an attacker", "colunas e linhas sem nenhum atacante")),
    Term("company", Text("men near the king and far from him", "peças perto do rei e longe dele")),
    Term("turn", Text("having the move", "ter a vez")),
)
MEN_TERM, POSTS, ROADS, CHANCES, FORKS, CURTAINS, FREEDOM, SIEGE, CORDON, RING, LINES, COMPANY, MOVE = range(len(TERMS))

# Where the weights of each term begin. A man of each side; the king, so that even chances are worth 0; roads, chances, forks by
# their number (0, 1, 2 and so on); a curtain; a cell of freedom; the sides closed around a king who falls to four, and around
# one who falls to two; a link of the cordon; a closed ring; a free line; the move, for either side; for each way in which a
# man can stand to the king an attacker there and a defender there; and for each class of cells (see OUTLOOKS) an attacker, a
# defender and the king there.
MAN_WEIGHT, KING_WEIGHT = 0, 2
ROAD_WEIGHTS, MOST_ROADS = 3, 2
CHANCE_WEIGHTS, MOST_CHANCES = ROAD_WEIGHTS + MOST_ROADS + 1, 4
FORK_WEIGHTS, MOST_FORKS = CHANCE_WEIGHTS + MOST_CHANCES + 1, 2
CURTAIN_WEIGHT = FORK_WEIGHTS + MOST_FORKS + 1
FREEDOM_WEIGHT = CURTAIN_WEIGHT + 1
SIEGE_WEIGHTS = FREEDOM_WEIGHT + 1
CORDON_WEIGHT = SIEGE_WEIGHTS + 2 * 5
RING_WEIGHT = CORDON_WEIGHT + 1
LINE_WEIGHT = RING_WEIGHT + 1
MOVE_WEIGHTS = LINE_WEIGHT + 1
COMPANY_WEIGHTS, FAR = MOVE_WEIGHTS + 2, 4
POST_WEIGHTS = COMPANY_WEIGHTS + (FAR + 1) * (FAR + 2)

GAINS = (100, 160)
"""What the capture of an attacker, and of a defender, is taken to gain."""

LIMIT_HORIZON = 40
"""This near to a limit, in plies, positions at different distances from it count as different."""


# --- roads and captures of the king -----------------------------------------------------------------------


@compiled
def road(rules: Numbers, state: Numbers, origin: int, step: int) -> int:
    """How many steps a king on a cell has to the first exit in a direction; 0 if he cannot get there in one move."""
    reach, length = rules[SPEED + KING], 1
    cell = origin + step
    while state[cell] == 0 and length <= reach:
        info = rules[CELLS + cell]
        if info & (KIND | EXIT) != 0:
            allowed = access(rules, KING, info, 0)
            if info & EXIT != 0 and allowed & STOP != 0:
                return length
            if allowed & CROSS == 0:
                return 0
        cell += step
        length += 1
    return 0


@compiled
def roads(rules: Numbers, state: Numbers, king: int) -> tuple[int, int, int]:
    """How many roads a king on this cell has, and the direction and length of one of them."""
    count, towards, length = 0, 0, 0
    leads = rules[rules[OUTLOOKS] + king]
    for direction in range(4):
        if leads >> direction & 1 != 0:
            steps = road(rules, state, king, rules[STEPS + direction])
            if steps > 0:
                count, towards, length = count + 1, direction, steps
    return count, towards, length


@compiled
def arrives(rules: Numbers, state: Numbers, target: int, step: int, player: int) -> int:
    """The cell of the player's piece that can move in this direction onto an empty cell, or 0."""
    origin = target - step
    distance = 1
    while state[origin] == 0:
        origin -= step
        distance += 1
    piece = state[origin]
    if piece <= 0 or piece >> 1 != player or distance > rules[SPEED + piece]:
        return 0
    from_camp = rules[CELLS + origin] >> CAMP_SHIFT
    cell = origin
    while cell != target:
        cell += step
        info = rules[CELLS + cell]
        if info & KIND == 0:
            from_camp = 0
        else:
            if access(rules, piece, info, from_camp) & (STOP if cell == target else CROSS) == 0:
                return 0
            from_camp = info >> CAMP_SHIFT
    return int(origin)


@compiled
def capture_of_king(rules: Numbers, state: Numbers, king: int) -> int:
    """A move with which the attackers would capture a king on this cell if it were their turn, or 0."""
    needs_four = rules[CELLS + king] & FOUR_SIDES != 0
    closed = 0
    for direction in range(4):
        closed += hostile(rules, state, king + rules[STEPS + direction], KING)
    if closed == 0 or (needs_four and closed < 3):
        return 0
    for direction in range(4):
        step = rules[STEPS + direction]
        side = king + step
        if state[side] != 0:
            continue
        if needs_four:
            is_last = closed - hostile(rules, state, side, KING) == 3
        else:
            is_last = hostile(rules, state, king - step, KING) != 0
        if is_last:
            for way in range(4):
                origin = arrives(rules, state, side, rules[STEPS + way], ATTACKERS)
                if origin != 0:
                    return move(origin, side)
    return 0


@compiled
def can_be_closed(rules: Numbers, state: Numbers, king: int, step: int, length: int) -> bool:
    """Can an attacker move onto a road?"""
    for steps in range(1, length + 1):
        for direction in range(4):
            if arrives(rules, state, king + steps * step, rules[STEPS + direction], ATTACKERS) != 0:
                return True
    return False


@compiled
def closing_moves(rules: Numbers, state: Numbers, king: int, step: int, length: int, moves: Numbers) -> int:
    """Write the moves of attackers onto a road; returns how many there are."""
    count = 0
    for steps in range(1, length + 1):
        target = king + steps * step
        for direction in range(4):
            origin = arrives(rules, state, target, rules[STEPS + direction], ATTACKERS)
            if origin != 0:
                count = put(moves, count, move(origin, target))
    return count


@compiled
def roads_decide(rules: Numbers, state: Numbers, plies: int) -> bool:
    """Can only the king's capture, or men on his roads, prevent his escape a number of plies ahead?"""
    limit = rules[QUIET_LIMIT]
    return bool(rules[ROADS_COUNT] != 0 and (limit == 0 or state[QUIET] + plies < limit))


@compiled
def is_out_of_danger(rules: Numbers, state: Numbers, king: int) -> bool:
    """Is a king who has just moved here certainly safe for now, whatever he captured by that move?"""
    if rules[CELLS + king] & FOUR_SIDES != 0:
        closed = 0
        for direction in range(4):
            closed += hostile(rules, state, king + rules[STEPS + direction], KING)
        return closed < 3
    for direction in range(4):
        step = rules[STEPS + direction]
        may_come = state[king + step] == 0 or state[king + step] == ATTACKER
        if may_come and hostile(rules, state, king - step, KING) != 0:
            return False
    return True


@compiled
def king_can_fork(rules: Numbers, state: Numbers, king: int) -> bool:
    """Does the king have a move after which he has two roads and cannot be captured?"""
    outlooks = rules[OUTLOOKS]
    state[king] = 0
    found = False
    for direction in range(4):
        step = rules[STEPS + direction]
        cell, reach = king + step, rules[SPEED + KING]
        while state[cell] == 0 and reach > 0 and not found:
            info = rules[CELLS + cell]
            allowed = STOP | CROSS if info & KIND == 0 else access(rules, KING, info, 0)
            leads = rules[outlooks + cell] & 15
            if allowed & STOP != 0 and leads & (leads - 1) != 0:
                count, _, _ = roads(rules, state, cell)
                found = count > 1 and is_out_of_danger(rules, state, cell)
            if allowed & CROSS == 0:
                break
            cell += step
            reach -= 1
    state[king] = KING
    return found


# --- what the engine asks ---------------------------------------------------------------------------------


@compiled
def foresee(rules: Numbers, state: Numbers) -> int:
    """Sees immediate escapes and captures of the king, and roads that cannot be closed.

    Not taken into account: a winner who passed up such a win earlier in the game may now reach it only by a repetition
    that ends the game differently.
    """
    king = state[KING_CELL]
    count, direction, length = roads(rules, state, king)
    if state[TURN] == DEFENDERS:
        if count > 0:
            return 1
        if roads_decide(rules, state, 2) and king_can_fork(rules, state, king):
            return 3
        return UNDER_THREAT if capture_of_king(rules, state, king) != 0 else 0
    if capture_of_king(rules, state, king) != 0:
        return 1
    if count == 0:
        return 0
    if roads_decide(rules, state, 1) and (
        count > 1 or not can_be_closed(rules, state, king, rules[STEPS + direction], length)
    ):
        return -2
    return UNDER_THREAT


@compiled
def consider(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers) -> int:
    """All moves, but of a side under threat only those that may help; captures of men gain.

    A king's move that opens a road does not count as a gain: where only gains are searched, such threats and the replies to
    them cost half the depth of a search, and what they lead to is foreseen anyway.
    """
    king, count, loses = state[KING_CELL], 0, False
    is_certain = roads_decide(rules, state, 1)
    if state[TURN] == ATTACKERS and is_certain:
        ways, direction, length = roads(rules, state, king)
        if ways > 0 and capture_of_king(rules, state, king) == 0:
            loses = True
            if ways == 1:
                count = closing_moves(rules, state, king, rules[STEPS + direction], length, moves)
    if count == 0:
        count = legal_moves(rules, state, moves)
        if loses:
            count = min(count, 1)
    for n in range(count):
        gains[n] = 0
    note_captures(rules, state, moves, gains, count)
    if state[TURN] == DEFENDERS:
        capture = capture_of_king(rules, state, king)
        if capture != 0 and is_certain and (rules[HAS_EXIT_FORT] == 0 or rules[CELLS + king] & EDGE == 0):
            count = saving_moves(rules, state, moves, gains, count, king, capture)
    return count


@compiled
def note_captures(rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers, count: int) -> None:
    """Add to what moves gain the men they capture between two enemies: found from the men, who are fewer than the moves."""
    turn = state[TURN]
    prey = DEFENDER if turn == ATTACKERS else ATTACKER
    for first in range(rules[FIRST], rules[LAST], SET_SIZE):
        men = set_of(state, first, rules[LAST], prey, prey)
        while men != 0:
            cell = first + lowest_bit(men)
            men = without_lowest(men)
            for direction in range(4):
                step = rules[STEPS + direction]
                if state[cell + step] == 0 and hostile(rules, state, cell - step, prey) != 0:
                    for way in range(4):
                        origin = arrives(rules, state, cell + step, rules[STEPS + way], turn)
                        if origin != 0 and (state[origin] != KING or rules[HAMMER] != 0):
                            chosen = move(origin, cell + step)
                            for n in range(count):
                                if moves[n] == chosen:
                                    gains[n] += GAINS[prey >> 1]


@compiled
def saving_moves(
    rules: Numbers, state: Numbers, moves: Numbers, gains: Numbers, count: int, king: int, capture: int
) -> int:
    """Keep the defenders' moves that may help against a capture of the king: his own, captures, men in its way."""
    kept = 0
    for n in range(count):
        chosen, worth = moves[n], gains[n]
        if (
            worth > 0
            or origin_of(chosen) == king
            or rules[SHIELDWALL] != 0
            or stands_in_way(rules, target_of(chosen), king, capture)
        ):
            moves[kept], gains[kept] = chosen, worth
            kept += 1
    return max(kept, min(count, 1))


@compiled
def stands_in_way(rules: Numbers, cell: int, king: int, capture: int) -> bool:
    """Is a cell beside the king, or on the way of the attacker who would capture him?"""
    hunter, side = origin_of(capture), target_of(capture)
    for direction in range(4):
        if cell == king + rules[STEPS + direction]:
            return True
    low, high = min(hunter, side), max(hunter, side)
    stride = rules[STEPS] if high - low >= rules[STEPS] else 1
    return bool(low <= cell <= high and (cell - low) % stride == 0)


@compiled
def table_key(rules: Numbers, state: Numbers) -> int:
    """The key, and how many plies are left, where a limit to plies without a capture is near."""
    left = rules[QUIET_LIMIT] - state[QUIET]
    if rules[QUIET_LIMIT] == 0 or left >= LIMIT_HORIZON:
        return int(state[KEY])
    # No piece has the number 0, so its keys are free.
    return int(state[KEY] ^ rules[rules[KEY_TABLE] + left])


# --- the evaluation ---------------------------------------------------------------------------------------


@compiled
def prospects(rules: Numbers, state: Numbers, king: int) -> tuple[int, int, int, int, int]:
    """The king's roads, his moves that open one, those that open two, the roads one defender hides, and all his moves."""
    outlooks = rules[OUTLOOKS]
    ways, chances, forks, curtains, freedom = 0, 0, 0, 0, 0
    for direction in range(4):
        step = rules[STEPS + direction]
        left, right = (direction + 1) & 3, (direction + 3) & 3
        cell, reach = king + step, rules[SPEED + KING]
        while state[cell] == 0 and reach > 0:
            info = rules[CELLS + cell]
            allowed = STOP | CROSS if info & KIND == 0 else access(rules, KING, info, 0)
            if allowed & STOP != 0:
                freedom += 1
                if info & EXIT != 0:
                    ways += 1
                    break
                leads, opened = rules[outlooks + cell], 0
                if leads >> left & 1 != 0:
                    opened += road(rules, state, cell, rules[STEPS + left]) > 0
                if leads >> right & 1 != 0:
                    opened += road(rules, state, cell, rules[STEPS + right]) > 0
                chances += opened > 0
                forks += opened > 1
            if allowed & CROSS == 0:
                break
            cell += step
            reach -= 1
        if state[cell] == DEFENDER and rules[outlooks + king] >> direction & 1 != 0:
            curtains += road(rules, state, cell, step) > 0
    return ways, chances, forks, curtains, freedom


@compiled
def is_cut_off(rules: Numbers, state: Numbers, king: int) -> bool:
    """Is there no way for the king to an exit, even if all his men made room for him?"""
    state[king] += LINK * BOTTOM
    top, free = king, False
    while top != BOTTOM and not free:
        cell = top
        top = state[cell] // LINK
        free = rules[CELLS + cell] & EXIT != 0
        for direction in range(4):
            near = cell + rules[STEPS + direction]
            if state[near] == 0 or state[near] == DEFENDER:
                info = rules[CELLS + near]
                if info & KIND == 0 or access(rules, KING, info, 0) != 0:
                    state[near] += LINK * top
                    top = near
    clear_marks(rules, state)
    return not free


@compiled
def apart(one: int, other: int) -> int:
    """How two cells stand to one another, from their entries among the OUTLOOKS; farther than FAR counts as FAR."""
    across = abs((one >> OUTLOOK_FILE & 31) - (other >> OUTLOOK_FILE & 31))
    up = abs((one >> OUTLOOK_RANK & 31) - (other >> OUTLOOK_RANK & 31))
    high, low = min(max(across, up), FAR), min(min(across, up), FAR)
    return high * (high + 1) // 2 + low


@compiled
def evaluate(rules: Numbers, weights: Numbers, state: Numbers, terms: Numbers) -> int:
    """Counts men and their posts, the king's ways out, and how he and his men are hemmed in."""
    king, outlooks = state[KING_CELL], rules[OUTLOOKS]
    rising, falling = rules[STEPS] + rules[STEPS + 1], rules[STEPS] - rules[STEPS + 1]
    files, ranks, links, guards, escort, hunters, friends = 0, 0, 0, 0, 0, 0, 0
    center = rules[outlooks + king]
    for first in range(rules[FIRST], rules[LAST], SET_SIZE):
        men = set_of(state, first, rules[LAST], ATTACKER, ATTACKER)
        while men != 0:
            cell = first + lowest_bit(men)
            men = without_lowest(men)
            outlook = rules[outlooks + cell]
            files |= 1 << (outlook >> OUTLOOK_FILE & 31)
            ranks |= 1 << (outlook >> OUTLOOK_RANK & 31)
            links += state[cell + rising] == ATTACKER
            links += state[cell + falling] == ATTACKER
            guards += weights[POST_WEIGHTS + 3 * (outlook >> OUTLOOK_CLASS)]
            hunters += weights[COMPANY_WEIGHTS + 2 * apart(outlook, center)]
        men = set_of(state, first, rules[LAST], DEFENDER, DEFENDER)
        while men != 0:
            outlook = rules[outlooks + first + lowest_bit(men)]
            men = without_lowest(men)
            escort += weights[POST_WEIGHTS + 3 * (outlook >> OUTLOOK_CLASS) + 1]
            friends += weights[COMPANY_WEIGHTS + 2 * apart(outlook, center) + 1]
    escort += weights[POST_WEIGHTS + 3 * (center >> OUTLOOK_CLASS) + 2]
    ways, chances, forks, curtains, freedom = prospects(rules, state, king)
    closed = 0
    for direction in range(4):
        closed += hostile(rules, state, king + rules[STEPS + direction], KING)
    siege = SIEGE_WEIGHTS + closed + (0 if rules[CELLS + king] & FOUR_SIDES != 0 else 5)
    free_lines = 2 * rules[SIZE] - count_bits(files) - count_bits(ranks)
    for player in range(2):
        terms[2 * MEN_TERM + player] = weights[MAN_WEIGHT + player] * state[MEN + player]
        for term in range(ROADS, MOVE + 1):
            terms[2 * term + player] = 0
    terms[2 * MEN_TERM + DEFENDERS] += weights[KING_WEIGHT]
    terms[2 * POSTS + ATTACKERS] = guards
    terms[2 * POSTS + DEFENDERS] = escort
    terms[2 * ROADS + DEFENDERS] = weights[ROAD_WEIGHTS + min(ways, MOST_ROADS)]
    terms[2 * CHANCES + DEFENDERS] = weights[CHANCE_WEIGHTS + min(chances, MOST_CHANCES)]
    terms[2 * FORKS + DEFENDERS] = weights[FORK_WEIGHTS + min(forks, MOST_FORKS)]
    terms[2 * CURTAINS + DEFENDERS] = weights[CURTAIN_WEIGHT] * curtains
    terms[2 * FREEDOM + DEFENDERS] = weights[FREEDOM_WEIGHT] * freedom
    terms[2 * SIEGE + ATTACKERS] = weights[siege]
    terms[2 * CORDON + ATTACKERS] = weights[CORDON_WEIGHT] * links
    if ways + chances + curtains == 0 and is_cut_off(rules, state, king):
        terms[2 * RING + ATTACKERS] = weights[RING_WEIGHT]
    terms[2 * LINES + DEFENDERS] = weights[LINE_WEIGHT] * free_lines
    terms[2 * COMPANY + ATTACKERS] = hunters
    terms[2 * COMPANY + DEFENDERS] = friends
    terms[2 * MOVE + state[TURN]] = weights[MOVE_WEIGHTS + state[TURN]]
    value = 0
    for term in range(MOVE + 1):
        value += terms[2 * term + DEFENDERS] - terms[2 * term + ATTACKERS]
    return int(value if state[TURN] == DEFENDERS else -value)
