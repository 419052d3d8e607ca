"""The claims of the lessons, checked by tablebase if few pieces are left, otherwise by search."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest

from banqi.endings import solve_with_what_it_needs
from banqi.sides import HONGKONG, TAIWAN
from oddfish.cext.banqi.game import LETTERS, Banqi, Setup
from oddfish.cext.banqi.tablebase import Tables
from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Limits, Searcher, mate_distance
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.lessons import lessons_of
from oddfish.protocols.lessons.base import Played
from reference import banqi

LOST, DRAWN, WON = 1, 2, 3
BOTH = pytest.mark.parametrize("name", [TAIWAN, HONGKONG])


def scenes(title: str, name: str) -> list[Played]:
    """The scenes with moves that a lesson shows for a variant."""
    variant = REGISTRY[name]
    (lesson,) = (lesson for lesson in lessons_of(variant) if lesson.title == title)
    assert lesson.is_for(variant)
    return [scene for scene in lesson.scenes if isinstance(scene, Played) and scene.is_for(variant)]


def search(name: str, fen: str, nodes: int = 200_000) -> Best:
    return Searcher(hash_mb=16).think(Game(name, fen=fen), Limits(nodes=nodes))


def fen_of(scene: Played) -> str:
    assert isinstance(scene.fen, str)
    return scene.fen


def wins(name: str, fen: str, move: str) -> bool:
    """Whether a move wins by force, whatever later flips show."""
    game = Game(name, fen=fen)
    game.push(move)
    distance = mate_distance(search(name, game.fen()).score)
    return distance is not None and distance < 0


@cache
def solved(name: str, red: str, black: str) -> Setup:
    setup = Setup(hongkong=name == HONGKONG)
    tables = Tables(setup.signature)
    solve_with_what_it_needs(setup, tables, red, black)
    setup.use(tables)
    return setup


def value(setup: Setup, men: dict[int, str], turn: int) -> tuple[int, int]:
    """What the tablebase says: the result for the side to move, and the plies to the end."""
    board = tuple(men.get(square, "") for square in range(32))
    found = Banqi(setup, banqi.Position(banqi.Options(), board, (), turn, "r", 0, 1).fen()).probe()
    assert found is not None
    return found


def steps(one: int, other: int) -> int:
    return abs(one % 4 - other % 4) + abs(one // 4 - other // 4)


# Parity, tunnels and rotation space ----------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("pair", ["Rn", "Kn", "Pk"])
@pytest.mark.quick(3)
def test_parity_alone_decides_between_two_pieces(name: str, pair: str) -> None:
    hunter, hunted = pair
    setup = solved(name, hunter, hunted.upper())
    for one, other in permutations(range(32), 2):
        men, odd = {one: hunter, other: hunted}, steps(one, other) % 2 == 1
        assert value(setup, men, 0)[0] == (WON if odd else DRAWN)
        assert value(setup, men, 1)[0] == (DRAWN if odd else LOST)


@BOTH
@pytest.mark.quick(3)
def test_parity_flips_with_the_side_to_move_and_with_a_flip(name: str) -> None:
    odd, even, waits, flip = scenes("Strategy: parity", name)
    setup = solved(name, "R", "N")

    def result(fen: str) -> int:
        found = Banqi(setup, fen).probe()
        assert found is not None
        return found[0]

    assert result(fen_of(odd)) == WON
    assert result(fen_of(even)) == DRAWN
    assert result(fen_of(waits)) == LOST
    assert fen_of(waits).replace(" b ", " w ") == fen_of(even)
    for scene in (odd, flip):
        assert wins(name, fen_of(scene), scene.moves), scene.caption
    assert not wins(name, fen_of(even), even.moves)


@BOTH
def test_a_tunnel_loses_what_a_rotation_space_saves(name: str) -> None:
    tunnel, rotation = scenes("Strategy: tunnels and rotation space", name)
    assert wins(name, fen_of(tunnel), tunnel.moves)
    found = Banqi(solved(name, "K", "N"), fen_of(rotation)).probe()
    assert found is not None and found[0] == DRAWN
    without_wall = fen_of(tunnel).replace("1X2", "4").replace("nX2", "n3").replace("RR", "")
    assert without_wall == fen_of(rotation)


# Soldiers, Generals and Cannons --------------------------------------------------------------------------------


@BOTH
@pytest.mark.quick(3)
def test_two_soldiers_always_catch_a_lone_general(name: str) -> None:
    setup = solved(name, "PP", "K")
    for one, two, general in permutations(range(32), 3):
        if one < two:
            men = {one: "P", two: "P", general: "k"}
            assert value(setup, men, 0)[0] == WON
            assert value(setup, men, 1)[0] == LOST
    hunt = scenes("Strategy: Soldiers against the General", name)[0]
    assert wins(name, fen_of(hunt), hunt.moves)


@pytest.mark.parametrize(("name", "captors"), [(TAIWAN, "KCP"), (HONGKONG, "KP")])
def test_which_pieces_capture_a_general(name: str, captors: str) -> None:
    """By a step, or over the piece on b4."""
    beside, behind = "1{}2/4/4/4", "1p2/1{}2/4/4"
    capturing = {
        letter
        for letter in LETTERS
        for square, ranks in (("b4", beside), ("b3", behind))
        if f"{square}b5" in Game(name, fen=f"4/4/4/1K2/{ranks.format(letter.lower())}[] b r 0 40").position.texts()
    }
    assert capturing == {*captors}


def test_capturing_the_last_soldier_frees_the_general() -> None:
    """The same board with a Soldier in the General's place: then the Chariot is worth more."""
    _, choice = scenes("Strategy: Soldiers against the General", TAIWAN)
    fen = fen_of(choice)
    assert {"c3b3", "c3c2"} <= {*Game(TAIWAN, fen=fen).position.texts()}
    assert search(TAIWAN, fen).text == choice.moves == "c3b3"
    assert wins(TAIWAN, fen, "c3b3") and not wins(TAIWAN, fen, "c3c2")
    assert search(TAIWAN, fen.replace("K", "P")).text == "c3c2"


