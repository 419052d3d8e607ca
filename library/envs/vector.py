"""Many games of one variant at once, in numpy arrays."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from oddfish.cext.core.rules import Position
from oddfish.cext.envs.vector import Games, reason_text
from oddfish.engine.variants import get_variant
from oddfish.envs.games import encoding_of, start_positions

_MOST_GAMES = 1 << 22
_MOST_THREADS = 256
_MOST_PLIES = 1 << 30


class RolloutCounts(NamedTuple):
    """What happened in :meth:`VectorEnv.rollout`, over all games."""

    #: Plies played.
    plies: int
    #: Games won by the first and by the second player, and drawn.
    first_wins: int
    second_wins: int
    draws: int
    #: Games cut off at ``max_plies``.
    truncated: int


class VectorEnv:
    """Games of one variant that are stepped together, without the GIL, into numpy arrays.

    Every call overwrites the same arrays, which are attributes; copy what you want to keep. Row ``i`` belongs to game
    ``i``. You may pass arrays instead, for example in shared memory. Do not write to the masks: each step only changes
    the entries that differ.

    A step is one ply: a move or a drop, in Tandem-84 one move of a turn, in Banqi also each capture of a series.
    Actions and observations are seen by the player to move (docs/envs.md lists both for each family).

    Args:
        variant: the name of a variant.
        games: the number of games.
        options: the variant's options by name; missing ones take their defaults.
        fens: start positions, of which each game draws one; None for the variant's own.
        starts: how many start positions to draw where the options leave them to chance (armies).
        seed: seed of all randomness; None draws one. Each game has its own random numbers, so results depend only on
            the seed and the game's number.
        threads: how many threads share the games. Results do not depend on it.
        max_plies: games are truncated after this many plies; None for never.
        auto_reset: whether a game that has ended begins again in the same step (Gymnasium's
            ``AutoresetMode.SAME_STEP``). Its observation and mask are then those of the new game. If not, it stays as
            it is, without legal actions, until :meth:`reset`.
        illegal: ``"raise"`` or ``"lose"``: what an illegal action does.
        observations: ``numpy.uint8``, ``numpy.float32``, an array to write to, or None for no observations.
        masks: True, False, or an array to write to (uint8 or bool).
        rewards: array to write to; None makes one.
        terminations: array to write to; None makes one.
        truncations: array to write to; None makes one.
        final_observations: with ``auto_reset``, whether to keep the last observations of games that end: True, False,
            or an array to write to, with the shape and dtype of the observations.

    Attributes:
        observations: [games, planes, ranks, files], uint8 or float32; None without observations.
        masks: [games, actions], 1 for legal actions; None without masks.
        rewards: [games, 2], float32: 1, -1 or 0 for the first and the second player, for the last step.
        terminations, truncations: [games], bool: whether the last step ended the game.
        players: [games], int8: the player to move, 0 or 1.
        actions: [games], int32: the last action of each game, also of :meth:`step_random`.
        final_observations: as ``observations``: where the last step ended the game, what the player to move saw at its
            end, before the next game began; other rows are older. None unless you ask for it.
        final_players: [games], int8: the player to move at the end, in the same rows; or None.
        reasons: [games], uint8: why the last step ended the game; :func:`reason_text` has the words.

    Raises:
        UnknownVariantError, OptionError, FenError: as they say.
        TypeError, ValueError: another argument is wrong, or an array has the wrong shape or dtype or is read-only.

    >>> env = VectorEnv("normal", games=2, seed=1)
    >>> env.reset()
    >>> env.observations.shape, env.masks.sum(axis=1).tolist()
    ((2, 20, 8, 8), [20, 20])
    >>> env.step([env.action(0, "e2e4"), env.action(1, "b1c3")])
    >>> env.players.tolist()
    [1, 1]
    """

    def __init__(  # noqa: PLR0913
        self,
        variant: str,
        games: int = 1,
        *,
        options: Mapping[str, Any] | None = None,
        fens: Sequence[str] | None = None,
        starts: int = 16,
        seed: int | None = None,
        threads: int = 1,
        max_plies: int | None = None,
        auto_reset: bool = True,
        illegal: str = "raise",
        observations: DTypeLike | NDArray[Any] | None = np.uint8,
        masks: bool | NDArray[Any] = True,
        rewards: NDArray[np.float32] | None = None,
        terminations: NDArray[Any] | None = None,
        truncations: NDArray[Any] | None = None,
        final_observations: bool | NDArray[Any] = False,
    ):
        self.variant = get_variant(variant).name
        self.games = _whole(games, "games", 1, _MOST_GAMES)
        self.threads = min(_whole(threads, "threads", 1, _MOST_THREADS), self.games)
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal is {illegal!r}, expected 'raise' or 'lose'")
        self._illegal_loses = illegal == "lose"
        seed = random.SystemRandom().getrandbits(63) if seed is None else _whole(seed, "seed", 0, 2**64 - 1)
        positions = start_positions(variant, options, fens, _whole(starts, "starts", 1, 1 << 16), seed)
        for position in positions:
            if position.outcome()[0]:
                raise ValueError(f"the game is over in {position.fen()}")
        plies = 0 if max_plies is None else _whole(max_plies, "max_plies", 1, _MOST_PLIES)
        self._encoding = encoding_of(positions[0])
        self._games = Games(self._encoding, positions, self.games, plies, bool(auto_reset))
        #: Actions are 0 to ``action_count - 1``.
        self.action_count = self._encoding.actions(positions[0])
        #: Planes, ranks, files.
        self.observation_shape: tuple[int, int, int] = Games.shape_of(self._encoding, positions[0])
        #: What each plane shows.
        self.plane_names = (*self._encoding.plane_names(positions[0]), "to move", "clock", "repetitions")
        self._allocate(observations, masks, rewards, terminations, truncations)
        self._keep_final(final_observations, auto_reset)
        self._attach()
        self._pool = self._new_pool()
        self._ranges = [
            (self.games * i // self.threads, self.games * (i + 1) // self.threads) for i in range(self.threads)
        ]
        self._games.seed(seed)
        self._begun = False

    def _allocate(self, observations: Any, masks: Any, rewards: Any, terminations: Any, truncations: Any) -> None:
        n, flags = self.games, (np.bool_, np.uint8)
        if observations is not None and not isinstance(observations, np.ndarray):
            observations = np.zeros((n, *self.observation_shape), observations)
        if observations is not None:
            _check(observations, "observations", (n, *self.observation_shape), (np.uint8, np.float32))
        if masks is True:
            masks = np.zeros((n, self.action_count), np.uint8)
        elif masks is False:
            masks = None
        if masks is not None:
            _check(masks, "masks", (n, self.action_count), flags)
        self.observations: NDArray[Any] | None = observations
        self.masks: NDArray[Any] | None = masks
        self.rewards = np.zeros((n, 2), np.float32) if rewards is None else rewards
        self.terminations = np.zeros(n, np.bool_) if terminations is None else terminations
        self.truncations = np.zeros(n, np.bool_) if truncations is None else truncations
        self.reasons = np.zeros(n, np.uint8)
        self.players = np.zeros(n, np.int8)
        self.actions = np.zeros(n, np.int32)
        _check(self.rewards, "rewards", (n, 2), (np.float32,))
        _check(self.terminations, "terminations", (n,), flags)
        _check(self.truncations, "truncations", (n,), flags)

    def _keep_final(self, wanted: bool | NDArray[Any], auto_reset: bool) -> None:
        self.final_observations: NDArray[Any] | None = None
        self.final_players: NDArray[np.int8] | None = None
        if wanted is False or wanted is None:
            return
        if self.observations is None or not auto_reset:
            raise ValueError("final_observations need observations and auto_reset")
        final = np.zeros_like(self.observations) if wanted is True else wanted
        _check(final, "final_observations", self.observations.shape, (self.observations.dtype.type,))
        self.final_observations, self.final_players = final, np.zeros(self.games, np.int8)

    def _attach(self) -> None:
        observed, final = self.observations, self.final_observations
        arrays = [self.rewards, self.terminations, self.truncations, observed, self.masks, final]
        for index, array in enumerate(arrays):
            for other in arrays[:index]:
                if array is not None and other is not None and np.may_share_memory(array, other):
                    raise ValueError("two of the arrays share memory")
        is_float = observed is not None and observed.dtype == np.float32
        self._games.attach(
            self.masks,
            None if is_float else observed,
            observed if is_float else None,
            self.rewards,
            self.terminations,
            self.truncations,
            self.reasons,
            self.players,
            self.actions,
            None if is_float else final,
            final if is_float else None,
            self.final_players,
        )

    def reset(self, which: Any = None, *, seed: int | None = None) -> None:
        """Begin new games.

        Args:
            which: [games] bool: the games to begin; None for all. The first time it must be None.
            seed: a new seed for the random numbers of all games.

        Raises:
            TypeError, ValueError: an argument is wrong.
        """
        if which is not None:
            which = np.asarray(which)
            if which.dtype != np.bool_:
                raise TypeError(f"which has dtype {which.dtype}, expected bool")
            if which.shape != (self.games,):
                raise ValueError(f"which has shape {which.shape}, expected {(self.games,)}")
            if not self._begun:
                raise RuntimeError("the first reset must begin all games")
            which = np.ascontiguousarray(which).view(np.uint8)
        if seed is not None:
            self._games.seed(_whole(seed, "seed", 0, 2**64 - 1))
        self._games.reset(which)
        self._begun = True

    def step(self, actions: Any) -> None:
        """Play one action in every game, and update the arrays. Actions of games that are over are ignored.

        Args:
            actions: [games] of an integer dtype.

        Raises:
            IllegalActionError: an action is not a legal move (with ``illegal="raise"``); nothing has changed.
            TypeError, ValueError: the dtype or shape is wrong.
            RuntimeError: :meth:`reset` has not been called, or another thread is stepping.
        """
        self._check_begun()
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions have dtype {chosen.dtype}, expected integers")
        if chosen.shape != (self.games,):
            raise ValueError(f"actions have shape {chosen.shape}, expected {(self.games,)}")
        if chosen.dtype == np.uint64:
            chosen = np.minimum(chosen, np.uint64(2**62))
        self._games.choose(np.ascontiguousarray(chosen, np.int64), self._illegal_loses)
        self._advance(False, 1)

    def step_random(self) -> None:
        """Play a uniformly random legal action in every game; :attr:`actions` has them.

        Raises:
            RuntimeError: as :meth:`step`.
        """
        self._check_begun()
        self._advance(True, 1)

    def rollout(self, steps: int) -> RolloutCounts:
        """Play random actions in every game, without returning to Python in between.

        This plays what ``steps`` calls of :meth:`step_random` would play, and begins games again if ``auto_reset`` is
        on. The arrays are written once, at the end; rewards, terminations and truncations are those of the last ply.

        Raises:
            RuntimeError: as :meth:`step`.
            ValueError: ``steps`` is not positive.
        """
        self._check_begun()
        return self._advance(True, _whole(steps, "steps", 1, 1 << 40))

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("call reset first")

    def _advance(self, at_random: bool, steps: int) -> RolloutCounts:
        games = self._games
        games.hold()
        done: list[Future[tuple[int, int, int, int, int]]] = []
        try:
            if self._pool is None:
                return RolloutCounts(*games.advance(0, self.games, at_random, steps))
            if self._pool_process != os.getpid():
                self._pool = self._new_pool()
            assert self._pool is not None
            done += [self._pool.submit(games.advance, first, end, at_random, steps) for first, end in self._ranges]
            counts = [part.result() for part in done]
            return RolloutCounts(*(sum(each) for each in zip(*counts)))
        except BaseException:
            games.halt()
            raise
        finally:
            wait(done)
            games.release()

    def _new_pool(self) -> ThreadPoolExecutor | None:
        """The threads. A forked process needs new ones."""
        self._pool_process = os.getpid()
        return ThreadPoolExecutor(self.threads, "oddfish-envs") if self.threads > 1 else None

    # Looking at single games --------------------------------------------------------------------------------

    def position(self, game: int) -> Position:
        """A game's position. In Banqi it holds what both players see."""
        return self._games.position(self._index(game))

    def fen(self, game: int) -> str:
        """A game's position as a FEN."""
        return self.position(game).fen()

    def legal_actions(self, game: int) -> list[int]:
        """A game's legal actions, ascending; none if it is over."""
        return sorted(self._games.legal(self._index(game)))

    def action(self, game: int, text: str) -> int:
        """The action of a legal move's text, in Tandem-84 of one move of a turn.

        Raises:
            MoveError: the text is not a legal move, or fits several.
        """
        position = self.position(game)
        return self._encoding.action(position, position.parse(text))

    def text(self, game: int, action: int) -> str:
        """The move text of a legal action.

        Raises:
            ValueError: the action is not legal.
        """
        position = self.position(game)
        return position.text(self._encoding.move(position, action))

    def plies(self, game: int) -> int:
        """How many plies a game has lasted."""
        return self._games.plies(self._index(game))

    def reason(self, game: int) -> str:
        """Why the last step ended a game, in the words of docs/rules/README.md; '' if the game is not over, or an
        illegal action or the ply limit ended it."""
        return reason_text(int(self.reasons[self._index(game)]))

    def _index(self, game: int) -> int:
        return _whole(game, "game", 0, self.games - 1)

    def close(self) -> None:
        """End the threads; the environment cannot be stepped any more."""
        self._begun = False
        if self._pool is not None and self._pool_process == os.getpid():
            self._pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<VectorEnv {self.variant}, {self.games} games>"


def _whole(value: Any, name: str, low: int, high: int) -> int:
    if isinstance(value, (bool, float)) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is of type {type(value).__name__}, expected int")
    number = int(value.__index__())
    if not low <= number <= high:
        raise ValueError(f"{name} is {number}, expected {low} to {high}")
    return number


def _check(array: Any, name: str, shape: tuple[int, ...], dtypes: tuple[Any, ...]) -> None:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is of type {type(array).__name__}, expected a numpy array")
    if array.dtype not in [np.dtype(dtype) for dtype in dtypes]:
        names = " or ".join(np.dtype(dtype).name for dtype in dtypes)
        raise TypeError(f"{name} has dtype {array.dtype}, expected {names}")
    if array.shape != shape:
        raise ValueError(f"{name} has shape {array.shape}, expected {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"{name} is not contiguous, or read-only")
