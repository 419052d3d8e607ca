"""Commands that set up a position: ``setboard`` and ``edit``."""

from __future__ import annotations

from typing import ClassVar

from oddfish.protocols.cecp.editor import Editor
from oddfish.protocols.cecp.moves import Moves
from oddfish.protocols.session import INPUT_ERRORS, Handler
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer, printable


class Positions(Moves):
    """Positions from FENs and from edit mode."""

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings):
        super().__init__(inbox, write, settings)
        self.editor: Editor | None = None  # in edit mode

    def setboard(self, text: str) -> None:
        plies = self.view.passed(self.game, text)
        if plies is not None:
            self.take_back(plies)
            return
        try:
            self._set_board(self.view.read_fen(text))
        except INPUT_ERRORS as error:
            self._refuse_position(error)

    def _set_board(self, fen: str) -> None:
        game = self.settings.game(fen)
        self.abandon()
        self.start_game(game, from_start=False)
        self.game_replaced()
        self.proceed_in_analysis()

    def _refuse_position(self, error: Exception) -> None:
        self.write(f"tellusererror Illegal position: {printable(str(error), 300)}")

    def edit(self, text: str) -> None:
        self.abandon()
        self.editor = Editor(self.projection.write_fen(self.game.position).split()[0])

    def edit_line(self, editor: Editor, text: str) -> None:
        """Carry out a subcommand of edit mode; ``.`` ends it."""
        if text != ".":
            editor.feed(text)
            return
        self.editor = None
        turn = "wb"[self.game.turn]
        try:
            self._set_board(self.projection.read_edit(editor.board, turn))
        except INPUT_ERRORS as error:
            self._refuse_position(error)
            self.proceed_in_analysis()

    handlers: ClassVar[dict[str, Handler]] = {
        "setboard": setboard,
        "edit": edit,
    }
