"""An engine's messages to its GUI. Each protocol has its own way to write comments, warnings and errors."""

from __future__ import annotations

from abc import ABC, abstractmethod

from oddfish.protocols.streams import Writer


class Output(ABC):
    """The lines for a GUI. Any thread may write them."""

    def __init__(self, write: Writer):
        self._write = write

    @property
    def is_open(self) -> bool:
        """False once the engine knows that the GUI no longer reads."""
        return self._write.is_open

    def write(self, *lines: str) -> None:
        """Write whole lines."""
        self._write(*lines)

    @abstractmethod
    def refuse(self, text: str, reason: str) -> None:
        """Report that a line cannot be executed, and why."""

    @abstractmethod
    def comment(self, text: str) -> None:
        """Write a comment for the GUI's log."""

    def warn(self, text: str) -> None:
        """Tell the user about a problem with a setting."""
        self.comment(text)

    def report_crash(self, text: str, reason: str) -> None:
        """Report a bug in the engine."""
        self.refuse(text, reason)
