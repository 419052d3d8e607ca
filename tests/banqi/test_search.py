"""Searching Banqi: chance nodes against a plain expectimax, wins forced whatever flips show, chases, whole games."""

from __future__ import annotations

import random
import threading
from itertools import product

import pytest

from banqi.endings import solve_with_what_it_needs
from oddfish.cext.banqi.game import LETTERS, SETS, Banqi, Setup
from oddfish.cext.banqi.tablebase import Tables
from oddfish.cext.core.rules import Position
from oddfish.cext.search import MATE, PARAMETERS
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.searcher import Best, Info, Limits, Searcher, mate_distance
from reference import banqi

pytestmark = pytest.mark.sampled(3)

#: The largest change of the static evaluation by one outcome.
SWING = next(one.default for one in PARAMETERS if one.name == "chance_swing")
LOST, DRAWN, WON = 1, 2, 3


@pytest.fixture
def searcher() -> Searcher:
    """A searcher that evaluates as `Position.evaluate` does, so that the tests can compute its result."""
    searcher = Searcher(hash_mb=4)
    searcher.set_evaluation("hand-made")
    return searcher


def game_of(setup: Setup, fen: str) -> Game:
    """A game on a board of any size, without a deal."""
    game = Game("banqi")
    game.positions, game.deal = [Banqi(setup, fen)], None
    return game


def random_fen(rng: random.Random, ranks: int, face_up: int, face_down: int, first: str) -> str:
    """Pieces of the set on random squares; ``first`` is the first player's colour or '-'."""
    army = "".join(letter * number for letter, number in zip(LETTERS, SETS[ranks]))
    men = rng.sample(army + army.lower(), face_up + face_down)
    board = [""] * (4 * ranks)
    for number, square in enumerate(rng.sample(range(4 * ranks), len(men))):
        board[square] = men[number] if number < face_up else banqi.DARK
    pool = tuple(sorted(men[face_up:], key=banqi.ORDER.index))
    side = rng.randrange(2) if first != "-" else 0
    return banqi.Position(banqi.Options(), tuple(board), pool, side, first.replace("-", ""), 0, 1).fen()


# ---------------------------------------------------------------------------------- expectations, exhaustively


class NotQuiet(Exception):
    """A leaf has captures, and this module does not compute what quiescence makes of them."""


def value(position: Position, depth: int, ply: int) -> int:
    """The value of a position for its side to move, as the search defines it, without pruning. It does not check
    whether a leaf has any moves."""
    outcome, reason = position.outcome()
    if outcome and (depth > 0 or reason != "no legal move"):
        return 0 if outcome == DRAWN else MATE - ply if outcome == WON else ply - MATE
    if depth <= 0:
        if position.noisy():
            raise NotQuiet
        return position.evaluate()
    return max(value_of(position, move, depth, ply) for move in position.moves())


def value_of(position: Position, move: int, depth: int, ply: int) -> int:
    """The value of a move. A move of chance costs another ply of depth; SWING bounds the value of an outcome."""
    if not open_to_chance(position, move):
        return after(position, move, depth - 1, ply)
    outcomes = position.outcomes(move)
    values = [(after(position, outcome, depth - 2, ply), weight) for outcome, weight in outcomes]
    mates = [mate_distance(one) or 0 for one, _ in values]
    if all(mate > 0 for mate in mates):
        return min(one for one, _ in values)
    if all(mate < 0 for mate in mates):
        return max(one for one, _ in values)
    low, high = position.evaluate() - SWING, position.evaluate() + SWING
    total = sum(weight for _, weight in values)
    return sum(max(low, min(one, high)) * weight for one, weight in values) // total


def after(position: Position, move: int, depth: int, ply: int) -> int:
    following = position.make(move)
    one = value(following, depth, ply + 1)
    return one if following.turn == position.turn else -one


def compare_moves(game: Game, searcher: Searcher, depth: int) -> int:
    """Compare each move's score in a search with its definition; returns the number of moves of chance."""
    position, chances = game.position, 0
    try:
        expected = {move: value_of(position, move, depth, 0) for move in position.moves()}
    except NotQuiet:
        return 0
    for move, exact in expected.items():
        searcher.new_game()
        best = searcher.think(game, Limits(depth=depth, moves=(move,)))
        assert best.score == exact, f"{position.fen()} {position.text(move)} at depth {depth}"
        chances += open_to_chance(position, move)
    searcher.new_game()
    best = searcher.think(game, Limits(depth=depth))
    assert best.score == max(expected.values()) == expected[best.move or 0], f"{position.fen()} at depth {depth}"
    return chances


