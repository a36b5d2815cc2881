"""What needs more memory than there is is refused before it is taken, and the interpreter lives on."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space are Linux's")

#: Calls whose size their arguments decide, each far beyond the limit.
CALLS = {
    "rows of a feature": 'eq.features("turn", "hsd", 500)',
    "rows of the river": 'eq.features("river", "ochs", clusters=60)',
    "rows of the flop with the turn's": 'eq.features("flop", "hsd", 500)',
    "buckets of the river": 'eq.build_buckets(folder / "a.buckets", "river", "ochs", 100, clusters=16)',
    "very many buckets": 'eq.build_buckets(folder / "b.buckets", "flop", "ochs", 1 << 20, clusters=169)',
    "distributions of many hands": 'eq.hsd(np.zeros((8_000_000, 5), np.uint8) + np.arange(5, dtype=np.uint8), 500)',
    "many hands": 'eq.index(np.broadcast_to(np.arange(7, dtype=np.uint8), (200_000_000, 7)))',
    "many indexes": 'eq.unindex("river", np.broadcast_to(np.int64(3), 3_000_000_000))',
    "starting hands in other bins": 'keep = np.ones(3_500_000_000, np.uint8); eq.hsd("AhKd", 30)',
    "features after all is taken": 'keep = np.ones(3_500_000_000, np.uint8); eq.features("river", "strength")',
    "opponent clusters in other bins": 'keep = np.ones(3_500_000_000, np.uint8); eq.opponent_clusters(3, bins=30)',
    "values of many boards": 'eq.league(["uniform"] + ["always-call"] * 600, boards=100_000)',
    "clusters of many rows": 'eq.buckets_from_features(folder / "c.buckets", "flop", wide, 1 << 20)',
}

PROGRAM = """
    import pathlib, resource, sys
    import numpy as np
    import equipoise as eq
    eq.set_threads(2)
    folder = pathlib.Path(sys.argv[1])
    wide = np.zeros((eq.hand_count("flop"), 150), np.uint8)
    eq.strength("AhKd Qs7h2c")
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY))
    try:
        {call}
    except (MemoryError, eq.InputError) as error:
        print("refused:", type(error).__name__, error)
    print(eq.strength("AhKd Qs7h2c").round(3))
"""


@pytest.mark.parametrize("name", CALLS)
def test_what_does_not_fit_is_refused_beforehand(name: str, tmp_path: Path) -> None:
    program = textwrap.dedent(PROGRAM).replace("{call}", CALLS[name])
    done = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{done.returncode}: {done.stderr[-500:]}"
    lines = done.stdout.splitlines()
    # What NumPy itself cannot hold is its own error.
    assert lines[0].startswith("refused: ") and ("bytes of memory" in lines[0] or "MemoryError" in lines[0]), lines
    assert lines[-1] == "[0.424]" or lines[-1].startswith("[0."), lines
    assert not list(tmp_path.glob("*.buckets"))
