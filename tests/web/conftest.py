"""A server for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.web_page import server


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a running `oddfish web`."""
    pytest.importorskip("starlette")
    with server() as found:
        yield found
