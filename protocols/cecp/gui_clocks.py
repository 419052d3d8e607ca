"""The clocks that XBoard shows in a game against a person.

XBoard adds the increment after every ply, even a null, a part of a turn, or a ply that the engine refuses. With
``-firstPseudo``, which ``oddfish xboard`` passes, XBoard 4.9.1 lets the engine set both clocks with ``wtime`` and
``btime`` in milliseconds. So wrong clicks neither cost nor add time, and a turn of several plies earns one increment.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddfish.protocols.cecp.display import Display
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.time_control import TimeControl
from oddfish.protocols.cecp.xboard_game import XBoardGame

#: The lines after which XBoard adds an increment and draws both clocks.
_PLAYED, _TAKEN_BACK = "move ", "Illegal move "
_PLIES = (_PLAYED, _TAKEN_BACK)
#: The least time to set, in ms: XBoard ends games on time before it adds the increment.
_LEAST = 1000


class GuiClocks:
    """Corrects XBoard's clocks. Does nothing for other GUIs.

    ``control.other`` is the person's clock as XBoard reported it with the last ply, the increment included.
    """

    def __init__(self, current: XBoardGame, control: TimeControl, display: Display, output: CecpOutput):
        self._current = current
        self.control = control
        self._display = display
        self._output = output
        self._known: dict[int, tuple[int, int]] = {}  # the engine's and the person's clock by the number of moves

    def new_game(self) -> None:
        self._known.clear()

    @property
    def _shown(self) -> bool:
        return self._display.has_picture and self._current.clicks and not self.control.move_time

    def refuse(self) -> bool:
        """Take back what the person's last ply has added, because it was refused or does not end the turn. Returns
        whether XBoard's clocks run; then show them (:meth:`around`)."""
        reported = self._reported()
        if reported:
            control = self.control
            before = self._known.get(len(self._current.game.moves), (control.own, control.base))[1]
            other = control.other - control.increment
            if control.session_moves and other > before:
                other -= control.base
            control.correct(control.own, other)
        return reported

    def settle(self) -> bool:
        """Keep what the person's last ply has added, because it ends the turn. Returns whether XBoard's clocks run."""
        return self._reported()

    def around(self, lines: Sequence[str], person: int, to_move: int) -> list[str]:
        """Lines that make XBoard play plies or take them back, with the clocks that it should show after them.

        XBoard draws the running clock at each tick, the other one only with a ply, after adding the increment. So
        the clocks are set both before the last ply, there without the increment, and after all lines.

        Args:
            to_move: the side to move after the lines; the increment of the last ply is the other side's.
        """
        after = self._lines(person)
        plies = [index for index, line in enumerate(lines) if line.startswith(_PLIES)]
        if not plies:
            return [*lines, *after]
        last = plies[-1]
        at_start = lines[last].startswith(_TAKEN_BACK) and not self._current.view.plies(self._current.game)
        before = self._lines(person, None if at_start else 1 - to_move)  # at the start XBoard adds nothing
        return [*lines[:last], *before, *lines[last:], *after]

    def _lines(self, person: int, credited: int | None = None) -> list[str]:
        """The lines that set both clocks.

        Args:
            credited: the side whose increment XBoard will add.
        """
        times = {person: self.control.other, 1 - person: self.control.own}
        if credited is not None:
            time = times[credited]
            times[credited] = max(time - self.control.increment, min(time, _LEAST))
        return [f"{('wtime', 'btime')[side]} {time}" for side, time in times.items()]

    def _reported(self) -> bool:
        """Whether XBoard has reported the clocks with the last ply. In Edit Game, where they stand, it does not."""
        return self.control.take_report() and self._shown

    def engine_moved(self, lines: Sequence[str], person: int, plies: int) -> list[str]:
        """The lines of an engine's turn, with both clocks if it has several plies. Keeps the clocks, for taking back to
        this point."""
        self._known[len(self._current.game.moves)] = self.control.own, self.control.other
        return self.around(lines, person, person) if self._shown and plies > 1 else list(lines)

    def take_back(self, lines: Sequence[str], person: int) -> list[str]:
        """Lines that take back plies, with both clocks as they were when the person's turn began."""
        moves = len(self._current.game.moves)
        known = self._known.get(moves) or (None if moves > 1 else (self.control.base, self.control.base))
        if not self._shown or not known:
            return list(lines)
        self.control.correct(*known)
        return self.around(lines, person, person)
