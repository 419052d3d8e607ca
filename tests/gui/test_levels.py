"""Playing levels in XBoard's menu of engine options."""

from __future__ import annotations

import re

import pytest

from gui.harness import Display, missing_programs, wait_until
from gui.table import Table
from oddfish.engine.levels import LEVELS

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: The number of fields and buttons that Tab visits for an option of each kind.
_STOPS = {"file": 2}
_OPTION = re.compile(r'feature option="(\S+) -(\w+)')


def set_option(table: Table, name: str, value: str) -> None:
    """Engine > Engine #1 Settings: enter a value in the field of an option, then OK."""
    offered = [match.groups() for match in (_OPTION.match(message.text) for message in table.messages()) if match]
    names = [one for one, _ in offered]
    stops = sum(_STOPS.get(kind, 1) for _, kind in offered[: names.index(name)])
    table.skip()
    dialog = table._open("Engine #1 Settings")
    table.display.xdotool("key", *["Tab"] * stops, "ctrl+a")
    table.display.xdotool("type", value)
    table.display.xdotool("key", "Tab", "alt+o")  # a field takes its value when it loses the focus
    wait_until(lambda: dialog not in table.dialogs(), "the dialog to close")
    table.wait_command(f"option {name}={value}$")


@pytest.mark.parametrize(("variant", "move"), [("normal", ("e2", "e4")), ("halfgi", ("d2", "d4"))])
def test_a_level_from_the_menu(display: Display, variant: str, move: tuple[str, str]) -> None:
    """From the next move on, the engine does not look further than its level."""
    with Table(display, variant, depth=9, options=["-showThinking", "true"]) as table:
        before = len(table.messages())
        table.play(*move)
        assert max(depths(table, before)) == 9
        set_option(table, "SkillLevel", "3")
        before = len(table.messages())
        table.play("g1", "f3")
        assert 1 <= max(depths(table, before)) <= LEVELS[3].depth
        table.check()


def depths(table: Table, since: int) -> list[int]:
    """The depths of the engine's thinking lines."""
    said = [message.text for message in table.messages()[since:] if not message.sent]
    return [int(match[1]) for match in (re.match(r"\s*(\d+)\s+-?\d+\s+\d+\s+\d+\s", text) for text in said) if match]
