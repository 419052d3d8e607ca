"""Matches between engines: ``oddfish match`` and ``oddfish ratings``.

``statistics`` and ``ratings`` are pure functions. ``control`` keeps the clocks, ``players`` drives engine processes,
``openings`` says where games begin, ``referee`` plays one game (``games`` has the words for it), ``venue`` and
``remote`` have games played here or on a cluster, ``plan`` and ``runner`` are about the whole match, ``records`` writes
it down, ``standings`` counts it, ``report`` shows it, and ``command`` reads the command line. python-chess (the extra
``match``) is imported by ``players``, and so by ``venue`` and ``runner``, Dask (the extra ``cluster``) by ``remote``.
"""
