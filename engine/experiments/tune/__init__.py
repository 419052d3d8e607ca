"""Tunes evaluation weights and search parameters: ``oddfish tune``.

``games`` plays games of self-play and samples quiet positions, ``data`` stores them, ``fit`` finds the weights that
explain the results best (with numpy and scipy, the extra ``tune``), and ``verify`` sets up the match of new against old
weights. ``spsa`` tunes the search.
"""
