"""Answers as objects of Sage, where Sage is installed: all of it, or the modules ``passagemath-singular`` from PyPI."""

from __future__ import annotations

import re
from typing import Any, Dict, List, NamedTuple

LETTER = re.compile(r"(\d+|[^\W\d_])(?:_(\d+))?(?:\^(\d+))?")


class SageQuotient(NamedTuple):
    """A misère quotient in Sage: its elements are the classes of the monomials modulo the ideal of the relations."""

    #: The polynomial ring over the rationals with one variable for each generator.
    ring: Any
    #: The ideal of the relations; its Gröbner basis is the relations themselves.
    ideal: Any
    #: The algebra of the monoid, ``ring.quotient(ideal)``, whose dimension is the order.
    algebra: Any
    #: The elements of P, in the algebra.
    p: List[Any]
    #: The values of heaps 0, 1, 2, …, in the algebra.
    phi: List[Any]


def _import_sage() -> None:
    """Sage must be imported as a whole before its parts, whichever of its forms there is."""
    try:
        import sage.all__sagemath_singular  # noqa: F401
    except ImportError:
        import sage.all  # noqa: F401


def sage_quotient(quotient: Any) -> SageQuotient:
    """The objects of Sage for a finite :class:`~impartial_games.Quotient`.

    Raises :class:`ImportError` where Sage is not installed, and :class:`ValueError` for an infinite quotient, which no list of
    relations of this form describes.
    """
    if quotient.order is None:
        raise ValueError(f"{quotient!r} is not known to be finite")
    _import_sage()
    from sage.rings.polynomial.polynomial_ring_constructor import PolynomialRing
    from sage.rings.rational_field import QQ

    # Later letters are eliminated first: then the words of the engine are the normal forms.
    names = list(reversed(quotient.generators))
    ring = PolynomialRing(QQ, names=names, order="lex")
    letters: Dict[str, Any] = dict(zip(names, ring.gens()))

    def element(word: str) -> Any:
        found = ring.one()
        for name, index, power in LETTER.findall(word):
            if name != "1":
                found *= letters[name + (f"_{index}" if index else "")] ** int(power or 1)
        return found

    ideal = ring.ideal([element(left) - element(right) for left, right in (text.split(" = ") for text in quotient.relations)])
    algebra = ring.quotient(ideal, names=[f"{name}bar" for name in names])

    def in_algebra(words: List[str]) -> List[Any]:
        return [algebra(element(word)) for word in words]

    return SageQuotient(ring, ideal, algebra, in_algebra(quotient.p_words), in_algebra(quotient.answer["phi"]))
