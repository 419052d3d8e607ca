"""All drawing.

- ``svg`` and ``terminal`` draw positions, from the letters on their ``squares`` and the ``look`` of the game.
- ``figures`` has the outlines of the chessmen, ``chessmen`` makes XBoard's pictures of pieces from them, and ``board``
  describes XBoard's boards. ``families`` has a module for the drawings of each family of games.
- ``library`` draws all of XBoard's pictures. They are installed with the package, in ``pieces/`` and ``boards/``.
  ``xboard`` has the flags that make XBoard show them, and ``live`` changes the board within a session.
- ``png`` converts SVG to PNG.
- ``winboard`` draws the same boards and pieces for WinBoard, as ``bitmaps`` of all its sizes.
"""
