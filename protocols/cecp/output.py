"""CECP's lines for comments, errors and notes."""

from __future__ import annotations

from collections.abc import Sequence

from oddfish.engine.printable import printable
from oddfish.protocols.output import Output
from oddfish.protocols.projections.base import NOTE, note
from oddfish.protocols.streams import Writer


class CecpOutput(Output):
    """The lines for XBoard."""

    def __init__(self, write: Writer):
        super().__init__(write)
        self.shows_note = False  # XBoard shows a note, which pondering lines must not replace
        self.subject = ""  # a note that pondering lines repeat before their moves

    def refuse(self, text: str, reason: str) -> None:
        reason = printable(reason, 450).replace("(", "[").replace(")", "]")
        self.write(f"Error ({reason}): {printable(text)}")

    def comment(self, text: str) -> None:
        self.write(f"# {text}")

    def warn(self, text: str) -> None:
        self.tell_user(printable(text, 450))

    def report_crash(self, text: str, reason: str) -> None:
        self.write(f"tellusererror {printable(reason, 450)}")
        self.refuse(text, reason)

    def tell_user(self, text: str) -> None:
        """Show a text in a pop-up window."""
        self.write(f"telluser {text}")

    def write_with_notes(self, lines: Sequence[str]) -> None:
        """Write lines, and remember whether any of them is a note."""
        self.shows_note |= any(line.startswith(NOTE) for line in lines)
        self.write(*lines)

    def write_subject(self, lines: Sequence[str], text: str) -> None:
        """Write lines and a note that pondering lines may replace, but then repeat before their moves."""
        self.subject = text
        self.write(*lines, note(text))

    def forget_note(self) -> None:
        """Let the next thinking line replace the note that XBoard shows."""
        self.shows_note = False
        self.subject = ""
