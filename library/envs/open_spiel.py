"""One game at a time, with the names of OpenSpiel's ``Game`` and ``State``. OpenSpiel itself is not needed.

>>> game = load_game("fanorona-chess")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 11)
>>> state.apply_action(state.string_to_action("c3c4"))
>>> print(state)
nrkrn/1bqb1/ppppp/5/5/2P2/PP1PP/1BQB1/NRKRN b Kk - 0 1
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oddfish.cext.core.encoding import Encoding
from oddfish.cext.core.rules import Position
from oddfish.cext.envs.state import CHANCE_PLAYER, TERMINAL_PLAYER, BareState
from oddfish.cext.envs.vector import IllegalActionError
from oddfish.engine.variants import get_variant
from oddfish.envs.games import encoding_of, start_positions


class Game:
    """A variant with its options.

    Args:
        variant: its name.
        options: the variant's options by name; missing ones take their defaults.
        seed: for start positions that the options leave to chance (armies); None draws one.

    Raises:
        UnknownVariantError, OptionError: an argument is wrong.
    """

    def __init__(self, variant: str, options: Mapping[str, Any] | None = None, seed: int | None = None):
        self.variant = get_variant(variant).name
        self.options = dict(options or {})
        self._rng = random.Random(seed)
        self._sample = self._start(None)
        self._encoding = encoding_of(self._sample)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles, since positions can be neither copied nor pickled."""
        return {"variant": self.variant, "options": self.options, "_rng": self._rng}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._sample = start_positions(self.variant, self.options, None, 1, 0)[0]
        self._encoding = encoding_of(self._sample)

    def _start(self, fen: str | None) -> Position:
        fens = None if fen is None else [fen]
        return start_positions(self.variant, self.options, fens, 1, self._rng.getrandbits(63))[0]

    def new_initial_state(self, fen: str | None = None) -> State:
        """A new game, from the start position or from a FEN.

        Raises:
            FenError: the FEN is not a position of the variant.
        """
        return State(self._encoding, self._start(fen), self)

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        """Actions are 0 to this number minus 1."""
        return self._encoding.actions(self._sample)

    def max_chance_outcomes(self) -> int:
        """Outcomes of chance are 0 to this number minus 1; 0 in games without chance."""
        return self._encoding.outcomes

    def observation_tensor_shape(self) -> list[int]:
        """Planes, ranks, files."""
        planes, ranks, files = self._encoding.shape(self._sample)
        return [planes + 3, ranks, files]

    def observation_tensor_size(self) -> int:
        return int(np.prod(self.observation_tensor_shape()))

    information_state_tensor_shape = observation_tensor_shape
    information_state_tensor_size = observation_tensor_size

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def __repr__(self) -> str:
        return f"<Game {self.variant}>"


class State(BareState):
    """A game in progress; :meth:`Game.new_initial_state` makes one.

    Where a move leaves something to chance (Banqi's flips), the next state is a chance node: its actions are the
    outcomes, with the probabilities that :meth:`chance_outcomes` gives. Nothing is hidden from the state, since nothing
    is drawn before it has to be. In Tandem-84 an action is one move of a turn.
    """

    def __init__(self, _encoding: Encoding, _start: Position, game: Game):
        self._game = game

    def get_game(self) -> Game:
        return self._game

    def clone(self) -> State:
        """An independent copy."""
        other = super().clone()
        other._game = self._game
        return other

    __copy__ = clone

    def __deepcopy__(self, _memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _replay, (self._game.variant, self._game.options, self.start.fen(), self.history())

    def child(self, action: int) -> State:
        """The state after an action; this one does not change.

        Raises:
            IllegalActionError: the action is not legal.
        """
        other = self.clone()
        other.apply_action(action)
        return other

    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.uint8]:
        """[actions], or at a chance node [outcomes]: 1 for each action that :meth:`legal_actions` lists."""
        game = self._game
        size = game.max_chance_outcomes() if self.is_chance_node() else game.num_distinct_actions()
        mask = np.zeros(size, np.uint8)
        mask[self.legal_actions(player)] = 1
        return mask

    def rewards(self) -> list[float]:
        """As :meth:`returns`: there are no rewards before the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.returns()[player]

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        return False

    def num_players(self) -> int:
        return 2

    def move_number(self) -> int:
        """How many actions have been applied, those of chance included."""
        return len(self.history())

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """[planes, ranks, files], flat: what a player sees, from 0 to 1.

        Args:
            player: the player whose view to show; by default the player to move, or the first if no one is to move.
        """
        return self._planes(player).ravel()

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """As :meth:`observation_tensor`: both players see everything that a state holds."""
        return self.observation_tensor(player)

    def _planes(self, player: int | None) -> NDArray[np.float32]:
        out = np.empty(self.observation_shape, np.float32)
        self.observe(max(self.current_player(), 0) if player is None else player, out)
        return out

    def observation_string(self, player: int | None = None) -> str:
        """The FEN."""
        return str(self)

    def information_state_string(self, player: int | None = None) -> str:
        """The FEN of the start position, and the actions since."""
        return " ".join([self.start.fen(), "|", *map(str, self.history())])

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """The text of a legal action; OpenSpiel passes the player first.

        Raises:
            IllegalActionError: it is not legal here.
        """
        return self.action_text(player_or_action if action is None else action)

    def string_to_action(self, text: str) -> int:
        """The action of a legal move's text, or of a move with its outcome at a chance node.

        Raises:
            MoveError: the text is not a legal move.
        """
        position = self.position()
        if self.is_chance_node():
            texts = {self.action_text(outcome): outcome for outcome in self.legal_actions()}
            if text in texts:
                return texts[text]
        return self.encoding.action(position, position.parse(text))

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def __str__(self) -> str:
        return self.position().fen()

    def __repr__(self) -> str:
        return f"<State of {self._game.variant}: {self}>"


def load_game(variant: str, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Game:
    """A variant by its name, as :class:`Game`.

    Raises:
        UnknownVariantError, OptionError: an argument is wrong.
    """
    return Game(variant, options, seed)


def _replay(variant: str, options: Mapping[str, Any], fen: str, actions: list[int]) -> State:
    state = Game(variant, options).new_initial_state(fen)
    for action in actions:
        state.apply_action(action)
    return state


__all__ = ["CHANCE_PLAYER", "TERMINAL_PLAYER", "Game", "IllegalActionError", "State", "load_game"]
