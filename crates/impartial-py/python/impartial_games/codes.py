"""Lexicodes."""

from __future__ import annotations

import numpy

from .answers import ask


class Lexicode:
    """The binary lexicode of a length and a distance.

    >>> golay = lexicode(24, 8)
    >>> golay.dimension, golay.generator_matrix().shape
    (12, (12, 24))
    """

    def __init__(self, length: int, distance: int):
        self.length, self.distance = length, distance
        #: Everything that was found.
        self.answer = ask("lexicode", length=length, distance=distance)

    @property
    def dimension(self) -> int:
        """The dimension over the field of two elements."""
        return self.answer["dimension"]

    @property
    def basis(self) -> list[str]:
        """The basis, as words of zeros and ones."""
        return self.answer["basis"]

    def generator_matrix(self) -> numpy.ndarray:
        """The basis as the rows of a matrix."""
        rows = [[int(digit) for digit in word] for word in self.basis]
        return numpy.array(rows, dtype=numpy.uint8).reshape(self.dimension, self.length)

    def _repr_latex_(self) -> str | None:
        if not 0 < self.dimension * self.length <= 2000:
            return None
        rows = r" \\ ".join(" & ".join(word) for word in self.basis)
        return rf"$\left(\begin{{array}}{{{'c' * self.length}}} {rows} \end{{array}}\right)$"

    def __repr__(self) -> str:
        return f"<lexicode of length {self.length} and distance {self.distance}, dimension {self.dimension}>"


def lexicode(length: int, distance: int) -> Lexicode:
    """The binary lexicode of a length and a distance."""
    return Lexicode(length, distance)
