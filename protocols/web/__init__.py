"""A board in the browser: ``oddfish web``.

- ``app`` answers requests; ``security`` checks them; ``serving`` opens the port and the browser.
- ``session`` is one game with its players; ``thinking`` runs the engine, ``timing`` the clocks, and ``events`` keeps
  what the pages have yet to see.
- ``clicks`` turns clicks into moves; ``paths`` has the clicks of each move. ``drawing`` and ``frames`` describe what to
  draw.
- ``static`` holds the page: HTML, CSS and JavaScript modules, which know no rules.
"""
