"""No-limit hold'em from Python: trained, looked into, measured and matched."""

from pathlib import Path

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

SIZES = """cap = [3, 2, 2, 2]
[all]
bet = ["50%", "a"]
raise = ["100%", "a"]
"""


@pytest.fixture(scope="module")
def sizes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sizes") / "sizes.toml"
    file.write_text(SIZES)
    return file


def test_a_strategy_is_trained_for_a_stack_and_goes_on_with_it(
    tmp_path: Path, small_buckets: list[eq.Buckets], sizes: Path
) -> None:
    game = {"game": "holdem-nolimit", "stack": 6.0, "sizes": sizes}
    trained = eq.train(tmp_path / "run", small_buckets, iterations=60, **game)  # type: ignore[arg-type]
    # Fold, call, a raise by the pot and all-in; after the raise its answers.
    assert trained.regrets("").shape[1] == 4 and trained.regrets("r300").shape[1] == 3
    assert np.abs(trained.regrets("r300c/")).sum() > 0.0
    # Without a word about the game it goes on with its own.
    longer = trained.go_on(iterations=80)
    assert longer.iterations >= 80
    with pytest.raises(eq.InputError, match="another game"):
        eq.train(tmp_path / "run", iterations=100, game="holdem-nolimit", stack=7)
    player = longer.player()
    assert player.actions("r300c/") == ("c", "r600") and player.actions("r600") == ("f", "c")
    table = player.probabilities("AsKhTc", "r300c/")
    held = table.sum(axis=1) > 0.0
    assert table.shape == (1326, 2) and held.sum() == 17 * 16 // 2 and np.allclose(table[held].sum(axis=1), 1.0)
    # Its own call of the raise leads to the flop, with the cards that it then knows.
    reach = player.reach("AsKhTc", "r300c/")
    called = player.probabilities("", "r300")[:, player.actions("r300").index("c")]
    assert np.allclose(reach[held], called[held])
    folds = eq.open_player("always-fold", deck=DECK, **game)  # type: ignore[arg-type]
    found = eq.exploit(folds, flops=2, seed=1)
    assert abs(found["mbb_per_game"] - 750.0) < 1e-9
    # Whoever names no game comes to the other's table.
    for opponent in (folds, eq.open_player("always-fold")):
        assert eq.match(player, opponent, boards=4, seed=1)["mbb_per_game"] > 0.0
    assert 0.0 < eq.exploit(player, flops=2, seed=1)["mbb_per_game"]


def test_games_that_do_not_fit_are_refused(tmp_path: Path, small_buckets: list[eq.Buckets], sizes: Path) -> None:
    for problem, wrong in [
        ("of no game", {"stack": 6.0}),
        ("of no game", {"sizes": sizes}),
        ("kuhn", {"game": "kuhn"}),
        ("leave them out", {"game": "holdem", "stack": 6.0}),
        ("none.toml", {"game": "holdem-nolimit", "sizes": tmp_path / "none.toml"}),
    ]:
        with pytest.raises(eq.InputError, match=problem):
            eq.train(tmp_path / "run", small_buckets, iterations=1, **wrong)  # type: ignore[arg-type]
    with pytest.raises(eq.InputError, match="choose public"):
        eq.train(tmp_path / "deals", small_buckets, iterations=10, sampler="external", game="holdem-nolimit", stack=6)
