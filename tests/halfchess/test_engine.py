"""The engine alone: packed moves, abbreviations, options, and the reasons behind its army rules."""

from __future__ import annotations

import pickle
import random

import pytest

from halfchess.sides import AC, AHC, HALVES
from oddfish.cext.core.errors import AmbiguousMoveError, FenError, MoveError
from oddfish.cext.core.geometry import LEAPS
from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.armies import (
    ARMY_RULES,
    AUGMENTED_HALF,
    SLOTS,
    Army,
    legal_armies,
    listed_armies,
    parse_army,
)
from oddfish.engine.evaluation.networks import evaluate_by_built_in
from oddfish.engine.game import Game, Result
from oddfish.engine.options import OptionError
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.halfchess import FAMILY, STRONGEST, ranked_armies, shared_pieces
from reference import armies as reference_armies
from support.perft_suite import read_position, setup_of

# ----------------------------------------------------------------------------------------------- move texts


def walk(variant: str, seed: int, plies: int) -> list[Position]:
    """The positions of one random game."""
    rng = random.Random(f"{variant} {seed}")
    position = Game(variant, seed=seed).position
    line = [position]
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        promoting = [move for move in moves if len(position.text(move)) == 5]
        position = position.make(rng.choice(promoting or moves))
        line.append(position)
    return line


@pytest.mark.parametrize("variant", [variant.name for variant in FAMILY])
@pytest.mark.quick(3)
def test_texts_are_unique_and_parse_back(variant: str) -> None:
    for seed in range(4):
        for position in walk(variant, seed, 120)[::4]:
            by_text = {position.text(move): move for move in position.moves()}
            assert len(by_text) == position.count()
            for text, move in by_text.items():
                assert text == text.lower() and " " not in text
                assert position.parse(text) == move == position.parse(text.upper())


def test_abbreviations() -> None:
    """A promotion can be left out if there is one choice; several are listed (rules/README.md)."""
    position = read_position("half-chess", "8/P6k/8/8/8/8/8/7K w - - 0 1")
    with pytest.raises(AmbiguousMoveError, match="'a7a8' fits several moves: a7a8b a7a8n a7a8q a7a8r") as caught:
        position.parse("a7a8")
    assert caught.value.candidates == ("a7a8b", "a7a8n", "a7a8q", "a7a8r")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(MoveError, match="A7A8"):
        position.parse("A7A8")


# -------------------------------------------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("variant", "fen", "outcome"),
    [
        ("half-chess", "4R1kr/5ppp/8/8/8/8/8/K7 b - - 0 1", (1, "checkmate")),
        ("half-chess", "k1R5/8/1K6/8/8/8/8/8 b - - 0 1", (2, "stalemate")),
        ("halfgi", "k1R5/8/1K6/8/8/8/8/8[] b - - 0 1", (2, "stalemate")),
        ("halfgi", "k1R5/8/1K6/8/8/8/8/8[p] b - - 0 1", (0, "")),
        ("normal", "4k3/8/8/8/8/8/8/4K3", (2, "insufficient material")),
        ("half-chess", "4k3/8/8/8/8/8/8/3BK3", (0, "")),
        ("normal", "4k3/8/8/8/8/8/8/3BK3", (2, "insufficient material")),
    ],
)
def test_outcome_for_the_side_to_move(variant: str, fen: str, outcome: tuple[int, str]) -> None:
    """1: lost, 2: drawn, 0: the game goes on."""
    assert read_position(variant, fen).outcome() == outcome


def test_result_names_the_winner() -> None:
    white = Game("normal", fen="R5k1/5ppp/8/8/8/8/8/K7 b - - 100 90")
    assert white.result() == Result(0, "checkmate") and white.result().text == "1-0"  # type: ignore[union-attr]
    black = Game("normal", fen="k7/8/8/8/8/8/5PPP/r5K1 w - - 120 90")
    assert black.result() == Result(1, "checkmate") and black.result().text == "0-1"  # type: ignore[union-attr]
    draw = Game("normal", fen="7k/5Q2/6K1/8/8/8/8/8 b - - 100 90")
    assert draw.result() == Result(None, "stalemate") and draw.result().text == "1/2-1/2"  # type: ignore[union-attr]


# --------------------------------------------------------------------------------------------------- armies


@pytest.mark.parametrize("code", ["RF-VS-BW-RCA", "RS-CD-BW-RCF", "RC-VS-BW-RCA", *HALVES])
def test_army_codes_are_read_in_any_case(code: str) -> None:
    assert parse_army(code, AUGMENTED_HALF).code == code
    assert parse_army(f" {code.lower()} ", AUGMENTED_HALF).code == code


@pytest.mark.parametrize("variant", [AHC, AC])
def test_a4_bars_what_adds_nothing(variant: str) -> None:
    """A barred augmenter adds no move (half) or no square of an empty board (full) to its basic piece."""
    rules = ARMY_RULES[variant]
    leaps = {letter: set(LEAPS[letter]) for letter in rules.augmenters}
    for slot in SLOTS:
        for basic, piece in rules.basics[slot].items():
            covered = set(piece.leaps)
            for reach, vectors in ((piece.rook, "W"), (piece.bishop, "F")):
                if reach:
                    covered |= leaps[vectors]
                    if reach == 1:  # full-length slides pass the second square too
                        covered |= {(2 * x, 2 * y) for x, y in leaps[vectors]}
            barred = {letter for letter in rules.augmenters if leaps[letter] <= covered}
            assert set(rules.useless[basic]) | ({basic} & barred) == barred, basic


