//! Grids of starting hands: what their cells and legends say, drawn and on the page.

use crate::checking::{has, well_formed};
use crate::samples::{each, mixture_grid, strategies};
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use report::grid_browser::{Choice, GridBrowser};
use report::hand_grid::HandGrid;
use report::page::Page;

fn texts(grid: &HandGrid) -> Vec<String> {
    well_formed(&grid.to_svg("a grid", "of hands"))
}

#[test]
fn a_grid_of_169_clusters_shows_each_number_once_beside_its_hand() {
    let of: Vec<usize> = (1..=169).rev().collect();
    let texts = texts(&HandGrid::of_clusters(Deck::FULL, 169, &of));
    for hand in StartingHand::all() {
        assert!(has(&texts, &hand.to_string()));
        let (cluster, pairs) = (169 - hand.number(), hand.combos());
        let told = format!("{hand}: cluster {cluster} of 169, with {pairs} of the 1,326 pairs of hole cards");
        assert!(has(&texts, &cluster.to_string()) && has(&texts, &told), "{told}");
    }
    assert!(
        has(&texts, "1: 6 pairs, weakest") && has(&texts, "169: 6 pairs, strongest") && !has(&texts, "2: 12 pairs")
    );
}

#[test]
fn the_legend_counts_the_pairs_of_hole_cards_of_each_cluster() {
    let kind = |hand: StartingHand| if hand.is_pair() { 3 } else { 1 + usize::from(hand.is_suited()) };
    let texts = texts(&HandGrid::of_clusters(Deck::FULL, 3, &each(kind)));
    // 78 offsuit classes of 12, 78 suited of 4, 13 pairs of 6.
    for entry in ["1: 936 pairs, weakest", "2: 312 pairs", "3: 78 pairs, strongest"] {
        assert!(has(&texts, entry), "{entry}");
    }
}

#[test]
fn a_small_deck_has_a_small_grid_of_the_same_width() {
    let deck = Deck::try_from(20).unwrap();
    let grid = HandGrid::of_clusters(deck, 3, &each(|hand| 1 + hand.number() % 3));
    let svg = grid.to_svg("a grid", "");
    let texts = texts(&grid);
    for hand in StartingHand::all() {
        let told = texts.iter().find(|text| text.starts_with(&format!("{hand}: ")));
        assert_eq!(told.is_some(), deck.has(hand), "{hand}");
        assert!(told.is_none_or(|told| told.ends_with("of the 190 pairs of hole cards")), "{told:?}");
    }
    // The last of five columns ends where the last of thirteen does.
    let of_all = HandGrid::of_clusters(Deck::FULL, 1, &[1; 169]).to_svg("a grid", "");
    let [(left, top), (right, bottom)] = ["AA", "TT"].map(|hand| corner_of(&svg, hand));
    let [(first, _), (last, lowest)] = ["AA", "22"].map(|hand| corner_of(&of_all, hand));
    let [side, side_of_all] = [(right - left) / 4.0, (last - first) / 12.0];
    assert!((right + side - last - side_of_all).abs() < 1e-9 && (bottom + side - lowest - side_of_all).abs() < 1e-9);
    assert!(top < bottom);
    // On a page, too.
    let named = |grid| (vec![Choice::of("C3")], grid);
    let browser = GridBrowser { id: "c".into(), name: "n".into(), groups: vec!["Show"], grids: vec![named(grid)] };
    let html = Page::new("t").grids(&browser, "").to_html();
    let body = html.split_once("<tbody>").unwrap().1.split_once("</tbody>").unwrap().0;
    assert_eq!((body.matches("<tr>").count(), body.matches("<td").count()), (5, 25));
    // What is not in the deck counts for nothing.
    let values = HandGrid::of_values(deck, "mbb/g", &each(|hand| if deck.has(hand) { 8.0 } else { 900.0 }));
    assert!(has(&well_formed(&values.to_svg("a grid", "")), "+8"));
}

/// The place of a hand's rectangle in the drawing.
fn corner_of(svg: &str, hand: &str) -> (f64, f64) {
    let after = svg.split_once(&format!("<title>{hand}: ")).expect("the hand is drawn").1;
    let number = |name: &str| {
        let value = after.split_once(&format!(" {name}=\"")).expect("a place").1.split_once('"').expect("an end").0;
        value.parse::<f64>().expect("a number")
    };
    (number("x"), number("y"))
}

