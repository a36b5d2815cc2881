"""Progress, as a function of one's own or tqdm, and the handle that stops a call."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ._native import InputError, Stop

#: Called with stage, done, of (0 where that is not known), unit and a note (or None).
Callback: TypeAlias = Callable[[str, int, int, str, "str | None"], object]
#: A callback, a bar class such as ``tqdm.tqdm``, or nothing.
ProgressLike: TypeAlias = "Callback | type[Any] | None"
#: What the compiled half takes of both.
Watching: TypeAlias = "tuple[Callback | None, Stop | None]"


class _Bars:
    """One bar of a class such as ``tqdm.tqdm`` for each stage."""

    def __init__(self, kind: Any) -> None:
        self.kind, self.stage = kind, ""
        self.bar: Any = None

    def __call__(self, stage: str, done: int, of: int, unit: str, note: str | None) -> None:
        if self.bar is None or stage != self.stage:
            self.close()
            self.stage, self.bar = stage, self.kind(total=of or None, desc=stage, unit=f" {unit}")
        if note is not None:
            self.bar.set_postfix_str(note, refresh=False)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        self.bar = None


class watching:
    """The callback for a call, and what may stop it; closes bars at its end."""

    def __init__(self, progress: ProgressLike, stop: Stop | None) -> None:
        if stop is not None and not isinstance(stop, Stop):
            raise TypeError(f"stop: expected a Stop, found {type(stop).__name__}")
        self.stop = stop
        self.bars: _Bars | None = None
        self.callback: Callback | None = None
        if isinstance(progress, type) and hasattr(progress, "update"):
            self.bars = _Bars(progress)
            self.callback = self.bars
        elif progress is None or callable(progress):
            self.callback = progress
        else:
            raise InputError(f"progress: expected a function or tqdm, found {type(progress).__name__}")

    def __enter__(self) -> Watching:
        return self.callback, self.stop

    def __exit__(self, *_: object) -> None:
        if self.bars is not None:
            self.bars.close()


def interrupt_threads(threads: Sequence[int]) -> None:
    """Raises ``KeyboardInterrupt`` in threads that run Python, at their next step; called by the compiled half."""
    for thread in threads:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))
