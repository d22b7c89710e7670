"""Exact answers about impartial games, with the reason and a proof that can be checked.

>>> import impartial_games as ig
>>> position = ig.game("kayles")[7, 9, 12] + ig.nim(3)
>>> position.outcome()
'N'
>>> position.outcome(misere=True)
'N'
>>> [str(move) for move in position.winning_moves()]
['*2 + 0.77[7+9+12]', '*3 + 0.77[6+9+12]', '*3 + 0.77[2+4+9+12]', '*3 + 0.77[1+7+2*9]']
>>> ig.game("0.75").quotient().order
8

Everything that can be asked is a method of a position, a code, a group game or a lattice game, or goes through :func:`ask`.
A computation is stopped by Ctrl-C, or with ``seconds=``; then :class:`Unanswered` says how far it got.
"""

from ._native import NotUnderstood, Unanswered, __version__
from .answers import Answer, Certificate, ask, check
from .games import Code, Position, abelian, dng, game, gen, group, nim, position, ring, subgroups
from .finite_groups import Group
from .frames import frame, groups
from .lattices import LatticeGame
from .nimbers import Nimber, nim_product
from .own import Game
from .quotients import Quotient
from .sequences import Sequence, sequence
from .codes import Lexicode, lexicode

__all__ = [
    "Answer",
    "Certificate",
    "Code",
    "Game",
    "Group",
    "LatticeGame",
    "Lexicode",
    "Nimber",
    "NotUnderstood",
    "Position",
    "Quotient",
    "Sequence",
    "Unanswered",
    "__version__",
    "abelian",
    "ask",
    "check",
    "dng",
    "frame",
    "game",
    "gen",
    "group",
    "groups",
    "lexicode",
    "nim",
    "nim_product",
    "position",
    "ring",
    "sequence",
    "subgroups",
]