def test_a6_sharing() -> None:
    Game(AHC, {"WhiteArmy": HALVES[0], "BlackArmy": HALVES[0]})
    with pytest.raises(OptionError, match="A6"):
        Game(AHC, {"WhiteArmy": HALVES[0], "BlackArmy": HALVES[0], "DistinctPieces": True})
    with pytest.raises(OptionError, match="A6"):  # CV and VC are one piece
        Game(AHC, {"WhiteArmy": "RF-CV-BW-QA", "BlackArmy": "RS-VC-BD-RVA", "DistinctPieces": True})
    for seed in range(30):
        drawn = Game(AHC, {"DistinctPieces": True}, seed=seed)
        assert not shared_pieces(*drawn.position.setup.armies)  # type: ignore[attr-defined]


def test_a6_holds_for_fens() -> None:
    """An army field that shares a piece is refused as in options; other FENs follow the options."""
    distinct = {"WhiteArmy": HALVES[0], "BlackArmy": HALVES[1], "DistinctPieces": True}
    start = Game(AHC, distinct).position.fen()
    board = start.rpartition(" ")[0]
    assert ":".join(HALVES) in start
    assert Game(AHC, distinct, start).position.fen() == Game(AHC, distinct, board).position.fen() == start
    shared = start.replace(HALVES[1], HALVES[0])
    assert Game(AHC, {**distinct, "DistinctPieces": False}, shared).position.fen() == shared
    with pytest.raises(FenError, match=r"share R, N, B, Q, which DistinctPieces forbids \(rule A6\)"):
        Game(AHC, distinct, shared)
    with pytest.raises(FenError, match=r"share N, which"):  # CV and VC are one piece
        Game(AHC, distinct, start.replace(":".join(HALVES), "RF-CV-BW-QA:RS-VC-BD-RVA"))


def test_choice_of_armies() -> None:
    """``random`` draws from the listed armies, ``engine`` lets the engine choose, codes name an army."""

    def codes(options: dict[str, str], seed: int | None = None) -> tuple[str, str]:
        return Game(AHC, options, seed=seed).position.setup.codes  # type: ignore[attr-defined]

    drawn = {code for seed in range(60) for code in codes({}, seed)}
    assert drawn <= set(listed_armies(AHC)) and len(drawn) > 60
    assert (
        codes({"WhiteArmy": "engine", "BlackArmy": "Random"}, 1)[0]
        in ranked_armies(get_variant(AHC), evaluate_by_built_in)[:STRONGEST]
    )
    assert codes({"WhiteArmy": "rf-cd-bw-qv", "BlackArmy": HALVES[1]}) == HALVES
    with pytest.raises(OptionError, match=r"WhiteArmy.*A3"):
        Game(AHC, {"WhiteArmy": "RF-CW-BC-QV"})


@pytest.mark.parametrize(("variant", "listed"), [(AHC, 374), (AC, 232)])
@pytest.mark.quick(3)
def test_the_engines_own_choice_is_listed(variant: str, listed: int) -> None:
    """A5: the engine too chooses among the armies whose pieces Betza named."""
    armies = ranked_armies(get_variant(variant), evaluate_by_built_in)[:STRONGEST]
    assert len(set(armies)) == len(armies) == 12 and len(listed_armies(variant)) == listed
    assert all(reference_armies.listed(code, variant) for code in armies)
    chosen = {"WhiteArmy": "engine", "BlackArmy": "engine"}
    drawn = [Game(variant, chosen, seed=seed).position.setup.codes for seed in range(60)]  # type: ignore[attr-defined]
    assert {code for pair in drawn for code in pair} == set(armies)


def test_the_engines_own_choices_without_a_shared_piece() -> None:
    for seed in range(20):
        game = Game(AHC, {"WhiteArmy": "engine", "BlackArmy": "Engine", "DistinctPieces": True}, seed=seed)
        assert not shared_pieces(*game.position.setup.armies)  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", [AHC, AC])
def test_the_engine_finds_an_army_without_a_shared_piece(variant: str) -> None:
    """Some armies share a piece with each of the strongest ones."""
    ranked = ranked_armies(get_variant(variant), evaluate_by_built_in)
    strongest = [parse_army(code, ARMY_RULES[variant]) for code in ranked]
    against = [code for code in legal_armies(variant) if not disjoint(code, strongest[:STRONGEST], variant)]
    assert against
    for code in against:
        for white, black in ((code, "engine"), ("engine", code)):
            options = {"WhiteArmy": white, "BlackArmy": black, "DistinctPieces": True}
            setup = Game(variant, options).position.setup  # type: ignore[attr-defined]
            assert code in setup.codes
            best = next(army for army in strongest if disjoint(code, [army], variant))
            assert best.code in setup.codes


def disjoint(code: str, armies: list[Army], variant: str) -> bool:
    """Whether an army shares no piece with one of some armies."""
    return any(not shared_pieces(parse_army(code, ARMY_RULES[variant]), army) for army in armies)


def test_setups_are_cached() -> None:
    assert setup_of(AHC, HALVES) is setup_of(AHC, HALVES)
