"""Systems of linear equations with a symmetric, positive definite matrix. Large ones use numpy if it is installed,
others plain Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import Any

#: From this number of unknowns on, numpy saves more time than its import takes.
_LARGE = 150


class SingularError(ValueError):
    """The matrix is not positive definite, as far as rounding allows."""


class System:
    """Equations with one matrix.

    Args:
        matrix: its rows; it must be symmetric.

    Raises:
        SingularError: it is not positive definite.
    """

    def __init__(self, matrix: list[list[float]]):
        self._numpy = _numpy() if len(matrix) >= _LARGE else None
        if self._numpy is None:
            self._plain = _factor(matrix)
            return
        try:
            self._lower = self._numpy.linalg.cholesky(self._numpy.array(matrix))
        except self._numpy.linalg.LinAlgError:
            raise SingularError("the matrix is singular") from None

    def solve(self, right: Sequence[float]) -> list[float]:
        """The solution x of matrix · x = right."""
        if self._numpy is None:
            return _solve(self._plain, right)
        solve = self._numpy.linalg.solve
        return [float(value) for value in solve(self._lower.T, solve(self._lower, self._numpy.array(right)))]

    def inverse(self) -> list[list[float]]:
        """The rows of the inverse."""
        if self._numpy is None:
            units = ([float(one == two) for two in range(len(self._plain))] for one in range(len(self._plain)))
            return [_solve(self._plain, unit) for unit in units]
        half = self._numpy.linalg.inv(self._lower)
        return [[float(value) for value in row] for row in half.T @ half]


def _numpy() -> Any:
    """The module, or None if it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _factor(matrix: list[list[float]]) -> list[list[float]]:
    """The rows of the lower triangle L with L Lᵀ = matrix (Cholesky)."""
    rows: list[list[float]] = []
    for given in matrix:
        row: list[float] = []
        for other in rows:
            row.append((given[len(row)] - _product(row, other)) / other[-1])
        square = given[len(row)] - _product(row, row)
        if square < 1e-300:
            raise SingularError("the matrix is singular")
        rows.append([*row, math.sqrt(square)])
    return rows


def _solve(factor: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution x of L Lᵀ x = right, with L from `_factor`."""
    half: list[float] = []
    for row, value in zip(factor, right):
        half.append((value - _product(row, half)) / row[-1])
    for one in reversed(range(len(half))):
        half[one] /= factor[one][-1]
        for two in range(one):
            half[two] -= factor[one][two] * half[one]
    return half


def _product(one: Sequence[float], two: Sequence[float]) -> float:
    """The dot product, up to the length of the shorter sequence."""
    return sum(map(mul, one, two))
