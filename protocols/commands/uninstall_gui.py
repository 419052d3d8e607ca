"""``oddfish uninstall-gui``."""

from __future__ import annotations

import click

from oddfish.protocols.commands.common import Failure
from oddfish.protocols.commands.install_gui import option_dry_run, option_home, option_system, places_of, report
from oddfish.protocols.installation import Installation, InstallationError


@click.command("uninstall-gui")
@option_home
@option_system
@option_dry_run
def uninstall_gui(home: str | None, system: bool, dry_run: bool) -> None:
    """Remove exactly what `oddfish install-gui` has written; files that you have changed since stay."""
    places = places_of(home, system)
    try:
        installation = Installation(places.record)
        if not installation.present:
            raise Failure(f"nothing is installed: there is no {places.record}")
        steps = installation.uninstall(dry_run)
    except InstallationError as error:
        raise Failure(str(error)) from None
    report(steps, dry_run)
    if not dry_run:
        click.echo(f"{sum(step.act is not None for step in steps)} files removed or changed back")
