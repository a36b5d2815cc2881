"""Files of ours: named, opened and closed, what they are, whether they are whole, and their arrays without a copy."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import text_of
from ._native import InputError, Stop
from .progress import ProgressLike, watching
from .results import keyed

#: The path of a file or a folder.
FileLike: TypeAlias = "str | os.PathLike[str]"

_TYPES = {"u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "f32": "<f4", "f64": "<f8"}


def as_path(what: str, given: FileLike) -> str:
    """A path, where nothing else will do."""
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"{what}: expected a path, found {type(given).__name__}")
    path = os.fspath(given)
    if not isinstance(path, str):
        raise TypeError(f"{what}: expected a path of text, found one of {type(path).__name__}")
    try:
        os.fsencode(path)
    except UnicodeEncodeError as error:
        raise InputError(f"{what}: {path!a} cannot name a file (see its character {error.start})") from None
    if "\0" in path:
        raise InputError(f"{what}: {path!a} cannot name a file (it has a NUL)")
    return path


def as_absolute(what: str, given: FileLike) -> str:
    """A path that means the same once the working folder is another one."""
    path = as_path(what, given)
    # Not normalised: what precedes '..' may be a link.
    return path if os.path.isabs(path) else os.path.join(os.getcwd(), path)


def as_optional_path(what: str, given: FileLike | None) -> str | None:
    """A path, or nothing."""
    return None if given is None else as_path(what, given)


def as_folders(what: str, given: FileLike | Sequence[FileLike]) -> list[FileLike]:
    """One folder or file or several as a list."""
    if isinstance(given, (list, tuple)):
        return [as_path(what, folder) for folder in given]
    return [as_path(what, cast(FileLike, given))]


def inspect(file: FileLike) -> dict[str, Any]:
    """What a file is and how to make it again: kind, fingerprint, recipe, parents, facts, sections."""
    return keyed(_native.inspect(as_path("file", file)))


def verify(file: FileLike, progress: ProgressLike = None, stop: Stop | None = None) -> None:
    """Reads every byte of a file against its checksums; an :class:`InputError` says what is damaged."""
    with watching(progress, stop) as watched:
        _native.verify(as_path("file", file), watched)


def mapped(file: FileLike, section: str) -> NDArray[Any]:
    """An array of a file as it lies there: mapped, not copied, and not to be written to."""
    return mapped_of(as_path("file", file), text_of("section", section), None)


def require_same(file: str, found: str, expected: str) -> None:
    """Refuses a file that is not the one of that fingerprint any more."""
    if found != expected:
        raise InputError(f"{file}: another file than was opened (fingerprint {found}, not {expected}); open it again")


def mapped_of(file: str, section: str, fingerprint: str | None) -> NDArray[Any]:
    """An array of the file that had this fingerprint when it was opened."""
    found = inspect(file)
    if fingerprint is not None:
        require_same(file, found["fingerprint"], fingerprint)
    for entry in found["sections"]:
        if entry["name"] == section and entry["element"] in _TYPES:
            if 0 in entry["shape"]:
                return np.zeros(entry["shape"], _TYPES[entry["element"]])
            return np.memmap(file, _TYPES[entry["element"]], "r", entry["offset"], tuple(entry["shape"]))
    arrays = ", ".join(entry["name"] for entry in found["sections"] if entry["element"] in _TYPES)
    raise InputError(f"{os.fspath(file)}: no array '{section}'; there is {arrays}")


class _Native(Protocol):
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...


_Held = TypeVar("_Held", bound=_Native)
_Self = TypeVar("_Self", bound="Opened[Any]")


class Opened(Generic[_Held]):
    """What is opened and can be closed, by ``with``, too; once closed, every call says so."""

    def __init__(self, native: _Held) -> None:
        self._native = native

    @property
    def closed(self) -> bool:
        """Whether it has been closed."""
        return self._native.closed

    def close(self) -> None:
        """Lets go of files and memory; arrays that were mapped stay."""
        self._native.close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _described(self) -> str:
        """What it is in a few words, while it is open."""
        raise NotImplementedError

    def _named(self) -> str:
        """What it is called, open or closed."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._named() + ' (closed)' if self.closed else self._described()}>"
