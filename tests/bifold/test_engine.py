"""Tests of the engine alone: check, noisy moves, static exchange evaluation, keys, the board as text."""

from __future__ import annotations

import random

import pytest

from bifold.boards import BIFOLD, HANDED, VARIANTS, WAZIRS, WEAK
from bifold.sides import Engine
from oddfish.cext.bifold.game import VARIANTS as ENGINE_VARIANTS
from oddfish.cext.core.errors import FenError
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY


def test_variants() -> None:
    assert tuple(ENGINE_VARIANTS) == VARIANTS


@pytest.mark.parametrize(
    ("pieces", "rest", "check"),
    [
        ("WFe1 rre5 wfe8", "w", True),  # a unit takes both
        ("WFe1 re2 wfe8", "w", False),  # a half takes only one
        ("We1 Fa1 rre5 wfe8", "w", False),
        ("WFe1 pd2 wfe8", "w", True),
        ("We1 re2 wfe8", "w", False),  # a lone half is safe from halves
        ("We1 rre5 wfe8", "w", True),
        ("WRe1 re2 wfe8", "w", True),
        ("Wre1 re2 wfe8", "w", True),
        ("Wre1 rre5 wfe8", "w", False),  # its halves do not reach that far
        ("Wre1 pd2 wfe8", "w", False),
        ("Fe3 wre6 fh8", "w", True),
        ("We3 wre6 fh8", "w", False),  # B8: not through e4, where the Wazir would take it
        ("Fe3 wre6 fh8 RRh4", "w", False),
        ("WFe1 RRe5 wfe8", "b", True),
        ("WFe1 RRe5 wfe8", "w", False),
        ("Fa1 Pb2 pb3 wfe8", "w", False),  # no legal move, but not in check
    ],
)
def test_check_is_the_loss_of_all_royals_next_move(pieces: str, rest: str, check: bool) -> None:
    """Not a rule, but for search extensions: the opponent threatens to capture the last royals."""
    assert Engine.setup(pieces, rest).position.check == check


@pytest.mark.parametrize(
    ("supporter", "check"),
    [
        ("", True),
        ("Ra2", False),  # B8: from a2 the Rook supports e2 once c2 is empty, and e2 then threatens d3
        ("Hc3", True),  # the Horse does not support e2 while its leg is blocked
        ("PPd1", False),
    ],
)
def test_check_by_a_royal_unit_past_weak_pawns(supporter: str, check: bool) -> None:
    before = Engine.setup(f"We4 Pe2 bfb1 wh1 {supporter}", "b", WEAK).position
    move = before.parse("b1c2")
    assert before.gives_check(move) == before.make(move).check == check


def test_b10_repetitions_are_counted() -> None:
    assert Engine.setup("RRa1 WFe1 wfe8").play("a1a2 e8e7 a2a1 e7e8 " * 2).game.repetitions() == 3


def test_keys_differ_between_variants() -> None:
    assert len({Engine.setup("", variant=variant).key for variant in (BIFOLD, HANDED, WEAK)}) == 3


def test_keys_differ_between_royals() -> None:
    """A side's last royal can be a Wazir with the option and without it."""
    lone = [Engine.setup("We1 we8", royal_wazirs=wazirs) for wazirs in (False, True)]
    assert lone[0].fen() == lone[1].fen() and lone[0].key != lone[1].key


@pytest.mark.parametrize("variant", [BIFOLD, HANDED, WEAK])
def test_the_option_changes_the_legend(variant: str) -> None:
    ferz = ("F", "royal Ferz")
    for value in (False, True):
        game = Game(variant, {"RoyalWazirs": value})
        assert (ferz in game.variant.legend(game.position)) != value


def test_two_wazirs_are_fixed_in_their_variant() -> None:
    assert Game(WAZIRS, {"RoyalWazirs": True}).fen() == Game(WAZIRS).fen()
    with pytest.raises(OptionError, match=f"option RoyalWazirs: the royals of {WAZIRS} are always two Wazirs"):
        Game(WAZIRS, {"RoyalWazirs": False})


def test_fens_have_no_more_pieces_than_the_game() -> None:
    with pytest.raises(FenError, match="49 pieces on the board and in the hands, expected at most 48"):
        Engine.setup(f"[{'R' * 45}]")


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
def test_texts_are_unique_and_parse_back(variant: str) -> None:
    rng = random.Random(variant)
    lengths = set()
    for _ in range(4):
        line = Game(variant)
        while line.result() is None and len(line.moves) < 120:
            position = line.position
            by_text = {position.text(move): move for move in position.moves()}
            assert len(by_text) == position.count()
            lengths |= {len(text) for text in by_text}
            assert all(text == text.lower() for text in by_text)
            for text in rng.sample(sorted(by_text), min(6, len(by_text))):
                assert position.parse(text) == position.parse(text.upper()) == by_text[text]
            noisy = position.noisy()
            line.push_move(rng.choice(noisy if noisy and rng.random() < 0.4 else position.moves()))
    assert {4, 5, 6, 7} <= lengths


@pytest.mark.slow
def test_gain_and_noisy() -> None:
    """Captures and promotions, and only they, are noisy and have a gain."""
    rng = random.Random("noisy")
    for variant in VARIANTS:
        for _ in range(6):
            line = Game(variant)
            while line.result() is None and len(line.moves) < 100:
                position = line.position
                pieces = sum(len(position.cell(sq)) for sq in range(64))  # type: ignore[attr-defined]
                noisy = set(position.noisy())
                for move in position.moves():
                    after = position.make(move)
                    left = sum(len(after.cell(sq)) for sq in range(64))  # type: ignore[attr-defined]
                    text = position.text(move)
                    takes = (left < pieces and "@" not in text) or "=" in text
                    assert (move in noisy) == takes == (position.gain(move) > 0), f"{position.fen()} {text}"
                line.push_move(rng.choice(sorted(noisy) if noisy and rng.random() < 0.4 else position.moves()))


@pytest.mark.parametrize(
    ("pieces", "text", "threshold", "nets"),
    [
        ("Ra1 ra3", "a1a3", 0, True),  # sharing is safe
        ("Rd1 Ba3 rc3", "d1d3", 0, True),  # a lone half is safe from a lone half
        ("Rd1 rra3", "d1d3", 0, False),  # but not from a unit
        ("RRd1 rb3", "d1d3", 0, False),  # a unit is exposed to a half
        ("RRd1 qqd5 Hh8", "d1d5", 600, True),
        ("RRd1 pd5 pc6", "d1d5", 0, False),
        ("Pd4 qqe5 pd6", "d4e5", 400, True),
    ],
)
def test_see_knows_which_pieces_capture(pieces: str, text: str, threshold: int, nets: bool) -> None:
    position = Engine.setup(pieces).position
    assert position.see(position.parse(text), threshold) == nets


def test_draw_shows_stacks_and_hands() -> None:
    rows = REGISTRY[BIFOLD].draw(Engine.setup("RRa1 Hhb1 [Qp]").position).splitlines()
    assert rows[0] == "8  .. .. .. .. wf .. .. ..   in hand: p"
    assert rows[7] == "1  RR Hh .. .. WF .. .. ..   in hand: Q"
    assert rows[8] == "   a  b  c  d  e  f  g  h"


@pytest.mark.parametrize(("variant", "kinds"), [(BIFOLD, 5), (WAZIRS, 5), (HANDED, 6), (WEAK, 5)])
def test_pockets(variant: str, kinds: int) -> None:
    assert REGISTRY[variant].pocket == kinds
