"""All drawing.

- ``svg`` and ``terminal`` draw positions, from the letters on their ``squares`` and the ``look`` of the game.
- ``figures`` has the outlines of the chessmen, ``chessmen`` makes XBoard's pictures of pieces from them, and ``board``
  describes XBoard's boards. ``families`` holds what only one family of games draws.
- ``library`` draws all of XBoard's pictures. They are installed with the package, in ``pieces/`` and ``boards/``:
  ``xboard`` has the flags that make XBoard show them, ``live`` changes the board within a session.
- ``png`` makes PNG files of SVG.
- ``winboard`` draws the same boards and pieces for WinBoard, as ``bitmaps`` of all its sizes.
"""
