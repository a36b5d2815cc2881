"""Training from Python: begun, gone on with, stopped, and looked into."""

import _thread
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, small_buckets: list[eq.Buckets]) -> eq.Training:
    return eq.train(tmp_path_factory.mktemp("trained") / "run", small_buckets, iterations=200, seed=3)


def matched(regrets: np.ndarray) -> np.ndarray:
    """Regret matching as the textbook has it."""
    positive = np.maximum(regrets.astype(float), 0.0)
    sums = positive.sum(axis=1, keepdims=True)
    shares: np.ndarray = np.divide(positive, sums, out=np.full(positive.shape, 1 / positive.shape[1]), where=sums > 0.0)
    return shares


def test_a_training_has_a_curve(trained: eq.Training) -> None:
    assert trained.iterations >= 200 and trained.seconds > 0.0 and trained.checkpoint.exists()
    curve = trained.curve
    assert set(curve) == {"iterations", "seconds", "regret"} and len(curve["regret"]) > 5
    assert (np.diff(curve["iterations"]) > 0).all() and curve["iterations"].dtype == np.int64
    assert curve["regret"][-1] < curve["regret"][0] / 2
    settings = {"algorithm": "dcfr:1.5,0,2", "sampler": "public", "seed": 3, "opponent": "itself"}
    assert trained.state["settings"] == settings
    assert len(trained.exploitability["mbb_per_game"]) == 0


def test_a_training_that_goes_on_ends_with_the_same_bytes_as_one_in_one_piece(
    tmp_path: Path, trained: eq.Training, small_buckets: list[eq.Buckets]
) -> None:
    files = [buckets.file for buckets in small_buckets]
    first = eq.train(tmp_path / "run", files, iterations=50, seed=3)
    before = first.iterations
    # Buckets and settings are those of the checkpoint.
    second = first.go_on(iterations=200)
    assert 50 <= before < second.iterations == trained.iterations
    assert (second.regrets("r") == trained.regrets("r")).all()
    assert second.export().read_bytes() == trained.export().read_bytes()


