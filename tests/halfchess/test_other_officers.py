"""Armies of pieces that no variant has: the generator moves all of them, networks know few."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.geometry import LEAPS
from oddfish.cext.core.perft import perft
from oddfish.cext.core.sample import feature_lists
from oddfish.cext.halfchess.armies import FIDE, FULL, HALF, Army, Piece, legal_armies, planes
from oddfish.cext.halfchess.game import HalfChess, Setup
from oddfish.cext.search.session import Search
from oddfish.engine.evaluation.networks import built_in_network
from oddfish.engine.game import Game
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.halfchess import _setup as kept
from reference.halfchess import Position, Rules

LEGAL = "RA-IC-BW-QV"
#: Army codes in the reference's words: an archbishop, an amazon, and a chancellor.
CODES = "R-N-BN-Q", "RN-IF-B-QN"


def piece(code: str) -> Piece:
    """The piece of a code of FIDE letters and leapers."""
    leaps = {"I": LEAPS["V"] + LEAPS["F"], **LEAPS}
    found = Piece(0, 0, frozenset())
    for letter in code:
        found |= FIDE[letter] if letter in "RBQ" else Piece(0, 0, frozenset(leaps[letter]))
    return found


def army(code: str) -> Army:
    return Army({slot: piece(part) for slot, part in zip("RNBQ", code.split("-"))})


def setup(drops: bool = False) -> Setup:
    return Setup(*map(army, CODES), drops=drops, foreign=not drops)


def reference() -> Position:
    return replace(Position.start("augmented-chess", (LEGAL, LEGAL)), rules=Rules("augmented-chess", CODES))


def fields(fen: str) -> str:
    """A FEN without its armies."""
    return " ".join(fen.split()[:6])


@pytest.mark.later
def test_other_officers_move_as_in_the_reference() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        position, expected = HalfChess(setup()), reference()
        for _ in range(80):
            texts = sorted(position.texts())
            assert texts == expected.legal_moves()
            assert position.fen() == fields(expected.fen())
            assert HalfChess(position.setup, position.fen()).key == position.key
            if not texts or expected.outcome([]):
                break
            text = rng.choice(texts)
            position, expected = position.make(position.parse(text)), expected.push(text)


def test_perft_of_other_officers() -> None:
    position = HalfChess(setup())
    assert perft(position, 3) == perft(position, 3, lists=True) == reference().perft(3)
    dropping = HalfChess(setup(drops=True), "r2qk2r/ppp2ppp/8/8/8/8/PPP2PPP/R2QK2R[BNPbnp] w KQkq - 0 1")
    assert perft(dropping, 2) == perft(dropping, 2, lists=True)


def test_other_officers_are_evaluated_by_hand() -> None:
    position = HalfChess(setup())
    assert planes(piece("BN"), True) is None
    network = built_in_network(get_variant("augmented-chess"))
    assert network is not None
    values = position.values(0)
    assert values["Q"] > values["B"] > values["N"]
    for text in ("", "d2d4", "c1e2"):
        at = position.make(position.parse(text)) if text in position.texts() else position
        assert network.evaluate(at) == at.evaluate()
    found = []
    for evaluation in (network, None):
        search = Search()
        search.set_network(evaluation)
        search.prepare(depth=5)
        found.append((search.run(position, []), search.nodes))
    assert found[0] == found[1]
    with pytest.raises(ValueError, match="represent"):
        position.features(0)
    with pytest.raises(ValueError, match="represent"):
        feature_lists([position])


@pytest.mark.parametrize(
    "wrong",
    [
        Piece(3, 0, frozenset()),
        Piece(0, HALF, frozenset({(0, 0)})),
        Piece(FULL, FULL, frozenset((x, y) for x in range(-4, 5) for y in range(-4, 5) if x or y)),
    ],
)
def test_pieces_that_the_generator_cannot_move(wrong: Piece) -> None:
    with pytest.raises(ValueError, match="Piece"):
        Setup(Army({**FIDE, "Q": wrong}), Army(FIDE))


def test_armies_of_a_setup_cannot_be_changed() -> None:
    """Setups are shared: neither the caller's pieces nor those of a setup lead to its own."""
    pieces = dict(FIDE)
    made = Setup(Army(pieces), Army(FIDE))
    del pieces["Q"]
    assert dict(made.armies[0].pieces) == FIDE
    assert made.has_endings
    with pytest.raises(TypeError):
        made.armies[0].pieces["Q"] = FIDE["R"]  # type: ignore[index]


def test_setups_of_army_codes_are_kept() -> None:
    """As many as the variants keep, also when most FENs are wrong."""
    code = legal_armies("augmented-half-chess")[0]
    fen = f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {code}:"
    first = Game("augmented-half-chess", fen=fen + code).position.setup  # type: ignore[attr-defined]
    assert Game("augmented-half-chess", fen=fen + code).position.setup is first  # type: ignore[attr-defined]
    for black in legal_armies("augmented-half-chess")[:100]:
        assert Game("augmented-half-chess", fen=fen + black).position.setup.codes == (code, black)  # type: ignore[attr-defined]
        for wrong in (black.lower(), black[1:], ""):
            with pytest.raises(FenError):
                Game("augmented-half-chess", fen=fen + wrong)
    assert kept.cache_info().currsize == kept.cache_info().maxsize == 64
