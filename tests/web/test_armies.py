"""The choice of armies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.cext.halfchess.armies import ARMY_RULES, legal_armies, parse_army
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.halfchess import shared_pieces
from oddfish.protocols.web.armies import armies, army_options
from support.web_page import Player, player

AUGMENTED = {"augmented-half-chess": 1050, "augmented-chess": 232}


@pytest.mark.later
def test_games_with_armies() -> None:
    assert {name for name in REGISTRY if army_options(name)} == set(AUGMENTED)
    assert {name for name in REGISTRY if armies(name)} == set(AUGMENTED)
    assert armies("nonsense") is None


@pytest.mark.parametrize("variant", AUGMENTED)
def test_all_armies_are_offered(variant: str) -> None:
    """The armies without conflicts are the legal ones, and each conflict is explained."""
    found = armies(variant)
    assert found is not None
    conflicts = {(one, other) for one, other, why in found["conflicts"] if why}
    offered = {
        "-".join(army)
        for army in product(*(slot["codes"] for slot in found["slots"]))
        if not any((one, other) in conflicts for one in army for other in army)
    }
    assert offered == set(legal_armies(variant))
    assert len(offered) == AUGMENTED[variant]
    assert set(found["random"]) <= offered
    assert all(piece["targets"] and piece["title"] for piece in found["pieces"].values())


@pytest.mark.parametrize("variant", AUGMENTED)
def test_pieces_that_move_alike(variant: str) -> None:
    found, rules = armies(variant), ARMY_RULES[variant]
    assert found is not None
    known = legal_armies(variant)
    for one, other in product(known[::23], known[::17]):
        alike = {found["pieces"][code]["like"] for code in one.split("-")} & {
            found["pieces"][code]["like"] for code in other.split("-")
        }
        assert bool(alike) == bool(shared_pieces(parse_army(one, rules), parse_army(other, rules)))


@pytest.fixture
def someone(chromium: Any, address: str, variant: str) -> Iterator[Player]:
    with player(chromium) as found:
        found.page.goto(f"{address}#new/{variant}")
        found.page.wait_for_selector(".army")
        yield found


def army(someone: Player, side: int) -> Any:
    return someone.page.locator(".army").nth(side)


def pick(someone: Player, side: int, code: str) -> None:
    """Choose an army piece by piece."""
    box = army(someone, side)
    box.locator("input[value=choose]").check(force=True)
    for index, part in enumerate(code.split("-")):
        slot = box.locator(f"[data-slot='{index}']")
        if slot.get_attribute("aria-expanded") == "false":
            slot.click()
        box.locator(f"[data-code='{part}']").click()


@pytest.mark.slow
@pytest.mark.parametrize("variant", AUGMENTED)
def test_every_army_can_be_chosen(someone: Player, variant: str) -> None:
    """By the functions that clicks call, from any other army."""
    codes = legal_armies(variant)
    chosen = someone.page.evaluate(
        """(codes) => {
          const army = document.querySelector(".army").army;
          army.setMode("choose");
          return codes.map((code) => {
            code.split("-").forEach((part, index) => army.choose(index, part));
            return new FormData(document.querySelector("form.setup")).get("option:WhiteArmy");
          });
        }""",
        [*codes],
    )
    assert chosen == [*codes]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", AUGMENTED)
def test_armies_are_chosen_by_pictures(someone: Player, variant: str) -> None:
    white, black = legal_armies(variant)[100], legal_armies(variant)[-1]
    pick(someone, 0, white)
    pick(someone, 1, black)
    army(someone, 1).locator("[data-slot='2']").click()
    army(someone, 1).locator("[data-code='BD']").hover()
    assert army(someone, 1).locator(".shown-piece strong").inner_text().startswith("BD: ")
    assert army(someone, 1).locator(".shown-piece .mark").count() > 4
    someone.page.click("dialog button[type=submit]")
    someone.page.wait_for_selector(".field .board")
    someone.wait("game.state.frames")
    assert someone.game("game.state.rules") == {"WhiteArmy": white, "BlackArmy": black}
    someone.page.go_back()
    someone.page.wait_for_selector(".army")
    assert army(someone, 0).locator("input[type=hidden]").input_value() == white  # it is remembered


@pytest.mark.parametrize("variant", ["augmented-chess"])
def test_conflicts_are_explained(someone: Player) -> None:
    pick(someone, 0, "RF-NA-BW-QV")
    box = army(someone, 0)
    box.locator("[data-slot='0']").click()
    box.locator("[data-code='RA']").click()  # the Knight has A
    assert "both add A" in box.locator(".note").inner_text()
    assert box.locator("[data-slot='1']").inner_text().endswith("Knight")
    someone.page.click("dialog button[type=submit]")
    someone.until("document.querySelector('dialog .problem').textContent.includes('still needs: Knight')")
    box.locator("[aria-label='Random army']").click()
    value = box.locator("input[type=hidden]").input_value()
    assert value in legal_armies("augmented-chess")
    pick(someone, 0, "RF-NA-BW-QV")
    pick(someone, 1, "RA-NF-BD-QC")
    someone.page.check(".armies input[type=checkbox]")
    other = army(someone, 1)
    other.locator("[data-slot='0']").click()
    other.locator("[data-code='RF']").click(force=True)  # White has it
    assert "White’s RF moves like RF" in other.locator(".note").inner_text()
    assert other.locator("input[type=hidden]").input_value() == "RA-NF-BD-QC"
    for _ in range(20):
        other.locator("[aria-label='Random army']").click()
        drawn = other.locator("input[type=hidden]").input_value()
        assert not set(drawn.split("-")) & {"RF", "NA", "BW", "QV"}
