"""Commands that set up a position: ``setboard`` and ``edit``."""

from __future__ import annotations

from oddfish.engine.printable import printable
from oddfish.protocols.arguments import INPUT_ERRORS, Handler
from oddfish.protocols.cecp.editor import Editor
from oddfish.protocols.cecp.moves import Moves
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.task import Task
from oddfish.protocols.cecp.xboard_game import XBoardGame


class Positions:
    """Positions from FENs and from edit mode."""

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        searches: Searches,
        player: Player,
        moves: Moves,
    ):
        self._current = current
        self._output = output
        self._searches = searches
        self._player = player
        self._moves = moves
        self._editor: Editor | None = None  # in edit mode
        self._interrupted: Task | None = None  # the search that edit mode interrupted

    def commands(self) -> dict[str, Handler]:
        return {"setboard": self.setboard, "edit": self.edit}

    @property
    def editing(self) -> bool:
        """Whether XBoard's next lines are subcommands of edit mode."""
        return self._editor is not None

    def setboard(self, text: str) -> None:
        plies = self._current.view.passed(self._current.game, text)
        if plies is not None:
            self._moves.take_back(plies)
            return
        try:
            self._set_board(self._current.view.read_fen(text))
        except INPUT_ERRORS as error:
            self._refuse(error)

    def edit(self, text: str) -> None:
        self._interrupted = self._searches.abandon()
        self._editor = Editor(self._current.projection.write_fen(self._current.game.position).split()[0])

    def edit_line(self, text: str) -> None:
        """Carry out a subcommand of edit mode; ``.`` ends it.

        Raises:
            CommandError: there is no such subcommand.
        """
        editor = self._editor
        assert editor is not None
        if text != ".":
            editor.feed(text)
            return
        self._editor, interrupted, self._interrupted = None, self._interrupted, None
        turn = "wb"[self._current.game.turn]
        try:
            self._set_board(self._current.projection.read_edit(editor.board, turn))
        except INPUT_ERRORS as error:
            self._refuse(error)
            self._player.resume_task(interrupted)

    def _set_board(self, fen: str) -> None:
        game = self._current.settings.game(fen)
        self._searches.abandon()
        self._current.start(game, from_start=False)
        self._player.game_replaced()
        self._player.proceed_in_analysis()

    def _refuse(self, error: Exception) -> None:
        self._output.write(f"tellusererror Illegal position: {printable(str(error), 300)}")
