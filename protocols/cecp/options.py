"""Commands that set the engine's options. Options that cannot change during a search interrupt it."""

from __future__ import annotations

from oddfish.engine.options import Option, OptionError
from oddfish.engine.search_options import EVAL_FILE, EVALUATION, HASH, MULTIPV, SEARCH_FILE, THREADS
from oddfish.protocols.arguments import Handler, read_int
from oddfish.protocols.cecp.display import GUI
from oddfish.protocols.cecp.offers import Offers
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.engine_options import SHARED_OPTIONS, EngineOptions, Setter
from oddfish.protocols.settings import CLEAR_HASH

_RESIGN = Option("Resign", "check", False, help="resign hopeless games")
#: The engine's options in CECP, in the order they are announced.
ENGINE_OPTIONS = (*SHARED_OPTIONS, _RESIGN, GUI)
#: The options that cannot change during a search, or that a search reads when it starts.
_INTERRUPTING = (MULTIPV, EVALUATION, EVAL_FILE, SEARCH_FILE, CLEAR_HASH)


class Options:
    """``memory`` and ``cores``, and the options."""

    def __init__(self, engine: EngineOptions, player: Player, offers: Offers, output: CecpOutput):
        self._engine = engine
        self._player = player
        self._offers = offers
        self._output = output

    def commands(self) -> dict[str, Handler]:
        return {"memory": self.memory, "cores": self.cores}

    def setters(self) -> dict[Option, Setter]:
        """How to set each option, except the GUI, which belongs to the display."""
        setters = self._engine.setters()
        return {
            **setters,
            **{each: self._between_searches(setters[each]) for each in _INTERRUPTING},
            _RESIGN: self._offers.set_resigning,
        }

    def _between_searches(self, setter: Setter) -> Setter:
        """A setter that interrupts a running search."""
        return lambda value: self._player.between_searches(lambda: setter(value))

    def memory(self, text: str) -> None:
        megabytes = read_int(text, "megabytes", HASH.low, HASH.high)
        if megabytes != self._engine.hash:
            self._player.between_searches(lambda: self._resize_hash(megabytes))

    def _resize_hash(self, megabytes: int) -> None:
        try:
            self._engine.set_hash(megabytes)
        except OptionError as error:
            self._output.tell_user(str(error))

    def cores(self, text: str) -> None:
        threads = read_int(text, "cores", THREADS.low, THREADS.high)
        self._player.between_searches(lambda: self._engine.set_threads(threads))
