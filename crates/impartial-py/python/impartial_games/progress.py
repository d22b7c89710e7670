"""Progress bars, through ``tqdm`` where it is installed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

#: ``True`` for a bar, or a function that is told now and then how far it is.
Progress = Union[bool, Callable[[int], Any]]


@contextmanager
def watched(progress: Progress, unit: str, total: int | None = None) -> Iterator[Optional[Callable[[int], Any]]]:
    """Who is told how far a computation is; a bar is closed at its end.

    >>> with watched(False, "heap") as watcher:
    ...     print(watcher)
    None
    """
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True needs the package tqdm; a function may be given instead") from error
    with tqdm(total=total, unit=unit, leave=False) as bar:
        yield lambda done: bar.update(done - bar.n)
