"""Networks: the features of every game, inference, and the search with them."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from oddfish.cext.core.rules import Position
from oddfish.cext.core.sample import feature_lists
from oddfish.cext.search import Search
from oddfish.cext.search.network import HIDDEN_MULTIPLE, LARGEST_HIDDEN, Network, network_size
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY, get_variant
from support.networks import Parts, features_seen, random_line

SEEN = Path(__file__).parents[1] / "data" / "features.json"


@pytest.mark.parametrize("variant", REGISTRY)
def test_features_mean_what_they_meant(variant: str) -> None:
    """If you change a game's features, give them a new name: networks were trained on the old ones."""
    position = Game(variant, seed=1).position
    recorded = json.loads(SEEN.read_text())[variant]
    assert [position.feature_set, features_seen(variant)] == recorded


@pytest.mark.parametrize("variant", REGISTRY)
def test_features_are_in_range_and_tell_positions_apart(variant: str) -> None:
    line = random_line(variant, 7)
    seen = set()
    for position in line:
        both = []
        for player in range(2):
            output, features = position.features(player)
            assert 0 <= output < 8
            assert features == sorted(set(features))
            assert not features or features[-1] < position.feature_count
            both.append(tuple(features))
        seen.add(tuple(both))
        assert position.features(0)[0] == position.features(1)[0]
    boards = {position.fen().split()[0] for position in line}
    assert len(seen) >= len(boards)


@pytest.mark.parametrize("variant", REGISTRY)
def test_both_players_see_the_start_alike(variant: str) -> None:
    """All start positions with equal armies are symmetric, apart from the side to move."""
    game = Game(variant, {} if "WhiteArmy" not in get_variant(variant).defaults() else _SAME_ARMIES[variant])
    output, features = game.position.features(0)
    other_output, other_features = game.position.features(1)
    assert output == other_output
    assert len(set(features) ^ set(other_features)) <= 2
    assert len(features) == len(other_features) or len(features) == len(other_features) + 1


