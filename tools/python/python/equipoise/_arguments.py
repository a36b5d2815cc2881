"""What callers give by itself, checked: texts, whole and real numbers, switches, and dictionaries of them.

Every argument of the module that is not an array, a path or an object of ours passes one of these functions. Whole
numbers may be NumPy's. What is wrong is refused in one line that names the argument and says what is expected: another
value as an :class:`InputError`, another type as a ``TypeError``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._native import InputError

#: The largest seed.
_MOST_SEED = 2**64 - 1


def text_of(what: str, given: Any) -> str:
    """A text, where nothing else will do."""
    if not isinstance(given, str):
        raise TypeError(f"{what}: expected a text, found {type(given).__name__}")
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{what}: {given!a} is not a valid text (see its character {error.start})") from None
    return given


def count_of(what: str, given: Any, least: int, most: int, expected: str | None = None) -> int:
    """A whole number in a range; ``expected`` says it in other words."""
    number = _whole(given)
    if number is None or not least <= number <= most:
        found = shown(given if number is None else number)
        raise InputError(f"{what}: expected {expected or f'a whole number from {least} to {most}'}, found {found}")
    return number


def seed_of(given: Any, most: int = _MOST_SEED) -> int:
    """What decides all that is drawn."""
    return count_of("seed", given, 0, most)


def number_of(what: str, given: Any) -> float:
    """A real number."""
    if isinstance(given, bool) or not isinstance(given, (int, float, np.integer, np.floating)):
        raise TypeError(f"{what}: expected a number, found {type(given).__name__}")
    try:
        return float(given)
    except OverflowError:
        raise InputError(f"{what}: expected a number of double precision, found a larger one") from None


def switch_of(what: str, given: Any) -> bool:
    """Yes or no."""
    if not isinstance(given, (bool, np.bool_)):
        raise TypeError(f"{what}: expected True or False, found {type(given).__name__}")
    return bool(given)


def as_span(what: str, given: Any) -> float | str:
    """Seconds, or a text that says a time."""
    if isinstance(given, bool) or not isinstance(given, (int, float, str, np.integer, np.floating)):
        raise TypeError(f"{what}: expected seconds or a text such as '2h30m', found {type(given).__name__}")
    return text_of(what, given) if isinstance(given, str) else number_of(what, given)


def plain(given: Any, other: Callable[[Any], Any] = lambda value: value) -> Any:
    """A dictionary of values, one within another, as JSON and TOML have them; ``other`` makes one of what is left."""
    if isinstance(given, Mapping):
        return {key: plain(value, other) for key, value in given.items()}
    if isinstance(given, (list, tuple)):
        return [plain(value, other) for value in given]
    if isinstance(given, np.ndarray):
        return given.tolist()
    return given.item() if isinstance(given, np.generic) else other(given)


def shown(given: Any) -> str:
    """What was found instead, on one line and not a long one."""
    try:
        lines = repr(given).splitlines()
    except ValueError:
        # Python does not write whole numbers of more than some thousand digits.
        return "a far larger number"
    return lines[0] if len(lines) == 1 and len(lines[0]) <= 60 else f"{lines[0][:60]} …"


def _whole(given: Any) -> int | None:
    """A whole number of Python's or NumPy's; nothing where it is anything else."""
    if isinstance(given, (bool, np.bool_)):
        return None
    try:
        return operator.index(given)
    except TypeError:
        return None


#: The options of requests that are whole numbers from 1, each with its largest, and those that are no texts either.
_MOST = {
    "count": 1 << 20, "bins": 500, "strength_percent": 10_000, "public_clusters": 500, "fine": 65_535,
    "restarts": 1_000_000, "sample_rows": 2**40, "max_iterations": 1_000_000, "iterations": 2**63,
    "watch_flops": 10_000,
}
_OTHERS = {"sample_fraction": number_of, "tolerance": number_of, "time": as_span, "watch": as_span}


def request_of(**options: object) -> dict[str, Any]:
    """What is given of a request for buckets or for a training, as its kind of value."""
    return {name: _option(name, given) for name, given in options.items() if given is not None}


def _option(name: str, given: object) -> object:
    if name in _MOST:
        return count_of(name, given, 1, _MOST[name])
    return _OTHERS.get(name, text_of)(name, given)
