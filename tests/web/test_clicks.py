"""Clicks make moves: every legal move has a path, which leads only to it or to a chooser that lists it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.base import Guide
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.web.clicks import choices, narrow, offered, targets
from oddfish.protocols.web.paths import paths_of
from oddfish.protocols.web.paths.base import BUTTON
from oddfish.protocols.web.table import Table

pytestmark = pytest.mark.sampled(3)

GAMES: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in REGISTRY]
GAMES += [(name, {"DarkCapture": True, "MultiCapture": True}) for name in REGISTRY if name.startswith("banqi")]
GAMES += [("tandem-84", {"GhostMove": "glide-peaceful"})]
PLIES, SEEDS = 40, 2


def positions(variant: str, options: dict[str, Any]) -> Iterator[tuple[Guide, Position]]:
    """The positions of random games, and those inside their turns."""
    for seed in range(SEEDS):
        game, rng = Game(variant, options, seed=seed), random.Random(seed)
        guide = guide_of(game.variant)
        for _ in range(PLIES):
            if game.result():
                break
            yield guide, game.position
            text = rng.choice(game.legal())
            first, comma, _ = text.partition(",")
            if comma:
                yield guide, game.position.after_first(first)  # type: ignore[attr-defined]
            game.push(text)


@pytest.mark.one_a_family
@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_paths_lead_to_their_moves(variant: str, options: dict[str, Any]) -> None:
    for guide, position in positions(variant, options):
        known = choices(paths_of(guide), position)
        assert [choice.text for choice in known] == guide.moves(position)
        for choice in known:
            found = narrow(known, choice.path)
            assert found.played == choice or (found.asks and choice in found.left), (position.fen(), choice)


@pytest.mark.one_a_family
@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_whole_squares_are_enough(variant: str, options: dict[str, Any]) -> None:
    """With a finger you click squares instead of halves, and choose among the remaining moves."""
    for guide, position in positions(variant, options):
        known = choices(paths_of(guide), position)
        for choice in known:
            clicks = [click.partition(":")[0] for click in choice.path[:2]]
            found = narrow(known, clicks)
            assert found.played == choice or (found.asks and choice in found.left), (position.fen(), choice)


@pytest.mark.one_a_family
@pytest.mark.parametrize(("variant", "options"), GAMES)
@pytest.mark.quick(3)
def test_choosers_tell_moves_apart(variant: str, options: dict[str, Any]) -> None:
    for guide, position in positions(variant, options):
        known = choices(paths_of(guide), position)
        asked = set()
        for choice in known:
            clicks = tuple(click.partition(":")[0] for click in choice.path[:2])
            found = narrow(known, clicks)
            if not found.asks or clicks in asked:
                continue
            asked.add(clicks)
            options_shown = offered(guide, position, found.left)
            assert [option["text"] for option in options_shown] == [choice.text for choice in found.left]
            pictures = {tuple(map(tuple, option["squares"])) for option in options_shown}
            assert len(pictures) == len(options_shown), (position.fen(), options_shown)
            assert len({option["label"] for option in options_shown}) == len(options_shown)


@pytest.mark.one_a_family
@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_every_move_is_marked(variant: str, options: dict[str, Any]) -> None:
    for guide, position in positions(variant, options):
        known = choices(paths_of(guide), position)
        marked = targets(known)
        for choice in known:
            if choice.path[0].startswith(BUTTON):
                continue
            first, *rest = choice.path
            ends = [end for end, _ in marked[first]]
            assert (rest[0].partition(":")[0] if rest else first) in ends


def test_no_click_leads_elsewhere() -> None:
    """Clicks that do not begin a path do nothing, and the table says why."""
    table = Table(Game("half-chess"))
    assert narrow(table.choices(), ["e2", "e5"]) == ([], None, False)
    assert table.why(["e2", "e5"]).startswith("The Pawn on e2 does not move to e5")
    assert table.why(["e7"]).startswith("The Pawn on e7 is Black's")
    assert table.why(["a1", "a1"])


def test_promotions_are_offered_in_pictures() -> None:
    table = Table(Game("normal", fen="7k/P7/8/8/8/8/8/K7 w - - 0 1"))
    found = table.narrow(["a7", "a8"])
    assert found.asks
    shown = offered(table.guide, table.position, found.left)
    assert {option["squares"][0][1] for option in shown} == set("QRBN")
    assert "White's Queen on a8" in {option["label"] for option in shown}


def test_victims_are_clicked_or_chosen() -> None:
    table = Table(Game("fanorona-chess", fen="4k/5/5/5/4n/5/2P2/1p3/3K1 w - - 0 1"))
    found = table.narrow(["c3", "d4"])
    assert found.asks
    assert {choice.path[2] for choice in found.left} == {"b2", "e5"}
    assert table.narrow(["c3", "d4", "b2"]).played == next(c for c in found.left if c.text == "c3d4xb2")


def test_halves_are_clicked() -> None:
    table = Table(Game("bifold-halfgi"))
    table.push("e2e4")
    table.push("e7e5")
    whole = table.narrow(["f1"])
    half = table.narrow(["f1:b"])
    assert half.left and {*half.left} < {*whole.left}
    assert table.paths.halves(table.position, "f1") == "BB"
    assert table.turn(True)["halves"]["e1"] in ("WF", "FW")


def test_turns_are_made_in_parts() -> None:
    table = Table(Game("tandem-84"))
    first = table.narrow(["c2", "c4"])
    assert first.played is not None
    assert table.choose(first.played.text)  # White's first turn is one move
    part = table.narrow(["b6", "b5"]).played
    assert part is not None
    assert not table.choose(part.text)
    assert table.part == "b6b5" and len(table.game.moves) == 1
    assert table.why(["e6", "e5"]).startswith("The two moves of a turn begin on different boards")
    table.part = ""
    assert not table.choose("b6b5")
    second = table.narrow(["h6", "h5"]).played
    assert second is not None and table.choose(second.text)
    assert table.game.texts()[-1] == "b6b5,h6h5"


def test_a_series_is_ended_by_a_button() -> None:
    game = Game("banqi", {"MultiCapture": True}, fen="4/4/4/4/4/1p2/1n2/1R2[] w r 0 1")
    table = Table(game)
    played = table.narrow(["b1", "b2"]).played
    assert played is not None
    table.choose(played.text)
    ((text, label),) = table.turn(True)["buttons"]
    assert label == "Stop capturing"
    stop = table.narrow([f"={text}"]).played
    assert stop is not None and table.choose(text)
