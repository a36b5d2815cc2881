"""Who plays hold'em: strategy files, built-in policies, and functions of one's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import InputError, Stop
from ._arguments import count_of, number_of, switch_of, text_of
from ._arrays import as_board
from .decisions import ActionValues, StrategySpot
from .files import FileLike, Opened, as_folders, as_optional_path, as_path
from .progress import ProgressLike, watching

#: The built-in policies.
BUILT_IN: tuple[str, ...] = ("always-fold", "always-call", "always-raise", "call-raise", "uniform")


class Player(Opened[_native.Player]):
    """A player of heads-up hold'em: see :func:`open_player` and :func:`policy`."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self._native.name

    @property
    def deck(self) -> int | None:
        """How many cards its deck has; ``None`` for one that plays with the deck of the other players, or else 52."""
        return self._native.deck

    def _named(self) -> str:
        return self.name

    def _described(self) -> str:
        return self.name

    def actions(self, betting: str = "") -> tuple[str, ...]:
        """What the columns of :meth:`probabilities` stand for after a betting.

        With a limit that is always folding, calling and raising. Without one these are the actions that the player's
        own tree has there, raises with the total that is then put in over the whole hand.

        >>> open_player("uniform").actions("crc/")
        ('f', 'c', 'r')
        >>> open_player("uniform", game="holdem-nolimit", stack=20).actions("r200")
        ('f', 'c', 'r400', 'r600', 'r2000')
        """
        return tuple(self._native.actions(text_of("betting", betting)))

    def probabilities(self, board: str = "", betting: str = "") -> NDArray[np.float64]:
        """How each of the 1,326 holdings acts after a betting: a row for each, a column for each of :meth:`actions`.

        Holdings that share a card with the board or are not in the deck have rows of zeros; actions that are not legal
        have zeros, too.

        >>> open_player("call-raise").probabilities("Qs7h2c", "crc/")[-1]
        array([0. , 0.5, 0.5])
        """
        return self._native.probabilities(text_of("board", board), text_of("betting", betting))

    def reach(self, board: str = "", betting: str = "") -> NDArray[np.float64]:
        """How likely this player's own actions lead to a betting with each holding, in the seat that acts there next.

        >>> open_player("call-raise").reach("", "rr")[-1]
        np.float64(0.5)
        """
        blocked = self.probabilities(board, betting).sum(axis=1) == 0.0
        cards = as_board(board)
        reach = np.ones(1326)
        for shown, before, column in self._native.own_way(text_of("betting", betting)):
            reach *= self.probabilities(cards[: 2 * shown], before)[:, column]
        reach[blocked] = 0.0
        return reach

    def spot(self, board: str = "", betting: str = "") -> StrategySpot:
        """What it does at a spot with the hands that its own actions lead there: a grid in a notebook, and what
        :func:`equipoise.plot.grid` draws.

        >>> open_player("call-raise", deck=20).spot("", "r").actions
        ['f', 'c', 'r']
        """
        actions, probabilities = self.actions(betting), self.probabilities(board, betting)
        seat, legal = self._native.legal(betting)
        columns = [actions.index(action) for action in legal]
        place = (as_board(board), betting, ("big_blind", "button")[seat])
        shares, reach = probabilities[:, columns], self.reach(board, betting)
        return StrategySpot(self.name, place, self.deck or 52, legal, shares, reach)

    def values(
        self,
        board: str = "",
        betting: str = "",
        *,
        boards: int = 32,
        progress: ProgressLike = None,
        stop: Stop | None = None,
    ) -> ActionValues:
        """What each action is worth with each hand, against the hands with which the strategy itself comes there.

        Both go on as the strategy says. The cards to come are gone through: all of them on turn and river, about so
        many ``boards`` of the flop (2,352 follow in the full deck) and before it, with their standard errors.

        >>> values = open_player("call-raise", deck=20).values("QsTcTdKhAh", "cc/cc/cc/")
        >>> values.actions, values.mbb.shape, values.is_exact
        (['c', 'r'], (1326, 2), True)
        """
        _ = self.probabilities(board, betting)
        with watching(progress, stop) as watched:
            amount = count_of("boards", boards, 2, 1_000_000)
            found = _native.action_values(self._native, board, betting, amount, watched)
        return ActionValues(found | {"deck": self.deck or 52})


