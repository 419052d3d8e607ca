"""Commands that decide whether the engine plays, analyses or waits, and what it does meanwhile."""

from __future__ import annotations

import time
from typing import ClassVar

from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.task import FIND_PONDER, PONDER, THINK
from oddfish.protocols.session import Handler


class Modes(Opponent):
    """Force mode, playing, analysis, pauses, pondering, draw offers."""

    def force(self, text: str) -> None:
        self.stop_counting()
        self.abandon()
        self.set_mode(None)

    def go(self, text: str) -> None:
        if self.task is None or self.task.kind != THINK:
            self.agree_on_setup(self.game.turn)
            if not self.computer:
                self.seat_person(1 - self.game.turn)
                self.write(*self.view.mend(self.game))
            self.set_mode(self.game.turn)
            self.proceed()

    def play_other_side(self) -> None:
        """Play the side that is not to move. XBoard sends ``go`` right after the user's first move, before it can know
        that the move was refused or is only part of a turn, and will not send it again."""
        self.set_mode(1 - self.game.turn)
        self.proceed()

    def playother(self, text: str) -> None:
        ponder_move = self.ponder_move
        self.agree_on_setup(1 - self.game.turn)
        self.set_mode(1 - self.game.turn)
        self.proceed()
        self.start_pondering(ponder_move)

    def move_now(self, text: str) -> None:
        self.stop_counting()
        task = self.task
        if task is not None and task.kind == THINK:
            self.searcher.stop()
            self.searcher.wait()
            self.finish(task)

    def result(self, text: str) -> None:
        self.abandon()
        self.set_mode(None)

    def draw(self, text: str) -> None:
        self.draw_offered = True
        if self.task is None or self.task.kind != THINK:
            self.between_searches(self.judge)
            self.answer_draw()

    # Analysis -------------------------------------------------------------------------------------------------

    def analyze(self, text: str) -> None:
        self.set_mode(None, analyzing=True)
        self.proceed()

    def exit(self, text: str) -> None:
        self.stop_counting()
        self.abandon()
        self.set_mode(None)

    # Pauses ---------------------------------------------------------------------------------------------------

    def pause(self, text: str) -> None:
        if not self.in_pause:
            task = self.abandon()
            self.in_pause = True
            if task is not None:
                task.spent, task.started = task.elapsed(), time.monotonic()
            self.paused_task = task

    def resume(self, text: str) -> None:
        if not self.in_pause:
            return
        task, self.paused_task, self.in_pause = self.paused_task, None, False
        if task is None:
            self.proceed()
        else:
            task.started = time.monotonic()
            self.resume_task(task)

    # Pondering and thinking lines -----------------------------------------------------------------------------

    def hard(self, text: str) -> None:
        self.pondering = True

    def easy(self, text: str) -> None:
        self.pondering = False
        if self.task is not None and self.task.kind in (PONDER, FIND_PONDER):
            self.abandon()

    def post(self, text: str) -> None:
        self.posting = True

    def nopost(self, text: str) -> None:
        self.posting = False

    handlers: ClassVar[dict[str, Handler]] = {
        "force": force,
        "go": go,
        "playother": playother,
        "?": move_now,
        "result": result,
        "draw": draw,
        "analyze": analyze,
        "exit": exit,
        "pause": pause,
        "resume": resume,
        "hard": hard,
        "easy": easy,
        "post": post,
        "nopost": nopost,
    }
