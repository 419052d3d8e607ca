"""The CECP front end: XBoard's protocol, version 2. Here are its commands; what the engine does on its own is in
``player``. No variant is known here: see ``projections``."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from oddfish.engine import NAME
from oddfish.engine.game import MoveError
from oddfish.engine.options import Option, OptionError
from oddfish.engine.searcher import Limits
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.cecp_text import feature_lines, name_line, status_line
from oddfish.protocols.edit import Editor
from oddfish.protocols.player import GUESS, HINT, PONDER, THINK, Player, Task
from oddfish.protocols.projections.base import NULL
from oddfish.protocols.session import EXPECTED, CommandError, Handler, Session, read_int
from oddfish.protocols.settings import CLEAR_HASH, EVAL_FILE, HASH, MULTIPV, OVERHEAD, THREADS, Settings
from oddfish.protocols.streams import Inbox, Writer, printable

if TYPE_CHECKING:
    from oddfish.protocols.pictures.live import LiveBoard

#: The variant GUIs mean by a `new` that no `variant` follows.
_PLAIN = "normal"
#: XBoard takes an `Illegal move` or `Error` with one of these words in it for the answer to a command, and ignores it.
_COMMANDS = re.compile(
    r"name|rating|\?|result|board|bk|computer|variant|hint|random|depth|accepted|protover|analyze", re.IGNORECASE
)
_HINT_TIME = 300  # ms
#: What XBoard says between `variant` and the `ping` it waits for.
_PREPARING = ("random", "force", "setboard", "level", "st", "sd", "post", "nopost", "hard", "easy", "memory", "cores")
#: What a game that is handed over may still be told by, and the seconds within which it is.
_HANDING_OVER = ("usermove", "computer", "name")
_HAND_OVER = 0.2
_RESIGN = Option("Resign", "check", False, help="give hopeless games up")


def _live_board(path: str | None) -> LiveBoard | None:
    """Imported only where XBoard has such a file: engines start often, and anywhere."""
    if path is None:
        return None
    from pathlib import Path

    from oddfish.protocols.pictures.live import LiveBoard

    return LiveBoard(Path(path))


class Cecp(Player):
    """One CECP GUI.

    Args:
        fixed_variant: the command line named the variant: it is what ``new`` begins, and `normal` is not offered.
        board: a file to keep the picture of the present game's board in.
    """

    def __init__(
        self, inbox: Inbox, write: Writer, settings: Settings, fixed_variant: bool = False, board: str | None = None
    ):
        super().__init__(inbox, write, settings)
        self.fixed_variant = fixed_variant
        self.start_variant = settings.variant.name
        self.live_board = _live_board(board)
        self.repaint = self._show_board()  # XBoard has to look at it again
        self.board_size = ""  # of the last `setup`
        self.told_name = ""  # what XBoard knows the engine by
        self.opponent = ""
        self.computer = False
        self.on_turn = False  # the command before was a move that did not end the mover's turn
        self.editor: Editor | None = None
        self.setup_due = False  # `setup` lines are to follow `variant`
        self.doubtful: list[str] = []  # moves of a game that may yet be handed over with another set-up
        self.doubt: threading.Timer | None = None  # ends it
        self.judging = False  # those moves

    # Input and output -----------------------------------------------------------------------------------------

    def execute(self, text: str) -> None:
        if self.setup_due and text.split()[0] not in _PREPARING:
            self.setup_due = False
            self._set_board_up()
        if self.doubtful and text.split()[0] not in _HANDING_OVER:
            self._judge_doubtful()
        if self.editor is not None and text.split()[0] not in ("quit", "ping"):
            self._edit_line(text)
        else:
            on_turn, self.on_turn = self.on_turn, False
            if on_turn and text == "go":
                self.take_sides()
            else:
                super().execute(text)

    def unknown(self, text: str) -> None:
        """A bare move is one of a GUI that refused ``usermove=1``, or typed by hand."""
        try:
            self.game.parse(text)
        except MoveError:
            if not _looks_like_move(text):
                raise CommandError("unknown command") from None
        self.usermove(text)

    def refuse(self, text: str, reason: str) -> None:
        reason = printable(reason, 450).replace("(", "[").replace(")", "]")
        self.write(f"Error ({reason}): {printable(text)}")

    def warn(self, text: str) -> None:
        self.write(f"telluser {printable(text, 450)}")

    def report_crash(self, text: str, reason: str) -> None:
        self.write(f"tellusererror {printable(reason, 450)}")
        self.refuse(text, reason)

    def comment(self, text: str) -> None:
        self.write(f"# {text}")

    # Starting -------------------------------------------------------------------------------------------------

    def protover(self, text: str) -> None:
        self.clicks = False
        if not self.fixed_variant:
            self.start_variant = _PLAIN
            self._new_game(_PLAIN)
        names = [name for name in REGISTRY if name != self.start_variant]
        if self.start_variant != _PLAIN:
            names.remove(_PLAIN)
        setup = self.projection.setup(self.game.position) if self.fixed_variant else []
        self.told_name = self._name()
        self.write(
            *feature_lines(
                self.told_name,
                [self.start_variant, *names],
                [*self.engine_options, *self.settings.options()],
                setup,
            )
        )

    def accepted(self, feature: str) -> None:
        if feature == "highlight" and not self.clicks:
            self.clicks = True
            if not self.game.moves:
                self.set_up(None)  # dealt

    def _name(self) -> str:
        return f"{NAME} {self.projection.badge(self.game)}".strip()

    def new(self, text: str) -> None:
        self._new_game(self.start_variant)
        self.proceed_in_analysis()

    def variant(self, text: str) -> None:
        """The variant of the game just begun by ``new``. XBoard shows the position of our ``setup``: where it begins
        from a position of its own it sends that before it reads ours, which therefore waits to be the same."""
        get_variant(printable(text, 60))
        self._new_game(text)
        self.setup_due = True
        self._tell_setup()
        self.proceed_in_analysis()

    def _set_board_up(self) -> None:
        """Tell XBoard the present game's board, and make it look at the picture if that is a new one."""
        lines = self.projection.setup(self.game.position)
        size = lines[0].split()[2].partition("_")[0] if lines else ""
        if (self._show_board() and size == self.board_size) or self.repaint:
            from oddfish.protocols.pictures.live import detour

            lines = [*map(detour, lines[:1]), *lines]
        self.repaint, self.board_size = False, size
        self.write(*lines)

    def _show_board(self) -> bool:
        return self.live_board is not None and self.live_board.show(self.projection.board)

    def _new_game(self, variant: str) -> None:
        self.abandon()
        self.choose_variant(variant)
        self.game_replaced()
        self.control.new_game()
        self.searcher.new_game()
        self.side = None if self.analyzing else 1
        self.opponent, self.computer, self.at_home = "", False, False

    def _tell_name(self) -> None:
        """The engine's name carries what the opponent's engine has to know."""
        name = self._name()
        if name != self.told_name:
            self.told_name = name
            self.write(name_line(name))

    def _tell_setup(self) -> None:
        self._tell_name()
        described = self.projection.describe(self.game)
        if described:
            self.comment(described)

    def rules_changed(self, name: str) -> None:
        """Before the first move the start is set up anew, later the next game is the first to know."""
        if not self.from_start or self.game.moves:
            self.write(f"telluser {name} takes effect with the next game")
            return
        task = self.abandon()
        before = self.projection.setup(self.game.position)
        self.begin()
        self.game_replaced()
        after = self.projection.setup(self.game.position)
        if after != before:
            self.write(*after)
        self._tell_setup()
        self.resume_task(task)

    # Modes ----------------------------------------------------------------------------------------------------

    def force(self, text: str) -> None:
        self.stop_perft()
        self.abandon()
        self.set_mode(None)

    def go(self, text: str) -> None:
        if self.task is None or self.task.kind != THINK:
            self._settle(self.game.turn)
            if not self.computer:
                self.write(*self.view.mend(self.game))
            self.set_mode(self.game.turn)
            self.proceed()

    def take_sides(self) -> None:
        """XBoard sends ``go`` behind the user's first move before it can know that the move is refused, or not all of a
        turn: the engine plays the other side, and no ``go`` will come again."""
        self.set_mode(1 - self.game.turn)
        self.proceed()

    def playother(self, text: str) -> None:
        expected = self.expected
        self._settle(1 - self.game.turn)
        self.set_mode(1 - self.game.turn)
        self.proceed()
        self.start_pondering(expected)

    def analyze(self, text: str) -> None:
        self.set_mode(None, analyzing=True)
        self.proceed()

    def exit(self, text: str) -> None:
        self.stop_perft()
        self.abandon()
        self.set_mode(None)

    def pause(self, text: str) -> None:
        if not self.in_pause:
            task = self.abandon()
            self.in_pause = True
            if task is not None:
                task.spent, task.started = task.elapsed(), time.monotonic()
            self.paused = task

    def resume(self, text: str) -> None:
        if not self.in_pause:
            return
        task, self.paused, self.in_pause = self.paused, None, False
        if task is None:
            self.proceed()
        else:
            task.started = time.monotonic()
            self.resume_task(task)

    def result(self, text: str) -> None:
        self.abandon()
        self.set_mode(None)

    def hard(self, text: str) -> None:
        self.pondering = True

    def easy(self, text: str) -> None:
        self.pondering = False
        if self.task is not None and self.task.kind in (PONDER, GUESS):
            self.abandon()

    def post(self, text: str) -> None:
        self.posting = True

    def nopost(self, text: str) -> None:
        self.posting = False

    # Moves ----------------------------------------------------------------------------------------------------

    def usermove(self, text: str) -> None:
        if not text:
            raise CommandError("expected a move")
        if self.task is not None and self.task.kind == THINK:
            self._illegal("the engine is to move", text)
            return
        if not self.game.moves and not self.analyzing:
            self._settle(1 - self.game.turn)
        human = not self.computer and self.side is not None
        mover = self.game.turn
        if self.doubtful:
            self.doubtful.append(text)
            return
        try:
            received = self.view.receive(self.game, text, human)
        except MoveError as error:
            if self._may_be_handed_over():
                self._doubt(text)
                return
            self.on_turn = self.side is None and not self.analyzing
            reason = str(error).removeprefix(f"'{text}'").lstrip(": ").removeprefix("is ")
            self._illegal(reason, text)
            if self.view.explains and not self.computer:
                self.write(f"1 0 0 0 {printable(reason)}")
            return
        self.write(*received.replies)
        if received.move is not None:
            self._opponent_moved(received.move)
        elif self.analyzing:
            self.proceed()
        self.on_turn = self.side is None and not self.analyzing and self.game.turn == mover

    def _illegal(self, reason: str, move: str) -> None:
        reason = printable(reason).replace("(", "[").replace(")", "]")
        if self.clicks and _COMMANDS.search(reason):
            reason = "against the rules"
        self.write(f"Illegal move ({reason}): {printable(move)}")

    # A game that the opponent's engine has begun comes move by move, and only then its name with the set-up: until then
    # a move that is none in this engine's own set-up is not refused.

    def _may_be_handed_over(self) -> bool:
        joining = self.projection.joins and self.side is None and not self.analyzing
        return joining and not self.at_home and not self.judging

    def _doubt(self, move: str) -> None:
        self.doubtful.append(move)
        self.doubt = threading.Timer(_HAND_OVER, self.inbox.post, [self._judge_doubtful])
        self.doubt.daemon = True
        self.doubt.start()

    def _judge_doubtful(self) -> None:
        """Make the moves that were held back, or refuse them."""
        if self.doubt is not None:
            self.doubt.cancel()
        moves, self.doubtful = self.doubtful, []
        self.judging = True
        try:
            for move in moves:
                self.usermove(move)
        finally:
            self.judging = False

    def _opponent_moved(self, move: str) -> None:
        task = self.task
        move = self.game.push(move)
        self.position_changed()
        if task is not None and task.kind == PONDER and task.expected == move and not self.game.result():
            task.kind, task.game = THINK, self.game
            task.started = time.monotonic()
            self.searcher.ponderhit()
        else:
            self.proceed()

    def move_now(self, text: str) -> None:
        self.stop_perft()
        task = self.task
        if task is not None and task.kind == THINK:
            self.searcher.stop()
            self.searcher.wait()
            self.finish(task)

    def undo(self, text: str) -> None:
        self._take_back(1)

    def remove(self, text: str) -> None:
        """The user takes his last turn back. Of turns that took several plies XBoard is made to take back the rest."""
        self._take_back(2)
        if self.side is None or self.computer:
            return
        while self.view.plies(self.game) and self.view.unsettled(self.game, 1 - self.side):
            self.write(f"Illegal move (taken back too): {NULL}")
            self._take_back(1)

    def _take_back(self, plies: int) -> None:
        if self.view.plies(self.game) < plies:
            raise CommandError("no move to take back")
        task = self.abandon()
        for _ in range(plies):
            if self.view.undo():
                self.game.pop()
        self.position_changed()
        if self.analyzing or (task is not None and task.kind == THINK):
            self.proceed()

    def setboard(self, text: str) -> None:
        known = self.view.passed(self.game, text)
        if known is not None:
            self._take_back(known)
            return
        try:
            self._set_board(self.view.read_fen(text))
        except EXPECTED as error:
            self._illegal_position(error)

    def _illegal_position(self, error: Exception) -> None:
        self.write(f"tellusererror Illegal position: {printable(str(error), 300)}")

    def _set_board(self, fen: str) -> None:
        game = self.settings.game(fen)
        self.abandon()
        self._start(game, from_start=False)
        self.game_replaced()
        self.proceed_in_analysis()

    def edit(self, text: str) -> None:
        self.abandon()
        self.editor = Editor(self.projection.write_fen(self.game.position).split()[0])

    def _edit_line(self, text: str) -> None:
        editor = self.editor
        if editor is None or text != ".":
            if editor is not None:
                editor.feed(text)
            return
        self.editor = None
        turn = "wb"[self.game.turn]
        try:
            self._set_board(self.projection.read_edit(editor.board, turn))
        except EXPECTED as error:
            self._illegal_position(error)
            self.proceed_in_analysis()

    def exclude(self, text: str) -> None:
        self._restrict(text, set(self.game.position.moves()), self.excluded.update)

    def include(self, text: str) -> None:
        self._restrict(text, set(self.excluded), self.excluded.difference_update)

    def _restrict(self, text: str, everything: set[int], change: Callable[[set[int]], Any]) -> None:
        moves = everything if text == "all" else {self.game.parse(self.view.meant(text))}
        waiting = self.root_moves() is None  # for something to be included
        self.undisturbed(lambda: change(moves))
        if waiting:
            self.proceed()

    # Clocks ---------------------------------------------------------------------------------------------------

    def level(self, text: str) -> None:
        self.control.level(text, len(self.game.moves))

    def st(self, text: str) -> None:
        self.control.st(text)

    def sd(self, text: str) -> None:
        self.control.sd(text)

    def time(self, text: str) -> None:
        self.control.own = read_int(text, "time", -(10**9), 10**9) * 10

    def otim(self, text: str) -> None:
        self.control.other = read_int(text, "time", -(10**9), 10**9) * 10

    # Talk -----------------------------------------------------------------------------------------------------

    def ping(self, text: str) -> None:
        """Answered at once, whatever the engine is doing: a search that is not wanted has been abandoned by then."""
        if self.told_name:  # `normal` begins without a `variant` command
            self._tell_name()
        self.write(f"pong {printable(text)}".rstrip())

    def draw(self, text: str) -> None:
        self.draw_offered = True
        if self.task is None or self.task.kind != THINK:
            self.answer_draw()

    def name(self, text: str) -> None:
        self.opponent = printable(text)
        if self.computer and (self.game.moves or self.doubtful) and not self.at_home:
            self._join()
        self._judge_doubtful()

    def _join(self) -> None:
        """XBoard has told this engine the moves of a game that the opponent's has been playing, with its own set-up."""
        agreed = self.projection.join(self.game, self.opponent)
        if not agreed:
            return
        moves = self.game.texts()
        start = self.game.positions[0]
        fen = None if self.from_start else self.projection.read_fen(self.projection.write_fen(start))
        self.settings.fix(agreed)
        self.set_up(fen)
        for move in moves:
            self.game.push(move)
        self.comment(self.projection.describe(self.game))

    def against_computer(self, text: str) -> None:
        self.computer = True

    def _settle(self, side: int) -> None:
        """Before the first move: what the opponent's engine announced by its name holds in this game too."""
        if self.game.moves or not self.opponent:
            return
        agreed = self.projection.agree(self.game, self.opponent, side)
        self.opponent = ""
        if not agreed:
            return
        fen = None if self.from_start else self.projection.write_fen(self.game.position)
        self.settings.fix(agreed)
        self.set_up(None if fen is None else self.projection.read_fen(fen))
        self.comment(self.projection.describe(self.game))

    def hint(self, text: str) -> None:
        line = self.task.line() if self.task is not None else ()
        move = line[0] if line else self.expected
        begun = self.view.continuing(self.game)
        if move and (not begun or self.game.parse(move) in begun):
            self.write_hint(move)
        elif (self.task is not None and self.task.kind != GUESS and not begun) or self.game.pending:
            return  # nothing is known yet
        elif self.game.position.count():
            self.start_search(Task(HINT, self.game), Limits(movetime=_HINT_TIME, moves=begun))

    def book(self, text: str) -> None:
        """The moves of the opening book, if it has any here; then the pop-up explains the game."""
        variant = self.settings.variant
        import textwrap

        legend = [f"{letter}: {meaning}" for letter, meaning in variant.legend(self.game.position)]
        known = self.opening_book.lines(self.game, lambda move: self.view.line(self.game.position, [move])[0])
        if known:
            known.append("")
        rules = [*textwrap.wrap(variant.summary, 70), *textwrap.wrap(self.view.manual, 70)]
        lines = [*known, variant.title, *rules, *legend]
        self.write(*(f" {line}" for line in lines), "")

    def status(self, text: str) -> None:
        if self.task is not None:
            status = self.searcher.status()
            move = self.view.line(self.task.game.position, [status.move])[0] if status.move else ""
            self.write(status_line(status._replace(move=move)))

    def lift(self, text: str) -> None:
        self.at_home = True
        self.write(*self.projection.lift(self.game, text))

    def put(self, text: str) -> None:
        self.write(*self.projection.put(self.game, text))

    def hover(self, text: str) -> None:
        self.write(*self.projection.hover(self.game, text))

    def setscore(self, text: str) -> None:
        """Not offered by our features."""
        raise CommandError("scores cannot be set")

    # Options --------------------------------------------------------------------------------------------------

    def option(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.set_option(name.strip(), value)

    def memory(self, text: str) -> None:
        megabytes = read_int(text, "megabytes", HASH.low, HASH.high)
        if megabytes != self.hash:
            self.undisturbed(lambda: self._resize(megabytes))

    def _resize(self, megabytes: int) -> None:
        try:
            self.set_hash(megabytes)
        except OptionError as error:
            self.write(f"telluser {error}")

    def cores(self, text: str) -> None:
        threads = read_int(text, "cores", THREADS.low, THREADS.high)
        self.undisturbed(lambda: self.set_threads(threads))

    def set_multipv(self, lines: int) -> None:
        self.undisturbed(lambda: super(Cecp, self).set_multipv(lines))

    def set_eval_file(self, path: str) -> None:
        self.undisturbed(lambda: super(Cecp, self).set_eval_file(path))

    def clear_hash(self, _: str = "") -> None:
        self.undisturbed(self.searcher.new_game)

    def set_resigning(self, resigning: bool) -> None:
        self.resigning = resigning

    # Counting -------------------------------------------------------------------------------------------------

    def perft(self, text: str) -> None:
        self.run_perft(text, split=False)

    def divide(self, text: str) -> None:
        self.run_perft(text)

    handlers: ClassVar[dict[str, Handler]] = {
        "xboard": Session.ignore,
        "protover": protover,
        "accepted": accepted,
        "rejected": Session.ignore,
        "new": new,
        "variant": variant,
        "random": Session.ignore,
        "force": force,
        "go": go,
        "playother": playother,
        "usermove": usermove,
        "?": move_now,
        "undo": undo,
        "remove": remove,
        "result": result,
        "draw": draw,
        "quit": Session.quit,
        "level": level,
        "st": st,
        "sd": sd,
        "time": time,
        "otim": otim,
        "hard": hard,
        "easy": easy,
        "pause": pause,
        "resume": resume,
        "ping": ping,
        "setboard": setboard,
        "edit": edit,
        "memory": memory,
        "cores": cores,
        "option": option,
        "computer": against_computer,
        "name": name,
        "rating": Session.ignore,
        "ics": Session.ignore,
        "analyze": analyze,
        "exit": exit,
        ".": status,
        "hint": hint,
        "bk": book,
        "include": include,
        "exclude": exclude,
        "setscore": setscore,
        "post": post,
        "nopost": nopost,
        "lift": lift,
        "put": put,
        "hover": hover,
        "perft": perft,
        "divide": divide,
        "d": Session.show,
        "eval": Session.show_evaluation,
    }
    engine_options: ClassVar[dict[Option, Handler]] = {
        MULTIPV: set_multipv,
        OVERHEAD: Session.set_overhead,
        EVAL_FILE: set_eval_file,
        CLEAR_HASH: clear_hash,
        **Session.book_options,
        _RESIGN: set_resigning,
    }


def _looks_like_move(text: str) -> bool:
    """Whether a line is a move in coordinates, legal or not: a drop, or at least two squares."""
    letters = "".join("0" if char.isdecimal() else "a" if char.isalpha() else char for char in text)
    while "00" in letters:
        letters = letters.replace("00", "0")
    return letters in ("a@a0", "@@@@") or letters.startswith("a0a0")
