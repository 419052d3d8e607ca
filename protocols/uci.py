"""The UCI front end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from oddfish.cext.core.background import BackgroundThread
from oddfish.cext.core.rules import Position
from oddfish.engine import NAME
from oddfish.engine.game import Game, MoveError, open_to_chance
from oddfish.engine.options import Option, shown
from oddfish.engine.printable import printable
from oddfish.engine.search_options import HASH, THREADS
from oddfish.engine.search_types import Best, Info, Limits, mate_in_moves
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.arguments import MAX_COUNT, MAX_TIME, CommandError, ignore, read_int
from oddfish.protocols.current_game import CurrentGame
from oddfish.protocols.diagnostics import Diagnostics
from oddfish.protocols.engine_options import SHARED_OPTIONS, OptionTable, Setter
from oddfish.protocols.opening_book import BookAnswer
from oddfish.protocols.output import Output
from oddfish.protocols.projections import projection_for
from oddfish.protocols.replay import Replay
from oddfish.protocols.session import Session, command_table
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer

_PONDER = Option("Ponder", "check", False, help="the GUI may let the engine ponder")
_ANALYSE = Option("UCI_AnalyseMode", "check", False, help="the GUI is analysing: do not play from the book")
#: UCI's name for chess.
_CHESS = "chess"
_VARIANT_NAMES = (*REGISTRY, _CHESS)
_VARIANT = Option("UCI_Variant", "combo", "", choices=_VARIANT_NAMES)
#: The engine's options in UCI. ``uci`` announces the variant first, and the others in this order.
ENGINE_OPTIONS = (HASH, THREADS, *SHARED_OPTIONS, _PONDER, _ANALYSE, _VARIANT)


class Go(NamedTuple):
    """A parsed ``go``."""

    limits: dict[str, Any]
    root_moves: list[str] | None
    perft: str | None
    unknown: list[str]


#: Stores the number that follows a word of ``go``.
_Store = Callable[[dict[str, Any], str], None]


def _number(limit: str, high: int, low: int = 1) -> _Store:
    """A function that stores a limit, or ``low`` if the number is less: ``depth 0`` searches briefly, not for ever."""

    def store(limits: dict[str, Any], text: str) -> None:
        limits[limit] = read_int(text, limit, low, high)

    return store


def _mate(limits: dict[str, Any], text: str) -> None:
    moves = read_int(text, "mate", 0, 1000)
    limits["mate"] = moves
    if not moves:
        limits.setdefault("depth", 1)


def _for_side(limit: str, side: int, low: int) -> _Store:
    def store(limits: dict[str, Any], text: str) -> None:
        pair = list(limits.get(limit) or Limits._field_defaults[limit])
        pair[side] = read_int(text, limit, low, MAX_TIME)
        limits[limit] = tuple(pair)

    return store


_LIMITS: dict[str, _Store] = {
    "wtime": _for_side("time", 0, 1),
    "btime": _for_side("time", 1, 1),
    "winc": _for_side("increment", 0, 0),
    "binc": _for_side("increment", 1, 0),
    "movestogo": _number("moves_to_go", 10000, 0),
    "depth": _number("depth", 1000),
    "nodes": _number("nodes", MAX_COUNT),
    "mate": _mate,
    "movetime": _number("movetime", MAX_TIME),
}
_FLAGS = ("infinite", "ponder")
#: The protocol's commands. Unknown words before them are skipped, as the protocol demands.
COMMANDS = (
    "uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit",
)  # fmt: skip


def parse_go(words: list[str]) -> Go:
    """Parse the arguments of ``go``.

    Raises:
        CommandError: a number is missing or not a whole number.
    """
    limits: dict[str, Any] = {}
    root_moves: list[str] | None = None
    perft = None
    unknown: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in _LIMITS or word == "perft":
            value = next(rest, None)
            if value is None:
                raise CommandError(f"expected a number after '{word}'")
            if word == "perft":
                perft = value
            else:
                _LIMITS[word](limits, value)
        elif word in _FLAGS:
            limits[word] = True
        elif word == "searchmoves":
            root_moves = []
        elif root_moves is not None:
            root_moves.append(word)
        else:
            unknown.append(word)
    return Go(limits, root_moves, perft, unknown)


def score_text(info: Info) -> str:
    """``cp N`` or ``mate N`` (in moves), with ``lowerbound`` or ``upperbound``."""
    text = f"cp {info.score}" if info.mate is None else f"mate {mate_in_moves(info.mate)}"
    return f"{text} {info.bound}bound" if info.bound else text


def info_text(info: Info) -> str:
    return (
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.line} score {score_text(info)} "
        f"nodes {info.nodes} nps {info.nps} hashfull {info.hashfull} tbhits {info.tbhits} time {info.time} "
        f"pv {' '.join(info.pv)}"
    )


def finished_text(game: Game) -> str:
    """The ``info`` line of a position without legal moves: the side to move is mated or has lost otherwise, or it is a
    draw."""
    result = game.result()
    lost = result is not None and result.winner == 1 - game.turn
    return f"info depth 0 score {'mate' if lost else 'cp'} 0"


def best_text(move: str | None, reply: str | None) -> str:
    return f"bestmove {move or '(none)'}" + (f" ponder {reply}" if reply else "")


def can_ponder(position: Position, move: int, reply: int) -> bool:
    """Whether the GUI can set up the position after a move and its expected reply. It cannot if the reply leaves its
    outcome to chance."""
    return not position.has_chance or not open_to_chance(position.make(move), reply)


def option_text(option: Option) -> str:
    """The ``option`` line."""
    text = f"option name {option.name} type {'string' if option.kind == 'file' else option.kind}"
    if option.kind == "button":
        return text
    text += f" default {shown(option.default) or '<empty>'}"
    if option.kind == "spin":
        text += f" min {option.low} max {option.high}"
    return text + "".join(f" var {choice}" for choice in option.choices)


class UciOutput(Output):
    """UCI's lines for comments and errors."""

    def refuse(self, text: str, reason: str) -> None:
        self.comment(f"{printable(reason, 800)} [{printable(text)}]")

    def comment(self, text: str) -> None:
        self.write(f"info string {text}")


