"""A deck of 20 cards: everything that knows 52, on all of its boards in seconds."""

import itertools
import os
from collections import Counter
from collections.abc import Callable
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

#: The cards of that deck: tens to aces.
CARDS = range(52 - DECK, 52)
#: Which of the 1,326 holdings and of the 169 starting hands are in it.
HOLDINGS = (eq.HOLDING_CARDS >= 52 - DECK).all(axis=1)
STARTING_HANDS = np.array([set(name[:2]) <= set("TJQKA") for name in eq.STARTING_HANDS])


def random_hands(street: eq.hands.Street, count: int) -> np.ndarray:
    width = {"preflop": 2, "flop": 5, "turn": 6, "river": 7}[street]
    return (np.random.default_rng(1).random((count, DECK)).argsort(axis=1)[:, :width] + 52 - DECK).astype(np.uint8)


@pytest.fixture(scope="module")
def buckets(tmp_path_factory: pytest.TempPathFactory) -> list[eq.Buckets]:
    """Fifty buckets a street against eight clusters of opponents."""
    folder = tmp_path_factory.mktemp("deck")
    clusters = eq.opponent_clusters(8, deck=DECK).save(folder / "eight.clusters")
    return [
        eq.build_buckets(folder / f"{it}.buckets", it, "ochs", 50, clusters=clusters, deck=DECK)
        for it in eq.STREETS[1:]
    ]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, buckets: list[eq.Buckets]) -> eq.Training:
    return eq.train(tmp_path_factory.mktemp("trained") / "run", buckets, iterations=400)


@pytest.fixture(scope="module")
def player(trained: eq.Training) -> eq.Player:
    return trained.player()


def test_hands_are_counted_as_they_are_dealt() -> None:
    counted: Counter[int] = Counter()
    pairs = np.array(list(itertools.combinations(CARDS, 2)), np.uint8)
    for flop in itertools.combinations(CARDS, 3):
        free = pairs[~np.isin(pairs, flop).any(axis=1)]
        hands = np.column_stack([free, np.tile(np.array(flop, np.uint8), (len(free), 1))])
        counted.update(eq.index(hands, deck=DECK).tolist())
    hands_of_flop = eq.hand_count("flop", deck=DECK)
    assert sorted(counted) == list(range(hands_of_flop))
    assert eq.deals("flop", range(hands_of_flop), deck=DECK).tolist() == [counted[it] for it in range(hands_of_flop)]


def test_clusters_are_those_of_its_starting_hands(tmp_path: Path) -> None:
    clusters = eq.opponent_clusters(4, deck=DECK)
    assert (clusters.deck, clusters.count, clusters.combos.sum()) == (DECK, 4, 190)
    assert ((clusters.numbers > 0) == STARTING_HANDS).all() and clusters.cost > 0.0
    saved = clusters.save(tmp_path / "four.clusters")
    opened = eq.open_clusters(tmp_path / "four.clusters")
    own = eq.clusters_of(clusters.numbers, deck=DECK)
    for same in (saved, opened, own):
        assert same.deck == DECK and (same.numbers == clusters.numbers).all() and same.cost == clusters.cost


def test_buckets_know_their_deck(buckets: list[eq.Buckets], tmp_path: Path) -> None:
    for street, opened in zip(eq.STREETS[1:], buckets):
        assert (opened.deck, opened.street, opened.count) == (DECK, street, 50)
        assert eq.inspect(opened.file)["meta"]["deck"] == DECK
        hands = random_hands(street, 50)
        assert (opened.bucket(hands) == opened.bucket_of_index(eq.index(hands, deck=DECK))).all()
        assert opened.deals.sum() == eq.deals(street, range(len(opened.of_hand)), deck=DECK).sum()
    explained = buckets[0].explain("AhAd QsJhTc", Path(buckets[0].file).with_name("eight.clusters"))
    assert explained["bucket"] == buckets[0].bucket("AhAd QsJhTc")[0] and explained["placement"]["feature"] == "ochs"
    rows = eq.features("flop", "strength", deck=DECK)
    mine = eq.buckets_from_features(tmp_path / "mine.buckets", "flop", rows, 10, deck=DECK)
    again = eq.buckets_from_numbers(tmp_path / "again.buckets", "flop", mine.of_hand, deck=DECK)
    assert mine.count == 10 and (again.of_hand == mine.of_hand).all()
    assert eq.compare_buckets(mine, again)["adjusted_rand_index"] == pytest.approx(1.0)


