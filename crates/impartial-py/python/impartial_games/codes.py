"""Lexicodes."""

from __future__ import annotations

import numpy

from .answers import ask


class Lexicode:
    """The lexicode of a length and a distance, in base 2, 4 or 16.

    >>> golay = lexicode(24, 8)
    >>> golay.dimension, golay.generator_matrix().shape
    (12, (12, 24))
    >>> lexicode(6, 4, base=4).basis
    ['001111', '010123', '100132']
    """

    def __init__(self, length: int, distance: int, base: int = 2):
        self.length, self.distance, self.base = length, distance, base
        #: Everything that was found.
        self.answer = ask("lexicode", length=length, distance=distance, base=base)

    @property
    def dimension(self) -> int:
        """The dimension over the field of the digits."""
        return self.answer["dimension"]

    @property
    def basis(self) -> list[str]:
        """The basis, as words of digits, the greatest place first."""
        return self.answer["basis"]

    def generator_matrix(self) -> numpy.ndarray:
        """The basis as the rows of a matrix."""
        rows = [[int(digit, 16) for digit in word] for word in self.basis]
        return numpy.array(rows, dtype=numpy.uint8).reshape(self.dimension, self.length)

    def _repr_latex_(self) -> str | None:
        if not 0 < self.dimension * self.length <= 2000:
            return None
        rows = r" \\ ".join(" & ".join(word) for word in self.basis)
        return rf"$\left(\begin{{array}}{{{'c' * self.length}}} {rows} \end{{array}}\right)$"

    def __repr__(self) -> str:
        field = "" if self.base == 2 else f" over F_{self.base}"
        return f"<lexicode{field} of length {self.length} and distance {self.distance}, dimension {self.dimension}>"


def lexicode(length: int, distance: int, base: int = 2) -> Lexicode:
    """The lexicode of a length and a distance, in base 2, 4 or 16."""
    return Lexicode(length, distance, base)
