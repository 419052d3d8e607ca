"""One game at a time as an environment of PettingZoo (AEC). Needs PettingZoo (``pip install oddfish[envs]``).

>>> from oddfish.envs import pettingzoo
>>> environment = pettingzoo.env("half-chess")
>>> environment.reset(seed=1)
>>> observation, reward, termination, truncation, info = environment.last()
>>> environment.agent_selection, int(observation["action_mask"].sum())
('player_0', 20)
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from oddfish.envs.open_spiel import Game, State


def env(variant: str, **arguments: Any) -> Any:
    """A :class:`VariantEnv` in PettingZoo's usual wrappers: illegal actions lose, and calls out of order are reported.

    Args: as for :class:`VariantEnv`.
    """
    wrapped: Any = VariantEnv(variant, **arguments)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class VariantEnv(AECEnv):
    """A game between ``player_0``, who moves first, and ``player_1``.

    Observations are dicts: ``observation`` [planes, ranks, files], float32 from 0 to 1, as the agent sees the game, and
    ``action_mask`` [actions], int8. The environment draws the outcomes of chance. In Tandem-84 and in series of
    captures an agent may act twice in a row.

    Args:
        variant: the name of a variant.
        options: the variant's options by name; missing ones take their defaults.
        fen: where games begin; None for the variant's start position.
        max_plies: games are truncated after this many plies; None for never.
        render_mode: None, or ``"ansi"``: :meth:`render` returns the position as a FEN.

    Raises:
        UnknownVariantError, OptionError, FenError, ValueError: an argument is wrong.
    """

    metadata = {"render_modes": ["ansi"], "name": "oddfish_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        variant: str,
        options: Mapping[str, Any] | None = None,
        fen: str | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}, expected None or 'ansi'")
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"max_plies is {max_plies}, expected at least 1")
        self.render_mode = render_mode
        self._variant, self._options, self._fen, self._max_plies = variant, dict(options or {}), fen, max_plies
        self._seed(None)
        game = self._game
        self.metadata = {**self.metadata, "name": f"oddfish_{game.variant.replace('-', '_')}_v0"}
        game.new_initial_state(fen)  # raises FenError
        size, shape = game.num_distinct_actions(), tuple(game.observation_tensor_shape())
        self.possible_agents = ["player_0", "player_1"]
        # Values exceed 1 only with more than 16 pieces in hand; 16 count as 1.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 4, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def _seed(self, seed: int | None) -> None:
        self._rng = random.Random(seed)
        self._game = Game(self._variant, self._options, self._rng.getrandbits(63))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is not None or not hasattr(self, "_state"):
            self._seed(seed)
        self._state: State = self._game.new_initial_state(self._fen)
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self._state.current_player(), 0)]
        if self._note_end():
            self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees. Its mask is empty when it is not to move."""
        player = self.possible_agents.index(agent)
        size = self._game.num_distinct_actions()
        mask = np.zeros(size, np.int8)
        if not self._state.is_chance_node() and not self.truncations.get(agent, False):
            mask[self._state.legal_actions(player)] = 1
        return {"observation": self._state._planes(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent to move.

        Raises:
            IllegalActionError: it is not legal; nothing changes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state
        state.apply_action(action)  # type: ignore[arg-type]
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(self._rng.choices(outcomes, chances)[0])
        self._plies += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self._note_end():
            self.agent_selection = self.possible_agents[state.current_player()]
        else:
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._accumulate_rewards()

    def _note_end(self) -> bool:
        """Set rewards, terminations and truncations; whether the game has ended."""
        if self._state.is_terminal():
            self.rewards = dict(zip(self.agents, self._state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"reason": self._state.reason} for agent in self.agents}
        elif self._max_plies is not None and self._plies >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            return False
        return True

    def render(self) -> str | None:
        """The position as a FEN, if ``render_mode`` is ``"ansi"``."""
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""


__all__ = ["VariantEnv", "env"]