def test_a_training_is_measured_exactly(trained: eq.Training, player: eq.Player, tmp_path: Path) -> None:
    assert player.deck == DECK and trained.regrets("r").shape == (25, 3)
    found = eq.exploit(player, "all", keep=tmp_path)
    assert found["standard_error"] == 0.0 and found["bounds"] == (found["mbb_per_game"],) * 2
    # Less than half of what is won from who plays uniformly at random.
    assert 0.0 < found["mbb_per_game"] < 1_700.0
    by_hand = found["by_starting_hand"]["button"]
    assert (by_hand[~STARTING_HANDS] == 0.0).all() and (by_hand[STARTING_HANDS] != 0.0).all()
    # What was kept is that of the deck.
    for deck in (DECK, 24):
        calls = eq.open_player("always-call", deck=deck)
        kept = eq.exploit(calls, 3, keep=tmp_path)
        assert kept["mbb_per_game"] == eq.exploit(calls, 3)["mbb_per_game"]


def test_players_meet_on_their_deck(player: eq.Player) -> None:
    # Built-in policies and functions play with the deck of the others.
    calls = eq.policy(lambda board, betting: [0.0, 1.0, 0.0], "calls")
    exact = eq.match(player, "always-call", "exact")
    assert eq.open_player("always-call").deck is None and calls.deck is None
    for other in ("always-call", calls):
        by_boards = eq.match(player, other, boards=400)
        assert abs(by_boards["mbb_per_game"] - exact["mbb_per_game"]) < 2 * by_boards["ci95"]
    by_hands = eq.match(player, "always-call", "hands", hands=100_000)
    assert abs(by_hands["mbb_per_game"] - exact["mbb_per_game"]) < 2 * by_hands["ci95"]
    league = eq.league(["uniform", calls, player], boards=20)
    assert len(league["mean"]) == 3 and league["mean"][2] > league["mean"][0]
    assert sum(eq.play_hands(player, "uniform", 100)) == 0


def test_functions_are_asked_on_small_decks(player: eq.Player) -> None:
    boards: set[str] = set()

    def uniform(board: str, betting: str) -> np.ndarray:
        boards.add(board)
        legal = eq.legal_actions(betting)
        return np.array([(action in legal) / len(legal) for action in "fcr"])

    mine = eq.policy(uniform, deck=DECK)
    found = mine.probabilities("AhKdQs", "crc/")
    free = HOLDINGS & ~np.isin(eq.HOLDING_CARDS, eq.cards("AhKdQs")).any(axis=1)
    assert found.shape == (1326, 3) and (found[free].sum(axis=1) == 1.0).all() and (found[~free] == 0.0).all()
    assert (found == eq.open_player("uniform", deck=DECK).probabilities("AhKdQs", "crc/")).all()
    assert (player.probabilities()[HOLDINGS].sum(axis=1) == pytest.approx(1.0))
    assert (player.probabilities()[~HOLDINGS] == 0.0).all()
    exact = eq.exploit(eq.open_player("uniform", deck=DECK), 2)["mbb_per_game"]
    assert eq.exploit(mine, 2)["mbb_per_game"] == pytest.approx(exact, abs=1e-2)
    assert {card for board in boards for card in eq.cards(board)[0].tolist()} <= set(CARDS)


@pytest.mark.skipif("EQUIPOISE_SLOW" not in os.environ, reason="half a minute; EQUIPOISE_SLOW=1 runs it")
def test_functions_are_measured_over_all_flops_of_a_small_deck() -> None:
    calls = eq.policy(lambda board, bettings: [0.0, 1.0, 0.0], "calls", many=True, deck=DECK)
    exact = eq.exploit(eq.open_player("always-call", deck=DECK), "all")["mbb_per_game"]
    assert eq.exploit(calls, "all")["mbb_per_game"] == pytest.approx(exact, abs=1e-2)


def test_a_strategy_from_a_function_has_a_row_for_each_starting_hand(
    tmp_path: Path, buckets: list[eq.Buckets]
) -> None:
    names = [name for name, is_there in zip(eq.STARTING_HANDS, STARTING_HANDS) if is_there]
    aces = np.array([[0.0, 0.0, 1.0] if name == "AA" else [0.0, 1.0, 0.0] for name in names])
    file = tmp_path / "aces.strategy"
    mine = eq.strategy_from_function(file, buckets, lambda betting: [0, 1, 0] if "/" in betting else aces)
    raises = mine.probabilities()[:, 2]
    assert mine.deck == DECK and eq.inspect(file)["meta"].get("deck", DECK) == DECK
    assert [name for name, share in zip(eq.HOLDINGS, raises) if share] == [
        name for name in eq.HOLDINGS if name[0] == name[2] == "A"
    ]


