"""Lattice games: heaps as coordinates, moves as vectors that are taken away."""

from __future__ import annotations

from typing import Any, Iterable, Sequence as Row

import numpy

from .answers import Answer, Certificate, ask, certificate, rendered


class LatticeGame:
    """A lattice game: from a point, a move takes away one of the rules and stays on the board, by default the points without negative coordinates.

    >>> game = LatticeGame([[1, 0], [0, 1], [1, 1]])
    >>> game.outcome(3, 4), game.outcome(2, 4)
    ('N', 'P')
    >>> game.strategy()["generating_function"]
    '1/((1-x^2)(1-y^2))'
    >>> int(game.table([4, 4]).sum())
    4
    """

    def __init__(self, rules: Iterable[Iterable[int]], defeated: Iterable[Iterable[int]] = ()):
        self.rules = [[int(x) for x in rule] for rule in rules]
        self.defeated = [[int(x) for x in cell] for cell in defeated]
        #: The board as a file says it.
        self.board = f"rules = {self.rules}" + (f"\ndefeated = {self.defeated}" if self.defeated else "")

    def __repr__(self) -> str:
        defeated = f", defeated={self.defeated}" if self.defeated else ""
        return f"LatticeGame({self.rules}{defeated})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LatticeGame) and self.board == other.board

    def __hash__(self) -> int:
        return hash(self.board)

    @property
    def dimension(self) -> int:
        """The number of coordinates."""
        return len(self.rules[0]) if self.rules else 0

    def outcome(self, *point: int) -> str:
        """Who wins at a point."""
        return ask("outcome", f"lattice({self.board})[{','.join(str(int(x)) for x in point)}]")["outcome"]

    def table(self, shape: Row[int]) -> numpy.ndarray:
        """Where the P-positions are among the points below ``shape``, as an array of booleans."""
        box = ",".join(f"0..{int(n) - 1}" for n in shape)
        cells = ask("table", self.board, box=box)["cells"]
        return (numpy.frombuffer(cells.encode(), dtype=numpy.uint8) == ord("P")).reshape(tuple(shape))

    def strategy(self, seconds: float | None = None) -> Answer:
        """All P-positions, proved: translates of cones with their generating function, or how far a proof got."""
        return ask("strategy", self.board, seconds=seconds)

    def certificate(self) -> Certificate:
        """The proof of the strategy.

        >>> "P-positions" in LatticeGame([[1, 0], [0, 1]]).certificate().verify()
        True
        """
        return certificate("strategy", self.board)

    def _repr_svg_(self) -> Any:
        if self.dimension != 2:
            return None
        return rendered("table", self.board, format="svg", box="0..30,0..30")