#: A function of board (``"Qs7h2c"``, ``""`` before the flop) and betting (``"crc/"``): the probabilities of folding,
#: calling and raising for each holding, 1,326 x 3 or what spreads to that.
PolicyFunction: TypeAlias = Callable[[str, str], Any]
#: The same of a board and several bettings: n x 1,326 x 3 or what spreads to that.
ManyPolicyFunction: TypeAlias = Callable[[str, list[str]], Any]
#: A player, the name of a built-in policy, a strategy as :func:`open_player` takes it (a run folder, ``"RUN/NAME"``, a
#: bundle, a strategy file or a :class:`equipoise.Training`), or a function.
PlayerLike: TypeAlias = "Player | FileLike | PolicyFunction"


def open_player(
    name_or_file: FileLike,
    buckets: FileLike | Sequence[FileLike] = (),
    progress: ProgressLike = None,
    stop: Stop | None = None,
    *,
    deck: int | None = None,
    game: str | None = None,
    stack: float | None = None,
    sizes: FileLike | None = None,
) -> Player:
    """A built-in policy by its name, or a strategy with its bucket files: a strategy file, a bundle, a run folder with
    one strategy, one of several as ``"runs/quickstart/C8"``, or a training.

    Bucket files come from the bundle; else they are looked for by fingerprint in the strategy's own run folder, then in
    the files and folders of ``buckets``.
    With a ``deck`` a built-in policy plays with that one, and strategies of another are refused. The same holds for a
    ``game``: ``"holdem-nolimit"`` with a ``stack`` in big blinds and a file of bet ``sizes``; where none is named, a
    built-in policy plays the game of those it meets.

    >>> open_player("uniform")
    <Player uniform>
    """
    path, folders = as_path("name_or_file", name_or_file), as_folders("buckets", buckets)
    # A training knows of others.
    folders += getattr(name_or_file, "bucket_folders", [])
    with watching(progress, stop) as watched:
        given = as_game(game, stack, sizes)
        return Player(_native.open_player(path, folders, deck, given, watched))


def as_game(
    game: str | None, stack: float | None, sizes: FileLike | None
) -> tuple[str, float | None, str | None] | None:
    """A game as it may be given, checked for what belongs together."""
    if game is None:
        if stack is not None or sizes is not None:
            raise InputError("stack or sizes: of no game; give game=\"holdem-nolimit\" with them")
        return None
    return text_of("game", game), None if stack is None else number_of("stack", stack), as_optional_path("sizes", sizes)


def policy(
    function: PolicyFunction | ManyPolicyFunction,
    name: str | None = None,
    many: bool = False,
    *,
    deck: int | None = None,
) -> Player:
    """A policy of one's own.

    ``function`` is called with a board and a betting, once for each public decision, and gives the probabilities of
    folding, calling and raising for each of the 1,326 holdings (:data:`HOLDINGS`): an array of 1,326 x 3, or what
    spreads to one. Rows of holdings that share a card with the board are not looked at; where folding or raising is not
    legal (:func:`legal_actions`), its probability falls to the call. With ``many`` it is called with a board and a list
    of bettings and gives n x 1,326 x 3: fewer calls, for functions that are quicker so. It plays with the ``deck``, or
    with that of the other players; rows of holdings that are not in it are not looked at either.

    It is called in several threads, one at a time. It may use what is quick, such as :func:`strength` or the
    ``probabilities`` of a strategy file, but not begin matches, measurements or trainings, which is refused. Ctrl-C and
    a :class:`Stop` interrupt one that does not return, unless it waits outside of Python.

    >>> calls = policy(lambda board, betting: [0.0, 1.0, 0.0], "calls")
    >>> calls.probabilities("Qs7h2c", "crc/")[-1]
    array([0., 1., 0.])
    """
    usual = getattr(function, "__name__", type(function).__name__)
    chosen = text_of("name", usual if name is None else name)
    return Player(_native.function_player(function, chosen, name is not None, switch_of("many", many), deck))


def as_player(given: PlayerLike) -> Player:
    """A player as it may be given."""
    if isinstance(given, Player):
        return given
    if isinstance(given, (str, os.PathLike)):
        return open_player(given)
    if callable(given):
        return policy(given)
    raise InputError(f"player: expected a player, a name, a file or a function, found {type(given).__name__}")
