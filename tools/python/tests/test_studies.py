"""Studies from Python: planned, run, run again, and read as rows."""

import _thread
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq
from conftest import DECK

STREET = {"feature": "strength", "method": "percentiles", "buckets": 6}
STUDY: dict[str, Any] = {
    "name": "small",
    "question": "Are six buckets on the river better than two?",
    "seed": 2,
    "deck": DECK,
    "flop": STREET,
    "turn": STREET,
    "river": STREET,
    "variant": [{"name": "six"}, {"name": "two", "river": STREET | {"buckets": 2}}],
    "training": [{"name": name, "sampler": "public", "algorithm": "dcfr", "iterations": iterations}
                 for name, iterations in (("short", 20), ("long", 40))],
    "league": {"method": "boards", "boards": 20, "built_in_boards": 3},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> eq.Run:
    return eq.run_study(STUDY, tmp_path_factory.mktemp("studies") / "run")


def copied(run: eq.Run, folder: Path) -> Path:
    """The run once more, to be changed; bucket files stay where they are."""
    shutil.copytree(run.folder, folder, ignore=shutil.ignore_patterns("buckets"))
    (folder / "buckets").symlink_to(run.folder / "buckets")
    return folder


def test_a_study_is_run_from_a_dictionary(run: eq.Run) -> None:
    assert run.name == "small" and run.report.exists()
    names = [stage["name"] for stage in run.stages]
    assert names[0] == "buckets-flop" and names[-1] == "report" and "training-six-long" in names
    assert all(stage["status"] == "done" and stage["seconds"] >= 0.0 for stage in run.stages)


def test_a_study_that_is_done_is_not_done_again(run: eq.Run) -> None:
    again = eq.run_study(STUDY, run.folder)
    # To the second that each of them took.
    assert again.stages == run.stages
    planned = eq.plan(STUDY, run.folder)
    assert planned["fits"] and all(stage["status"] == "done" for stage in planned["stages"])


def test_a_part_of_a_study_is_made_as_in_the_whole(run: eq.Run, tmp_path: Path) -> None:
    part = eq.run_study(STUDY, tmp_path / "part", settings=["two"], trainings=["long"])
    assert {row["variant"] for row in part.players} == {"two-long"}
    strategies = [next(row["strategy"] for row in it.players if row["variant"] == "two-long") for it in (run, part)]
    assert Path(strategies[0]).read_bytes() == Path(strategies[1]).read_bytes()
    planned = eq.plan(STUDY, tmp_path / "part", settings=("two",), trainings=("long",))
    assert all(stage["status"] == "done" for stage in planned["stages"])


@pytest.mark.parametrize(("words", "message"), [
    ({"settings": "two"}, "settings: expected a list of names, found 'two'"),
    ({"settings": [2]}, "settings: expected a list of names"),
    ({"settings": ["three"]}, "three"),
    ({"trainings": ["longest"]}, "longest"),
])
def test_a_part_that_is_none_is_refused(words: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(eq.InputError, match=message):
        eq.run_study(STUDY, tmp_path / "run", **words)
    assert not (tmp_path / "run").exists()


def test_results_are_rows(run: eq.Run) -> None:
    by_variant = {row["variant"]: row for row in run.players}
    assert set(by_variant) == {"six-short", "two-short", "six-long", "two-long"}
    assert by_variant["six-long"]["exploitability"] is None and by_variant["six-long"]["setting"] == "six"
    assert len(run.built_in) == 4 * 5 and {row["opponent"] for row in run.built_in} == set(eq.BUILT_IN)
    assert {row["file"] for row in run.buckets} >= {"flop", "turn", "river-two"}
    assert {row["variant"] for row in run.curves} == set(by_variant)
    assert run.training("two-short").iterations >= 20 and run.training("two-long").iterations >= 40
    player = eq.open_player(by_variant["two-long"]["strategy"])
    assert player.probabilities("", "").sum() == pytest.approx(190.0)


def test_twice_the_training_is_told_as_the_report_tells_it(run: eq.Run, tmp_path: Path) -> None:
    doubling = run.doubling
    assert doubling is not None and doubling["lengths"] == doubling.lengths == [20, 40] and doubling.unit == "boards"
    assert set(doubling) == {"leader", "unit", "lengths", "mbb_per_game", "half_widths", "claim"}
    means = {(row["training"], row["player"]): (row["mbb_per_game"], row["ci95"]) for row in run.players}
    for place, training in enumerate(("short", "long")):
        expected = means[training, doubling.leader]
        assert (doubling.mbb_per_game[place], doubling.half_widths[place]) == pytest.approx(expected)
    assert doubling.claim in run.report.read_text() and doubling.claim in repr(doubling)
    assert doubling.claim in run._repr_html_()
    folder = copied(run, tmp_path / "run")
    (folder / "league-short.json").unlink()
    assert eq.open_run(folder).doubling is None


def test_a_run_and_its_plan_are_shown_as_tables(run: eq.Run) -> None:
    assert list(run.leagues) == ["short", "long"] and run.leagues["long"].players == ["six", "two"]
    assert "\n" not in repr(run) and run._repr_html_().count("<tr>") == 1 + 4
    planned = eq.plan(STUDY, run.folder)
    assert "0 of" in repr(planned) and planned._repr_html_().count("<tr>") == 1 + len(planned["stages"])
    frame = pytest.importorskip("pandas") and run.to_frame()
    assert list(frame["variant"]) == [row["variant"] for row in run.players]


def test_every_player_has_the_mean_of_its_own_league(run: eq.Run) -> None:
    rows = {(row["training"], row["player"]): row for row in run.players}
    assert len(rows) == len(run.matches) == 4
    for match in run.matches:
        # Of two players everyone has one match.
        row = rows[match["training"], match["first"]]
        assert row["mbb_per_game"] == pytest.approx(match["mbb_per_game"]) and match["ci95"] > 0.0
        assert row["ci95"] == pytest.approx(match["ci95"])
    assert len({abs(row["mbb_per_game"]) for row in rows.values()}) == 2


def test_every_player_has_what_was_measured_of_it(run: eq.Run, tmp_path: Path) -> None:
    folder = copied(run, tmp_path / "run")
    players = [
        {"player": row["player"], "setting": row["setting"], "clustering": 1, "training": 1, "mbb_per_game": 300.5 + it,
         "strategy": eq.inspect(row["strategy"])["fingerprint"], "standard_error": 1.5 + it}
        for it, row in enumerate(row for row in run.players if row["training"] == "long")
    ]
    found = {"flops": 2, "seed": 1, "players": players, "settings": []}
    (folder / "exploitability-long.json").write_text(json.dumps(found))
    rows = {row["variant"]: (row["exploitability"], row["standard_error"]) for row in eq.open_run(folder).players}
    assert rows["six-short"] == rows["two-short"] == (None, None)
    assert [rows["six-long"], rows["two-long"]] == [(300.5, 1.5), (301.5, 2.5)]


def test_a_damaged_curve_is_said_and_one_not_begun_is_not(run: eq.Run, tmp_path: Path) -> None:
    folder = copied(run, tmp_path / "run")
    shutil.rmtree(folder / "training" / "six-long")
    assert {row["variant"] for row in eq.open_run(folder).curves} == {"six-short", "two-short", "two-long"}
    curve = folder / "training" / "two-long" / "curve.json"
    (folder / "training" / "two-long" / "checkpoint").unlink()
    assert len({row["variant"] for row in eq.open_run(folder).curves}) == 3
    curve.write_text(curve.read_text()[:100])
    with pytest.raises(eq.InputError, match="curve.json: not a training curve"):
        eq.open_run(folder).curves
    checkpoint = folder / "training" / "two-short" / "checkpoint"
    checkpoint.write_bytes(checkpoint.read_bytes()[:1000])
    curve.parent.joinpath("curve.json").unlink()
    with pytest.raises(eq.InputError, match="two-short/checkpoint"):
        eq.open_run(folder).curves


def test_a_run_may_lie_where_the_path_is_no_text(run: eq.Run, tmp_path: Path) -> None:
    folder = copied(run, tmp_path / os.fsdecode(b"odd-\xff"))
    moved = eq.open_run(folder)
    assert moved.report == folder / run.report.relative_to(run.folder) and moved.report.exists()
    assert all(Path(row["strategy"]).is_relative_to(folder) for row in moved.players)
    assert eq.open_player(moved.players[0]["strategy"]).probabilities().shape == (1326, 3)


def test_rows_are_a_data_frame(run: eq.Run) -> None:
    pandas = pytest.importorskip("pandas")
    curves = pandas.DataFrame(run.curves)
    assert list(curves.columns) == ["variant", "iterations", "seconds", "regret"]
    assert (curves.groupby("variant")["iterations"].max() >= 15).all()
    assert len(pandas.DataFrame(run.players)) == 4


def test_texts_files_and_names_are_studies_too(tmp_path: Path) -> None:
    text = 'name = "tiny"\ndeck = 20\n[flop]\nfeature = "strength"\nmethod = "percentiles"\nbuckets = 3\n'
    file = tmp_path / "tiny.toml"
    file.write_text(text)
    names = [stage["name"] for stage in eq.plan(text, tmp_path / "one")["stages"]]
    assert names == [stage["name"] for stage in eq.plan(file, tmp_path / "one")["stages"]] == ["buckets-flop", "report"]
    run = eq.run_study(file, tmp_path / "one", seed=7)
    with pytest.raises(eq.InputError, match="another study"):
        eq.plan(text, tmp_path / "one")
    assert run.name == "tiny" and run.players == run.curves == run.matches == [] and run.buckets[0]["buckets"] == 3


def test_a_plan_knows_when_time_is_short(tmp_path: Path) -> None:
    planned = eq.plan("quickstart", tmp_path / "run", within="1s")
    assert not planned["fits"] and "seconds" in planned["total"] and planned["advice"]
    assert not (tmp_path / "run").exists()


def test_ctrl_c_keeps_the_stages_that_are_done(tmp_path: Path) -> None:
    def stopping(stage: str, *_: object) -> None:
        if stage.startswith("buckets-river"):
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        eq.run_study(STUDY | {"deck": 52}, tmp_path / "run", progress=stopping)
    stages = {stage["name"]: stage["status"] for stage in eq.open_run(tmp_path / "run").stages}
    assert stages["buckets-flop"] == stages["buckets-turn"] == "done" and "report" not in stages


@pytest.mark.parametrize(
    ("study", "reason"),
    [
        ("nowhere.toml", "nowhere.toml: cannot be read"),
        ('name = "small"\nbad = 1\n', "line 2: unknown field `bad`"),
        ({"name": "small", "flop": {"feature": "luck", "buckets": 2}}, "luck"),
        ({"name": "small", "seed": None}, "study: "),
        ({"name": "small", "seed": float("nan")}, "study: "),
        ({"name": "small", "flop": object()}, "study: "),
        (7, "expected a file, a name, a text or a dictionary, found int"),
        (STUDY | {"name": "../up"}, "../up"),
    ],
)
def test_wrong_studies_are_refused(tmp_path: Path, study: Any, reason: str) -> None:
    for call in (eq.plan, eq.run_study):
        with pytest.raises(eq.InputError) as raised:
            call(study, tmp_path / "none")
        assert reason in str(raised.value) and "\n" not in str(raised.value), raised.value
    assert not (tmp_path / "none").exists()


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(eq.InputError, match="study.toml"):
        eq.open_run(tmp_path)


def test_buckets_and_strategies_of_ones_own_join_a_study(run: eq.Run, tmp_path: Path) -> None:
    river = eq.open_buckets(run.folder / "buckets" / "river.buckets")
    # Any numbers of all hands are buckets: here those of the study, two by two.
    mine = eq.buckets_from_numbers(tmp_path / "mine.buckets", "river", river.of_hand // 2, deck=DECK)
    study = {
        **{key: STUDY[key] for key in ("deck", "flop", "turn", "league")},
        "name": "own",
        "repeats": {"trainings": 2},
        "flop": {"file": run.folder / "buckets" / "flop.buckets"},
        "turn": {"file": str(run.folder / "buckets" / "turn.buckets")},
        "river": {"file": river},
        "variant": [
            {"name": "theirs"},
            {"name": "mine", "river": {"file": mine}},
            {"name": "given", "strategy": [row["strategy"] for row in run.players[:2]]},
        ],
        "training": {"sampler": "public", "iterations": 20},
        "exploitability": {"flops": 2},
    }
    assert eq.plan(study, tmp_path / "run")["fits"]
    own = eq.run_study(study, tmp_path / "run")
    assert [row["variant"] for row in own.players][::2] == ["theirs-t1", "mine-t1", "given-t1"]
    league = json.loads((own.folder / "league.json").read_text())
    assert league["settings"]["drawn"] == "trainings"
    assert all(pair["interval95"] is not None for pair in league["settings"]["pairs"])
    assert len(json.loads((own.folder / "exploitability.json").read_text())["players"]) == 6
    with pytest.raises(eq.InputError, match="river of theirs.*expected river, found turn"):
        eq.plan(study | {"river": {"file": run.folder / "buckets" / "turn.buckets"}}, tmp_path / "other")