_SAME_ARMIES = {
    "augmented-half-chess": {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RF-CD-BW-QV"},
    "augmented-chess": {"WhiteArmy": "RF-NA-BW-QV", "BlackArmy": "RF-NA-BW-QV"},
}


def test_pieces_that_move_alike_have_the_same_features() -> None:
    """A7: CV and VC are one piece; a rook augmented by C moves like a half-Chancellor."""
    seen = []
    for knight in ("CV", "VC"):
        army = f"RF-{knight}-BW-QS"
        seen.append(Game("augmented-half-chess", {"WhiteArmy": army, "BlackArmy": army}).position.features(0))
    assert seen[0] == seen[1]


def test_mirrored_positions_are_seen_alike() -> None:
    """White sees a position as Black sees it with colours and ranks exchanged."""
    game = Game("halfgi")
    for move in "e2e4 d7d5 e4d5 e8d7 b1c3".split():
        game.push(move)
    mirrored = Game("halfgi", fen=_mirrored(game.fen()))
    for player in range(2):
        assert game.position.features(player) == mirrored.position.features(1 - player)


def _mirrored(fen: str) -> str:
    field, side, rights, *rest = fen.split()
    board, _, hand = field.rstrip("]").partition("[")
    ranks = "/".join(reversed(board.split("/")))
    turned = "b" if side == "w" else "w"
    return " ".join([f"{ranks}[{hand}]".swapcase(), turned, rights.swapcase(), *rest])


def test_hidden_pieces_are_not_seen() -> None:
    """Banqi: another deal of the same face-down pieces changes nothing."""
    games = [Game("banqi", seed=seed) for seed in range(4)]
    assert len({str(game.position.features(0)) for game in games}) == 1


#: Variants whose networks may turn the board.
TURNED = [variant for variant in REGISTRY if Game(variant, seed=1).position.can_turn]


@pytest.mark.parametrize(
    ("variant", "turning"), [*((each, False) for each in REGISTRY), *((each, True) for each in TURNED)]
)
def test_inference_is_what_it_should_be(variant: str, turning: bool) -> None:
    """From nothing and from another position's accumulators, with all instructions of the processor: always the same as
    in plain Python."""
    line = _line_that_turns(variant) if turning else random_line(variant, 3, 12)
    parts = Parts(line[0], turning=turning)
    network = parts.network()
    expected = [parts.evaluate(position) for position in line]
    assert len(set(expected)) > 1
    best = network.level
    for level in range(best + 1):
        network.level = level
        assert [network.evaluate(position) for position in line] == expected
        assert network.evaluate_line(line) == expected
        assert network.evaluate_line(line[::-1]) == expected[::-1]
        assert network.evaluate_line([line[0], line[-1], *line]) == [expected[0], expected[-1], *expected]
    with pytest.raises(ValueError, match=rf"level {best + 1} is outside 0\.\.{best}"):
        network.level = best + 1


def _line_that_turns(variant: str) -> list[Position]:
    """The positions of a random game in which both players see the board turned at times, but not always."""
    lines = (random_line(variant, seed, 120) for seed in count())
    return next(
        line
        for line in lines
        if all({_is_turned(position, player) for position in line} == {False, True} for player in range(2))
    )


def _is_turned(position: Position, player: int) -> bool:
    """Whether a player sees left and right exchanged."""
    return position.features(player, True) != position.features(player)


@pytest.mark.parametrize("square", ["a1", "c1", "d1", "e1", "h1", "d2", "e2", "d8", "e8", "h8"])
def test_a_king_on_the_left_turns_the_board(square: str) -> None:
    """For its own player alone."""
    file, rank = "abcdefgh".index(square[0]), int(square[1])
    for player in range(2):
        rows = ["8"] * 8
        rows[8 - rank if player == 0 else rank - 1] = f"{file or ''}{'Kk'[player]}{7 - file or ''}"
        far = 3 if rank > 4 else 7
        rows[8 - far if player == 0 else far - 1] = f"P5p{'kK'[player]}"
        position = Game("normal", fen=f"{'/'.join(rows).replace('80', '8')} w - - 0 1").position
        assert _is_turned(position, player) == (file < 4)
        assert not _is_turned(position, 1 - player)


@pytest.mark.parametrize("variant", TURNED)
def test_networks_that_turn_the_board_see_mirror_images_alike(variant: str) -> None:
    """Without castling rights, a position and its mirror image have the same evaluation."""
    game, found = Game(variant), 0
    network = Parts(game.position, turning=True).network()
    assert network.turning
    for position in random_line(variant, 5, 80):
        for image in get_variant(variant).mirror_images(position.fen()):
            assert network.evaluate(position.from_fen(image)) == network.evaluate(position)
            found += 1
    assert found > 5


def test_boards_that_cannot_be_turned() -> None:
    banqi = Game("banqi", seed=1).position
    network = Parts(banqi, turning=True).network()
    assert not network.fits(banqi)
    with pytest.raises(ValueError, match="the network turns the board, but this game's board cannot be turned"):
        network.evaluate(banqi)
    for call in (lambda: banqi.features(0, True), lambda: feature_lists([banqi], True)):
        with pytest.raises(ValueError, match="networks for this game cannot turn the board"):
            call()


@pytest.mark.parametrize("hidden", [HIDDEN_MULTIPLE, 96, LARGEST_HIDDEN])
def test_hidden_layers_of_all_sizes(hidden: int) -> None:
    line = random_line("half-chess", 5, 4)
    parts = Parts(line[0], hidden, largest=600)
    network = parts.network()
    for level in range(network.level + 1):
        network.level = level
        assert network.evaluate_line(line) == [parts.evaluate(position) for position in line]


def test_largest_sums_do_not_overflow() -> None:
    """With everything at its bound, the kernels' sums fit into 32 bits."""
    position = Game("normal").position
    parts = Parts(position, LARGEST_HIDDEN)
    parts.columns = [0] * len(parts.columns)
    parts.bias = [300] * LARGEST_HIDDEN
    for weight in (127, -127):
        parts.output = [weight] * len(parts.output)
        network = parts.network()
        for level in range(network.level + 1):
            network.level = level
            assert network.evaluate(position) == parts.evaluate(position)


def test_endings_that_are_evaluated_by_hand() -> None:
    """In the Half Chess family, those of at most four pieces; a line can pass from the network to them."""
    fens = "k7/8/8/8/8/4p3/3P4/KQ6 b - - 0 1", "k7/8/8/8/8/4P3/8/KQ6 b - - 0 1"
    line = [Game("normal", fen=fen).position for fen in fens]
    parts = Parts(line[0])
    five, four = parts.network().evaluate_line(line)
    assert line[1].evaluate() == four == parts.evaluate(line[1])
    assert line[0].evaluate() != five == parts.evaluate(line[0])
    assert Game("tandem-84").position.outputs_by_hand == 0


def test_endings_of_fanorona_chess_are_evaluated_by_hand() -> None:
    few, more = (Game("fanorona-chess", fen=f"k4/5/5/5/5/5/5/{rank}/4K w - - 0 9").position for rank in ("2R2", "1nR2"))
    parts = Parts(few)
    assert parts.network().evaluate(few) == few.evaluate() == parts.evaluate(few)
    assert parts.network().evaluate(more) != more.evaluate()


def test_endings_of_banqi_are_evaluated_by_hand() -> None:
    few, more = (Game("banqi", fen=f"4/4/4/4/1k2/4/{rank}/4[] w r 0 9").position for rank in ("Pg1K", "PgGK"))
    parts = Parts(few)
    assert parts.network().evaluate(few) == few.evaluate() == parts.evaluate(few)
    assert parts.network().evaluate(more) != more.evaluate()


@pytest.mark.parametrize(("variant", "turning"), [("bifold-halfgi", False), ("halfgi", False), ("halfgi", True)])
def test_feature_lists_are_those_of_single_positions(variant: str, turning: bool) -> None:
    line = random_line(variant, 2, 40)
    lists, counts, outputs = (memoryview(each) for each in feature_lists(line, turning))
    lists, counts = lists.cast("H"), counts.cast("H")
    at = 0
    for i, position in enumerate(line):
        assert outputs[i] == position.features(0)[0]
        for half, player in enumerate((position.turn, 1 - position.turn)):
            end = at + counts[2 * i + half]
            assert list(lists[at:end]) == position.features(player, turning)[1]
            at = end
    assert at == len(lists)
    assert feature_lists([]) == (b"", b"", b"")
    with pytest.raises(ValueError, match="different ones"):
        feature_lists([line[0], Game("banqi", seed=1).position])


@pytest.mark.parametrize(
    ("variant", "turning"), [*((each, False) for each in REGISTRY), *((each, True) for each in TURNED)]
)
def test_search_by_a_network(variant: str, turning: bool) -> None:
    """Searches use the network, are reproducible with it, and forget it when it is removed."""
    position = random_line(variant, 11, 6)[-1]
    search = Search(1)

    def result() -> tuple[int, int]:
        search.clear()
        search.prepare(nodes=3000)
        return search.run(position, [])[2], search.nodes

    before = result()
    search.set_network(Parts(position, seed=4, turning=turning).network())
    by_network = result()
    assert result() == by_network
    search.set_network(None)
    assert result() == before
    if position.count() > 1:
        assert by_network != before


def test_a_network_of_another_game_is_refused() -> None:
    network = Parts(Game("banqi").position).network()
    position = Game("normal").position
    assert not network.fits(position)
    search = Search(1)
    search.set_network(network)
    search.prepare(depth=1)
    with pytest.raises(ValueError, match="features 'banqi-2', not 'half-chess-1'"):
        search.run(position, [])
    with pytest.raises(ValueError, match="features 'banqi-2', not 'half-chess-1'"):
        network.evaluate(position)


@pytest.mark.parametrize(
    ("features", "hidden", "scale", "said"),
    [
        (63, 32, 100, "63 features: expected a multiple of 64"),
        (0, 32, 100, "0 features"),
        (64 * 41, 32, 100, r"features 2624 is outside 0\.\.2560"),
        (64, 33, 100, "hidden layer of 33: expected a multiple of 32"),
        (64, 0, 100, "hidden layer of 0"),
        (64, LARGEST_HIDDEN + 32, 100, "hidden layer 288 is outside"),
        (64, 32, 0, "scale 0 is outside"),
        (64, 32, 10001, "scale 10001 is outside"),
    ],
)
def test_sizes_out_of_range(features: int, hidden: int, scale: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Network("x", features, hidden, scale, bytes(100))


def test_parameters_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="bytes of parameters: expected"):
        Network("x", 64, 32, 100, bytes(network_size(64, 32) - 1))
    wrong = bytearray(network_size(64, 32))
    wrong[2 * 32 * 65 : 2 * 32 * 65 + 2] = (128).to_bytes(2, "little")
    with pytest.raises(ValueError, match="output weight 128: expected -127 to 127"):
        Network("x", 64, 32, 100, bytes(wrong))
