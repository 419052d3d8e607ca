"""The worker's side of :func:`~oddfish.engine.experiments.processes.map_in_processes`: each process runs this module.

The first request is a function that makes a worker; the rest are items for that worker. The answer to each is the tuple
``(result, error, traceback as text)``.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Callable
from typing import IO, Any


def send(stream: IO[bytes], value: Any) -> None:
    """Write an object to a pipe.

    Raises:
        OSError: the other end is closed.
        Exception: the object cannot be pickled; nothing was written.
    """
    # Pickled twice, so that a pickle that fails to load leaves nothing in the pipe.
    pickle.dump(pickle.dumps(value), stream)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """Read what `send` wrote, still pickled.

    Raises:
        EOFError: the other end is closed.
    """
    try:
        data: bytes = pickle.load(stream)
    except pickle.UnpicklingError:
        raise EOFError("the message is truncated") from None
    return data


_DONE: tuple[Any, Exception | None, str] = (None, None, "")


def main() -> None:
    """Answer requests until there are no more."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # the pipe is only for answers
    work: Callable[[Any], Any] | None = None
    while True:
        try:
            request = receive(requests)
        except EOFError:
            return
        try:
            if work is None:
                work, answer = pickle.loads(request)(), _DONE
            else:
                answer = (work(pickle.loads(request)), None, "")
        except Exception as error:
            answer = (None, error, traceback.format_exc())
        try:
            send(answers, answer)
        except OSError:
            os._exit(1)  # the parent has ended; a normal exit would fail to flush
        except Exception as error:
            send(answers, (None, RuntimeError(f"the answer cannot be sent: {error}"), answer[2]))


if __name__ == "__main__":
    main()
