"""How results are shown: a line in a console, a table in a notebook, and a data frame where one is wanted.

Results are dictionaries whose keys can be read as attributes, too: ``found["mbb_per_game"]`` is
``found.mbb_per_game``. They and the dictionaries in them say which keys there are when they are asked for another.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from ._arguments import shown
from ._html import facts_html, table_html

#: One line of a table: ``pandas.DataFrame`` takes lists of them.
Row: TypeAlias = dict[str, Any]

#: The most keys that are listed.
_MOST_KEYS = 24
_Found = TypeVar("_Found")


def needed(module: str, what: str, advice: str) -> Any:
    """A module that not everybody has, or one line that says how to get it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise ImportError(f"{what} needs {package}, which is not installed: pip install {advice}") from None


def with_error(value: float | None, error: float | None) -> str:
    """An amount with its sign and what it may be off by, such as ``+2.3 ± 0.5``."""
    if value is None:
        return "–"
    # Rounded first: nothing has no sign of its own.
    shown = f"{round(value, 1) + 0.0:+.1f}"
    return shown if error is None else f"{shown} ± {error:.1f}"


class Shown:
    """What is shown as one line, as a table and as a data frame."""

    def _line(self) -> str:
        """All that matters in one line."""
        raise NotImplementedError

    def _rows(self) -> list[Row]:
        """The rows of its table."""
        raise NotImplementedError

    def _html(self) -> str:
        """What a notebook shows below the line."""
        return table_html(self._rows())

    def to_frame(self) -> Any:
        """Its table as a data frame of pandas."""
        return needed("pandas", "to_frame", "pandas").DataFrame(self._rows())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._line()}>"

    def _repr_html_(self) -> str:
        return facts_html(type(self).__name__, self._line()) + self._html()


class UnknownKey(KeyError):
    """A key that a result does not have; the line says which it has."""

    def __str__(self) -> str:
        # Not between quotes, as those of a bare key.
        return str(self.args[0])


class Keyed(dict[Any, Any]):
    """A dictionary that says which keys there are."""

    #: What is said where there are none.
    nothing = "nothing is here"

    def __missing__(self, key: object) -> Any:
        keys = ", ".join(map(str, list(self)[:_MOST_KEYS]))
        more = f" and {len(self) - _MOST_KEYS:,} more" if len(self) > _MOST_KEYS else ""
        raise UnknownKey(f"no {shown(key)} here; there is {keys}{more}" if self else self.nothing)


def keyed(found: _Found) -> _Found:
    """What was found, with every dictionary in it one that says which keys there are."""
    given: Any = found
    if type(given) is dict:
        given = Keyed({key: keyed(value) for key, value in given.items()})
    elif type(given) is list:
        given = [keyed(value) for value in given]
    return cast(_Found, given)


class Result(Shown, Keyed):
    """A result as a dictionary; its keys are attributes, too."""

    def __init__(self, *found: Any, **more: Any) -> None:
        super().__init__({key: keyed(value) for key, value in dict(*found, **more).items()})

    if not TYPE_CHECKING:
        # Each class declares its keys with their types; for a checker there are no others.
        def __getattr__(self, name):
            try:
                return self[name]
            except KeyError:
                raise AttributeError(f"'{type(self).__name__}' has no '{name}'; there is {', '.join(self)}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]
