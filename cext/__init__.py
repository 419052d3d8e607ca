"""The compiled core of Oddfish: everything that runs once a node, without the GIL.

``geometry`` holds attack tables, a module per game family holds rules (``halfchess`` …), and ``perft``,
``table`` and ``search`` are written once against the ``Rules`` table of ``rules.pxd``.
"""
