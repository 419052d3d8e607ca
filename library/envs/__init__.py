"""Environments for reinforcement learning, in all 14 variants (docs/envs.md).

- :class:`VectorEnv`: many games at once, in numpy arrays. Needs numpy (``pip install oddfish[envs]``).
- :mod:`oddfish.envs.open_spiel`: one game as a state, as in OpenSpiel.
- :mod:`oddfish.envs.pettingzoo`: one game as an environment of PettingZoo, which it needs.
"""

from oddfish.cext.envs.vector import IllegalActionError
from oddfish.envs.vector import RolloutCounts, VectorEnv

__all__ = ["IllegalActionError", "RolloutCounts", "VectorEnv"]
