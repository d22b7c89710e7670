"""Grundy sequences as numpy arrays."""

from __future__ import annotations

from typing import Any, Union

import numpy

from . import _native
from .answers import rendered
from .progress import Progress, watched


class Sequence:
    """The Grundy values of a code, with the period if it was proved.

    >>> kayles = sequence("kayles", 200)
    >>> kayles.period, kayles.first_period_heap
    (12, 71)
    >>> int(kayles[10**18]), len(kayles)
    (1, 201)
    """

    def __init__(self, code: str, values: numpy.ndarray, law: tuple[int, int, int] | None):
        self.code = code
        #: The values of heaps 0, 1, 2, …
        self.values = values
        self.period: int | None = law[0] if law else None
        self.first_period_heap: int | None = law[1] if law else None
        #: What is added from one period to the next.
        self.saltus: int = law[2] if law else 0

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, heap: Union[int, slice]) -> Any:
        """The value of a heap of any size, where a proved period gives it."""
        if isinstance(heap, slice) or heap < len(self.values):
            return self.values[heap]
        if self.period is None:
            raise IndexError(f"values to heap {len(self) - 1} are known, and no period was proved")
        periods = -(-(heap - len(self) + 1) // self.period)
        return int(self.values[heap - periods * self.period]) + periods * self.saltus

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray:
        return self.values if dtype is None else self.values.astype(dtype)

    def __repr__(self) -> str:
        period = f", period {self.period} from heap {self.first_period_heap}" if self.period else ""
        return f"<Grundy sequence of {self.code} to heap {len(self) - 1}{period}>"

    def _repr_svg_(self) -> str:
        return rendered("sequence", self.code, format="svg", to=min(len(self) - 1, 300))

    def _repr_latex_(self) -> str:
        shown = ",".join(str(value) for value in self.values[:24])
        return rf"$\mathcal{{G}} = {shown}" + (r",\ldots$" if len(self) > 24 else "$")


def sequence(code: Any, to: int, seconds: float | None = None, progress: Progress = False) -> Sequence:
    """The Grundy values of heaps 0 to ``to``.

    >>> sequence("0.137", 9).values.tolist()
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    """
    with watched(progress, "heap", to) as watcher:
        values, law = _native.grundy_values(str(code), to, seconds, watcher)
    return Sequence(_native.code_text(str(code))[0], values, law)
