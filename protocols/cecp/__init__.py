"""XBoard's protocol (CECP, version 2).

:class:`Cecp` answers the commands, a mixin for each kind of them; :class:`~oddfish.protocols.cecp.player.Player`, below
them all, is what the engine does between commands.
"""

from oddfish.protocols.cecp.frontend import Cecp

__all__ = ["Cecp"]
