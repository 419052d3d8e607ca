"""Tuning of evaluation weights: ``oddfish tune``.

``games`` plays games of the engine against itself and keeps quiet positions of them, ``data`` is their file,
``fit`` finds the weights that explain the results best (numpy and scipy, the extra ``tune``), ``verify`` sets up the
match of new against old weights, and ``command`` reads the command line and tells what came out.
"""
