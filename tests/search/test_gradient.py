"""The loss that training minimises, and its gradient, against NumPy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from oddfish.cext.search.gradient import loss, parameter_count
from oddfish.cext.search.network import OUTPUT_COUNT
from oddfish.engine.game import Game
from support.networks import Parts

FEATURES, HIDDEN, POSITIONS = 128, 32, 12

Doubles = npt.NDArray[np.float64]


class Case:
    """Random positions, targets and parameters; some sums are beyond 0 and 1, where slopes are 0."""

    def __init__(self) -> None:
        rng = np.random.default_rng(8)
        self.bits = rng.random((POSITIONS, 2, FEATURES)) < 0.1
        self.lists = np.nonzero(self.bits)[2].astype(np.uint16)
        self.starts = np.concatenate(([0], np.cumsum(self.bits.sum(axis=2))))
        self.outputs = rng.integers(0, OUTPUT_COUNT, POSITIONS).astype(np.uint8)
        self.targets = rng.random(POSITIONS).astype(np.float32)
        self.rows = np.arange(POSITIONS)
        self.parameters = rng.normal(0, 0.4, parameter_count(FEATURES, HIDDEN)).astype(np.float32)

    def loss(self, gradient: npt.NDArray[np.float32] | None = None) -> float:
        return self.loss_of(HIDDEN, gradient)

    def loss_of(self, hidden: int, gradient: npt.NDArray[np.float32] | None = None, level: int | None = None) -> float:
        rows, sizes = self.rows, (FEATURES, hidden, level)
        return loss(self.lists, self.starts, self.outputs, self.targets, rows, self.parameters, gradient, *sizes)

    def expected(self, parameters: Doubles) -> float:
        """The sum of squared errors, by matrices of double precision."""
        columns, bias, output, output_bias = np.split(
            parameters, np.cumsum((FEATURES * HIDDEN, HIDDEN, 2 * HIDDEN * OUTPUT_COUNT))
        )
        sums = self.bits.astype(float) @ columns.reshape(FEATURES, HIDDEN) + bias
        active = np.clip(sums, 0, 1).reshape(POSITIONS, 2 * HIDDEN) ** 2
        every = active @ output.reshape(OUTPUT_COUNT, 2 * HIDDEN).T + output_bias
        found = 1 / (1 + np.exp(-every[np.arange(POSITIONS), self.outputs]))
        return float(np.sum((found - self.targets)[self.rows] ** 2))


@pytest.fixture
def case() -> Case:
    return Case()


def test_the_loss(case: Case) -> None:
    assert case.loss() == pytest.approx(case.expected(case.parameters.astype(float)), rel=1e-5)
    case.rows = np.array([3, 3, 7])
    assert case.loss() == pytest.approx(case.expected(case.parameters.astype(float)), rel=1e-5)
    case.rows = np.arange(0)
    assert case.loss() == 0


def test_the_gradient_is_the_slope(case: Case) -> None:
    """In some directions, by finite differences; the gradient is added to the given one."""
    gradient = np.full_like(case.parameters, 2)
    assert case.loss(gradient) == case.loss()
    gradient -= 2
    rng, step = np.random.default_rng(3), 1e-5
    for _ in range(20):
        way = rng.normal(size=len(gradient))
        there, back = (case.expected(case.parameters + sign * step * way) for sign in (1, -1))
        assert float(gradient @ way) == pytest.approx((there - back) / (2 * step), rel=1e-3, abs=1e-4)
    unseen = ~case.bits.any(axis=(0, 1))
    assert unseen.any()
    assert not gradient[: FEATURES * HIDDEN].reshape(FEATURES, HIDDEN)[unseen].any()


def test_all_instructions_agree(case: Case) -> None:
    best = Parts(Game("normal").position, HIDDEN).network().level
    gradients = [np.zeros_like(case.parameters) for _ in range(best + 1)]
    losses = [case.loss_of(HIDDEN, gradient, level) for level, gradient in enumerate(gradients)]
    assert len(set(losses)) == 1
    assert all(np.array_equal(gradient, gradients[0]) for gradient in gradients)
    with pytest.raises(ValueError, match=f"level {best + 1}"):
        case.loss_of(HIDDEN, None, best + 1)


def test_arrays_that_do_not_fit(case: Case) -> None:
    with pytest.raises(ValueError, match="parameters for 128 features and a hidden layer of 64"):
        case.loss_of(64)
    with pytest.raises(ValueError, match=r"a gradient of 5 for \d+ parameters"):
        case.loss(np.zeros(5, np.float32))
    for row in (-1, POSITIONS):
        case.rows = np.array([0, row])
        with pytest.raises(ValueError, match=f"row {row}: expected 0 to 11"):
            case.loss()
    case.rows = np.arange(POSITIONS)
    case.outputs[4] = OUTPUT_COUNT
    with pytest.raises(ValueError, match="row 4"):
        case.loss()
    case.outputs[4] = 0
    case.lists[case.starts[10]] = FEATURES
    with pytest.raises(ValueError, match=r"row 5: .* features below 128"):
        case.loss()
    case.lists[case.starts[10]] = 0
    case.starts[8] = len(case.lists) + 1
    with pytest.raises(ValueError, match="row 3"):
        case.loss()
    case.starts = case.starts[:-2]
    with pytest.raises(ValueError, match="23 starts and 12 targets for 12 outputs"):
        case.loss()
    with pytest.raises(ValueError, match="hidden layer"):
        parameter_count(FEATURES, 0)