@pytest.mark.parametrize("ranks", [2, 4, 8])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.quick(3)
def test_one_flip_is_worth_its_expectation(searcher: Searcher, ranks: int, dark: bool) -> None:
    """Depths 1 and 2: the flip, then the evaluation; attempts, too."""
    rng, setup = random.Random(f"flip {ranks} {dark}"), Setup(ranks=ranks, dark_capture=dark)
    compared = 0
    for _ in range({2: 900, 4: 250, 8: 60}[ranks]):
        game = game_of(setup, random_fen(rng, ranks, rng.randrange(1, 4), rng.randrange(1, 4), rng.choice("rb")))
        if game.result() is None:
            compared += compare_moves(game, searcher, 1)
    assert compared > 40


def test_flips_on_flips(searcher: Searcher) -> None:
    """Depth 3: both sides can only flip, the second knowing the outcome of the first flip."""
    rng, setup = random.Random("two flips"), Setup(ranks=4)
    compared = 0
    while compared < 60:
        compared += compare_moves(game_of(setup, random_fen(rng, 4, 0, rng.randrange(2, 5), "-")), searcher, 3)


def test_unequal_weights_count(searcher: Searcher) -> None:
    """Five soldiers weigh five times as much as a general: by hand, from the evaluations of the two outcomes."""
    fen = "X2X/4/4/1K2/4/X2X/4/X2X[kppppp] w r 0 1"
    position = Banqi(Setup(), fen)
    flip = position.parse("a1a1")
    found = {position.text(move): (-position.make(move).evaluate(), weight) for move, weight in position.outcomes(flip)}
    assert {text: weight for text, (_, weight) in found.items()} == {"a1a1=bk": 1, "a1a1=bp": 5}
    expected = (found["a1a1=bk"][0] + 5 * found["a1a1=bp"][0]) // 6
    assert found["a1a1=bk"][0] != found["a1a1=bp"][0]
    assert searcher.think(game_of(Setup(), fen), Limits(depth=1, moves=(flip,))).score == expected


# ------------------------------------------------------------------------------------------------ forced wins


class Forced:
    """Tries everything to find whether a player can force a win in so many plies, whatever flips show."""

    def __init__(self, player: int):
        self.player = player
        self.known: dict[tuple[int, int], bool] = {}

    def wins(self, position: Position, plies: int) -> bool:
        outcome, _ = position.outcome()
        if outcome:
            return outcome == (WON if position.turn == self.player else LOST)
        if plies == 0:
            return False
        key = (position.key, plies)
        if key not in self.known:
            choose = any if position.turn == self.player else all
            self.known[key] = choose(
                all(self.wins(position.make(outcome), plies - 1) for outcome, _ in position.outcomes(move))
                for move in position.moves()
            )
        return self.known[key]


def shortest(position: Position, player: int, most: int) -> int | None:
    forced = Forced(player)
    return next((plies for plies in range(most + 1) if forced.wins(position, plies)), None)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.later
def test_mates_are_forced_whatever_flips_show(searcher: Searcher, dark: bool) -> None:
    """Trying every outcome proves the announced wins and losses; short searches find those within their depth."""
    rng, setup = random.Random(f"forced {dark}"), Setup(ranks=2, dark_capture=dark)
    announced = likely = 0
    for _ in range(400):
        fen = random_fen(rng, 2, rng.randrange(2, 5), rng.randrange(1, 3), rng.choice("rb"))
        game = game_of(setup, fen)
        if game.result() is not None:
            continue
        searcher.new_game()
        lines: list[Info] = []
        best = searcher.think(game, Limits(depth=7), lines.append)
        for line in lines:
            check_line(game, line.pv)
        distance = mate_distance(best.score)
        winner = game.turn if distance is None or distance > 0 else 1 - game.turn
        proven = shortest(game.position, winner, min(abs(distance), 5) if distance else 3)
        if distance is None:
            assert proven is None or proven > 3, f"{fen}: forced in {proven}, not announced"
            likely += best.score > 300
        elif abs(distance) <= 5:
            assert proven is not None and proven <= abs(distance), f"{fen}: {distance} announced, {proven} is true"
            announced += 1
    assert announced > 40 and likely > 20


