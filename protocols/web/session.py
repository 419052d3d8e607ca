"""A session: one game, its players, and the pages that show it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddfish.cext.core.errors import MoveError
from oddfish.engine.game import Result
from oddfish.engine.guide.words import capital
from oddfish.engine.levels import BEGINNER, FULL_STRENGTH
from oddfish.engine.options import shown
from oddfish.engine.searcher import Limits
from oddfish.protocols.web import sharing
from oddfish.protocols.web.advice import Adviser
from oddfish.protocols.web.analysis import MOST_LINES, Analyst
from oddfish.protocols.web.errands import Errands, failure_note
from oddfish.protocols.web.events import Event, Events
from oddfish.protocols.web.loading import rematch
from oddfish.protocols.web.messages import (
    MOST_PLIES,
    RefusedError,
    clicks_in,
    new_game,
    new_puzzle,
    new_quiz,
    number_in,
    text_in,
    whole_in,
)
from oddfish.protocols.web.quiz import OPEN, RIGHT, SHOWN, Quiz
from oddfish.protocols.web.seats import DRAW, ENGINE, HUMAN, REMATCH, TAKE_BACK, Seats, Visitor
from oddfish.protocols.web.table import Table
from oddfish.protocols.web.tasks import judge
from oddfish.protocols.web.thinking import Pool, Thinker
from oddfish.protocols.web.timing import Clock

#: The engine's time for a move without a clock, in milliseconds.
_MOVE_TIME = 1500
#: The longest times of a clock, in seconds.
_MOST_BASE, _MOST_INCREMENT = 4 * 3600, 600
#: What a page without a seat may request; and what players at two pages may request only after the game.
_WATCHING, _AFTERWARDS = ("study", "pgn", "share", "picture", "task"), ("analyse", "review", "hint")
#: Seconds before the reply in a puzzle, and between the moves of its solution.
_PAUSE = 0.5


class Session:
    """One game, and its rematches. Everything happens in the event loop, except the engine's thinking.

    Args:
        name: its name in addresses.
        message: what the page requests: variant, options, FEN, players, level, clock.
        pool, advice: the searches for moves, and those for hints, analysis and review.
        owner: the secret of the browser that creates it.

    Raises:
        RefusedError: the game is impossible.
    """

    def __init__(self, name: str, message: Mapping[str, Any], pool: Pool, advice: Pool, owner: str = ""):
        self.name = name
        self.quiz = new_quiz(message)
        self.table = Table(new_game(message) if self.quiz is None else new_puzzle(message, self.quiz))
        players = message.get("players", [HUMAN, ENGINE])
        if not isinstance(players, list) or len(players) != 2 or any(one not in (HUMAN, ENGINE) for one in players):
            raise RefusedError("players: expected two, each human or engine")
        self.players: list[str] = players
        if self.quiz is not None:
            self.players = [HUMAN if side == self.table.game.turn else ENGINE for side in (0, 1)]
        self.round = 1  #: the number of the game, from 1; rematches count
        self.swapped = False  #: whether each seat (0 or 1, as in the players' links) now has the other side
        self.seats = Seats(owner)
        self.level = whole_in(message, "level", FULL_STRENGTH, BEGINNER)
        base = number_in(message, "base", _MOST_BASE)
        self.clock = Clock(base, number_in(message, "increment", _MOST_INCREMENT)) if base else None
        self.events = Events()
        self.used = time.monotonic()
        self._thinker = Thinker(pool, self.level)
        self._adviser = Adviser(advice)
        self._analyst = Analyst(advice, self.events.tell)
        self._thinking: asyncio.Task[None] | None = None
        self._errands = Errands(self.events.tell)
        self._flag: asyncio.TimerHandle | None = None
        self.table.new_pictures(self.table.frames)

    def begin(self) -> None:
        """Let the first player move."""
        self._next()

    def close(self) -> None:
        """End the session."""
        if self._thinking is not None:
            self._thinking.cancel()
        self._errands.drop()
        if self._flag is not None:
            self._flag.cancel()
        self._thinker.close()
        self._analyst.close()
        self._adviser.close()
        self.events.tell({"t": "closed"})

    # What pages see -----------------------------------------------------------------------------------------

    def state(self) -> Event:
        """Everything that a page needs to show the game."""
        table = self.table
        game = table.game
        options = game.open_options()
        part = table.part_frame()
        frames = [*table.frames, part] if part else table.frames
        return {
            "t": "state",
            "n": self.events.number,
            "session": self.name,
            "variant": {"name": game.variant.name, "title": game.variant.title},
            "options": options,
            "rules": {name: shown(value) for name, value in options.items()},
            "players": self.players,
            "round": self.round,
            "swapped": self.swapped,
            "level": self.level,
            "board": table.board(),
            "pictures": table.pictures(frames),
            "frames": table.frames,
            "part": part,
            "timed": self.clock is not None,
            "puzzle": self.quiz.state() if self.quiz else None,
            **self._turn(),
        }

    def _turn(self) -> dict[str, Any]:
        return {
            "turn": self.table.turn(self._is_human()),
            "over": self.table.over(),
            "clock": self.clock.shown() if self.clock else None,
            "thinking": self._thinking is not None,
        }

    def _is_human(self) -> bool:
        return self.players[self.table.game.turn] == HUMAN

    # Messages -----------------------------------------------------------------------------------------------

    def enter(self, visitor: Visitor, seen: int | None) -> Callable[[], None]:
        """Send a page what it has missed, then everything new.

        Args:
            seen: the number of the last event that the page has seen; None for none.

        Returns:
            A function that stops this.
        """
        leave = self.seats.enter(visitor)
        missed = self.events.since(seen) if seen is not None else None
        if missed is None:
            visitor.reply(self.state())
        else:
            visitor.reply({"t": "resumed"})
            for event in missed:
                visitor.reply(event)
        unlisten = self.events.listen(visitor.reply)

        def left() -> None:
            unlisten()
            leave()
            self._analyst.pages_left(lambda: not self.events.listeners)

        return left

    def handle(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Carry out a request from a page; RefusedError says why it is impossible."""
        self.used = time.monotonic()
        kind = message.get("t")
        handler = self._HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            raise RefusedError("unknown message")
        if kind in _AFTERWARDS:
            if not self._alone(visitor) and self.table.result() is None:
                raise RefusedError("You can use this after the game.")
        elif kind not in _WATCHING and not self.seats.of(visitor):
            raise RefusedError("You are watching this game.")
        handler(self, message, visitor)

    def _seat_of(self, side: int) -> int:
        return side ^ self.swapped

    def _alone(self, visitor: Visitor) -> bool:
        """Whether a page acts for all people of the game."""
        mine = self.seats.of(visitor)
        return all(self._seat_of(side) in mine for side in (0, 1) if self.players[side] == HUMAN) and bool(mine)

    def _agreed(self, kind: str, visitor: Visitor) -> bool:
        """Whether everyone agrees to something; if not, offer it to the other player."""
        return self._alone(visitor) or self.seats.agree(kind, self.seats.of(visitor)[0])

    def _click(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Handle clicks that may make a move: play it, ask which one the player means, or say why there is none."""
        made = clicks_in(message)
        if message.get("ply") != len(self.table.game.moves):
            return  # the page shows an older position; the current one is on its way
        if self.table.result() is None and not self._is_human():
            visitor.reply({"t": "why", "text": "It is the engine's turn."})
            return
        if self.table.result() is None and self._seat_of(self.table.game.turn) not in self.seats.of(visitor):
            visitor.reply({"t": "why", "text": "It is your opponent's turn."})
            return
        narrowed = self.table.narrow(made)
        wanted = text_in(message, "choice")
        chosen = next((choice for choice in narrowed.left if choice.text == wanted), narrowed.played)
        if chosen is not None:
            self._play(chosen.text)
        elif narrowed.asks:
            visitor.reply({"t": "ask", "clicks": made, **self.table.offered(narrowed.left)})
        elif not narrowed.left:
            visitor.reply({"t": "why", "text": self.table.why(made), "clicks": made})

    def _play(self, text: str) -> None:
        """Play a person's move, or a part of it."""
        side = self.table.game.turn
        if len(self.table.game.moves) >= MOST_PLIES:
            raise RefusedError("The game is too long to continue.")
        if self.table.choose(text):
            self._moved(side)
        else:
            self._post_part()

    def _moved(self, side: int) -> None:
        """Go on after a whole move."""
        self.seats.moved(self._seat_of(side))
        if self.clock:
            self.clock.moved(side)
        self._next(post=self._post_ply)
        if self._solving:
            self._errands.run("judge your move", self._judge, "Take back, and try again.")

    @property
    def _solving(self) -> bool:
        """Whether this is a puzzle that has yet to be solved: then the engine does not play."""
        return self.quiz is not None and self.quiz.is_open

    def _post_ply(self) -> None:
        frame = self.table.frames[-1]
        ply = len(self.table.frames) - 1
        self.events.post("ply", ply=ply, frame=frame, pictures=self.table.new_pictures([frame]), **self._turn())

    def _post_part(self) -> None:
        frame = self.table.part_frame()
        self.events.post(
            "part", frame=frame, pictures=self.table.new_pictures([frame] if frame else []), **self._turn()
        )

    def _post_turn(self) -> None:
        self.events.post("turn", **self._turn())

    def _next(self, post: Callable[[], None] | None = None) -> None:
        """Let the side to move move: start its clock, and the engine if it plays that side."""
        game = self.table.game
        over = self.table.result() is not None
        if over:
            self.seats.clear()
        if self.clock:
            if over:
                self.clock.stop()
            elif game.moves:
                self.clock.start(game.turn)
            self._await_flag()
        self._stop_thinking()
        if not over and not self._is_human() and not self._solving:
            self._thinking = asyncio.get_running_loop().create_task(self._engine_moves())
        (post or self._post_turn)()

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def _engine_moves(self) -> None:
        game = self.table.game
        try:
            best = await self._thinker.think(game.copy(), self._limits())
        except Exception as error:
            self._thinking = None
            self._post_turn()
            self.events.tell(failure_note("move", error, "Take back, and try again."))
            raise
        self._thinking = None
        side = game.turn
        if best.text is None or self.table.result() is not None:
            return
        if self.clock and self.clock.remaining(side) <= 0:
            self._flag_falls(side)
            return
        self.table.push(best.text)
        self._moved(side)

    def _limits(self) -> Limits:
        if self.clock is None:
            return Limits(movetime=_MOVE_TIME)
        left = tuple(max(1, round(1000 * self.clock.remaining(side))) for side in (0, 1))
        gain = round(1000 * self.clock.increment)
        return Limits(time=(left[0], left[1]), increment=(gain, gain))

    # Clocks -------------------------------------------------------------------------------------------------

    def _await_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.clock and self.clock.running is not None:
            side = self.clock.running
            wait = max(0.0, self.clock.remaining(side)) + 0.01
            self._flag = asyncio.get_running_loop().call_later(wait, self._flag_falls, side)

    def _flag_falls(self, side: int) -> None:
        if self.table.result() is None and self.clock and self.clock.remaining(side) <= 0:
            self._end(Result(1 - side, "time forfeit"))

    def _end(self, result: Result) -> None:
        """End the game by something that the board does not show."""
        self.table.part = ""
        self.table.ended = result
        self._next()

    # Other requests -----------------------------------------------------------------------------------------

    def _take_back(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Take back moves up to a person's last decision; with players at two pages, up to that of the player who asks,
        if the other agrees."""
        table, alone = self.table, self._alone(visitor)
        if self._solving:
            self._errands.drop()
        if table.part and (alone or self._seat_of(table.game.turn) in self.seats.of(visitor)):
            table.part = ""
            self._post_part()
            return
        if table.ended is None and not table.game.moves:
            raise RefusedError("There is no move to take back.")
        if not alone and table.ended is None and not self._has_move_to_take_back(self.seats.of(visitor)[0]):
            raise RefusedError("You have not moved yet.")
        if not self._agreed(TAKE_BACK, visitor):
            return
        table.part = ""
        if self.clock:
            self.clock.mend()
        if table.ended is not None:
            table.ended = None
        elif alone:
            table.take_back()
            while HUMAN in self.players and not self._is_human() and table.game.moves:
                table.take_back()
        else:
            asks = self._seat_of(1 - self.seats.of(visitor)[0])
            table.take_back()
            while table.game.turn != asks and table.game.moves:
                table.take_back()
            table.undone.clear()  # redoing would make the other player's moves
        self.seats.clear()
        self._next(post=lambda: self.events.post("back", to=len(self.table.frames) - 1, **self._turn()))
        if self._solving:
            self._say(OPEN, "")

    def _has_move_to_take_back(self, seat: int) -> bool:
        """Whether a seat has moved, or its opponent, who has, offers to take that back."""
        positions, side = self.table.game.positions[:-1], self._seat_of(seat)
        return self.seats.offered(TAKE_BACK, seat) or any(position.turn == side for position in positions)

    def _redo(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Play the moves taken back again, up to a person's turn."""
        table = self.table
        if not table.undone or table.result() is not None:
            raise RefusedError("There is no move to redo.")
        self._stop_thinking()
        table.part = ""
        while table.undone:
            side = table.game.turn
            table.push(table.undone.pop(), again=True)
            if self._is_human() or not table.undone or HUMAN not in self.players:
                self._moved(side)
                return
            self._post_ply()

    def _resign(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        self._need_open_game()
        humans = [side for side in (0, 1) if self.players[side] == HUMAN]
        mine = self.seats.of(visitor)
        side = humans[0] if len(humans) == 1 else mine[0] ^ self.swapped if len(mine) == 1 else self.table.game.turn
        self._stop_thinking()
        self._end(Result(1 - side, "resignation"))

    def _rematch(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Begin another game between the same players, with the same rules, armies, clock and level."""
        if message.get("round", self.round) != self.round:
            return  # the other player was faster
        last, result = self.table.game, self.table.result()
        if result is None or self._solving:
            raise RefusedError("The puzzle is not solved." if self._solving else "The game is not over.")
        if not self._agreed(REMATCH, visitor):
            return
        self.seats.clear()
        people = ENGINE not in self.players
        game, side, did = rematch(last, result, people)
        self._stop_thinking()
        self._analyst.drop()
        self._errands.drop()
        self.table = Table(game)
        self.table.new_pictures(self.table.frames)
        if side != self.table.game.turn:
            self.players.reverse()
            self.swapped = not self.swapped
        self.round += 1
        if self.clock:
            self.clock = Clock(self.clock.base, self.clock.increment)
        self._thinker.searcher.new_game()
        name = capital(self.table.guide.called(last.position, side))
        note = f"{name}, who {did}, now plays first." if people else ""
        self._next(post=lambda: self.events.post("rematch", state=self.state(), text=note))

    def _draw(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Offer a draw: the engine decides by a short search; two people at one page agree."""
        self._need_open_game()
        if ENGINE not in self.players:
            if self._agreed(DRAW, visitor):
                self._end(Result(None, "agreement"))
            return
        if not self._is_human():
            raise RefusedError("You can offer a draw only on your turn.")
        self._errands.run("consider the draw", self._consider_draw)

    def _accept(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Accept an offer of the other player."""
        kind = text_in(message, "offer")
        if kind not in (DRAW, TAKE_BACK, REMATCH) or not self.seats.offered(kind, self.seats.of(visitor)[0]):
            raise RefusedError("This offer is no longer open.")
        if kind == TAKE_BACK:
            self.table.part = ""  # this player's half-made turn, which "back" alone would take back instead
        self._HANDLERS[kind](self, {}, visitor)

    def _decline(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Decline an offer of the other player, or withdraw one."""
        self.seats.decline(text_in(message, "offer"), self.seats.of(visitor)[0])

    async def _consider_draw(self) -> None:
        game = self.table.game
        plies = len(game.moves)
        agrees = await self._adviser.agrees_to_draw(game.copy())
        if self.table.game is not game or len(game.moves) != plies or self.table.result() is not None:
            return
        if agrees:
            self._end(Result(None, "agreement"))
        else:
            self.events.tell({"t": "note", "text": "The engine declines the draw."})

    def _hint(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        self._need_open_game()
        if not self._is_human():
            raise RefusedError("It is the engine's turn.")
        if self.quiz is not None and self.quiz.is_open:
            table = self.table
            hint = self.quiz.hint(table.guide, table.game, table.part)
            visitor.reply({"t": "hint", "ply": len(table.game.moves), "score": "", **hint})
            return
        self._errands.run("find a hint", lambda: self._find_hint(visitor))

    async def _find_hint(self, visitor: Visitor) -> None:
        hint = await self._adviser.hint(self.table)
        if hint is not None:
            visitor.reply(hint)

    def _task(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Say whether the first move solves the task of a lesson."""
        game = self.table.game
        if not game.moves:
            raise RefusedError("There is no move yet.")
        try:
            verdict = judge(self.table.guide, game, text_in(message, "goal"))
        except MoveError as error:
            raise RefusedError(str(error)) from None
        visitor.reply({"t": "task", "solved": verdict.solved, "text": verdict.text})

    # Puzzles ------------------------------------------------------------------------------------------------

    def _say(self, status: str, text: str, squares: tuple[tuple[str, str], ...] = ()) -> None:
        """Tell the pages the state of a puzzle. Once it is over, a person may move for both sides."""
        assert self.quiz is not None
        self.quiz.say(status, text, squares)
        if not self.quiz.is_open:
            self.players = [HUMAN, HUMAN]
            self.events.post("players", players=[*self.players])
            self._next()
        self.events.post("puzzle", **self.quiz.state())

    async def _judge(self) -> None:
        """Judge the solver's last move, and play the reply."""
        assert self.quiz is not None
        verdict = await self.quiz.judge(self.table.guide, self.table.game.copy(), self._adviser.think)
        self._say(verdict.status, verdict.text, verdict.squares)
        if verdict.status == RIGHT:
            await self._play_line([verdict.reply])

    async def _play_line(self, moves: Sequence[str]) -> None:
        for text in moves:
            await asyncio.sleep(_PAUSE)
            self.table.push(text)
            self._next(post=self._post_ply)

    def _solution(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Show the solution of a puzzle."""
        if self.quiz is None or not self.quiz.is_open:
            raise RefusedError("There is no open puzzle.")
        quiz = self.quiz
        self._errands.run("show the solution", lambda: self._show_solution(quiz))

    async def _show_solution(self, quiz: Quiz) -> None:
        line, table = quiz.puzzle.line, self.table
        table.part = ""
        while tuple(table.game.texts()) != line[: len(table.game.moves)]:
            table.take_back()
            self._next(post=lambda: self.events.post("back", to=len(table.frames) - 1, **self._turn()))
        await self._play_line(quiz.rest(len(table.game.moves)))
        self._say(SHOWN, f"This is the solution.{quiz.note()}")

    def _study(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        found = self.table.study(text_in(message, "letters"))
        visitor.reply({"t": "study", "letters": message.get("letters"), **(found or {"title": ""})})

    def _set_level(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        self.level = whole_in(message, "level", FULL_STRENGTH, self.level)
        self._thinker.searcher.skill.level = self.level
        self.events.post("level", level=self.level)

    def _seat(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Let the engine or a person play a side from now on."""
        if not self._alone(visitor):
            raise RefusedError("You cannot change the players while you play against another person.")
        if self._solving:
            raise RefusedError("You cannot change the players before the puzzle is solved.")
        side = whole_in(message, "side", 1)
        player = text_in(message, "player")
        if player not in (HUMAN, ENGINE):
            raise RefusedError("player: expected human or engine")
        self.players[side] = player
        self.events.post("players", players=[*self.players])
        self._next()

    def _pgn(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        visitor.reply(sharing.pgn(self.table.game, self.table.result(), self.players, self.level))

    def _analyse(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Analyse the position after some moves, in one or several lines; no lines stop it."""
        lines = whole_in(message, "lines", MOST_LINES)
        game = self.table.game
        ply = whole_in(message, "ply", len(game.moves), len(game.moves))
        if lines:
            self._analyst.analyse(self.table.guide, game.copy(ply), lines)
        else:
            self._analyst.stop()

    def _review(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        self._analyst.review(self.table.game.copy())

    def _share(self, message: Mapping[str, Any], visitor: Visitor) -> None:
        """Send what a page needs for a link, or a picture."""
        game = self.table.game
        visitor.reply(sharing.link(game) if message["t"] == "share" else sharing.picture(game, message))

    def _need_open_game(self) -> None:
        if self.table.result() is not None:
            raise RefusedError("The game is over.")

    _HANDLERS: Mapping[str, Callable[[Session, Mapping[str, Any], Visitor], None]] = {
        "click": _click, TAKE_BACK: _take_back, "redo": _redo, "resign": _resign, REMATCH: _rematch, DRAW: _draw,
        "accept": _accept, "decline": _decline, "hint": _hint, "task": _task, "solution": _solution, "study": _study,
        "level": _set_level, "seat": _seat, "pgn": _pgn, "analyse": _analyse, "review": _review, "share": _share,
        "picture": _share,
    }  # fmt: skip
