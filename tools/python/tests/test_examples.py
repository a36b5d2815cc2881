"""The examples in the documentation run."""

import doctest
import importlib
import importlib.util
import pkgutil
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import equipoise as eq

MODULES = ["equipoise"] + [
    f"equipoise.{module.name}" for module in pkgutil.iter_modules(eq.__path__) if module.name != "_native"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"eq": eq, "np": np})
    assert failed == 0


def test_the_first_example_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guides" / "python.md").read_text()
    monkeypatch.chdir(tmp_path)
    found: dict[str, float] = {}
    exec(guide.split("```python\n")[1].split("```")[0], found)
    assert 0.0 < found["exact"] < 1_700.0 and found["won"] > 0.0


#: What a guide does at a size that takes a minute, and what the test does.
SMALLER = {"1_000_000": "1_000"}


@pytest.mark.parametrize("page", ["python", "python-hands"])
def test_a_guide_runs_block_after_block(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("pandas")
    guide = (Path(__file__).parents[3] / "docs" / "guides" / f"{page}.md").read_text()
    blocks = [block.split("```")[0] for block in guide.split("```python\n")[1:]]
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    assert len(blocks) > 2
    for block in blocks:
        for size, smaller in SMALLER.items():
            block = block.replace(size, smaller)
        if "openspiel" not in block or importlib.util.find_spec("pyspiel"):
            exec(block, names)


def test_there_are_examples() -> None:
    counted = sum(len(example.examples) for name in MODULES for example in doctest.DocTestFinder().find(
        importlib.import_module(name)))
    assert counted > 20


def test_what_is_public_is_documented() -> None:
    public = [getattr(eq, name) for name in eq.__all__]
    assert all(item.__doc__ for item in public if callable(item))


def test_board_textures_divide_each_bucket(tmp_path: Path) -> None:
    coarse = eq.build_buckets(tmp_path / "coarse.buckets", "flop", "strength", 5)
    script = Path(__file__).parents[1] / "examples" / "board_textures.py"
    subprocess.run([sys.executable, script, coarse.file, tmp_path / "divided.buckets"], check=True)
    divided = eq.open_buckets(tmp_path / "divided.buckets")
    hands = np.arange(eq.hand_count("flop"))
    pairs = divided.bucket_of_index(hands).astype(np.int64) * coarse.count + coarse.bucket_of_index(hands)
    assert len(np.unique(pairs)) == divided.count
    aces = divided.bucket(["AhAd Kc7d2s", "AsAd Kc8h2d", "AhAd Kc7c2c", "AhAd Kc7c2s", "AhAd Kc7d7s", "AhAd Kc9d2s"])
    assert aces[0] == aces[1] and len(set(aces[1:])) == 5


def test_buckets_of_rlcards_rule_model_do_what_it_says(tmp_path: Path) -> None:
    pytest.importorskip("rlcard")
    example = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "rlcard_rules.py"))
    buckets = example["buckets_of"]("flop", tmp_path / "flop.buckets")
    assert 2 < buckets.count < 27
    dice = np.random.default_rng(3)
    hands = np.array([dice.permutation(52)[:5] for _ in range(3_000)])
    said = np.array([example["answers"](hand) for hand in hands]) @ [9, 3, 1]
    assert (buckets.centres.reshape(-1)[buckets.bucket(hands)] == said).all()
    assert len(np.unique(said)) > 2
    # Later streets take a minute: that hands of one number get one answer is what their buckets rest on.
    for board in (4, 5):
        hands = np.array([dice.permutation(52)[: 2 + board] for _ in range(3_000)])
        answer: dict[int, list[int]] = {}
        for case, hand in zip(example["cases"](hands).tolist(), hands):
            said_of = example["answers"](hand)
            assert answer.setdefault(case, said_of) == said_of
        assert len(answer) < 2_990