def test_a_study_takes_the_deck_from_its_dictionary(tmp_path: Path) -> None:
    street = {"feature": "strength", "method": "percentiles", "buckets": 5}
    training = [{"sampler": "public", "iterations": 40}]
    study = {"name": "small", "flop": street, "turn": street, "river": street, "training": training}
    run = eq.run_study(study | {"deck": DECK, "exploitability": {"flops": 4}}, tmp_path / "run")
    assert run.players[0]["exploitability"] > 0.0
    assert eq.open_player(run.players[0]["strategy"]).deck == DECK
    with pytest.raises(eq.InputError, match="a deck of 20, 24, 28, .. or 52 cards"):
        eq.plan(study | {"deck": 21})


NOT_DECKS: list[Any] = [0, 16, 21, 56, -20, 2**70, True, 20.0, "20", None]
TAKING: dict[str, Callable[[Any], object]] = {
    "hand_count": lambda deck: eq.hand_count("flop", deck=deck),
    "index": lambda deck: eq.index("AhKd", deck=deck),
    "unindex": lambda deck: eq.unindex("flop", 0, deck=deck),
    "deals": lambda deck: eq.deals("flop", 0, deck=deck),
    "strength": lambda deck: eq.strength("AhKd", deck=deck),
    "hsd": lambda deck: eq.hsd("AhKd", deck=deck),
    "ochs": lambda deck: eq.ochs("AhKd", deck=deck),
    "features": lambda deck: eq.features("flop", "strength", deck=deck),
    "opponent_clusters": lambda deck: eq.opponent_clusters(3, deck=deck),
    "clusters_of": lambda deck: eq.clusters_of([1] * 169, deck=deck),
    "build_buckets": lambda deck: eq.build_buckets("none", "flop", "strength", 3, deck=deck),
    "buckets_from_numbers": lambda deck: eq.buckets_from_numbers("none", "flop", np.zeros(9, int), deck=deck),
    "buckets_from_features": lambda deck: eq.buckets_from_features("none", "flop", np.zeros((9, 1)), 3, deck=deck),
    "open_player": lambda deck: eq.open_player("uniform", deck=0 if deck is None else deck),
    "policy": lambda deck: eq.policy(lambda board, betting: [0, 1, 0], deck=0 if deck is None else deck),
}


@pytest.mark.parametrize("name", TAKING)
def test_what_is_no_deck_is_refused(name: str) -> None:
    for deck in NOT_DECKS:
        with pytest.raises(eq.InputError, match="expected a deck of 20, 24, 28, .. or 52 cards, found"):
            TAKING[name](deck)


def test_what_is_of_another_deck_is_refused(
    buckets: list[eq.Buckets], trained: eq.Training, player: eq.Player, tmp_path: Path
) -> None:
    none = tmp_path / "none.buckets"
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: eq.index("AhKd Qs7h2c", deck=DECK), "7h is not in the deck of 20 cards, whose lowest rank is T"),
        (lambda: eq.strength("2h2d", deck=DECK), "2h is not in the deck of 20 cards"),
        (lambda: buckets[0].bucket("AhKd Qs7h2c"), "7h is not in the deck of 20 cards"),
        (lambda: player.probabilities("Qs7h2c", "crc/"), "7h is not in the deck of 20 cards"),
        (lambda: eq.unindex("preflop", 25, deck=DECK), "no hand 25; indexes go from 0 to 24"),
        (lambda: eq.ochs("AhKd", "johanson2013", deck=DECK), "of a deck of 52 cards, expected one of 20"),
        (lambda: eq.build_buckets(none, "flop", "ochs", 3, clusters="johanson2013", deck=DECK), "expected one of 20"),
        (lambda: eq.features("flop", "ochs", clusters=eq.opponent_clusters(3), deck=DECK), "expected one of 20"),
        (lambda: eq.opponent_clusters(26, deck=DECK), "26"),
        (lambda: eq.buckets_from_numbers(none, "flop", np.zeros(1_286_792, int), deck=DECK), "one for each hand"),
        (lambda: eq.open_player(trained.export(), [trained.folder], deck=24), "expected one of 24"),
        (lambda: eq.match(player, eq.open_player("uniform", deck=24)), "give players of one deck"),
        (lambda: eq.match(player, eq.open_player("uniform", deck=24), "hands"), "give players of one deck"),
        (lambda: eq.league([player, "uniform", eq.policy(print, deck=52)]), "give players of one deck"),
        (lambda: eq.exploit(lambda board, betting: None, "all"), "a function is measured on sampled flops"),
    ]
    for call, reason in refused:
        with pytest.raises(eq.InputError) as raised:
            call()
        assert reason in str(raised.value) and "\n" not in str(raised.value), raised.value
    assert not list(tmp_path.iterdir())
    other = eq.build_buckets(tmp_path / "other.buckets", "turn", "strength", 3, method="percentiles", deck=24)
    with pytest.raises(eq.InputError, match="deck"):
        eq.train(tmp_path / "run", [buckets[0], other, buckets[2]], iterations=1)


