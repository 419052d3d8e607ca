"""``oddfish web``."""

from __future__ import annotations

import click

from oddfish.engine import ranges
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import needed
from oddfish.protocols.commands.parameters import VariantName, Whole

_MISSING = "`oddfish web` needs its extra packages: pip install 'oddfish[web]'"


@click.command(short_help="Play in the browser.")
@click.argument("variant", type=VariantName(), required=False)
@click.option(
    "--port", type=Whole(ranges.Whole(0, 65535)), default=0, metavar="N", help="port  [default: any free one]"
)
@click.option("--no-browser", is_flag=True, help="print the address, but do not open it")
def web(variant: Variant | None, port: int, no_browser: bool) -> None:
    """Play every game in the browser, with the mouse, a finger or the keyboard.

    Prints the address of the page and opens it. Only this machine can reach it. Ctrl-C ends the server and all games.
    """
    with needed("starlette", _MISSING), needed("uvicorn", _MISSING), needed("websockets", _MISSING):
        import websockets  # noqa: F401 - uvicorn imports it only when a page connects

        from oddfish.protocols.web.serving import LOOPBACK, open_browser, serve

    def opened(address: str) -> None:
        page = f"{address}#new/{variant.name}" if variant else address
        click.echo(f"Oddfish is at {page}")
        click.echo("Press Ctrl-C to end it.")
        if not no_browser:
            open_browser(page)

    serve(LOOPBACK, port, opened)
