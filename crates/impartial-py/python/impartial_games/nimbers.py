"""Nimbers with their field operations: finite ones, and ordinals below w^w^w."""

from __future__ import annotations

from functools import total_ordering
from typing import Any, Union

import numpy

from . import _native


@total_ordering
class Nimber:
    """A nimber, an ordinal. ``+`` and ``-`` are nim addition, ``*`` nim multiplication, ``/`` its inverse, ``**`` a power.

    >>> Nimber(5) * Nimber(6), Nimber(5) + Nimber(6)
    (Nimber(8), Nimber(3))
    >>> Nimber("w") ** 3
    Nimber(2)
    >>> Nimber(1) / Nimber(5) * Nimber(5)
    Nimber(1)
    >>> int(Nimber(12)), Nimber("w^2+3") > Nimber(10**30)
    (12, True)
    """

    __slots__ = ("_text",)

    def __init__(self, value: Union[int, str, Nimber]):
        text = str(value)
        self._text = text if text.isdecimal() else _native.nim_evaluate(text)

    def _with(self, sign: str, other: Any) -> Nimber:
        return Nimber(_native.nim_evaluate(f"({self}) {sign} ({Nimber(other)})"))

    def __add__(self, other: Any) -> Nimber:
        if self.is_finite and Nimber(other).is_finite:
            return Nimber(int(self) ^ int(Nimber(other)))
        return self._with("+", other)

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: Any) -> Nimber:
        return self._with("*", other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Nimber:
        return self._with("/", other)

    def __rtruediv__(self, other: Any) -> Nimber:
        return Nimber(other) / self

    def __pow__(self, exponent: int) -> Nimber:
        return Nimber(_native.nim_evaluate(f"({self}) ** ({int(exponent)})"))

    def __neg__(self) -> Nimber:
        return self

    @property
    def is_finite(self) -> bool:
        """Whether it is a natural number."""
        return self._text.isdecimal()

    def __int__(self) -> int:
        if not self.is_finite:
            raise OverflowError(f"{self} is infinite")
        return int(self._text)

    __index__ = __int__

    def __bool__(self) -> bool:
        return self._text != "0"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Nimber({self._text})" if self.is_finite else f"Nimber({self._text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Nimber, (self._text,))

    def __hash__(self) -> int:
        return hash(int(self)) if self.is_finite else hash(self._text)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            other = Nimber(other)
        return isinstance(other, Nimber) and self._text == other._text

    def __lt__(self, other: Any) -> bool:
        other = Nimber(other)
        if self.is_finite and other.is_finite:
            return int(self) < int(other)
        if self.is_finite != other.is_finite:
            return self.is_finite
        if self == other:
            return False
        # A nim-heap can be made smaller, never larger.
        from .games import nim

        return nim(other).leads_to(nim(self))

    def _repr_latex_(self) -> str:
        return "$" + self._text.replace("w", r"\omega").replace("*", r"\cdot ") + "$"


def nim_product(left: Any, right: Any) -> Any:
    """Nim products of numbers below 2^64: of two integers, or term by term of numpy arrays.

    >>> nim_product(5, 6)
    8
    >>> nim_product(numpy.arange(4, dtype=numpy.uint64), numpy.full(4, 2, dtype=numpy.uint64))
    array([0, 2, 3, 1], dtype=uint64)
    """
    left_array, right_array = numpy.asarray(left, dtype=numpy.uint64), numpy.asarray(right, dtype=numpy.uint64)
    both = numpy.broadcast_arrays(left_array, right_array)
    flat = _native.nim_products(*(numpy.ascontiguousarray(part).reshape(-1) for part in both))
    product = flat.reshape(both[0].shape)
    return int(product) if product.ndim == 0 else product
