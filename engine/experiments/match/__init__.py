"""Matches between engines: ``oddfish match`` and ``oddfish ratings``.

``plan`` describes the whole match and ``runner`` plays it; ``pool`` and ``remote`` play games on this machine or on a
cluster. ``referee`` plays one game with ``players``, which drive engine processes, and the clocks of ``control``;
``games`` has the types for that. ``openings`` chooses start positions, ``records`` writes games to files, ``standings``
keeps the score, and ``report`` shows it. ``statistics`` and ``ratings`` are pure functions.
"""
