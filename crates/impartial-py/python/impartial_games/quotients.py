"""Misère quotients."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy

from . import _native
from .answers import Answer, Certificate, certificate, rendered
from .progress import Progress, watched

if TYPE_CHECKING:
    from .sage import SageQuotient


class Quotient:
    """The misère quotient of a game: a commutative monoid with its P-portion, and the value of each heap.

    Elements are words in the generators, as papers print them.

    >>> q = Quotient("0.75")
    >>> q.order, q.p_portion, q.generators
    (8, 2, ['a', 'b', 'c'])
    >>> q.phi(5), q.phi(10**20)
    ('c', 'b')
    >>> q.multiply("b", "c"), q.is_p("a"), q.is_p("bc")
    ('ab', True, False)
    >>> q.idempotents
    ['1', 'b^2']
    >>> q.kernel["order"], q.kernel["identity"]
    (4, 'b^2')

    Where the quotient is infinite and known, the same is asked in the same way.

    >>> q = Quotient("0.54")
    >>> q, q.order, q.generators
    (<misère quotient of 0.54: algebraic, infinite>, None, ['a', 'b', 'c_n', 'd_n'])
    >>> q.phi(10**30 + 6), q.multiply("c_3", "c_5 d_1"), q.is_p("c_2 d_7"), q.outcome(7, 10**30)
    ('c_142857142857142857142857142857', 'ac_0c_1', True, 'N')
    """

    def __init__(
        self, game: str, to: int | None = None, seconds: float | None = None, progress: Progress = False
    ):
        self._game, self._to = str(game), to
        with watched(progress, "heap", to) as watcher:
            self._native = _native.Quotient(self._game, to, seconds, watcher)
        #: Everything that was found.
        self.answer = Answer(json.loads(self._native.json))
        # Generators, relations and P of infinitely many elements; what is said of the heaps that were looked at is in `finite`.
        self._described = self._native.described()

    def __repr__(self) -> str:
        is_infinite = (self.answer.get("algebraic") or {}).get("infinite")
        known = ", infinite" if is_infinite else "" if self.order is None else f", order {self.order}"
        return f"<misère quotient of {self.answer['game']}: {self.status}{known}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Quotient, (self._game, self._to))

    @property
    def status(self) -> str:
        """``complete``, ``partial``, ``algebraic``, ``infinite``, ``diverging`` or ``limit``."""
        return self.answer["status"]

    @property
    def order(self) -> int | None:
        """The number of elements, if it is finite and known."""
        return None if self._described is not None else self.answer.get("order")

    @property
    def p_portion(self) -> int | None:
        """How many elements are P, if they are finitely many and known."""
        return None if self._described is not None else self.answer.get("p_portion")

    @property
    def generators(self) -> list[str]:
        """The generators; ``c_n`` stands for one for each n."""
        return self._described[0] if self._described else self.answer["generators"]

    @property
    def relations(self) -> list[str]:
        """The relations of the presentation."""
        return self._described[1] if self._described else self.answer["relations"]

    @property
    def p_words(self) -> list[str]:
        """The elements of P; of infinitely many, families with their conditions."""
        return self._described[2] if self._described else self.answer["p_words"]

    @property
    def kernel(self) -> dict[str, Any] | None:
        """The kernel of a finite quotient: its order and its identity."""
        return None if self._described is not None else self.answer.get("kernel")

    @property
    def period(self) -> int | None:
        """The period of the values of heaps, where it is proved."""
        return self.answer.get("period")

    def phi(self, heap: int) -> str:
        """The value of a heap of any size, as a word."""
        if heap < 0:
            raise IndexError("heaps have no negative sizes")
        value = self._native.value(str(int(heap)))
        if value is not None:
            return value
        phi = self.answer["phi"]
        if heap < len(phi):
            return phi[heap]
        period, first = self.answer.get("period"), self.answer.get("first_period_heap")
        if not period or first is None:
            raise IndexError(f"the values of heaps to {len(phi) - 1} are known")
        return phi[first + (heap - first) % period]

    def multiply(self, left: str, right: str) -> str:
        """The product of two elements."""
        return self._native.multiply(left, right)

    def power(self, word: str, exponent: int) -> str:
        """A power of an element."""
        return self._native.power(word, exponent)

    def is_p(self, word: str) -> bool:
        """Whether an element is P."""
        return self._native.is_p(word)

    @property
    def elements(self) -> list[str]:
        """All elements, as words."""
        return self._native.elements()

    @property
    def idempotents(self) -> list[str]:
        """The elements that are their own squares."""
        return self._native.idempotents()

    def outcome(self, *heaps: int) -> str:
        """The misère outcome of a sum of heaps.

        >>> Quotient("kayles").outcome(7, 9, 12)
        'N'
        """
        if self.status == "infinite":
            # The words are not multiplied here; the engine knows the outcome of every sum.
            from .games import position

            return position(f"{self._game}[{'+'.join(str(int(heap)) for heap in heaps) or '0'}]").outcome(misere=True)
        word = "1"
        for heap in heaps:
            word = self.multiply(word, self.phi(heap))
        return "P" if self.is_p(word) else "N"

    def text(self) -> str:
        """As the program prints it."""
        return rendered("quotient", self._game, format="text", to=self._to)

    def latex(self) -> str:
        """For a paper."""
        return rendered("quotient", self._game, format="latex", to=self._to)

    def gap(self) -> str:
        """As a GAP program."""
        return rendered("quotient", self._game, format="gap", to=self._to)

    def sage(self) -> str:
        """As a Sage program."""
        return rendered("quotient", self._game, format="sage", to=self._to)

    def to_sage(self) -> "SageQuotient":
        """As objects of Sage, where that is installed: the ring, the ideal of the relations, and elements."""
        from .sage import sage_quotient

        return sage_quotient(self)

    def multiplication_table(self) -> numpy.ndarray:
        """The products of all elements, as places in :attr:`elements`.

        >>> table = Quotient("0.31").multiplication_table()
        >>> table.shape, bool((table == table.T).all())
        ((6, 6), True)
        """
        place = {word: at for at, word in enumerate(self.elements)}
        rows = [[place[self.multiply(left, right)] for right in place] for left in place]
        return numpy.array(rows, dtype=numpy.int64)

    def certificate(self) -> Certificate:
        """The proof."""
        return certificate("quotient", self._game, to=self._to)

    def _repr_svg_(self) -> str | None:
        if self.order is None or self.order > 2000:
            return None
        return rendered("quotient", self._game, format="svg", to=self._to)

    def _repr_latex_(self) -> str:
        if self.order is None:
            return rf"$\text{{{self!r}}}$"
        return rf"$\langle {', '.join(self.generators)} \mid {', '.join(self.relations)} \rangle$"
