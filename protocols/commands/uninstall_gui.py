"""``oddfish uninstall-gui``."""

from __future__ import annotations

import click

from oddfish.protocols.commands.common import Failure, reported
from oddfish.protocols.commands.install_gui import DryRunOptions, PlaceOptions
from oddfish.protocols.commands.options import options


@click.command(
    "uninstall-gui",
    short_help="Remove what install-gui installed.",
    help="""
    Remove what `oddfish install-gui` installed, and nothing else.

    Files that you have changed since then stay.
    """,
)
@options(PlaceOptions, "place")
@options(DryRunOptions, "dry")
def uninstall_gui(place: PlaceOptions, dry: DryRunOptions) -> None:
    from oddfish.protocols.installation import Installation, InstallationError

    if place.winboard is not None:
        from oddfish.protocols.commands.winboard_files import places_of

        place.refuse_xboard()
        record = places_of(place.winboard).record
    else:
        record = place.xboard_places().record
    with reported(InstallationError):
        installation = Installation(record)
        if not installation.present:
            raise Failure(f"nothing is installed: there is no {record}")
        if not dry.dry_run:
            click.echo(f"Removing what {record} lists")
        steps = installation.uninstall(dry.dry_run)
    dry.report(steps)
    if not dry.dry_run:
        click.echo(f"Removed or restored {sum(step.act is not None for step in steps)} files")
