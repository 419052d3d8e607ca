"""Matches between engines: ``oddfish match`` and ``oddfish ratings``.

``statistics`` and ``ratings`` are pure functions. ``control`` is about clocks, ``players`` drives engine processes,
``openings`` chooses start positions, ``referee`` plays one game in terms of ``games``, ``pool`` and ``remote`` play
games here or on a cluster, ``plan`` and ``runner`` are about the whole match, ``records`` writes it down, ``standings``
counts it, and ``report`` shows it.
"""
