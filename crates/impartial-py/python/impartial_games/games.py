"""Positions and games as objects: read, add, multiply, ask."""

from __future__ import annotations

import json
from typing import Any, Iterable, Union

from . import _native
from .answers import Answer, Certificate, ask, certificate, rendered
from .nimbers import Nimber
from .progress import Progress
from .quotients import Quotient
from .sequences import Sequence, sequence

NativePosition = _native.Position

Text = Union[str, "Position"]


class Position:
    """A position of a game. Immutable and hashable; positions of all games may be added (``+``), put side by side
    for moves in several at once (``|``) and multiplied (``*``).

    >>> p = position("kayles[3+4]") + position("gen(S3)")
    >>> p
    position('0.77[3+4] + gen(S3)')
    >>> p.nimber
    Nimber(1)
    >>> p.outcome(), p.outcome(misere=True)
    ('N', 'N')
    >>> position("*2 + *2") == position("nim[2]") + nim(2)
    False
    >>> position("kayles[2] + kayles[1]") == position("0.77[1+2]")
    True
    """

    __slots__ = ("_native",)
    _native: NativePosition

    def __init__(self, native: NativePosition):
        object.__setattr__(self, "_native", native)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("positions do not change")

    def __str__(self) -> str:
        return str(self._native)

    def __repr__(self) -> str:
        return f"position({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (position, (str(self),))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._native == other._native

    def __hash__(self) -> int:
        return hash(self._native)

    def __add__(self, other: Position) -> Position:
        return Position(self._native.plus(_position(other)._native))

    def __or__(self, other: Position) -> Position:
        return Position(self._native.beside(_position(other)._native))

    def __mul__(self, other: Position) -> Position:
        return Position(self._native.times(_position(other)._native))

    def __rmul__(self, copies: int) -> Position:
        if not isinstance(copies, int) or copies < 0:
            return NotImplemented
        total = nim(0)
        for _ in range(copies):
            total = total + self
        return total

    def outcome(self, misere: bool = False, seconds: float | None = None) -> str:
        """Who wins: ``'P'`` (the previous player) or ``'N'`` (the next)."""
        return _native.outcome(self._native, misere, seconds)[0]

    def explain(self, misere: bool = False, seconds: float | None = None) -> str:
        """Why: the reason, and the steps to it.

        >>> print(position("*3 + *5").explain())
        Sprague-Grundy: 3 xor 5 = 6
          *3: nimber 3
          *5: nimber 5
        """
        _, because, _, steps = _native.outcome(self._native, misere, seconds)
        return "\n".join([because, *("  " + step for step in steps)])

    @property
    def nimber(self) -> Nimber:
        """The nimber (Sprague-Grundy value), an ordinal."""
        return Nimber(_native.nimber(self._native, None)[0])

    def winning_moves(self, misere: bool = False, seconds: float | None = None) -> list[Position]:
        """The moves that win, as positions to move to; where they are too many, some of them."""
        moves, _ = _native.winning_moves(self._native, misere, seconds)
        return [Position(move) for move in moves]

    def options(self) -> list[Position]:
        """The positions one move away."""
        return [Position(option) for option in self._native.options()]

    def moves(self, misere: bool = False, seconds: float | None = None) -> list[dict[str, Any]]:
        """Every move: the position it leaves, its outcome, and in normal play its nimber.

        >>> for move in position("*2").moves():
        ...     print(move["position"], move["outcome"], move["nimber"])
        0 P 0
        * N 1
        """
        found = []
        for option in self.options():
            move = {"position": option, "outcome": option.outcome(misere, seconds)}
            if not misere:
                move["nimber"] = option.nimber
            found.append(move)
        return found

    def leads_to(self, other: Text) -> bool:
        """Whether a move leads to the other position, however many moves there are."""
        return self._native.leads_to(_position(other)._native)

    @property
    def is_over(self) -> bool:
        """Whether there is no move."""
        return self._native.is_over

    @property
    def theory(self) -> str:
        """The theory that answers for it: ``trees``, ``heaps``, ``coins``, ``lattices``, ``groups``, ``algebra``, ``graphs`` or ``sum``."""
        return self._native.theory

    def components(self) -> list[tuple[Position, int]]:
        """The positions it is the sum of, with how often each occurs."""
        return [(Position(part), int(count)) for part, count in self._native.components()]

    def parts(self) -> dict[str, Any] | None:
        """What is on the table, as data; ``None`` for sums and the like."""
        parts = self._native.parts()
        return None if parts is None else json.loads(parts)

    def quotient(self, seconds: float | None = None) -> Quotient:
        """The misère quotient of all positions that follow."""
        return Quotient(str(self), None, seconds)

    def canonical(self) -> Answer:
        """The misère canonical form."""
        return ask("canonical", str(self))

    def certificate(self, misere: bool = False) -> Certificate:
        """The proof of its outcome.

        >>> position("kayles[4+5]").certificate(misere=True).verify()
        '0.77[4+5] is P in misère play, the previous player wins: a strategy with 7 positions answers every move'
        """
        return certificate("outcome", str(self), misere=misere)

    def diagram(self, full: bool = False) -> str:
        """The structure diagram of an achievement or avoidance game, as SVG text."""
        return rendered("diagram", str(self), format="svg", full=full or None)

    def _repr_latex_(self) -> str:
        return r"$\texttt{" + str(self).replace("_", r"\_").replace("^", r"\^{}") + "}$"

    def _repr_svg_(self) -> str | None:
        if self.theory != "groups" or "[" in str(self):
            return None
        try:
            return self.diagram()
        except (_native.NotUnderstood, _native.Unanswered):
            return None