def test_a_reference_over_all_flops_makes_a_level_of_a_few(player: eq.Player, tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    exact = eq.exploit(player, "all", reference=file)
    own = eq.exploit(player, 4, beside_exact=file)
    assert own.reference_mbb_per_game == pytest.approx(exact.mbb_per_game, abs=1e-9)
    assert (own.paired_difference, own.paired_ci95) == (0.0, 0.0) and "over all" in repr(own)
    other = eq.exploit("call-raise", 4, beside=player, beside_exact=file)
    assert other.paired_difference == pytest.approx(other.beside["more"]) and other.beside["policy"] == other.reference
    small = eq.open_player("call-raise", deck=DECK)
    by_its_flops = eq.exploit(small, 4, beside_exact=file)
    assert by_its_flops.paired_difference != pytest.approx(other.beside["more"]) and by_its_flops.paired_ci95 > 0.0
    # One that is measured beside it without being the reference's policy is not used, and that is said.
    with pytest.warns(UserWarning, match="^beside: always-call is not .*, whose values the reference has"):
        unused = eq.exploit(small, 4, beside="always-call", beside_exact=file)
    assert unused.paired_difference == pytest.approx(by_its_flops.paired_difference) and "remark" not in unused
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        eq.exploit(small, 4, beside=player, beside_exact=file)
        eq.exploit(small, "all", beside="always-call", beside_exact=file)
    # A file that is something else stays, and a function's name makes nobody the reference's policy.
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(eq.InputError, match="other contents"):
        eq.exploit(player, "all", reference=tmp_path / "mine.txt")
    assert (tmp_path / "mine.txt").read_text() == "mine"
    one, other_one = (eq.policy(lambda board, betting, it=it: [0.0, 1.0 - it, it], "named", deck=DECK) for it in (0, 1))
    eq.exploit(one, "all", reference=tmp_path / "named.json")
    assert eq.exploit(other_one, 2, beside_exact=tmp_path / "named.json").paired_difference != 0.0
    with pytest.raises(eq.InputError, match=r"not of holdem; exploit\(player, \"all\", reference=FILE\) writes one"):
        eq.exploit("call-raise", 2, beside_exact=file)


def test_a_survey_is_that_of_the_command_and_goes_on_in_its_folder(player: eq.Player, tmp_path: Path) -> None:
    found = eq.survey(player, "rc/", keep=tmp_path)
    assert len(found.flops) == len({flop["board"] for flop in found.flops}) and found.seat == "big_blind"
    weights = [flop["weight"] for flop in found.flops]
    assert sum(weights) == 1140
    reached = [flop["weight"] * flop["reached"] for flop in found.flops]
    shares = np.average([flop["actions"]["r"] for flop in found.flops], weights=reached)
    assert found.all["actions"]["r"] == pytest.approx(shares)
    values = found.all["values"]
    assert values["button"]["chips"] == pytest.approx(-values["big_blind"]["chips"])
    assert list(tmp_path.rglob("*.survey")) and eq.survey(player, "rc/", keep=tmp_path) == found


def test_a_player_is_measured_as_if_it_solved_its_rivers_again(tmp_path: Path) -> None:
    sizes = tmp_path / "all-in.toml"
    sizes.write_text("cap = [1, 1, 1, 1]\n[all]\nbet = ['a']\nraise = ['a']\n")
    player = eq.open_player("call-raise", game="holdem-nolimit", stack=3, sizes=sizes, deck=20)
    measure = partial(eq.exploit, player, 2, keep=tmp_path / "kept")
    solved = measure(resolve="river", resolve_iterations=5, beside=player)
    assert solved["beside"]["more"] < -1.0
    # Kept apart from the player's own flops, and by the number of iterations.
    assert measure()["mbb_per_game"] == solved["beside"]["mbb_per_game"]
    assert measure(resolve="river")["mbb_per_game"] < solved["mbb_per_game"]
    refused: list[tuple[dict[str, Any], str]] = [
        ({"resolve": "turn"}, "resolve: expected river"),
        ({"resolve_iterations": 5}, 'give resolve="river"'),
        ({"resolve": "river", "resolve_iterations": 0}, "resolve_iterations: expected"),
    ]
    for given, refusal in refused:
        with pytest.raises(eq.InputError, match=refusal):
            measure(**given)
