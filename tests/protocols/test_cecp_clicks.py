"""CECP over pipes: clicks on XBoard's board, promotions, hands, and en passant after a FEN."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.pipes import CecpEngine

AUGMENTED = "augmented-half-chess"
ARMIES = ("option WhiteArmy=RF-CD-BW-QV", "option BlackArmy=RA-VS-BC-RVF")


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


def test_highlights(engine: CecpEngine):
    assert engine.ask("lift e2") == ["highlight 8/8/8/8/4Y3/4Y3/8/8"]
    assert engine.ask("lift e4") == ["highlight 8/8/8/8/8/8/8/8"]
    assert engine.ask("put e4") == []
    engine.ask("force", "setboard 4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
    assert engine.ask("lift e5") == ["highlight 8/8/3RY3/8/8/8/8/8"]  # en passant is a capture
    assert engine.ask("lift e1") == ["highlight 8/8/8/8/8/8/3YYY2/2YY1YY1"]  # castling both ways
    engine.ask("setboard 3qk3/8/8/8/8/8/8/3RK3 w - - 0 1")
    assert engine.ask("lift d1") == ["highlight 3R4/3Y4/3Y4/3Y4/3Y4/3Y4/3Y4/YYY5"]


def test_promotions_are_chosen():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask("force", *ARMIES, "setboard 1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        assert engine.ask("lift a7") == ["highlight MM6/8/8/8/8/8/8/8"]
        assert engine.ask("hover b8") == []
        assert engine.ask("put a8") == ["choice QRBNTHEM"]
        assert engine.ask("put b8") == ["choice QRBNTHEM"]
        assert engine.ask("put a5") == []
        assert engine.ask("usermove a7b8h") == []
        assert engine.fen().startswith("1H2k3/8")


def test_promotion_offers_identical_types_once():
    with CecpEngine(variant=AUGMENTED) as engine:
        engine.ask("option WhiteArmy=RF-CD-BW-QV", "option BlackArmy=RF-CD-BW-QV")
        engine.ask("force", "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "lift a7")
        assert engine.ask("put a8") == ["choice QRBN"]


def test_hands_of_halfgi():
    """The hands are on ranks 0 and 9."""
    with CecpEngine(variant="halfgi") as engine:
        engine.ask("force", "setboard 8/4k3/8/8/8/8/8/8/4K3/8 w - - 0 1")
        assert engine.ask("lift a0") == ["highlight 8/8/8/8/8/8/8/8/8/8"]
        engine.ask("setboard q7/4k3/8/8/8/8/8/8/4K3/P2N4 w - - 0 1")
        every = "/".join(["YYYYYYYY"] * 6)
        assert engine.ask("lift a0") == [f"highlight 8/8/{every}/YYYY1YYY/8"]
        assert engine.ask("lift b0") == ["highlight 8/8/8/8/8/8/8/8/8/8"]
        (line,) = engine.ask("usermove a0a8")
        assert line.startswith("Illegal move (")
        assert engine.ask("usermove d0d4") == []
        assert engine.ask("lift a9")[0].count("Y") > 10
        assert engine.ask("usermove a9a8") == []
        assert engine.fen().split()[0] == "q3k3/8/8/8/3N4/8/8/4K3[P]"


def test_only_the_rest_of_an_unfinished_turn_is_marked():
    """Stepping back in Edit Game can lead into the middle of a turn."""
    with CecpEngine(variant="halfgi") as engine:
        engine.ask("force", *(f"usermove {ply}" for ply in ("e2e4", "d7d5", "@@@@", "d5a0y")))
        nothing = "highlight 8/8/8/8/8/8/8/8/8/8"
        assert engine.ask("lift f2") == [nothing, "1 0 0 0 this turn is not over"]
        assert engine.ask("lift e4", "put d5") == ["highlight 8/8/8/8/3Y4/8/8/8/8/8"]
        assert engine.ask("usermove e4d5", "undo", "undo") == []
        assert engine.ask("lift d5", "put a0") == ["highlight 8/8/8/8/8/8/8/8/8/B7", "choice Y"]
        assert engine.ask("usermove d5a0y") == ["move e4d5"]  # no other piece can capture it
    with CecpEngine(variant="bifold-halfgi") as engine:
        engine.ask("force", *(f"usermove {ply}" for ply in ("a2a4", "c8a6h", "@@@@")))
        assert "/1YTTTTTTTTTTTTTT/" in engine.ask("lift d8")[0]
        assert engine.ask("put b6") == []
        assert engine.ask("lift a7")[1:] == ["1 0 0 0 this turn is not over"]
        assert engine.ask("usermove d8b6") == []


def test_en_passant_as_first_move_after_a_fen():
    """XBoard leaves the captured pawn on the board unless the move goes through its square."""
    fen = "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1"
    with CecpEngine(variant="half-chess") as engine:
        engine.ask("force", f"setboard {fen}", "exclude all", "include e5f6", "sd 1")
        engine.send("go")
        assert engine.expect("move ") == "move e5f5,f5f6"
        engine.ask("new", "variant half-chess", f"setboard {fen}", "playother", "sd 1")
        engine.send("usermove e5f6")
        lines = engine.until("move (?!e5)")
        assert lines[:2] == ["Illegal move (via f5): e5f6", "move e5f5,f5f6"]
        assert engine.ask("force", f"setboard {fen}", "usermove e5f6") == []
        engine.ask("setboard 4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1", "usermove f7f5", "exclude all", "include e5f6", "sd 1")
        engine.send("go")
        assert engine.expect("move ") == "move e5f6"  # an ordinary move later in the game


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("half-chess", ["usermove ,,", "usermove a9b1,", "usermove h0b1,", "usermove h0b1,b1c1", "lift i1", "lift a²"]),
        ("bifold-halfgi", ["lift z8", "put a", "lift a", "put a2b", "lift", "put", "hover", "put q1", "lift a10"]),
        ("halfgi", ["lift _9", "lift a٣", "lift i1", "lift _", "put a10"]),
        ("banqi", ["lift a9", "lift ²2", "usermove a0a1", "usermove a1i1,i1a1"]),
        ("fanorona-chess", ["lift f1", "put a10", "usermove a9z9,z9a9"]),
        ("tandem-84", ["lift m1", "put l8", "usermove z1a1", "usermove a8b9"]),
    ],
)
@pytest.mark.quick(5)
def test_squares_off_the_board_are_refused(variant: str, lines: list[str]):
    """Each gets an answer that names it, and nothing else changes."""
    with CecpEngine(variant=variant) as engine:
        before = engine.fen()
        for line in lines:
            answers = [answer for answer in engine.ask(line) if not answer.startswith("1 0 0 0 ")]
            assert len(answers) == 1
            assert answers[0].startswith(("Error (", "Illegal move ("))
            assert answers[0].endswith(f": {line.removeprefix('usermove ')}")
            assert "internal error" not in answers[0]
        assert engine.fen() == before