class Code:
    """A taking-and-breaking game: heaps of all sizes. Heaps in brackets are a position.

    >>> kayles = game("kayles")
    >>> kayles
    game('0.77')
    >>> kayles[7, 9, 12]
    position('0.77[7+9+12]')
    >>> kayles["3*7+9"]
    position('0.77[3*7+9]')
    >>> kayles.sequence(12).values
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], dtype=uint64)
    """

    __slots__ = ("code", "name")

    def __init__(self, text: str):
        self.code, self.name = _native.code_text(text)

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"game({self.code!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Code) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def __getitem__(self, heaps: Union[int, str, Iterable[int]]) -> Position:
        if isinstance(heaps, int):
            heaps = (heaps,)
        inside = heaps if isinstance(heaps, str) else "+".join(str(int(heap)) for heap in heaps)
        return position(f"{self.code}[{inside}]")

    def sequence(self, to: int, seconds: float | None = None, progress: Progress = False) -> Sequence:
        """The Grundy values of heaps 0 to ``to``."""
        return sequence(self.code, to, seconds, progress)

    def quotient(
        self, to: int | None = None, seconds: float | None = None, progress: Progress = False
    ) -> Quotient:
        """The misère quotient: of heaps up to ``to``, or of the whole game as far as it is solved."""
        return Quotient(self.code, to, seconds, progress)

    def same(self, other: Union[str, Code]) -> Answer:
        """Whether another code is the same game, in both plays."""
        return ask("same", self.code, **{"as": str(other)})

    def _repr_html_(self) -> str:
        name = f" ({self.name})" if self.name else ""
        return f"<code>{self.code}</code>{name}"


def game(text: str, folder: str | None = None) -> Union[Position, Code]:
    """Reads a game: a code such as ``0.77`` or a name such as ``kayles`` is the whole game, anything else a position.

    >>> game("kayles[5] + *3")
    position('0.77[5] + *3')
    >>> game("dawsons-kayles")
    game('0.07')
    >>> game("0.7.5")
    Traceback (most recent call last):
    ...
    impartial_games.NotUnderstood: ('a code has one point', '0.7.5', 3, 4, None)
    """
    native, code = _native.read(text, folder)
    return Position(native) if native is not None else Code(code or text)


def position(text: Text, folder: str | None = None) -> Position:
    """Reads a position; files that it names are looked for in ``folder``."""
    if isinstance(text, Position):
        return text
    found = game(text, folder)
    if isinstance(found, Code):
        raise _native.NotUnderstood(
            f"{found} names a whole game, not a position", text, 0, len(text), f"give heaps, for example {found}[5]"
        )
    return found


def _position(other: Text) -> Position:
    return other if isinstance(other, Position) else position(other)


def nim(size: Union[int, str, Nimber]) -> Position:
    """The nim-heap of a size, finite or not.

    >>> nim(3) + nim("w")
    position('*3 + *w')
    """
    return position(f"*({size})" if "w" in str(size) else f"*{size}" if str(size) != "0" else "0")


def gen(group: str, chosen: str = "") -> Position:
    """The achievement game of a group: whoever completes a generating set wins (normal play).

    >>> gen("S4").nimber
    Nimber(0)
    >>> gen("Z6", "2, 3").is_over
    True
    """
    return position(f"gen({group})" + (f"[{chosen}]" if chosen else ""))


def dng(group: str, chosen: str = "") -> Position:
    """The avoidance game of a group: nobody may complete a generating set.

    >>> dng("Z6 x Z3").nimber, dng("Z4").nimber
    (Nimber(0), Nimber(0))
    """
    return position(f"dng({group})" + (f"[{chosen}]" if chosen else ""))


def group(text: str, chosen: str = "") -> Position:
    """The game of quotients of a group."""
    return position(f"group({text})" + (f"[{chosen}]" if chosen else ""))


def subgroups(text: str, chosen: str = "") -> Position:
    """The game of subgroups."""
    return position(f"subgroups({text})" + (f"[{chosen}]" if chosen else ""))


def abelian(structure: Union[str, Iterable[int]], rank: int = 0) -> Position:
    """The game of an abelian group: a text, or the orders of cyclic summands and the rank.

    >>> abelian([4, 8]).nimber
    Nimber(1)
    >>> abelian([2], rank=1).nimber
    Nimber('w+1')
    """
    if not isinstance(structure, str):
        summands = [f"Z/{int(order)}" for order in structure] + ["Z"] * rank
        structure = " + ".join(summands) if summands else "0"
    return position(f"abelian({structure})")


def ring(text: str) -> Position:
    """The game of a commutative ring.

    >>> ring("Z/4[x]/(x^2, 2x)").nimber
    Nimber(1)
    """
    return position(f"ring({text})")
