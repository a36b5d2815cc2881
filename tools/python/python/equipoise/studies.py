"""Studies: planned, run, and their results as rows that a data frame takes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from . import _native
from ._html import facts_html, table_html
from ._arguments import as_span, plain, seed_of, text_of
from ._native import InputError, Stop
from .buckets import Buckets, file_of_buckets
from .files import FileLike, as_absolute, as_optional_path, as_path
from .measures import League
from .progress import ProgressLike, watching
from .results import Result, Row, Shown, keyed, with_error
from .training import Span, Training

#: A study file, the name of a shipped study, the text of a study file, or its values as a dictionary.
StudyLike: TypeAlias = "FileLike | Mapping[str, Any]"


class Plan(Result):
    """What a study will take, stage by stage: see :func:`plan`."""

    stages: list[Row]
    #: Seconds, core-seconds, memory and disk of all of them.
    total: dict[str, Any]
    #: Whether there is the time, the memory and the disk for it.
    fits: bool
    #: Cheaper settings, where it does not fit.
    advice: str | None

    def _line(self) -> str:
        left = sum(stage["status"] != "done" for stage in self.stages)
        fits = "" if self.fits else f"; it does not fit: {self.advice}"
        return f"{left} of {len(self.stages)} stages to do, {self.total['seconds']:,.0f} s{fits}"

    def _rows(self) -> list[Row]:
        return self.stages


class Doubling(Result):
    """What twice the training does to the lead: a lead is settled once it leaves it as it was."""

    #: Who is ahead after the longer training.
    leader: str
    #: ``boards`` or ``deals``.
    unit: str
    #: How many of them, the shorter training first.
    lengths: list[int]
    #: What the leader wins on average from the others after either, in mbb/g.
    mbb_per_game: list[float]
    #: Half the 95 % interval of each, where it is known.
    half_widths: list[float | None]
    #: What that means, in a sentence that claims no more than the rule allows.
    claim: str

    def _line(self) -> str:
        before, after = map(with_error, self.mbb_per_game, self.half_widths)
        return f"{self.claim} {before} → {after} mbb/g after {self.lengths[0]:,} and {self.lengths[1]:,} {self.unit}"

    def _rows(self) -> list[Row]:
        both = zip(self.lengths, self.mbb_per_game, self.half_widths)
        return [{self.unit: length, "mbb_per_game": won, "ci95": half} for length, won, half in both]


class Run(Shown):
    """What a study has left in its run folder so far; tables are lists of dictionaries, one a row.

    ``pandas.DataFrame(run.matches)`` makes a data frame of any of them; ``run.to_frame()`` is that of the players.
    """

    def __init__(self, folder: FileLike) -> None:
        self._folder = Path(as_absolute("folder", folder))
        self._results = keyed(_native.run_results(self._folder))

    @property
    def folder(self) -> Path:
        """The run's folder."""
        return self._folder

    @property
    def name(self) -> str:
        """The study's name."""
        return str(self._results["study"])

    @property
    def report(self) -> Path:
        """The report, a page for the browser."""
        return Path(self._results["report"])

    @property
    def results(self) -> dict[str, Any]:
        """Everything as the run's files hold it, from which the tables are made.

        A dictionary of ``study`` (its name), ``report`` (the page), ``stages`` (each stage's record), ``players``
        (every strategy, with its ``variant`` and ``strategy`` file), ``begun`` (the variants whose training has left
        something to read), ``leagues`` and ``exploitability`` (for each ``training`` what was ``found``, or ``None``),
        ``doubling``, ``stability`` (how alike the buckets of other seeds are) and ``quality`` (``files``: every bucket
        file).
        """
        return self._results

    @property
    def stages(self) -> list[Row]:
        """What each stage took: name, status, seconds, core_seconds, memory_bytes, disk_bytes."""
        columns = ("name", "status", "seconds", "core_seconds", "memory_bytes", "disk_bytes")
        return keyed([{column: stage.get(column) for column in columns} for stage in self._results["stages"]])

    @property
    def players(self) -> list[Row]:
        """Every strategy: variant, setting, clustering, training and file, and how it did.

        ``mbb_per_game`` with ``ci95`` is its mean against the others of its league, ``exploitability`` with
        ``standard_error`` what a best response wins from it; ``None`` where that was not played or measured.
        """
        rows = self._results["players"]
        return keyed([{**row, **self._league_of(row), **self._exploitability_of(row)} for row in rows])

    def _league_of(self, row: Row) -> Row:
        league = (self._found("leagues", row["training"]) or {}).get("league")
        if league is None or row["player"] not in league["players"]:
            return {"mbb_per_game": None, "ci95": None}
        place = league["players"].index(row["player"])
        return {"mbb_per_game": league["mean"][place], "ci95": league["mean_ci95"][place]}

    def _exploitability_of(self, row: Row) -> Row:
        measured = (self._found("exploitability", row["training"]) or {}).get("players", [])
        for found in measured:
            if found["player"] == row["player"]:
                return {"exploitability": found["mbb_per_game"], "standard_error": found["standard_error"]}
        return {"exploitability": None, "standard_error": None}

    def _found(self, what: str, training: str | None) -> Any:
        return next((it["found"] for it in self._results[what] if it["training"] == training), None)

    @property
    def leagues(self) -> dict[str | None, League]:
        """The cross table of every training by its name, which is ``None`` where a study has only one."""
        found = {entry["training"]: (entry["found"] or {}).get("league") for entry in self._results["leagues"]}
        return {training: League(league) for training, league in found.items() if league is not None}

    @property
    def doubling(self) -> Doubling | None:
        """What twice the training does to the lead; ``None`` where the study has no two lengths of one training."""
        found = self._results["doubling"]
        return None if found is None else Doubling(found)

    @property
    def matches(self) -> list[Row]:
        """Every match of the leagues: what ``first`` wins from ``second``, in mbb/g, with half the 95 % interval."""
        rows = []
        for entry in self._results["leagues"]:
            league = (entry["found"] or {}).get("league") or {"players": []}
            names = list(enumerate(league["players"]))
            for (i, first), (j, second) in ((one, other) for one in names for other in names if one != other):
                won, ci95 = league["mbb_per_game"][i][j], league["ci95"][i][j]
                pair = {"training": entry["training"], "first": first, "second": second}
                rows.append(pair | {"mbb_per_game": won, "ci95": ci95})
        return keyed(rows)

    @property
    def built_in(self) -> list[Row]:
        """Every match against a built-in policy: what ``player`` wins from ``opponent``."""
        return keyed([
            {"training": entry["training"]} | found
            for entry in self._results["leagues"]
            for found in (entry["found"] or {}).get("against_built_in", [])
        ])

    @property
    def buckets(self) -> list[Row]:
        """Every bucket file: its name, street, sizes, costs and how much of strength it explains."""
        return list((self._results["quality"] or {}).get("files", []))

    @property
    def stability(self) -> list[Row]:
        """How alike the buckets of other seeds are."""
        return list(self._results["stability"])

    @property
    def curves(self) -> list[Row]:
        """The average regret of every training on the way: variant, iterations, seconds, regret (mbb/g)."""
        rows = []
        for variant in self._results["begun"]:
            curve = self.training(variant).curve
            for iterations, seconds, regret in zip(*(curve[name].tolist() for name in curve)):
                point = {"iterations": iterations, "seconds": seconds, "regret": regret}
                rows.append({"variant": variant} | point)
        return keyed(rows)

    def training(self, variant: str) -> Training:
        """The training of a variant: its curve, and where the study kept them its regrets."""
        return Training(self._folder, variant)

    def _line(self) -> str:
        done = sum(stage["status"] == "done" for stage in self._results["stages"])
        return f"{self.name} in {self._folder}, {done} stages done"

    def _rows(self) -> list[Row]:
        return self.players

    def _html(self) -> str:
        shown = ("player", "training", "mbb_per_game", "ci95", "exploitability", "standard_error")
        claim = "" if self.doubling is None else facts_html("Doubling", self.doubling._line())
        return claim + table_html([{column: row[column] for column in shown} for row in self.players])