def test_a_likely_win_is_not_a_mate(searcher: Searcher) -> None:
    """Red takes a hidden soldier of Black's, but the piece may be Red's own."""
    both, sure = Setup(dark_capture=True), Setup(dark_capture=True)
    gamble = searcher.think(game_of(both, "4/4/4/4/4/4/XX2/RR2[Pp] w r 0 1"), Limits(depth=1))
    assert mate_distance(gamble.score) is None and gamble.score > 0
    searcher.new_game()
    certain = searcher.think(game_of(sure, "4/4/4/4/4/4/X3/R3[p] w r 0 1"), Limits(depth=2))
    assert (certain.text, mate_distance(certain.score)) == ("a1a2", 1)
    flip = game_of(sure, "4/4/4/4/4/4/X3/R3[p] w r 0 1")
    searcher.new_game()
    found = searcher.think(flip, Limits(depth=6, moves=(flip.parse("a2a2"),)))
    assert found.score < certain.score


ENDINGS = ["K G", "R N", "GC P", "RN P", "PP K", "MN C", "M CP"]


@pytest.mark.parametrize("hongkong", [False, True])
@pytest.mark.parametrize("men", ENDINGS)
def test_wins_in_the_open_are_announced_with_their_length(searcher: Searcher, men: str, hongkong: bool) -> None:
    """A search without tables finds the values in the tables."""
    setup, plain = Setup(hongkong=hongkong), Setup(hongkong=hongkong)
    tables = Tables(setup.signature)
    mine, theirs = men.split()
    solve_with_what_it_needs(setup, tables, mine, theirs)
    setup.use(tables)
    rng, found = random.Random(f"{men} {hongkong}"), 0
    for _ in range(3000):
        board = [""] * 32
        for square, man in zip(rng.sample(range(32), len(men) - 1), mine + theirs.lower()):
            board[square] = man
        fen = banqi.Position(banqi.Options(), tuple(board), (), rng.randrange(2), "r", 0, 1).fen()
        known = Banqi(setup, fen).probe()
        assert known is not None
        outcome, plies = known
        if outcome == DRAWN or not 1 < plies <= 7 or (plies < 4 and rng.random() < 0.7):
            continue
        searcher.new_game()
        best = searcher.think(game_of(plain, fen), Limits(depth=plies + 9))
        assert mate_distance(best.score) == (plies if outcome == WON else -plies), fen
        found += 1
        if found == 12:
            break
    assert found > 2


# ----------------------------------------------------------------------------------------------- repetitions

#: Red's chariot follows a horse around four squares; Black, with two advisors to spare, is winning.
CHASE = "3g/3g/4/4/4/4/4/nR2[] b r 0 30"
AROUND = "a1a2 b1b2 a2a1 b2b1 " * 2


@pytest.mark.parametrize(("rule", "goes_on"), [("draw", True), ("chaser-loses", False)])
def test_the_chaser_turns_away_where_it_would_lose(searcher: Searcher, rule: str, goes_on: bool) -> None:
    game = Game("banqi", {"Repetition": rule}, CHASE)
    *before, last = AROUND.split()
    for text in before:
        game.push(text)
    best = searcher.think(game, Limits(depth=8))
    assert (best.text == last) == goes_on
    if goes_on:
        assert best.score == 0
    alone = game.copy()
    alone.push(last)
    result = alone.result()
    assert result is not None and result.winner == (None if goes_on else 1)
    # If it is forced to, it knows the value.
    searcher.new_game()
    forced = searcher.think(game, Limits(depth=4, moves=(game.parse(last),)))
    assert (forced.score == 0) if goes_on else (mate_distance(forced.score) == -1)


def test_the_chased_may_repeat(searcher: Searcher) -> None:
    """The side that wins by a repetition goes for it."""
    game = Game("banqi", {"Repetition": "chaser-loses"}, "3g/3g/4/4/4/4/n3/1R2[] w r 0 30")
    for text in "b1b2 a2a1 b2b1 a1a2 b1b2 a2a1 b2b1".split():
        game.push(text)
    best = searcher.think(game, Limits(depth=4))
    assert best.text == "a1a2" and mate_distance(best.score) == 1


@pytest.mark.parametrize("clock", [171, 172, 173])
def test_repetition_goes_before_the_move_rule(searcher: Searcher, clock: int) -> None:
    """The ply that would be the last of the move rule can also lose by perpetual attack, which counts."""
    game = Game("banqi", {"Repetition": "chaser-loses"}, f"3P/4/4/2p1/4/4/4/nR2[] b r {clock} 50")
    *before, last = AROUND.split()
    for text in before:
        if game.result() is None:
            game.push(text)
    if game.result() is not None:
        assert clock == 173  # the move rule has come first
        return
    forced = searcher.think(game, Limits(depth=3, moves=(game.parse(last),)))
    assert mate_distance(forced.score) == -1
    game.push(last)
    result = game.result()
    assert result is not None and result.reason == "perpetual attack"


