"""Pictures: each draws on the axes it is given, in colours and words that can be read, and small decks are smaller."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot as plt  # noqa: E402

LEAGUE = eq.League(
    players=["one", "other"],
    mbb_per_game=[[0.0, 12.25], [-12.25, 0.0]],
    ci95=[[0.0, 1.5], [1.5, 0.0]],
    mean=[12.25, -12.25],
    mean_ci95=[1.5, 1.5],
)
SOLVED: dict[str, Any] = {
    "board": "2c2d2h3s3c", "pot": 100, "stack": 100, "oop": "AA,QQ", "ip": "KK",
    "sizes": {"all": {"bet": ["a"], "raise": []}, "river": {"ip": {"bet": []}}},
}


@pytest.fixture(autouse=True)
def no_figure_is_open() -> Any:
    plt.close("all")
    yield
    plt.close("all")


def legend(ax: Any) -> dict[str, Any]:
    """The words of a legend, and what they stand beside."""
    found = ax.get_legend()
    return dict(zip((text.get_text() for text in found.get_texts()), found.legend_handles))


def image(ax: Any) -> Any:
    return ax.images[0]


def texts(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize(
    "draw",
    [
        lambda ax: eq.plot.grid(eq.open_player("call-raise").spot("", "r"), ax=ax),
        lambda ax: eq.plot.grid({"AA": 1, "AKs": 0.5}, ax=ax),
        lambda ax: eq.plot.push_fold(eq.push_fold(10), ax=ax),
        lambda ax: eq.plot.league(LEAGUE, ax=ax),
        lambda ax: eq.plot.curve(eq.solve("kuhn", iterations=20, curve=True), ax=ax),
        lambda ax: eq.plot.hsd("Jc9h 4d5d9d", bins=10, ax=ax),
        lambda ax: eq.plot.equity(eq.equity("AK,QQ", "random", "Qs7h2c3d4d"), ax=ax),
    ],
)
def test_pictures_are_drawn_on_the_axes_that_are_given_or_on_new_ones(draw: Callable[[Any], Any]) -> None:
    given = plt.subplots()[1]
    assert draw(given) is given and (given.images or given.lines or given.patches)
    assert plt.get_fignums() == [1]
    assert draw(None) is not given and plt.get_fignums() == [1, 2]


def test_a_spots_grid_is_divided_as_its_hands_act() -> None:
    ax = eq.plot.grid(eq.open_player("call-raise").spot("", "r"))
    assert texts(ax)[:3] == ["AA", "AKs", "AQs"] and texts(ax)[13] == "AKo" and len(ax.texts) == 169
    picture = np.asarray(ax.images[0].get_array())
    colours = {word: patch.get_facecolor()[:3] for word, patch in legend(ax).items()}
    assert list(colours) == ["fold", "call", "raise"]
    # Half of each cell in either colour, folding nowhere.
    shares = {word: np.isclose(picture, colour, atol=1e-6).all(axis=2).mean() for word, colour in colours.items()}
    assert shares == pytest.approx({"fold": 0.0, "call": 0.5, "raise": 0.5})


def test_hands_that_never_come_are_said_to_be_away_and_rare_ones_are_pale() -> None:
    holdings = [name for name in eq.HOLDINGS if name[0] == name[2] and name[0] in "AK"]
    decision = eq.SpotDecision(
        "oop", ["c", "r50"], holdings, np.array([1.0 if it[0] == "A" else 0.1 for it in holdings]),
        np.tile([0.0, 1.0], (12, 1)).astype(np.float32), np.array([0.0, 1.0]),
    )
    ax = eq.plot.grid(decision)
    picture = np.asarray(ax.images[0].get_array())
    aces, kings, other = picture[0, 0], picture[1, 60], picture[0, 60]
    assert (kings > aces - 1e-9).all() and kings.sum() > aces.sum() + 0.5 and (other == 1.0).all()
    assert list(legend(ax)) == ["check", "bet 50", "never here"]
    # Named ranks draw fewer.
    assert len(eq.plot.grid(decision, deck=DECK).texts) == 25


def test_numbers_are_coloured_by_a_scale_around_zero_where_they_have_both_signs() -> None:
    values = np.arange(169.0) - 84.0
    drawn = image(eq.plot.grid(values, label="mbb/g"))
    assert drawn.get_clim() == (-84.0, 84.0)
    assert drawn.get_array()[0, 0] == 84.0 and drawn.get_array()[12, 12] == -84.0
    assert eq.plot.grid(np.linspace(0.0, 0.9, 169)).images[0].get_clim() == (0.0, 1.0)
    assert eq.plot.grid(np.linspace(3.0, 9.0, 169)).images[0].get_clim() == (3.0, 9.0)
    by_holding = np.array([100.0 if name == "AsAh" else 0.0 for name in eq.HOLDINGS])
    assert image(eq.plot.grid(by_holding)).get_array()[0, 0] == pytest.approx(100.0 / 6.0)


@pytest.mark.parametrize(
    "what",
    [
        lambda: eq.open_player("uniform", deck=DECK).spot(),
        lambda: eq.open_player("uniform", deck=DECK).values("QsTcTdKhAh", "cc/cc/cc/"),
        lambda: {"AA": 1.0, "TT": 0.5, "AKs": 0.1},
        lambda: np.linspace(0.0, 1.0, 25),
    ],
)
def test_small_decks_draw_fewer_ranks(what: Callable[[], Any]) -> None:
    ax = eq.plot.grid(what())
    assert len(ax.texts) == 25 and texts(ax)[-1] == "TT"


def test_a_league_names_rows_columns_and_means() -> None:
    ax = eq.plot.league(LEAGUE)
    assert texts(ax) == ["+12.2\n± 1.5", "+12.2\n± 1.5", "-12.2\n± 1.5", "-12.2\n± 1.5"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "other"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["one", "other", "mean"]


def test_curves_of_several_are_named(small_buckets: list[eq.Buckets], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("curves")
    run = eq.train(folder, small_buckets, iterations=40)
    ax = eq.plot.curve({"mine": run, "solved": eq.solve("kuhn", iterations=20, curve=True)})
    assert list(legend(ax)) == ["mine", "solved"]
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), run.curve["regret"])
    spot = eq.solve_spot(SOLVED, iterations=30)
    assert eq.plot.curve(spot).get_ylabel() == "exploitability, % of the pot"
    with pytest.raises(eq.InputError, match="no points; solve with curve=True"):
        eq.plot.curve(eq.solve("kuhn", iterations=20))


def test_a_distributions_picture_has_its_mean_and_all_of_its_boards() -> None:
    hands = ["AhAd QsJdTc", "KhKd QsJdTc"]
    ax = eq.plot.hsd(hands, bins=20, deck=DECK)
    means = eq.strength(hands, deck=DECK)
    assert list(legend(ax)) == [f"{hand}, mean {mean:.3f}" for hand, mean in zip(hands, means)]
    patches: list[Any] = list(ax.patches)
    assert [patch.get_data().values.sum() for patch in patches] == pytest.approx([1.0, 1.0])


def test_a_grid_of_a_player_is_that_of_its_first_decision() -> None:
    player = eq.open_player("call-raise", deck=DECK)
    for what in (player, player.spot()):
        assert eq.plot.grid(what).get_title() == "call-raise · button\nfold 0.0 %, call 50.0 %, raise 50.0 %"
    assert eq.plot.grid("uniform").get_title().startswith("uniform · button")


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: eq.plot.grid({"AX": 1}), "names of starting hands, such as AA, AKs and AKo, found 'AX'"),
        (lambda: eq.plot.grid({}), "found nothing"),
        (lambda: eq.plot.grid(np.zeros(7)), r"found the shape \(7,\)"),
        (lambda: eq.plot.grid(["a"] * 169), "expected numbers"),
        (lambda: eq.plot.grid(np.zeros(169), deck=21), "deck: expected 20, 24"),
        (lambda: eq.plot.grid(np.zeros((169, 2)), actions=["c"]), "actions: expected 2 of them, found 1"),
        (lambda: eq.plot.grid(np.full(169, np.nan)), "found none"),
        (lambda: eq.plot.curve(7), "expected a training, a study's run or a solution, found int"),
        (lambda: eq.plot.push_fold(eq.push_fold(10), "small"), "seat: expected button or big_blind"),  # type: ignore
        (lambda: eq.plot.hsd(["AhAd"] * 9), "hands: expected 1 to 8"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw: Callable[[], Any], said: str) -> None:
    with pytest.raises(eq.InputError, match=said):
        draw()


def test_without_matplotlib_one_line_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import equipoise as eq\n"
        "try:\n    eq.plot.grid({'AA': 1})\nexcept ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == (
        "equipoise.plot needs matplotlib, which is not installed: pip install 'equipoise[plot]'"
    )


def test_actions_are_told_apart_in_grey_too() -> None:
    from equipoise._html import action_colours

    names = ["f", "c", "r20", "a"]
    colours = [matplotlib.colors.to_rgb(colour) for colour, _ in action_colours(names)]
    lightness = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in colours]
    apart = [abs(one - other) for place, one in enumerate(lightness) for other in lightness[:place]]
    assert min(apart) > 0.03 and len(set(colours)) == 4
