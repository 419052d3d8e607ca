"""Slow, obvious, pure-Python generators: the independent truth the fast engine is compared with.

They are written from the rule pages alone and share no code with the engine.
"""
