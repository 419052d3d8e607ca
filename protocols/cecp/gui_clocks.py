"""The clocks that XBoard shows in a game against a person.

XBoard adds the increment after every ply, even a null, a part of a turn, or a ply that the engine refuses. With
``-firstPseudo``, which ``oddfish xboard`` passes, XBoard 4.9.1 lets the engine set both clocks with ``wtime`` and
``btime`` in milliseconds. So wrong clicks neither cost nor add time, and a turn of several plies earns one increment.
"""

from __future__ import annotations

from oddfish.protocols.cecp.display import Display
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.time_control import TimeControl
from oddfish.protocols.cecp.xboard_game import XBoardGame


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

    def refuse(self, person: int) -> bool:
        """Take back what the person's last ply has added, because it was refused or does not end the turn. Returns
        whether XBoard's clocks run."""
        reported = self._reported()
        if reported:
            control = self.control
            before = self._known.get(len(self._current.game.moves), (control.own, control.base))[1]
            other = control.other - control.increment
            if control.session_moves and other > before:
                other -= control.base
            control.correct(control.own, other)
            self.show(person)
        return reported

    def show(self, person: int) -> None:
        """Set both clocks. XBoard shows them at its next tick."""
        names = ("wtime", "btime")
        self._output.write(f"{names[person]} {self.control.other}", f"{names[1 - person]} {self.control.own}")

    def settle(self, person: int) -> None:
        """Set both clocks after a person's turn of several plies."""
        if self._reported():
            self.show(person)

    def _reported(self) -> bool:
        """Whether XBoard has reported the clocks with the last ply. In Edit Game, where they stand, it does not."""
        return self.control.take_report() and self._shown

    def engine_moved(self, person: int, plies: int) -> None:
        """Set both clocks after an engine's turn of several plies, and keep them, for taking back to this point."""
        self._known[len(self._current.game.moves)] = self.control.own, self.control.other
        if self._shown and plies > 1:
            self.show(person)

    def take_back(self, person: int) -> None:
        """Set both clocks to what they were when the person's turn began."""
        moves = len(self._current.game.moves)
        known = self._known.get(moves) or (None if moves > 1 else (self.control.base, self.control.base))
        if self._shown and known:
            self.control.correct(*known)
            self.show(person)
