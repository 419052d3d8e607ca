"""Perft against another generator: runs the generator (:mod:`generators`), matches its moves with ours
(:mod:`oddfish.engine.notation`), and finds where the two differ (:mod:`descent`)."""
