"""Threads that start or fail at once."""

from collections.abc import Callable
from typing import final

@final
class BackgroundThread:
    """A thread that calls a function and does not keep the program from ending. An exception is printed.

    Args:
        run: the function, without arguments.

    Raises:
        MemoryError: the system has no memory for a thread, or no more threads.
    """

    def __new__(cls, run: Callable[[], object]) -> BackgroundThread: ...
    @staticmethod
    def current() -> BackgroundThread | None:
        """The thread that calls this; None if another class has started it."""

    def is_alive(self) -> bool:
        """Whether the function has not returned."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until the function has returned, or for ``timeout`` seconds. RuntimeError if the function waits for
        itself."""
