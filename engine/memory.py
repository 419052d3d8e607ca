"""How much memory is left."""

from __future__ import annotations

import mmap

#: Bytes to leave free in addition to a hash table, for threads and Python.
_SLACK = 1 << 24


def check_slack() -> None:
    """Check that some memory is left. This touches none of its pages, unlike ``bytes``, which clears memory that it
    reuses.

    Raises:
        MemoryError: there is too little.
    """
    try:
        mmap.mmap(-1, _SLACK).close()
    except OSError:
        raise MemoryError from None
