"""``oddfish uninstall-gui``."""

from __future__ import annotations

import click

from oddfish.protocols.commands.common import Failure, reported
from oddfish.protocols.commands.install_gui import (
    exclusive,
    option_dry_run,
    option_home,
    option_system,
    option_winboard,
    places_of,
    report,
)


@click.command("uninstall-gui", short_help="Remove what install-gui installed.")
@option_home
@option_system
@option_winboard
@option_dry_run
def uninstall_gui(home: str | None, system: bool, winboard: str | None, dry_run: bool) -> None:
    """Remove exactly what `oddfish install-gui` installed.

    Files that you have changed since stay.
    """
    from oddfish.protocols.installation import Installation, InstallationError

    if winboard is not None:
        from oddfish.protocols.commands.winboard_files import places_of as winboard_places

        exclusive(home, system)
        record = winboard_places(winboard).record
    else:
        record = places_of(home, system).record
    with reported(InstallationError):
        installation = Installation(record)
        if not installation.present:
            raise Failure(f"nothing is installed: there is no {record}")
        steps = installation.uninstall(dry_run)
    report(steps, dry_run)
    if not dry_run:
        click.echo(f"{sum(step.act is not None for step in steps)} files removed or restored")