@pytest.mark.parametrize(
    ("betting", "board"),
    [("", ""), ("r", ""), ("crrr", ""), ("rrc/", "QsJhTc"), ("cc/crr", "QsJhTc"), ("rc/rrc/cr", "QsJhTcKd"),
     ("rrrc/rrrc/rrrc/rrr", "QsJhTcKdAh"), ("cc/cc/cc/", "QsJhTcKdAh"), ("rc/crc/rrc/c", "QsJhTcKdAh")],
)
def test_regrets_are_those_of_the_current_strategy(
    trained: eq.Training, small_buckets: list[eq.Buckets], betting: str, board: str
) -> None:
    file = trained.export("current", bits=16)
    player = eq.open_player(file)
    regrets, sums = trained.regrets(betting), trained.strategy_sums(betting)
    actions = eq.legal_actions(betting)
    assert regrets.shape == sums.shape == (8 if board else 25, len(actions))
    free = np.asarray((eq.HOLDING_CARDS >= 52 - DECK).all(axis=1))
    if board:
        free &= ~np.isin(eq.HOLDING_CARDS, eq.cards(board)).any(axis=1)
    hands = [name + board for name, is_free in zip(eq.HOLDINGS, free) if is_free]
    of_street = small_buckets[len(board) // 2 - 3].bucket(hands) if board else eq.index(hands, deck=DECK)
    bucket = of_street.astype(int)
    columns = ["fcr".index(action) for action in actions]
    for array, strategy in [(regrets, player), (sums, eq.open_player(trained.export(bits=16)))]:
        expected = matched(np.asarray(array))[bucket]
        found = strategy.probabilities(board, betting)[free][:, columns]
        assert found == pytest.approx(expected, abs=1e-4)


def test_regrets_are_mapped_and_not_to_be_written(trained: eq.Training) -> None:
    regrets = trained.regrets("cr")
    assert isinstance(regrets, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        regrets[0, 0] = 1.0


def test_a_trained_strategy_beats_who_calls(trained: eq.Training) -> None:
    with trained.player() as player:
        assert eq.match(player, "always-call", boards=30)["mbb_per_game"] > 100


def test_ctrl_c_keeps_the_checkpoint(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    def stopping(stage: str, done: int, of: int, unit: str, note: str | None) -> None:
        if done:
            # As Ctrl-C does, in the main thread, while the work goes on.
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        eq.train(tmp_path / "run", small_buckets, time="10m", progress=stopping)
    stopped = eq.Training(tmp_path / "run")
    assert stopped.iterations > 0 and stopped.checkpoint.exists()
    assert json.loads((tmp_path / "run/training/default/curve.json").read_text())["iterations"] == stopped.iterations
    before = stopped.iterations
    gone_on = stopped.go_on(iterations=before + 5)
    assert gone_on.iterations >= before + 5 and gone_on.state["settings"]["seed"] == 1


def test_strategies_of_one_name_keep_their_flops_apart(
    tmp_path: Path, trained: eq.Training, small_buckets: list[eq.Buckets]
) -> None:
    def stopping(*_: object) -> None:
        raise InterruptedError

    other = eq.train(tmp_path / "run", small_buckets, iterations=1)
    for player in (trained.player(), other.player(), trained.player()):
        assert player.name == "default"
        with pytest.raises(InterruptedError):
            eq.exploit(player, 2, keep=tmp_path / "kept", progress=stopping)
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_tqdm_shows_a_training(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    tqdm = pytest.importorskip("tqdm")
    bars = []

    class Bar(tqdm.tqdm):  # type: ignore[name-defined, misc]
        def __init__(self, *arguments: object, **named: object) -> None:
            super().__init__(*arguments, disable=False, file=open(os.devnull, "w"), **named)
            bars.append(self)

    trained = eq.train(tmp_path / "run", small_buckets, iterations=20, progress=Bar)
    assert trained.iterations >= 20 and bars and all(bar.n > 0 for bar in bars)


def test_two_trainings_of_one_folder_do_not_meet(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    begun = threading.Event()
    failures: list[BaseException] = []

    def long() -> None:
        def progress(*_: object) -> None:
            begun.set()
            if stop.is_set():
                raise InterruptedError

        try:
            eq.train(tmp_path / "run", small_buckets, time="10m", progress=progress)
        except InterruptedError as error:
            failures.append(error)

    stop = threading.Event()
    thread = threading.Thread(target=long)
    thread.start()
    assert begun.wait(60)
    with pytest.raises(eq.InputError, match="run"):
        eq.train(tmp_path / "run", small_buckets, variant="second", iterations=1)
    stop.set()
    thread.join()
    assert len(failures) == 1 and eq.Training(tmp_path / "run").iterations > 0


def test_a_folder_holds_several_trainings(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    folder = tmp_path / "run"
    for algorithm in ("cfr+", "linear"):
        eq.train(folder, small_buckets, variant=algorithm.strip("+"), algorithm=algorithm, iterations=5)
    assert eq.Training(folder, "cfr").state["settings"]["algorithm"] == "cfr+"
    with pytest.raises(eq.InputError, match="no training 'dcfr'; there is cfr, linear"):
        eq.Training(folder, "dcfr")


def test_wrong_trainings_are_refused(tmp_path: Path, trained: eq.Training, small_buckets: list[eq.Buckets]) -> None:
    none = tmp_path / "none"
    wrong: Any = "wrong"
    seven: Any = 7
    calls: list[tuple[Callable[[], object], str]]
    flop, turn, river = small_buckets
    calls = [
        (lambda: eq.train(none, iterations=1), "no such training to go on with; give buckets"),
        (lambda: eq.train(none, small_buckets), "either iterations or time"),
        (lambda: eq.train(none, small_buckets, iterations=1, time=1.0), "either iterations or time"),
        (lambda: eq.train(none, small_buckets, time=-1.0), "-1 seconds: expected a time above 0"),
        (lambda: eq.train(none, small_buckets, time=float("nan")), "NaN seconds"),
        (lambda: eq.train(none, small_buckets, time="soon"), "'soon' is not a duration"),
        (lambda: eq.train(none, small_buckets, iterations=0), "iterations: expected a whole number from 1"),
        (lambda: eq.train(none, small_buckets, iterations=1, sampler=wrong), "'wrong' is not a sampler"),
        (lambda: eq.train(none, small_buckets, iterations=1, algorithm="luck"), "'luck' is not an algorithm"),
        (lambda: eq.train(none, small_buckets, time=1.0, algorithm="hs-dcfr"), "hs-dcfr"),
        (lambda: eq.train(none, small_buckets, iterations=1, table=wrong), "choose auto, memory or disk"),
        (lambda: eq.train(none, small_buckets, iterations=1, variant="../up"), "../up"),
        (lambda: eq.train(none, small_buckets[:2], iterations=1), "expected three bucket files"),
        (lambda: eq.train(none, [turn, flop, river], iterations=1), "flop"),
        (lambda: eq.train(none, ["nowhere", turn, river], iterations=1), "nowhere"),
        (lambda: eq.train(none, small_buckets, iterations=1, opponent_buckets=[turn]), "expected two bucket files"),
        (lambda: eq.train(none, small_buckets, iterations=1, opponent=wrong), "choose itself or exact"),
        (
            lambda: eq.train(none, small_buckets, iterations=1, opponent="itself", opponent_buckets=(flop, turn)),
            "strategy itself",
        ),
        (lambda: trained.go_on(iterations=1), "already trained"),
        (lambda: eq.train(trained.folder, iterations=500, seed=4), "seed 4"),
        (lambda: eq.train(trained.folder, iterations=500, sampler="chance"), "chance"),
        (lambda: trained.regrets("x"), "'x'"),
        (lambda: trained.export(wrong), "choose average or current"),
        (lambda: trained.export(bits=seven), "7"),
        (lambda: eq.Training(none), "no training 'default'; there is none"),
    ]
    for call, reason in calls:
        with pytest.raises(eq.InputError) as raised:
            call()
        assert reason in str(raised.value) and "\n" not in str(raised.value), raised.value
    assert not none.exists()


def test_a_damaged_checkpoint_is_refused(tmp_path: Path, trained: eq.Training) -> None:
    folder = tmp_path / "run"
    shutil.copytree(trained.folder, folder, symlinks=True)
    checkpoint = eq.Training(folder).checkpoint
    content = bytearray(checkpoint.read_bytes())
    content[len(content) // 2] ^= 1
    checkpoint.write_bytes(content)
    with pytest.raises(eq.InputError, match="checkpoint"):
        eq.train(folder, iterations=500)


@pytest.mark.skipif("EQUIPOISE" not in os.environ, reason="EQUIPOISE names the command to compare with")
def test_probabilities_are_those_of_the_command(trained: eq.Training) -> None:
    file = trained.export()
    player = eq.open_player(file)
    for hand, board, betting in [("AhKd", "", "r"), ("JcTd", "", ""), ("AhKd", "QsJhTc", "crc/cr"),
                                 ("KcKh", "QsJhTcKdAh", "rc/crc/rrc/c")]:
        command = [os.environ["EQUIPOISE"], "strategy", str(file), hand, *([board] if board else []), "--json"]
        printed = json.loads(subprocess.run([*command, "--betting", betting], check=True, capture_output=True).stdout)
        holding = next(name for name in eq.HOLDINGS if {name[:2], name[2:]} == {hand[:2], hand[2:]})
        row = player.probabilities(board, betting)[eq.HOLDINGS.index(holding)]
        found = dict(zip("fcr", row.tolist()))
        # The file's single precision is printed rounded.
        assert {action: found[action] for action in printed["actions"]} == pytest.approx(printed["actions"], abs=1e-7)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"iterations": 1, "seconds": 1.0, "points": []}',
        '{"iterations": 1, "seconds": 1.0, "points": [1], "exploitability": []}',
        '{"iterations": 1, "seconds": 1.0, "points": [[1, 2]], "exploitability": []}',
        '{"iterations": 1, "seconds": 1.0, "points": [], "exploitability": [[1, 2.0, "a", 4.0]]}',
        '{"iterations": -1, "seconds": 1.0, "points": [], "exploitability": []}',
        '{"iterations": 1, "seconds": null, "points": [], "exploitability": []}',
    ],
)
def test_a_curve_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "training" / "default" / "curve.json"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(eq.InputError, match="curve.json: not a training curve") as raised:
        eq.Training(tmp_path)
    assert "\n" not in str(raised.value)
    file.write_bytes(b"\xff")
    with pytest.raises(eq.InputError, match="curve.json: not a text in UTF-8"):
        eq.Training(tmp_path)
    file.write_text('\ufeff{"iterations": 7, "seconds": 1.5, "points": [[7, 1.5, 3.0]], "exploitability": []}')
    trained = eq.Training(tmp_path)
    assert trained.iterations == 7 and trained.curve["regret"].tolist() == [3.0]
    assert trained.exploitability["mbb_per_game"].tolist() == []


def test_damaged_buckets_are_found_before_a_training(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    damaged = tmp_path / "flop.buckets"
    damaged.write_bytes(Path(small_buckets[0].file).read_bytes())
    place = next(it for it in eq.inspect(damaged)["sections"] if it["name"] == "buckets")["offset"] + 5_000
    with damaged.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 1]))
    with pytest.raises(eq.InputError, match="flop.buckets: damaged in section 'buckets'"):
        eq.train(tmp_path / "run", [damaged, *small_buckets[1:]], iterations=3)
    turn = small_buckets[1]
    with pytest.raises(eq.InputError, match="flop.buckets: damaged in section 'buckets'"):
        eq.train(tmp_path / "run", small_buckets, iterations=3, opponent_buckets=(damaged, turn))