# ---------------------------------------------------------------------------------------------------- conduct

FLAGS = ("CannonDirect", "DarkCapture", "MultiCapture")
RIDES = ("off", "ranked", "any")


def options_of(variant: str) -> list[dict[str, bool | str]]:
    names = [name for name in FLAGS if variant == "banqi" or name != "CannonDirect"]
    flags = product((False, True), repeat=len(names))
    return [{**dict(zip(names, values)), "ChariotRides": rides} for values in flags for rides in RIDES]


def id_of(variant: str, options: dict[str, bool | str]) -> str:
    return "-".join([variant, *(name for name in FLAGS if options.get(name)), f"rides_{options['ChariotRides']}"])


CASES = [(variant, options) for variant in ("banqi", "banqi-hongkong") for options in options_of(variant)]
CASE_IDS = [id_of(*case) for case in CASES]


@pytest.mark.thorough
@pytest.mark.parametrize(("variant", "options"), CASES, ids=CASE_IDS)
def test_whole_games(variant: str, options: dict[str, bool | str]) -> None:
    """From the first flip to the end with small searches: every answer and every line is legal."""
    searcher = Searcher(hash_mb=1)
    for seed, rule in enumerate(("draw", "chaser-loses")):
        game = Game(variant, {**options, "NoProgressPlies": 40, "Repetition": rule}, seed=seed)
        while game.result() is None:
            lines: list[Info] = []
            best = searcher.think(game, Limits(nodes=150), lines.append)
            assert best.text in game.legal(), game.fen()
            for line in lines[-1:]:
                check_line(game, line.pv)
            game.push(best.text)
        assert len(game.moves) > 20


def check_line(game: Game, pv: list[str]) -> bool:
    """Check that a line is legal and ends at its first move of chance; returns whether it has one."""
    line = game.copy()
    for number, text in enumerate(pv):
        assert text in line.legal(), f"{line.fen()} {pv}"
        line.push(text)
        assert not line.pending or number == len(pv) - 1, f"{line.fen()} {pv}"
    return bool(line.pending)


@pytest.mark.slow
def test_lines_end_at_a_move_of_chance(searcher: Searcher) -> None:
    lengths = set()
    for seed in range(6):
        game = Game("banqi", seed=seed)
        rng = random.Random(seed)
        for _ in range(6 * seed):
            game.push(rng.choice(game.legal()))
        lines: list[Info] = []
        searcher.think(game, Limits(depth=5), lines.append)
        lengths |= {len(line.pv) for line in lines if check_line(game, line.pv)}
    assert {1, 2} <= lengths


def test_there_is_no_reply_to_a_flip(searcher: Searcher) -> None:
    best = searcher.think(Game("banqi"), Limits(depth=4))
    assert best.text is not None and best.ponder is None


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"DarkCapture": True, "MultiCapture": True, "ChariotRides": "any"}])
def test_node_counts_are_reproducible(options: dict[str, bool | str]) -> None:
    fen = "gXc1/PpPm/1RXX/Pppm/pg2/GPX1/1nXp/1XMc[GNNPrr] w r 0 21"
    runs = []
    for _ in range(2):
        lines: list[Info] = []
        Searcher(hash_mb=2).think(Game("banqi", options, fen), Limits(depth=6), lines.append)
        runs.append([(line.depth, line.score, line.nodes, line.pv) for line in lines])
    assert runs[0] == runs[1] and len(runs[0]) >= 6


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("fen", [None, "gXc1/PpPm/1RXX/Pppm/pg2/GPX1/1nXp/1XMc[GNNPrr] w r 0 21"])
def test_stop_ends_a_search_among_chance_nodes(threads: int, fen: str | None) -> None:
    searcher = Searcher(hash_mb=4, threads=threads)
    game = Game("banqi", {"DarkCapture": True}, fen)
    for _ in range(5):
        begun = threading.Event()
        answers: list[Best] = []
        searcher.go(game, Limits(infinite=True), lambda info, begun=begun: begun.set(), answers.append)  # type: ignore[misc]
        assert begun.wait(30)
        searcher.stop()
        assert searcher.wait(30)
        assert answers[0].text in game.legal()


def test_the_search_knows_nothing_hidden(searcher: Searcher) -> None:
    """The same search of the same position finds the same, whatever the deal."""
    found = set()
    for seed in range(5):
        searcher.new_game()
        found.add(searcher.think(Game("banqi", seed=seed), Limits(depth=4)))
    assert len(found) == 1
