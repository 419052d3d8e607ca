"""The two protocols, CECP (XBoard) and UCI, and the command line.

The front ends, ``Cecp`` and ``Uci``, parse commands, call Game and Searcher, and print. What they share is in
:mod:`~oddfish.protocols.session`.
"""
