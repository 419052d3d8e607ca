"""Each action stands for one legal move; observations follow the rules, from the viewer's side."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from oddfish.cext.core.encoding import Encoding
from oddfish.cext.core.rules import Position
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.envs.games import encoding_of
from oddfish.envs.open_spiel import State, load_game

pytestmark = pytest.mark.sampled(3)

#: Options that change the moves.
OPTIONS = [
    *((variant, {}) for variant in REGISTRY),
    ("banqi", {"MultiCapture": True, "DarkCapture": True, "ChariotRides": "any", "CannonDirect": True}),
    ("tandem-84", {"GhostMove": "glide-peaceful"}),
    ("bifold-halfgi-handed", {"RoyalWazirs": True, "DropBesideEnemy": False}),
]


def random_states(variant: str, options: dict[str, object], games: int, plies: int, seed: int = 5) -> Iterator[State]:
    """The states of random games, without chance nodes."""
    rng = random.Random(seed)
    game = load_game(variant, options, seed)
    for _ in range(games):
        state = game.new_initial_state()
        for _ in range(plies):
            if state.is_terminal():
                break
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            yield state
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("variant", "options"), OPTIONS)
@pytest.mark.quick(3)
def test_every_legal_move_has_an_action_and_back(variant: str, options: dict[str, object]) -> None:
    for state in random_states(variant, options, 3, 300):
        position, encoding = state.position(), state.encoding
        legal = encoding.legal(position)
        actions = [action for action, _ in legal]
        assert [move for _, move in legal] == position.moves()
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < encoding.actions(position) for action in actions)
        assert sorted(actions) == state.legal_actions()
        for action, move in random.Random(len(actions)).sample(legal, min(4, len(legal))):
            assert encoding.action(position, move) == action
            assert encoding.move(position, action) == move
            assert state.string_to_action(state.action_to_string(action)) == action
    with pytest.raises(ValueError, match=r"is not legal here|outside"):
        encoding.move(position, next(a for a in range(10**6) if a not in actions))


#: The same move for both players: a text of each.
ALIKE = {
    "normal": ("e2e4", "e7e5"),
    "augmented-half-chess": ("a2a3", "a7a6"),
    "fanorona-chess": ("c3d4", "c7d6"),
    "bifold-halfgi": ("e2e4", "e7e5"),
    "tandem-84": ("c2c4", "j6j4"),
}


@pytest.mark.parametrize("variant", ALIKE)
def test_players_see_the_start_in_the_same_way(variant: str) -> None:
    """With the second player to move, that player sees the start position, and actions, as the first player does."""
    game = load_game(variant, {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RF-CD-BW-QV"} if "augm" in variant else {}, 1)
    state = game.new_initial_state()
    fen = str(state).replace(" w ", " b ").replace(" - 1 0 ", " - 2 0 ")
    other = game.new_initial_state(fen)
    ours, theirs = (each.observation_tensor() for each in (state, other))
    planes = state.observation_shape[0]
    differing = (ours != theirs).reshape(planes, -1).any(axis=1).nonzero()[0].tolist()
    names = state.encoding.plane_names(state.position())
    assert [names[plane] for plane in differing] == (["only move"] if variant == "tandem-84" else [])
    first, second = ALIKE[variant]
    assert state.string_to_action(first) == other.string_to_action(second)


def plane(state: State, name: str, player: int | None = None) -> list[list[float]]:
    planes = state.observation_tensor(player).reshape(state.observation_shape)
    names = (*state.encoding.plane_names(state.position()), "to move", "clock", "repetitions")
    return planes[names.index(name)].tolist()


def test_planes_of_normal() -> None:
    state = load_game("normal").new_initial_state("4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 9")
    assert plane(state, "own P")[4] == [0, 0, 0, 1, 0, 0, 0, 0]  # Black's fifth rank is White's fourth
    assert plane(state, "their P")[4] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert plane(state, "en passant")[5] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert plane(state, "own O-O")[0][0] == 1
    assert plane(state, "own O-O-O")[0][0] == 0
    assert plane(state, "their O-O-O")[0][0] == 1
    assert plane(state, "own R")[0] == [0, 0, 0, 0, 0, 0, 0, 1]
    assert plane(state, "to move") == [[1] * 8] * 8
    assert plane(state, "to move", 0) == [[0] * 8] * 8
    assert plane(state, "own K", 0)[0] == [0, 0, 0, 0, 1, 0, 0, 0]


def test_clock_and_repetitions() -> None:
    state = load_game("normal").new_initial_state()
    for number, text in enumerate("g1f3 g8f6 f3g1 f6g8".split(), 1):
        assert plane(state, "repetitions")[0][0] == 0
        state.apply_action(state.string_to_action(text))
        assert plane(state, "clock")[0][0] == pytest.approx(number / 100)
    assert plane(state, "repetitions")[0][0] == 0.5


def test_hands_and_lost_pieces() -> None:
    state = load_game("halfgi").new_initial_state("4k3/8/8/8/8/8/8/4K3[QPPp] w - - 0 1")
    assert plane(state, "own P in hand")[3][3] == 2 / 16
    assert plane(state, "own Q in hand", 1)[3][3] == 0
    assert plane(state, "their P in hand", 1)[3][3] == 2 / 16
    state = load_game("fanorona-chess").new_initial_state("2k2/5/5/5/5/5/5/5/1RK2 w K - 0 1")
    assert [plane(state, f"own lost {letter}")[0][0] for letter in "NBRQ"] == [1, 1, 0.5, 1]
    assert plane(state, "own unmoved K")[0][0] == 1
    assert plane(state, "their unmoved K")[0][0] == 0


def test_bifold_squares() -> None:
    state = load_game("bifold-halfgi").new_initial_state("(wf)7/8/8/8/8/R7/8/(RR)6(WF)[] w - - 0 1")
    assert plane(state, "own R")[0][0] == plane(state, "own full")[0][0] == 1
    assert plane(state, "own R")[2][0] == 1
    assert plane(state, "own full")[2][0] == 0
    assert plane(state, "their W")[7][0] == plane(state, "their F")[7][0] == 1


def test_inside_a_turn_of_tandem() -> None:
    state = load_game("tandem-84").new_initial_state()
    assert plane(state, "only move")[0][0] == 1
    state.apply_action(state.string_to_action("c2c4"))
    assert plane(state, "en passant, right")[4] == [0, 0, 0, 1, 0, 0]  # to Black, c3 lies on the right
    state.apply_action(state.string_to_action("c7c5") if "c7c5" in texts(state) else state.legal_actions()[0])
    assert state.current_player() == 1
    moved = [plane(state, f"moved this turn, {board}") for board in ("left", "right")]
    second = [plane(state, f"second move, {board}")[0][0] for board in ("left", "right")]
    assert sum(map(sum, moved[0])) + sum(map(sum, moved[1])) <= 1
    assert sorted(second) == [0, 1]


def texts(state: State) -> list[str]:
    return state.position().texts()


def test_augmented_pieces_are_on_two_planes() -> None:
    game = load_game("augmented-chess", {"WhiteArmy": "RA-NW-BD-QC", "BlackArmy": "RA-NW-BD-QC"})
    state = game.new_initial_state()
    corner = [1, 0, 0, 0, 0, 0, 0, 1]
    assert plane(state, "own R")[0] == plane(state, "own +A")[0] == corner


def test_wrong_positions_are_refused() -> None:
    rng = random.Random(1)
    chess = get_variant("normal").start({}, rng)
    banqi = get_variant("banqi").start(get_variant("banqi").defaults(), rng)
    encoding: Encoding = encoding_of(chess)
    position: Position = banqi
    for call in (encoding.actions, encoding.shape, encoding.legal, encoding.plane_names):
        with pytest.raises(TypeError, match="expected a position of HalfChess"):
            call(position)
    with pytest.raises(TypeError):
        encoding.observe(None, 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="colour"):
        encoding.observe(chess, 2)
    with pytest.raises(ValueError, match="is not legal here"):
        encoding.action(chess, 1)
    with pytest.raises(TypeError, match="each family has one"):
        Encoding()


#: A few actions of each kind: variant, number of actions, FEN, and the action of each text.
ARMIES = {"WhiteArmy": "RA-NW-BD-QC", "BlackArmy": "RC-NF-BV-RIA"}
FIXED: list[tuple[str, int, str | None, dict[str, int]]] = [
    ("normal", 1880, None, {"e2e4": 322, "g1f3": 159, "b1c3": 36}),
    ("normal", 1880, "8/P6k/8/8/8/8/8/K7 w - - 0 1", {"a7a8q": 1795, "a7a8n": 1792}),
    ("normal", 1880, "7k/8/8/8/8/8/p7/1R5K b - - 0 1", {"a2a1q": 1795, "a2b1r": 1798}),
    ("half-chess", 1880, None, {"e2e4": 322}),
    ("augmented-chess", 1968, "8/P6k/8/8/8/8/8/K7 w - - 0 1 RA-NW-BD-QC:RC-NF-BV-RIA", {"a7a8n": 1792, "a7a8t": 1880}),
    ("halfgi", 2288, "4k3/8/8/8/8/8/8/4K3[QPPp] w - - 0 1", {"q@a1": 2224, "p@e4": 1996}),
    ("fanorona-chess", 2784, "2k2/5/5/5/p4/5/2P2/1b3/3K1 w - - 0 1", {"c3c4": 702, "c3b4xa5": 701, "c3d4xb2": 706}),
    ("fanorona-chess", 2784, "3k1/2P2/5/5/5/5/5/5/2K2 w - - 0 1", {"c8c9n": 2724, "c8c9q": 2733}),
    ("banqi", 353, None, {"a1a1": 320, "d8d8": 351}),
    ("banqi", 353, "k3/4/4/4/4/4/4/M3[] w r 0 90", {"a1b1": 0, "a1a2": 3}),
    ("bifold-halfgi", 17716, "(wf)7/7P/8/8/8/(rb)7/8/(RB)6(WF)[H] w - - 0 1",
     {"a1a3": 90, "a1a3rxr": 94, "a1a3rxb": 95, "h@b1": 17333, "h7h8=q": 16884}),
    ("tandem-84", 6132, None, {"c2c4": 173, "b1~h1": 3753}),
    ("tandem-84", 6132, "12/1P10/k11/12/12/12/4K1R5 w - - 2 95 120", {"b6b7q": 3860, "b6/h7m": 4436, "g1/a2": 2819}),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "size", "fen", "actions"), FIXED)
def test_numbers_are_fixed(variant: str, size: int, fen: str | None, actions: dict[str, int]) -> None:
    """Trained policies stay usable: changing these numbers is a breaking change."""
    game = load_game(variant, ARMIES if variant.startswith("augmented") else {})
    state = game.new_initial_state(fen)
    assert game.num_distinct_actions() == size
    assert {text: state.string_to_action(text) for text in actions} == actions


def test_pairs_of_squares_are_counted_in_order() -> None:
    """docs/envs.md: the pairs that a queen or a knight joins, by origin and then destination, a1 first."""
    squares = [(rank, file) for rank in range(8) for file in range(8)]
    pairs = [
        (f"{'abcdefgh'[a[1]]}{a[0] + 1}", f"{'abcdefgh'[b[1]]}{b[0] + 1}")
        for a in squares
        for b in squares
        if a != b
        and ({a[0] - b[0], a[1] - b[1]} & {0} or abs(a[0] - b[0]) == abs(a[1] - b[1])
             or {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2})
    ]  # fmt: skip
    for state in random_states("normal", {}, 2, 60):
        for action in state.legal_actions():
            text = state.action_to_string(action)
            if len(text) == 4:
                squares_of = text[:2], text[2:]
                if state.current_player():
                    squares_of = tuple(f"{at[0]}{9 - int(at[1])}" for at in squares_of)  # type: ignore[assignment]
                assert pairs[action] == squares_of