#[test]
fn suited_hands_are_above_the_diagonal_and_aces_first() {
    let svg = HandGrid::of_clusters(Deck::FULL, 1, &[1; 169]).to_svg("a grid", "");
    let corner_of = |hand| corner_of(&svg, hand);
    assert!(corner_of("AA") < corner_of("22"));
    let ((suited_x, suited_y), (offsuit_x, offsuit_y)) = (corner_of("K7s"), corner_of("K7o"));
    assert!(suited_x > offsuit_x && suited_y < offsuit_y);
    // As players draw it, a row holds the suited hands of its pair: AKs beside AA.
    assert_eq!((corner_of("AA").1, corner_of("AA").0), (corner_of("A2s").1, corner_of("A2o").0));
}

#[test]
fn what_is_unknown_or_out_of_range_is_a_dash() {
    let mut of = vec![1; 168];
    (of[0], of[1]) = (0, 3);
    let clusters = HandGrid::of_clusters(Deck::FULL, 2, &of);
    let odd = [[f64::NAN, 0.0, 1.0], [0.0; 3], [-1.0, 1.0, 1.0], [f64::INFINITY; 3]];
    let mut values = vec![1.0; 169];
    values[1] = f64::NAN;
    let all: Vec<usize> = (0..169).collect();
    for (grid, unknown) in [
        (clusters, &[0, 1, 168][..]),
        (HandGrid::of_clusters(Deck::FULL, 0, &[]), &all),
        (mixture_grid("raise", &odd), &all),
        (HandGrid::of_values(Deck::FULL, "chips", &values), &[1]),
        (HandGrid::of_values(Deck::FULL, "chips", &[]), &all),
    ] {
        let texts = texts(&grid);
        for hand in StartingHand::all() {
            assert_eq!(has(&texts, &format!("{hand}: –")), unknown.contains(&hand.number()), "{hand}");
        }
    }
    assert!(has(&texts(&mixture_grid("raise", &odd)), "raise –"));
}

#[test]
fn mixtures_are_scaled_and_averaged_over_pairs_of_hole_cards() {
    let pairs_raise = |hand: StartingHand| if hand.is_pair() { [0.0, 0.0, 2.0] } else { [3.0, 1.0, 0.0] };
    let texts = texts(&mixture_grid("raise", &each(pairs_raise)));
    assert!(has(&texts, "AA: fold 0 %, call 0 %, raise 100 %"));
    assert!(has(&texts, "72o: fold 75 %, call 25 %, raise 0 %"));
    // Pairs are 78 of 1,326: 5.9 %; the others fold three quarters of the time: 70.6 %, and call 23.5 %.
    for entry in ["fold 71 %", "call 24 %", "raise 6 %"] {
        assert!(has(&texts, entry), "{entry}");
    }
}

#[test]
fn numbers_of_starting_hands_are_shown_with_their_sign() {
    let of = each(|hand| if hand.is_pair() { 3_982.4 } else { -753.0 });
    let texts = texts(&HandGrid::of_values(Deck::FULL, "mbb/g", &of));
    for entry in ["AA: +3982 mbb/g", "72o: -753 mbb/g", "+1991", "mbb/g; suited hands above the diagonal"] {
        assert!(has(&texts, entry), "{entry}");
    }
}

#[test]
fn hands_that_do_not_come_to_a_decision_are_pale_and_count_for_nothing() {
    let mut browser = strategies("as");
    // The last decision of the second strategy is the one where not every hand comes.
    browser.grids = browser.grids.split_off(7);
    let html = Page::new("t").grids(&browser, "").to_html();
    assert_eq!(html.matches("<td class=\"unreached\"").count(), 78);
    assert!(html.contains("title=\"AKo (not reached): fold 50 %, call 25 %, raise 25 %\"><b>AKo</b><i></i>"));
    assert!(html.contains("title=\"AKs (reached 50 %): fold 0 %, call 0 %, raise 100 %\"><b>AKs</b><i>r 100</i>"));
    for total in ["fold 32 %", "call 0 %", "raise 68 %"] {
        assert!(html.contains(&format!("</i>{total}</span>")), "{total}");
    }
    assert!(html.contains("Pale hands do not come here"));
    let svg = browser.grids[0].1.to_svg("a grid", "");
    assert_eq!(svg.matches("<g class=\"eq-dim\">").count(), 78);
    // Seldom is not never.
    let seldom = HandGrid::of_actions(Deck::FULL, &["f", "c", "r"].map(String::from), &[[1.0; 3]; 169], &[1e-5; 169]);
    let svg = seldom.to_svg("a grid", "");
    assert!(!svg.contains("class=\"eq-dim\"") && !svg.contains("Pale"));
}
