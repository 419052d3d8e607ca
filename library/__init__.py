"""Chess-variant engines for XBoard, WinBoard and UCI.

The three floors of the house are packages of their own: :mod:`oddfish.cext` (what runs at every node),
:mod:`oddfish.engine` (games, searches, matches) and :mod:`oddfish.protocols` (CECP, UCI, the command line).
"""

__version__ = "0.1.0"