class Uci(Session):
    """One UCI GUI.

    Args:
        inbox: the lines from the GUI.
        write: writes to the GUI.
        settings: the variant and its options.
        fixed_variant: the command line names the variant. Offer no other, because some adapters allow few names.
    """

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings, fixed_variant: bool = False):
        output = UciOutput(write)
        super().__init__(inbox, output, CurrentGame(settings))
        self._writer = write
        self._settings = settings
        self._fixed_variant = fixed_variant
        self._analysing = False  # UCI_AnalyseMode
        self._replay = Replay()
        self._diagnostics = Diagnostics(
            self.current, self.searcher, output, self.current_run, self.searcher.stop_and_wait, self.wake
        )
        self.commands = command_table(
            {
                "uci": self.uci,
                "debug": ignore,
                "isready": self.isready,
                "setoption": self.setoption,
                "register": ignore,
                "ucinewgame": self.ucinewgame,
                "position": self.position,
                "go": self.go,
                "stop": self.stop,
                "ponderhit": self.ponderhit,
                "quit": self.quit,
            },
            self._diagnostics.commands(),
        )
        setters: dict[Option, Setter] = {
            HASH: self.engine_options.set_hash,
            THREADS: self.engine_options.set_threads,
            **self.engine_options.setters(),
            _PONDER: ignore,
            _ANALYSE: self._set_analysing,
            _VARIANT: self._set_variant,
        }
        self.options = OptionTable(setters, settings, self._rules_changed)

    # Identity and options -------------------------------------------------------------------------------------

    def uci(self, text: str) -> None:
        settings = self._settings
        name = settings.variant.name
        fixed = (name, _CHESS) if settings.variant is get_variant(_CHESS) else (name,)
        variant = _VARIANT._replace(default=name, choices=fixed if self._fixed_variant else _VARIANT_NAMES)
        engine = [option for option in ENGINE_OPTIONS if option != _VARIANT]
        games = settings.own_options() if self._fixed_variant else settings.options()
        self.output.write(
            f"id name {NAME}",
            "id author the Oddfish authors",
            *(option_text(option) for option in (variant, *engine, *games)),
            *self._setup_lines(),
            "uciok",
        )

    def isready(self, text: str) -> None:
        try:
            self.searcher.get_ready(self.current.game)
        finally:
            self.output.write("readyok")

    def execute(self, text: str) -> None:
        words = text.split()
        if words[0] not in self.commands:
            known = next((number for number, word in enumerate(words) if word in COMMANDS), 0)
            text = text.split(maxsplit=known)[-1]
        super().execute(text)

    def setoption(self, text: str) -> None:
        words, *value = re.split(r"\svalue(?=\s|$)", text, maxsplit=1)
        name = words.split()[1:]
        if not name or words.split()[0] != "name":
            raise CommandError("expected setoption name NAME [value VALUE]")
        setting = value[0].strip() if value else ""
        self.set_option(" ".join(name), "" if setting == "<empty>" else setting)

    def _set_variant(self, name: str) -> None:
        self.searcher.stop_and_wait()
        self.current.choose_variant(name)
        variant = self._settings.variant
        template = projection_for(variant.name).parent
        self.output.comment(
            f"variant {variant.name} files {variant.files} ranks {variant.ranks} pocket {variant.pocket} "
            f"template {template} startpos {self.current.game.fen()}"
        )
        if variant.options and not self._fixed_variant:
            self.output.comment(f"options of {variant.name}: {', '.join(option.name for option in variant.options)}")
        self._announce_setup()

    def _rules_changed(self, name: str) -> None:
        start = self._settings.new_game()
        if self.current.from_start and not self.current.game.moves:
            self.current.start(start)
        self._announce_setup()

    def _announce_setup(self) -> None:
        self.output.write(*self._setup_lines())

    def _setup_lines(self) -> list[str]:
        """A comment on the current game's set-up, which may be random."""
        description = self.current.projection.describe(self._settings.game())
        return [f"info string {description}"] if description else []

    # Games ----------------------------------------------------------------------------------------------------

    def ucinewgame(self, text: str) -> None:
        self.searcher.new_game()
        self.current.begin()
        self._announce_setup()

    def position(self, text: str) -> None:
        """``startpos`` or ``fen FEN``, then ``moves M …``. After an error, the position is unchanged."""
        words = text.split()
        end = words.index("moves") if "moves" in words else len(words)
        head, moves = words[:end], words[end + 1 :]
        if head == ["startpos"]:
            fen = None
        elif head[:1] == ["fen"]:
            fen = " ".join(head[1:])
        else:
            raise CommandError("expected position startpos or position fen FEN, with or without moves")
        self.current.start(self._replay.game(self._settings, fen, moves), fen is None)

    # Searching ------------------------------------------------------------------------------------------------

    def go(self, text: str) -> None:
        command = parse_go(text.split())
        if command.unknown:
            self.output.comment(f"ignored in go: {printable(' '.join(command.unknown))}")
        if command.perft is not None:
            self._diagnostics.divide(command.perft)
            return
        limits = Limits(**command.limits, analysis=self._analysing)
        if command.root_moves is not None:
            limits = limits._replace(moves=self._root_moves(command.root_moves))
        self.current_run.stop()
        position = self.current.game.position
        answer = self._book_answer(limits)
        if answer is not None:
            self.searcher.stop_and_wait()  # the running search has to write its `bestmove` first
            self.output.comment(f"book {answer.candidates}")
            self.output.write(info_text(answer.info))
            self.searcher.give(answer.best, limits, lambda best: self._report(position, best))
            return
        if not self.current.game.legal_moves():
            self.searcher.stop_and_wait()
            self.output.write(finished_text(self.current.game))
        self.searcher.go(
            self.current.game,
            limits,
            on_info=lambda info: self._inform(position, info),
            on_done=lambda best: self._report(position, best),
            on_current=lambda depth, move, number: self.output.write(
                f"info depth {depth} currmove {move} currmovenumber {number}"
            ),
        )
        self.inbox.attend(self.searcher.running, self._writer)

    def _inform(self, position: Position, info: Info) -> None:
        """Called on the search's thread."""
        self.output.write(info_text(info))
        if info.line == 1:
            reply = info.pv[1] if info.pv[1:] and can_ponder(position, *info.moves[:2]) else None
            self._writer.prepare(self.searcher.running, best_text(info.pv[0], reply))

    def _report(self, position: Position, best: Best) -> None:
        """Called on the search's thread."""
        if not best.answered:
            known = best.move is not None and best.reply is not None and can_ponder(position, best.move, best.reply)
            self.output.write(best_text(best.text, best.ponder if known else None))
        thread = BackgroundThread.current()  # None if there was no memory for one
        self.inbox.post(lambda: None if thread is None else thread.join())  # wakes the session

    @property
    def finishing(self) -> bool:
        return self.searcher.finishing

    def _book_answer(self, limits: Limits) -> BookAnswer | None:
        """The book's move, but only in games: in analysis the engine searches."""
        if self._analysing or limits.infinite or limits.mate:
            return None
        return self.opening_book.answer(self.current.game, limits.moves)

    def _set_analysing(self, analysing: bool) -> None:
        self._analysing = analysing

    def _root_moves(self, texts: list[str]) -> tuple[int, ...]:
        moves, game = [], self.current.game
        for text in texts:
            try:
                moves.append(game.bare(game.parse(text)))
            except MoveError as error:
                self.output.comment(f"searchmoves: {printable(str(error))}")
        return tuple(moves)

    def stop(self, text: str) -> None:
        self.current_run.stop()
        self.searcher.stop()

    def ponderhit(self, text: str) -> None:
        self.searcher.ponderhit()