def plan(
    study: StudyLike,
    out: FileLike | None = None,
    *,
    seed: int | None = None,
    settings: Sequence[str] = (),
    trainings: Sequence[str] = (),
    within: Span | None = None,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Plan:
    """Time, memory and disk of every stage before anything starts: ``stages``, ``total``, ``fits``, and ``advice``.

    ``within`` is the time there is, in seconds or as ``"2h30m"``. What does not fit is said by ``fits``, with cheaper
    settings in ``advice``. ``settings`` and ``trainings`` are as for :func:`run_study`.
    """
    choice, span = _choice(study, seed, settings, trainings), None if within is None else as_span("within", within)
    with watching(progress, stop) as watched:
        return Plan(_native.plan_study(choice, as_optional_path("out", out), span, watched))


def run_study(
    study: StudyLike,
    out: FileLike | None = None,
    *,
    seed: int | None = None,
    settings: Sequence[str] = (),
    trainings: Sequence[str] = (),
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Run:
    """Runs every stage of a study in the folder ``out`` (``runs/<name>`` if left out): features, buckets, training …

    Stages that are done are skipped, and what Ctrl-C cut off goes on: the same call runs the rest.
    docs/reference/study-file.md has every word of a study; as a dictionary its tables are dictionaries, too. Buckets
    and strategies of your own are files: ``"river": {"file": mine}``, where ``mine`` is a path or was opened, and a
    variant ``{"name": "mine", "strategy": mine}``, where ``mine`` is a strategy file, a bundle, a run folder,
    ``"RUN/NAME"`` or a :class:`equipoise.Training`. With names in ``settings`` or ``trainings`` only these are made, as
    in the whole study.
    """
    choice = _choice(study, seed, settings, trainings)
    with watching(progress, stop) as watched:
        return Run(_native.run_study(choice, as_optional_path("out", out), watched))


def open_run(folder: FileLike) -> Run:
    """The run of a study in a folder, finished or not."""
    return Run(folder)


def _choice(
    study: StudyLike, seed: int | None, settings: Sequence[str], trainings: Sequence[str]
) -> _native.StudyChoice:
    return {
        "given": _given(study),
        "seed": None if seed is None else seed_of(seed, 2**63 - 1),
        "settings": _names("settings", settings),
        "trainings": _names("trainings", trainings),
    }


def _names(what: str, given: Sequence[str]) -> list[str]:
    if isinstance(given, str) or not all(isinstance(name, str) for name in given):
        raise InputError(f"{what}: expected a list of names, found {given!r}")
    return [text_of(what, name) for name in given]


def _given(study: StudyLike) -> str | dict[str, Any]:
    """The path, text or values of a study."""
    if isinstance(study, Mapping):
        values: dict[str, Any] = plain(study, _path_of)
        return values
    if isinstance(study, str) and "\n" in study:
        return text_of("study", study)
    if isinstance(study, (str, os.PathLike)):
        return as_path("study", study)
    raise InputError(f"study: expected a file, a name, a text or a dictionary, found {type(study).__name__}")


def _path_of(value: Any) -> Any:
    """The path of a study's file, opened or not; any other value as it is."""
    if isinstance(value, Buckets):
        return file_of_buckets("study", value)
    return as_path("study", value) if isinstance(value, os.PathLike) else value
