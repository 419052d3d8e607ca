"""Games saved in their own notation, translated to XBoard's."""

from __future__ import annotations

import random

import pytest

from oddfish.engine.game import Game
from oddfish.engine.pgn import read_pgn
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.projections import projection_for
from oddfish.protocols.recorded import recorded_options
from oddfish.protocols.transcript import in_plies
from support.saved import first_is_red, play_on, played_at_random, ply_of

#: In these games XBoard's board is that of the game, so their files need no translation.
AS_THEY_ARE = {"normal", "half-chess", "augmented-chess", "augmented-half-chess"}


def replayed(variant: str, options: dict[str, object], text: str) -> Game:
    """The game that XBoard sends to the engine when it loads this PGN."""
    record = next(read_pgn(text))
    projection = projection_for(variant)
    game = Game(variant, options, projection.read_fen(record.tags["FEN"]))
    game.deal = None
    for word in record.moves:
        if (move := projection.receive(game, ply_of(word), human=False).move) is not None:
            game.push_move(move)
            assert not game.pending
    return game


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", sorted(set(REGISTRY) - AS_THEY_ARE))
@pytest.mark.quick(5)
def test_plies_lead_through_the_same_game(variant: str) -> None:
    for seed in range(6):
        game = played_at_random(variant, seed, 60)
        text = in_plies(
            game.pgn({"Event": r"""A "test" \ match"""}), game.variant, game.options, projection_for(variant)
        )
        assert text is not None
        again = replayed(variant, dict(game.options), text)
        assert first_is_red(again.texts()) == first_is_red(game.texts())
        tags = next(read_pgn(text)).tags
        assert tags["Variant"] == variant and tags["Event"] == r'A "test" \ match'


@pytest.mark.parametrize("variant", ["halfgi", "tandem-84", "bifold-halfgi", "fanorona-chess"])
def test_games_from_a_position(variant: str) -> None:
    """With either side to move."""
    start = played_at_random(variant, 5, 9)
    for fen in (start.fen(), Game(variant, fen=start.positions[-2].fen()).fen()):
        game = play_on(Game(variant, fen=fen), random.Random(fen), 16)
        text = in_plies(game.pgn(), game.variant, {}, projection_for(variant))
        assert text is not None and (" 1... " in text.replace("\n", " ")) == (game.positions[0].turn == 1)
        assert replayed(variant, {}, text).texts() == game.texts()


@pytest.mark.parametrize("variant", sorted(AS_THEY_ARE))
def test_what_xboard_reads_anyway_stays(variant: str) -> None:
    game = played_at_random(variant, 1, 40)
    assert in_plies(game.pgn(), game.variant, game.options, projection_for(variant)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[Event "empty"]\n\n*\n',
        '[Variant "tandem-84"]\n\n1. Pc2c4 Pj6j4 2. -- Pe6e5 *\n',  # XBoard's own
        '[Variant "tandem-84"]\n[FEN "nonsense"]\n\n1. c2c4 *\n',
    ],
)
def test_other_files_stay_as_they_are(text: str) -> None:
    assert in_plies(text, get_variant("tandem-84"), {}, projection_for("tandem-84")) is None


def test_house_rules_are_read() -> None:
    """Only the game's own; tags of other programs are ignored."""
    banqi = get_variant("banqi")
    tags = {"Options": "CannonDirect=False, DarkCapture=True, ChariotRides=off, Colour=blue"}
    found = {"CannonDirect": "False", "DarkCapture": "True", "ChariotRides": "off"}
    assert recorded_options(tags, banqi) == found
    assert recorded_options({}, banqi) == recorded_options({"Options": "none"}, banqi) == {}
