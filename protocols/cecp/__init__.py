"""XBoard's protocol (CECP, version 2).

:class:`Cecp` creates the parts of a session and sends each command to the part that lists it.
:class:`~oddfish.protocols.cecp.player.Player` decides what the engine does between commands.
"""

from oddfish.protocols.cecp.frontend import Cecp
from oddfish.protocols.cecp.options import ENGINE_OPTIONS

__all__ = ["ENGINE_OPTIONS", "Cecp"]
