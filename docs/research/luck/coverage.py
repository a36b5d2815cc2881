"""How many of 200 intervals hold the exact value? Logs of pairs of strategies of 20 cards, judged in every way.

    python coverage.py EQUIPOISE FOLDER

makes three strategies in FOLDER, finds what each pair is worth over all boards, plays 200 logs of each, of 300 deals,
and prints for duplicate and for single hands how many of the 95 % intervals hold that.
"""

import json
import subprocess
import sys
from pathlib import Path

LOGS, DEALS = 200, 300


def run(program: str, *words: str) -> dict:
    shown = subprocess.run([program, *words, "--json", "--quiet"], check=True, capture_output=True, text=True)
    return json.loads(shown.stdout)


def train(program: str, folder: Path) -> None:
    for count in ["50", "10"]:
        for street, feature in [("flop", "hsd"), ("turn", "hsd"), ("river", "strength")]:
            kind = ["--feature", feature, "--count", count]
            run(program, "buckets", "build", street, "--deck", "20", *kind, "--out", str(folder / f"buckets{count}"))
    for name, count, seed in [("fine", "50", "3"), ("coarse", "10", "3"), ("twin", "50", "4")]:
        words = ["--deck", "20", "--buckets", str(folder / f"buckets{count}"), "--iterations", "4000", "--seed", seed]
        run(program, "train", *words, "--out", str(folder / name))


def halved(log: Path) -> Path:
    """One of each pair of games with one deal, in alternating seats."""
    lines = log.read_text().splitlines(keepends=True)
    games = [line for line in lines if line.startswith("STATE:")]
    rest = [line for line in lines if not line.startswith(("STATE:", "SCORE:"))]
    single = log.with_name("single.log")
    single.write_text("".join(rest + [game for number, game in enumerate(games) if number % 4 in (0, 3)]))
    return single


def main(program: str, out: str) -> None:
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    train(program, folder)
    known = str(folder / "fine")
    for other in ["twin", "coarse", "call-raise"]:
        opponent = other if other == "call-raise" else str(folder / other)
        exact = run(program, "match", known, opponent, "--method", "exact", "--out", str(folder / f"exact-{other}"))
        value = exact["mbb_per_game"]
        print(f"fine against {other}: {value:+.2f} mbb/g over all boards")
        found: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for seed in range(1, LOGS + 1):
            log = folder / f"{other}.log"
            log.unlink(missing_ok=True)
            play = ["--method", "hands", "--hands", str(2 * DEALS), "--seed", str(seed), "--log", str(log)]
            run(program, "match", known, opponent, *play)
            for kind, path in [("duplicate", log), ("single", halved(log))]:
                for way, words in [("cards", []), ("aivat", ["--strategy", known])]:
                    judged = run(program, "judge", str(path), *words)
                    player = next(it for it in judged["players"] if it["name"] == "fine")
                    corrected = (player["corrected_mbb_per_game"], player["corrected_ci95"])
                    found.setdefault((kind, way), []).append(corrected)
                raw = (player["mbb_per_game"], player["ci95"])
                found.setdefault((kind, "raw"), []).append(raw)
        for (kind, way), intervals in found.items():
            held = sum(abs(mean - value) <= half for mean, half in intervals)
            mean, half = (sum(column) / LOGS for column in zip(*intervals))
            print(f"  {kind:9} {way:5} {held} of {LOGS}, mean {mean:+.1f} ± {half:.1f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