def test_a_cannon_needs_a_full_board() -> None:
    """It captures two squares away in every direction at the start, and never if only one enemy piece is left."""
    capture, beside = scenes("Strategy: the Cannon at the start", TAIWAN)
    full = "XXXX/XXXX/XXXX/XkXX/XXXX/XCXr/XXXX/XnXX[KGGMMRRNNCPPPPPggmmrncpppppc] w r 0 9"
    assert {text for text in Game(TAIWAN, fen=full).position.texts() if text.startswith("b3")} - {"b3b3"} == {
        "b3b5",
        "b3b1",
        "b3d3",
    }
    assert search(TAIWAN, fen_of(capture), 30_000).text == capture.moves
    move, _, _ = beside.moves.partition("=")
    best = search(TAIWAN, fen_of(beside), 100_000).text
    assert move in {"b2b2", "b4b4", "a3a3", "c3c3"}
    assert best in {"b2b2", "b4b4", "a3a3", "c3c3"}
    setup = solved(TAIWAN, "C", "P")
    for one, other in permutations(range(32), 2):
        assert {value(setup, {one: "C", other: "p"}, turn)[0] for turn in (0, 1)} == {DRAWN}


def test_nine_pieces_capture_the_cannon_beside_them() -> None:
    capturing = [
        letter
        for letter in "KGGMMRRNNCCPPPPP"
        if "b4b3" in Game(TAIWAN, fen=f"4/4/4/4/1{letter}2/1c2/4/3k[] w r 0 9").position.texts()
    ]
    assert "".join(capturing) == "KGGMMRRNN"


# Counting, and perpetual attack --------------------------------------------------------------------------------


@BOTH
@pytest.mark.quick(3)
def test_where_to_turn_up_depends_on_what_is_hidden(name: str) -> None:
    """The same board twice: only the hidden pieces differ. The lesson says where to turn one up, not whether."""
    first, second = scenes("Strategy: counting what is hidden", name)
    boards = {fen_of(scene).partition("[")[0] for scene in (first, second)}
    assert len(boards) == 1
    for scene, capture, hidden in ((first, "d8c8", "pn"), (second, "a1b1", "gr")):
        flip, _, _ = scene.moves.partition("=")
        game = Game(name, fen=fen_of(scene))
        flips = tuple(game.parse(text) for text in game.legal() if text[:2] == text[2:])
        best = Searcher(hash_mb=16).think(game, Limits(nodes=200_000, moves=flips))
        assert len(flips) == 4 and best.text == flip, scene.caption
        for letter in hidden:
            game = Game(name, fen=fen_of(scene))
            game.push(f"{flip}=b{letter}")
            if scene is second:  # the General fears none of them; a Chariot could be captured by its equal
                assert f"{capture[2:]}{capture[:2]}" not in game.position.texts()
            game.push(next(text for text in game.position.texts() if text[:2] != capture[2:]))
            assert capture in game.position.texts()


@BOTH
def test_chasing_wins_nothing_and_can_lose(name: str) -> None:
    """The Horse can run for ever. The option decides whether that is a draw."""
    draw, loss = scenes("Perpetual attack", name)
    assert fen_of(draw) == fen_of(loss) and draw.moves == loss.moves
    assert (draw.ends, loss.ends) == ("repetition", "perpetual attack")
    found = Banqi(solved(name, "R", "N"), fen_of(draw)).probe()
    assert found is not None and found[0] == DRAWN
    game = Game(name, {"Repetition": "chaser-loses"}, fen_of(loss))
    *before, _ = loss.moves.split()
    for move in before:
        game.push(move)
    assert game.result() is None
    assert Searcher(hash_mb=16).think(game, Limits(depth=6)).text != loss.moves.split()[-1]
