"""``oddfish web``."""

from __future__ import annotations

import click

from oddfish.engine import ranges
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import needed
from oddfish.protocols.commands.parameters import VariantName, Whole

_MISSING = ("`oddfish web` needs its extra packages", "web")


@click.command(
    short_help="Play in the browser.",
    help="""
    Play every game in the browser, with the mouse, by touch or with the keyboard.

    It prints the page's address and opens it in your browser. Only this machine can reach the page, unless you give
    another address with --host. Press Ctrl-C to stop the server; this ends all games.
    """,
)
@click.argument("variant", type=VariantName(), required=False)
@click.option(
    "--port", type=Whole(ranges.Whole(0, 65535)), default=0, metavar="N", help="port  [default: any free one]"
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help="address of this machine to serve on the local network  [default: this machine only]",
)
@click.option(
    "--watch", multiple=True, metavar="FILE", help="follow the match that `oddfish match --json` records in FILE"
)
@click.option("--no-browser", is_flag=True, help="print the address without opening it")
def web(variant: Variant | None, port: int, host: str | None, watch: tuple[str, ...], no_browser: bool) -> None:
    with needed("starlette", *_MISSING), needed("uvicorn", *_MISSING), needed("websockets", *_MISSING):
        import websockets  # noqa: F401 - uvicorn imports it only when a page connects

        from oddfish.protocols.web.serving import LOOPBACK, open_browser, serve

    def opened(address: str, alone: bool) -> None:
        page = f"{address}#new/{variant.name}" if variant else f"{address}#watch/0" if watch else address
        click.echo(f"Oddfish is running at {page}")
        if not alone:
            click.echo("Anyone in this network who has the address can play. The connection is not encrypted.")
        click.echo("Press Ctrl-C to stop.")
        if not no_browser:
            open_browser(page)

    serve(LOOPBACK if host is None else host, port, opened, watch)
