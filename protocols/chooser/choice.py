"""The choice of a game, and the questions that lead to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from oddfish.engine.game import Game
from oddfish.engine.levels import BEGINNER, FULL_STRENGTH, LEVEL_OPTION
from oddfish.engine.options import Option, OptionError
from oddfish.engine.variants.base import Variant
from oddfish.protocols.settings import Settings
from oddfish.protocols.xboard import GAME_TIME, WATCH_TIME, XBoardError, time_flags

#: The roles to choose from, and their labels.
ROLES = {"white": "play White", "black": "play Black", "watch": "watch the engine play itself"}
#: The engine's seconds per move without clocks, as in `oddfish play`.
MOVE_TIME = 0.5
#: Suggested time controls.
TIMES = (GAME_TIME, WATCH_TIME, "1+1", "10+5", "15+10", "40/20")


@dataclass
class Choice:
    """A game to play.

    Attributes:
        role: a key of :data:`ROLES`.
        time: ``[MOVES/]MINUTES[:SECONDS][+INCREMENT]``.
        options: the variant's options by name, as you entered them.
        engine: the engine's options by name, as you entered them.
        seconds: the engine's seconds per move in a game without clocks.
    """

    variant: Variant
    role: str = "white"
    time: str = GAME_TIME
    options: dict[str, str] = field(default_factory=dict)
    engine: dict[str, str] = field(default_factory=dict)
    seconds: float = MOVE_TIME

    def objection(self, engine_options: Sequence[Option] = ()) -> str:
        """Why the game cannot be played; '' if it can."""
        settings = Settings(self.variant.name)
        try:
            time_flags(self.time)
            for name, value in self.options.items():
                settings.set(name, value)
            Game(settings.variant, settings.values)
            for option in engine_options:
                option.read(self.engine.get(option.name, option.default))
        except (OptionError, XBoardError) as error:
            return str(error).removeprefix("--")
        return ""


def questions(variant: Variant) -> list[Option]:
    """The options to ask for: house rules and armies, but no secret ones."""
    return [option for option in variant.options if option.name not in variant.hidden_options]


def suggested(option: Option, role: str) -> Option:
    """An option of the engine with the value to suggest: full strength if you only watch, unless you set a level."""
    if option.name == LEVEL_OPTION and option.default == BEGINNER and role == "watch":
        return option._replace(default=FULL_STRENGTH)
    return option


def explained(option: Option) -> str:
    """What an option does, and the values it accepts."""
    values = f"{option.low} to {option.high}" if option.kind == "spin" else ", ".join(option.choices)
    return f"{option.help} ({values})" if values else option.help
