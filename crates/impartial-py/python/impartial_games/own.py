"""Games of one's own: a Python class with ``options``, solved beside all others."""

from __future__ import annotations

from typing import Any, Hashable, Iterable

from . import _native
from .games import Position


class Game:
    """A game given by its rules. Subclass it and say which positions are one move away; an option may also be a list of positions,
    which is their sum.

    >>> class Wythoff(Game):
    ...     def options(self, heaps):
    ...         a, b = heaps
    ...         yield from (tuple(sorted((k, b))) for k in range(a))
    ...         yield from (tuple(sorted((a, k))) for k in range(b))
    ...         yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))
    >>> wythoff = Wythoff()
    >>> wythoff.at((4, 7)).outcome(), wythoff.at((3, 3)).nimber
    ('P', Nimber(6))
    >>> (wythoff.at((2, 3)) + wythoff.at((1, 1))).outcome(misere=True)
    'N'

    Positions are explored once, all that can be reached; ``most`` bounds their number.
    """

    #: The most positions that are explored.
    most = 1_000_000

    def options(self, position: Any) -> Iterable[Any]:
        """The positions one move away from a position; each hashable, or a list of such, which is their sum."""
        raise NotImplementedError("say which positions are one move away")

    def name(self) -> str:
        """What the game is called in texts."""
        return type(self).__name__

    def at(self, start: Hashable) -> Position:
        """A position, to be asked and added like any other."""
        places: dict[Hashable, int] = {start: 0}
        waiting = [start]
        lines: list[str] = []
        while len(lines) < len(waiting):
            position = waiting[len(lines)]
            moves = []
            for option in self.options(position):
                parts = option if isinstance(option, list) else [option]
                for part in parts:
                    if part not in places:
                        if len(places) >= self.most:
                            raise _native.Unanswered(f"more than {self.most} positions follow from {start!r}")
                        places[part] = len(waiting)
                        waiting.append(part)
                # A sum of nothing is the end, which a node without moves is.
                moves.append("+".join(f"n{places[part]}" for part in parts) if parts else "over")
            lines.append(f"n{len(lines)}: {', '.join(moves)}")
        lines.append("over:")
        return OwnPosition(_native.graph_position(f"{self.name()} {start!r}", "\n".join(lines), 0), self, start)


class OwnPosition(Position):
    """Where a game of one's own was begun. It pickles when its game does."""

    __slots__ = ("game", "start")
    game: Game
    start: Hashable

    def __init__(self, native: _native.Position, game: Game, start: Hashable):
        super().__init__(native)
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "start", start)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_begun, (self.game, self.start))


def _begun(game: Game, start: Hashable) -> Position:
    return game.at(start)
