"""Commands that set options. Those that a running search cannot take interrupt it."""

from __future__ import annotations

from typing import ClassVar

from oddfish.engine.options import Option, OptionError
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.session import Handler, Session, read_int
from oddfish.protocols.settings import CLEAR_HASH, EVAL_FILE, EVALUATION, HASH, MULTIPV, OVERHEAD, SEARCH_FILE, THREADS

_RESIGN = Option("Resign", "check", False, help="resign hopeless games")


class Options(Player):
    """``option``, ``memory`` and ``cores``."""

    def option(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.set_option(name.strip(), value)

    def memory(self, text: str) -> None:
        megabytes = read_int(text, "megabytes", HASH.low, HASH.high)
        if megabytes != self.hash:
            self.between_searches(lambda: self._resize_hash(megabytes))

    def _resize_hash(self, megabytes: int) -> None:
        try:
            self.set_hash(megabytes)
        except OptionError as error:
            self.write(f"telluser {error}")

    def cores(self, text: str) -> None:
        threads = read_int(text, "cores", THREADS.low, THREADS.high)
        self.between_searches(lambda: self.set_threads(threads))

    def set_multipv(self, lines: int) -> None:
        self.between_searches(lambda: super(Options, self).set_multipv(lines))

    def set_eval_file(self, path: str) -> None:
        self.between_searches(lambda: super(Options, self).set_eval_file(path))

    def clear_hash(self, _: str = "") -> None:
        self.between_searches(self.searcher.new_game)

    def set_resigning(self, resigning: bool) -> None:
        self.resigning = resigning

    handlers: ClassVar[dict[str, Handler]] = {
        "option": option,
        "memory": memory,
        "cores": cores,
    }
    engine_options: ClassVar[dict[Option, Handler]] = {
        MULTIPV: set_multipv,
        OVERHEAD: Session.set_overhead,
        EVALUATION: Session.set_evaluation,
        EVAL_FILE: set_eval_file,
        SEARCH_FILE: Session.set_search_file,
        CLEAR_HASH: clear_hash,
        **Session.skill_options,
        **Session.book_options,
        _RESIGN: set_resigning,
    }
