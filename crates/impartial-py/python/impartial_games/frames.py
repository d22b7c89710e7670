"""Whole families as pandas frames."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from .answers import rendered

if TYPE_CHECKING:
    import pandas


def frame(question: str, text: str = "", **options: Any) -> "pandas.DataFrame":
    """The answer to a question that has a table, as a frame.

    >>> frame("moves", "kayles[4]").shape
    (4, 3)
    """
    import pandas

    return pandas.read_csv(io.StringIO(rendered(question, text, format="csv", **options)))


def groups(orders: str, games: str = "dng,gen", **options: Any) -> "pandas.DataFrame":
    """The nimbers of games on every group of some orders.

    >>> table = groups("2..15")
    >>> table.groupby("dng").size().to_dict()[1]
    9
    """
    return frame("groups", orders, games=games, **options)
