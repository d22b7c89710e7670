"""Finite groups as objects: by name, from permutations, from a multiplication table."""

from __future__ import annotations

from typing import Any, Iterable, Sequence, Union

import numpy

from .answers import Answer, ask
from .games import Position, dng, gen, group, subgroups


class Group:
    """A finite group, and the games that are played on it.

    >>> s4 = Group("S4")
    >>> s4.order, s4.structure, [maximal["structure"] for maximal in s4.maximal_subgroups]
    (24, 'S4', ['A4', 'D4', 'S3'])
    >>> s4.gen().nimber, s4.dng().nimber
    (Nimber(0), Nimber(0))
    """

    def __init__(self, text: str):
        self._text = str(text)
        self._answer: Answer | None = None

    @classmethod
    def from_permutations(cls, permutations: Iterable[Union[str, Sequence[int]]]) -> Group:
        """The group that permutations generate. Each is the list of its images, counted from 0 as Python counts, or the text of its
        cycles, counted from 1 as papers count.

        >>> Group.from_permutations([[1, 2, 0, 3], [0, 1, 3, 2]]).structure
        'S4'
        >>> Group.from_permutations(["(1 2 3)", "(4 5)"]).structure
        'Z6'
        """
        texts = [one if isinstance(one, str) else _cycles(one) for one in permutations]
        return cls(f"<{', '.join(texts)}>" if texts else "1")

    @classmethod
    def from_table(cls, table: Any) -> Group:
        """The group whose elements are 0, 1, 2, … with the products ``table[x][y]``. What is not a group is refused with the reason.

        >>> xor = [[x ^ y for y in range(8)] for x in range(8)]
        >>> Group.from_table(xor).structure
        'Z2 x Z2 x Z2'
        >>> Group.from_table([[0, 1], [1, 1]])
        Traceback (most recent call last):
        ...
        ValueError: row 1 of the table has 1 twice
        """
        products = _checked(table)
        moved = [products[:, element].tolist() for element in _generators(products)]
        identity = list(range(len(products)))
        return cls.from_permutations(images for images in moved if images != identity)

    @property
    def answer(self) -> Answer:
        """Everything that is known of it: classes, series, subgroups, each with its claim."""
        if self._answer is None:
            self._answer = ask("group", self._text)
        return self._answer

    @property
    def order(self) -> int:
        """How many elements it has."""
        return self.answer["order"]

    @property
    def structure(self) -> str | None:
        """What it is called."""
        return self.answer.get("structure")

    @property
    def maximal_subgroups(self) -> list[dict[str, Any]]:
        """The maximal subgroups up to conjugation: order, index, number of conjugates, structure, generators."""
        return self.answer["maximal_subgroups"]

    def gen(self, chosen: str = "") -> Position:
        """The achievement game: whoever completes a generating set wins."""
        return gen(self._text, chosen)

    def dng(self, chosen: str = "") -> Position:
        """The avoidance game: nobody may complete a generating set."""
        return dng(self._text, chosen)

    def quotients(self, chosen: str = "") -> Position:
        """The game of quotients."""
        return group(self._text, chosen)

    def subgroups(self, chosen: str = "") -> Position:
        """The game of subgroups."""
        return subgroups(self._text, chosen)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Group({self._text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Group, (self._text,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def _repr_svg_(self) -> str | None:
        return self.gen()._repr_svg_()


def _cycles(images: Sequence[int]) -> str:
    """The cycles of a permutation that is given by its images, counted from 1."""
    images = [int(image) for image in images]
    if sorted(images) != list(range(len(images))):
        raise ValueError(f"{images} is no permutation of 0, …, {len(images) - 1}")
    cycles, seen = [], set()
    for start in range(len(images)):
        cycle, at = [], start
        while at not in seen:
            seen.add(at)
            cycle.append(str(at + 1))
            at = images[at]
        if len(cycle) > 1:
            cycles.append(f"({' '.join(cycle)})")
    return "".join(cycles) or "()"


def _checked(table: Any) -> numpy.ndarray:
    """The table as an array, when it is the table of a group."""
    products = numpy.asarray(table)
    if products.ndim != 2 or products.shape[0] != products.shape[1] or not products.size:
        raise ValueError("a table of products has as many rows as columns, and at least one")
    if not numpy.issubdtype(products.dtype, numpy.integer):
        raise ValueError("the elements of a table are the numbers 0, 1, 2, …")
    products = products.astype(numpy.int64)
    size = len(products)
    if products.min() < 0 or products.max() >= size:
        raise ValueError(f"the elements of a table with {size} rows are 0, …, {size - 1}")
    for name, lines in (("row", products), ("column", products.T)):
        for at, line in enumerate(lines):
            twice = numpy.flatnonzero(numpy.bincount(line, minlength=size) > 1)
            if len(twice):
                raise ValueError(f"{name} {at} of the table has {twice[0]} twice")
    # Light's test: (x g) y = x (g y) for all x and y, and for generators g only.
    for g in _generators(products):
        wrong = numpy.argwhere(products[products[:, g]] != products[:, products[g]])
        if len(wrong):
            x, y = wrong[0]
            raise ValueError(f"the table is not associative: ({x} {g}) {y} is not {x} ({g} {y})")
    return products


def _generators(products: numpy.ndarray) -> list[int]:
    """Elements whose products are all elements, each outside what those before it generate."""
    generators: list[int] = []
    generated: set[int] = set()
    for element in range(len(products)):
        if element in generated:
            continue
        generators.append(element)
        generated.add(element)
        waiting = list(generated)
        while waiting:
            new = {int(product) for g in generators for product in products[waiting, g]} - generated
            generated |= new
            waiting = list(new)
    return generators
