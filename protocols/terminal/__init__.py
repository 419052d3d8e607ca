"""Games in the terminal: a person against the engine, two people, or the engine against itself.

Output is coloured on a terminal and plain elsewhere. Each line of input is a move or a command.
"""

from oddfish.protocols.terminal.loop import Terminal, read_line
from oddfish.protocols.terminal.table import Setting

__all__ = ["Setting", "Terminal", "read_line"]
