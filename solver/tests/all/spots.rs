//! Spots: closed forms, the naive twin, and what must not change the answer.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use evaluator::processor::Processor;
use solver::game::NodeId;
use solver::spot::{Averages, Bits, Measures, Spot, SpotDecision, SpotDefinition, SpotSolver, Stop, Target};
use tables::together::progress::Silent;

use crate::naive::spot::{Mode, NaiveSpot};

pub const ALL_IN: &str = "[sizes.all]\nbet = ['a']\nraise = []\n[sizes.river.ip]\nbet = []\n";

pub fn spot(text: &str) -> Spot {
    Spot::new(SpotDefinition::parse(text).unwrap())
}

fn solved(text: &str, bits: Bits, to: Target) -> (SpotSolver, Measures) {
    let mut solver = SpotSolver::new(spot(text), bits).unwrap();
    solver.solve(&Stop { target: Some(to), ..Stop::default() }, &Silent).unwrap();
    let found = solver.measure();
    (solver, found)
}

pub fn at(solver: &SpotSolver, cards: &str, betting: &str) -> SpotDecision {
    solver.spot().decision(solver, &parse_cards(cards).unwrap(), betting).unwrap()
}

pub fn probability(decision: &SpotDecision, holding: &str, action: usize) -> f32 {
    let cards = parse_cards(holding).unwrap();
    let holding = Holding::new(cards[0], cards[1]).unwrap();
    decision.hands.iter().find(|it| it.holding == holding).unwrap().probabilities[action]
}

pub fn iterated(text: &str, bits: Bits, iterations: u64) -> SpotSolver {
    let mut solver = SpotSolver::new(spot(text), bits).unwrap();
    (0..iterations).for_each(|_| solver.iterate());
    solver
}

/// All averages of a decision, for comparing bits.
pub fn bits_of(decision: &SpotDecision) -> Vec<u32> {
    decision.hands.iter().flat_map(|it| it.probabilities.iter().map(|it| it.to_bits())).collect()
}

#[test]
fn nuts_or_air() {
    // Out of position bets all nuts, and b / (P + b) as much air; in position calls P / (P + b).
    for (bet, value, air) in [(100, 75.0, 0.5), (50, 66.666_667, 1.0 / 3.0)] {
        let text = format!("board = '2c2d2h3s3c'\npot = 100\nstack = {bet}\noop = 'AA,QQ'\nip = 'KK'\n{ALL_IN}");
        for bits in [Bits::Sixteen, Bits::ThirtyTwo] {
            let (solver, found) = solved(&text, bits, Target::Share(0.0005));
            assert!((found.values[0] - value).abs() < 0.1, "{found:?}");
            let root = at(&solver, "", "");
            assert!(probability(&root, "AsAh", 1) > 0.99, "{root:?}");
            let bluffs: f32 = root
                .hands
                .iter()
                .filter(|it| it.holding.starting_hand().to_string() == "QQ")
                .map(|it| it.probabilities[1])
                .sum();
            assert!((f64::from(bluffs) / 6.0 - air).abs() < 0.01, "{bluffs}");
        }
    }
}

#[test]
fn ace_king_queen_on_half_a_street() {
    // P = 3, b = 1: queens bluff b / (P + b), and betting gains b (P - b) / (6 (P + b)) over checking, which is worth
    // half the pot. Suits leave each of three cards the same chance against another of the three.
    let text = format!("board = '2c2d2h3s3c'\npot = 3\nstack = 1\noop = 'AcAd,QcQd'\nip = 'KcKd'\n{ALL_IN}");
    let (solver, found) = solved(&text, Bits::ThirtyTwo, Target::Chips(1e-5));
    let root = at(&solver, "", "");
    assert!((probability(&root, "QcQd", 1) - 0.25).abs() < 1e-3 && probability(&root, "AcAd", 1) > 0.999);
    let call = at(&solver, "", "r1");
    assert!((probability(&call, "KcKd", 1) - 0.75).abs() < 1e-2, "{call:?}");
    // Half of the time an ace: 3 and the bet called three times of four; queens gain nothing by bluffing.
    assert!((found.values[0] - 0.5 * (3.0 + 0.75)).abs() < 1e-3, "{found:?}");
}

#[test]
fn point_ranges_by_hand() {
    // Aces against kings on a turn: 2 of 44 rivers beat them. Nobody may bet.
    let text = "board = 'Ts7h4d2c'\npot = 44\nstack = 0\noop = 'AsAh'\nip = 'KsKh'\n\
                [sizes.all]\nbet = []\nraise = []";
    let (solver, found) = solved(text, Bits::ThirtyTwo, Target::Chips(1e-6));
    assert!((found.values[0] - 42.0).abs() < 1e-4 && (found.values[1] - 2.0).abs() < 1e-4, "{found:?}");
    assert!((SpotSolver::equity(solver.spot()).unwrap() - 42.0 / 44.0).abs() < 1e-6);
    // With a bet he folds: the pot is the aces'.
    let text = "board = 'Ts7h4d2c2d'\npot = 44\nstack = 100\noop = 'AsAh'\nip = 'KsKh'\n\
                [sizes.all]\nbet = ['a']\nraise = []";
    let (_, found) = solved(text, Bits::ThirtyTwo, Target::Chips(1e-3));
    assert!((found.values[0] - 44.0).abs() < 1e-2, "{found:?}");
}

/// A turn of the small deck, with all kinds of sizes and a rake.
pub const SMALL_TURN: &str = "deck = 20\nboard = 'AsKhTcTd'\npot = 20\nstack = 60\nrake = 0.05\nrake_cap = 3\n\
    oop = 'random:0.5, AK, QQ+, JTs:0.25'\nip = 'QJ, TT+, AJo+, KcQd:0.7'\n\
    [sizes.all]\nbet = ['50%', 'a']\nraise = ['100%']\n[sizes.river.oop]\ndonk = ['30%']\n";

/// A flop on which two suits are alike.
pub const SMALL_FLOP: &str = "deck = 20\nboard = 'AsKsTh'\npot = 10\nstack = 20\n\
    oop = 'JJ+, AQ, JTs'\nip = 'TT-QQ, KQs, AJs'\n[sizes.all]\nbet = ['100%']\nraise = ['a']\n";

#[test]
fn the_first_iterations_are_the_naive_twins() {
    // Later ones part where a regret is zero but for rounding, on boards that rename suits from the second on.
    for (text, iterations, lines) in [
        (SMALL_TURN, 2, vec![("", ""), ("", "cr10"), ("Jd", "cc/"), ("Qs", "cr10c/c")]),
        (SMALL_FLOP, 1, vec![("", ""), ("Jc", "cc/"), ("Jd", "cc/"), ("JcQd", "cc/cc/"), ("JdQc", "cr10c/cc/")]),
    ] {
        let spot = spot(text);
        let mut twin = NaiveSpot::new(&spot);
        let mut solver = SpotSolver::new(self::spot(text), Bits::ThirtyTwo).unwrap();
        for iteration in 1..=iterations {
            twin.iterate();
            solver.iterate();
            assert_same_worth(&mut solver, &mut twin);
            for (cards, betting) in &lines {
                let expected = twin.average(&parse_cards(cards).unwrap(), betting);
                let decision = at(&solver, cards, betting);
                assert!(!decision.hands.is_empty());
                for hand in &decision.hands {
                    for (action, probability) in hand.probabilities.iter().enumerate() {
                        let other = expected[action][&hand.holding.number()];
                        let at = format!("{iteration} {cards} {betting} {}", hand.holding);
                        assert!((probability - other).abs() < 1e-4, "{at}: {probability} {other}");
                    }
                }
            }
        }
    }
}

fn assert_same_worth(solver: &mut SpotSolver, twin: &mut NaiveSpot<'_>) {
    let found = solver.measure();
    for player in 0..2 {
        let value = twin.worth(player, Mode::Value);
        let best = twin.worth(player, Mode::Best);
        assert!((found.values[player] - value).abs() < 1e-4, "{found:?} {value}");
        assert!((found.gains[player] - (best - value)).abs() < 1e-4, "{found:?} {best}");
    }
}

#[test]
fn every_decision_on_every_board_is_worth_what_the_naive_twin_finds() {
    for text in [SMALL_TURN, SMALL_FLOP] {
        let mut solver = iterated(text, Bits::ThirtyTwo, 25);
        let spot = spot(text);
        let mut twin = NaiveSpot::new(&spot);
        let cards: Vec<Card> =
            (spot.definition().deck.card_set() - CardSet::of(&spot.definition().board)).iter().collect();
        for (number, node) in spot.tree().nodes().iter().enumerate() {
            let betting = spot.tree().history(NodeId(number as u32));
            let boards: Vec<Vec<Card>> = match node.round {
                0 => vec![Vec::new()],
                1 => cards.iter().map(|&card| vec![card]).collect(),
                _ => {
                    let pairs = cards.iter().flat_map(|&one| cards.iter().map(move |&other| vec![one, other]));
                    pairs.filter(|it| it[0] != it[1]).collect()
                }
            };
            for board in boards {
                twin.load(&board, &solver.spot().decision(&solver, &board, &betting).unwrap());
            }
        }
        assert_same_worth(&mut solver, &mut twin);
    }
}

#[test]
fn boards_that_rename_suits_are_played_once() {
    // Two spades and a heart: clubs and diamonds are alike. 17 turns of the small deck, 5 pairs of them alike; on each
    // of the 7 others 16 rivers, 10 of them in pairs, on a club or diamond all 16.
    let spot = spot(SMALL_FLOP);
    let in_other_suits = 7;
    assert_eq!(spot.boards(), 1 + in_other_suits * (1 + 6 + 5) + 5 * (1 + 16));
    // A range that knows suits apart.
    let apart = SMALL_FLOP.replace("'JJ+, AQ", "'AcQc, JJ+, AdQd:0.5");
    assert_eq!(self::spot(&apart).boards(), 1 + 17 * (1 + 16));
}

#[test]
fn suits_renamed_change_nothing() {
    let renamed = SMALL_TURN.replace("AsKhTcTd", "AdKcTsTh").replace("KcQd", "KsQh");
    for (iterations, tolerance) in [(2, 1e-4), (300, 0.02)] {
        let [one, other] = [SMALL_TURN, &renamed].map(|text| iterated(text, Bits::ThirtyTwo, iterations).measure());
        for player in 0..2 {
            assert!((one.values[player] - other.values[player]).abs() < tolerance, "{one:?} {other:?}");
        }
    }
}

#[test]
fn values_add_up_to_the_pot_less_the_rake() {
    let without = SMALL_TURN.replace("rake = 0.05\nrake_cap = 3\n", "");
    let found = iterated(&without, Bits::ThirtyTwo, 30).measure();
    assert!((found.values[0] + found.values[1] - 20.0).abs() < 1e-4, "{found:?}");
    let raked = iterated(SMALL_TURN, Bits::ThirtyTwo, 30).measure();
    let taken = 20.0 - raked.values[0] - raked.values[1];
    assert!((1.0..3.0).contains(&taken), "{taken}");
    // A rake of everything's tenth without a cap takes a tenth where nobody can bet.
    let text = "board = 'Ts7h4d2c'\npot = 40\nstack = 0\nrake = 0.1\noop = 'AA'\nip = 'KK,AKs'\n\
                [sizes.all]\nbet = []\nraise = []";
    let found = iterated(text, Bits::ThirtyTwo, 1).measure();
    assert!((found.values[0] + found.values[1] - 36.0).abs() < 1e-4, "{found:?}");
}

#[test]
fn threads_and_instruction_sets_change_no_bit() {
    for bits in [Bits::Sixteen, Bits::ThirtyTwo] {
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut solver = iterated(SMALL_FLOP, bits, 5);
                (bits_of(&at(&solver, "JcQd", "cc/cc/")), solver.measure().values.map(f64::to_bits))
            })
        };
        let one = with_threads(1);
        assert_eq!(one, with_threads(2));
        assert_eq!(one, with_threads(3));
        for processor in Processor::available() {
            let mut solver = SpotSolver::with_processor(spot(SMALL_FLOP), bits, processor).unwrap();
            (0..5).for_each(|_| solver.iterate());
            let found = (bits_of(&at(&solver, "JcQd", "cc/cc/")), solver.measure().values.map(f64::to_bits));
            assert_eq!(found, one, "{processor:?}");
        }
    }
}

#[test]
fn sixteen_bits_come_to_the_same() {
    let [(_, short), (_, full)] =
        [Bits::Sixteen, Bits::ThirtyTwo].map(|bits| solved(SMALL_TURN, bits, Target::Share(0.002)));
    assert!((short.values[0] - full.values[0]).abs() < 0.1, "{short:?} {full:?}");
    let spot = spot(SMALL_TURN);
    assert!(spot.table_bytes(Bits::Sixteen) < spot.table_bytes(Bits::ThirtyTwo) * 6 / 10);
}

#[test]
fn sums_of_sixteen_bits_go_on_moving() {
    // Many hands come to a decision rarely: rounded to the nearest unit their sums froze at 0.36 % of the pot.
    let text = "board = 'Td9d6hQc2s'\npot = 100\nstack = 950\noop = 'random'\nip = 'random'\n\
                [sizes.all]\nbet = ['33%', '75%', '150%', 'a']\nraise = ['50%', '100%', 'a']\n";
    let (solver, found) = solved(text, Bits::Sixteen, Target::Share(0.001));
    assert!(found.exploitability() <= 0.1 && solver.iterations() < 600, "{found:?} {}", solver.iterations());
    // The published value.
    assert!((found.values[0] - 47.08).abs() < 0.1, "{found:?}");
}

#[test]
fn a_flop_with_suits_alike_is_solved() {
    let (_, found) = solved(SMALL_FLOP, Bits::ThirtyTwo, Target::Share(0.002));
    assert!(found.exploitability() < 0.02 && (found.values[0] + found.values[1] - 10.0).abs() < 1e-4, "{found:?}");
}

#[test]
fn a_target_out_of_reach_ends() {
    // One chip in a hundred millions is finer than single precision.
    let text = "board = '2c2d2h3s3c'\npot = 1000\nstack = 99999999\noop = 'AA,QQ'\nip = 'KK'\n\
                [sizes.all]\nbet = ['a']\nraise = []\n[sizes.river.ip]\nbet = []\n";
    let (solver, _) = solved(text, Bits::Sixteen, Target::Chips(1e-9));
    assert!(solver.has_stalled() && solver.iterations() >= 2_000, "{}", solver.iterations());
}

#[test]
fn work_takes_memory_beside_the_tables() {
    let river = "board = 'Ts7h4d2c9d'\npot = 100\nstack = 5000\noop = 'random'\nip = 'random'\n\
                 [sizes.all]\nbet = ['20%', '40%', '80%', 'a']\nraise = ['50%', '100%', 'a']";
    let spot = spot(river);
    for bits in [Bits::Sixteen, Bits::ThirtyTwo] {
        let working = spot.memory_bytes(bits) - spot.table_bytes(bits);
        // A row of values for each end and decision, and of reach for each action.
        let rows = (spot.layout().rounds[0].ends() + spot.layout().rounds[0].slots()) as u64;
        assert!((rows * 1_081 * 4..rows * 1_081 * 8).contains(&working), "{working} {rows}");
    }
}

#[test]
fn limit_spots_raise_by_one_size() {
    let text = "board = 'Ts7h4d2c'\npot = 40\noop = '99+'\nip = '99+,AT'\nlimit = { bets = [10, 20, 20], cap = 4 }";
    let spot = spot(text);
    let root = &spot.tree().nodes()[0];
    assert_eq!(spot.tree().action_texts(root), ["c", "r"]);
    assert_eq!(root.totals[1].0, 20);
    let (_, found) = solved(text, Bits::ThirtyTwo, Target::Share(0.01));
    assert!((found.values[0] + found.values[1] - 40.0).abs() < 1e-3, "{found:?}");
}

#[test]
fn what_is_wrong_is_said() {
    let good = format!("board = '2c2d2h3s3c'\npot = 100\nstack = 50\noop = 'AA,QQ'\nip = 'KK'\n{ALL_IN}");
    let refused = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        SpotDefinition::parse(&good.replace(from, to)).unwrap_err().to_string()
    };
    for (from, to, said) in [
        ("'2c2d2h3s3c'", "'2c2d'", "'board': 2 cards; give 3, 4 or 5"),
        ("'2c2d2h3s3c'", "'2c2d2c'", "2c appears twice"),
        ("pot = 100", "pot = 0", "'pot': 0 chips; give 1 to"),
        ("stack = 50", "stack = 0", "'stack': 0 chips, but there are sizes"),
        ("stack = 50", "stack = -1", "'stack': -1 chips"),
        ("'AA,QQ'", "'AA,QQ:1.5'", "'oop': 'QQ:1.5' at character 4: a weight is 0, or a number from"),
        ("'AA,QQ'", "'AA:NaN'", "a weight is 0, or a number from"),
        ("'AA,QQ'", "'AA, QX'", "'oop': 'QX' at character 5: not a hand"),
        ("'AA,QQ'", "'AhAh'", "the same card twice"),
        ("'AA,QQ'", "''", "'oop': no holding has a weight above 0"),
        ("'AA,QQ'", "'2s2s'", "the same card twice"),
        ("'AA,QQ'", "'2c2d'", "'oop': no holding of the range can be held on this board"),
        ("'KK'", "'AsAh'", "every holding shares a card"),
        ("bet = ['a']", "bet = ['0%']", "a share of the pot is above 0 %"),
        ("bet = ['a']", "bet = ['2x']", "a first bet faces none"),
        ("bet = ['a']", "bet = ['a', 'a']", "listed twice"),
        ("raise = []\n", "", "no sizes for 'raise' in [river]"),
        ("pot = 100", "pott = 100", "unknown field `pott`"),
        ("pot = 100", "pot = 100\nrake = 1.0", "'rake': 1 is not a share"),
        ("pot = 100", "pot = 100\nrake = 0.1\nrake_cap = -1", "'rake_cap': -1 chips"),
        ("pot = 100", "pot = 100\nlimit = { bets = [1, 1, 1], cap = 4 }", "a limit game has none"),
        ("pot = 100", "pot = 100\ndeck = 21", "'deck': expected a deck"),
        ("'AA,QQ'", "'AA:1e-44'", "a weight is 0, or a number from 0.000001 to 1"),
    ] {
        let text =
            if from == "'KK'" { good.replace("'AA,QQ'", "'AsAh'").replace(from, to) } else { good.replace(from, to) };
        let error =
            if from == "'KK'" { SpotDefinition::parse(&text).unwrap_err().to_string() } else { refused(from, to) };
        assert!(error.contains(said), "{to}: {error}");
    }
    let large = "board = 'Ts7h4d'\npot = 40\noop = '99+'\nip = '99+'\nlimit = { bets = [100000000, 1, 1], cap = 12 }";
    let error = SpotDefinition::parse(large).unwrap_err().to_string();
    assert!(error.contains("'limit': 1200000024 chips may be bet in all"), "{error}");
    let remarks = SpotDefinition::parse(&good.replace("'AA,QQ'", "'AA,2cAs,3h3d'")).unwrap().remarks;
    assert_eq!(
        remarks,
        ["'oop': holding named in the range cannot be held on this board, such as 2cAs"]
            .map(|it| it.replace("2cAs", "As2c"))
    );
}

#[test]
fn a_spot_reads_back_from_its_text() {
    let spot = SpotDefinition::parse(SMALL_TURN).unwrap();
    assert_eq!(SpotDefinition::parse(&spot.to_toml()).unwrap(), spot);
}

#[test]
fn boards_and_bettings_that_cannot_be() {
    let solver = iterated(SMALL_FLOP, Bits::ThirtyTwo, 1);
    let refused = |cards: &str, betting: &str| {
        solver.spot().decision(&solver, &parse_cards(cards).unwrap(), betting).unwrap_err().to_string()
    };
    assert!(refused("As", "cc/").contains("cannot come on"), "{}", refused("As", "cc/"));
    assert!(refused("", "cc/").contains("3 cards, where the betting 'cc/' has come to 4"));
    assert!(refused("Jc", "").contains("4 cards, where"));
    assert!(refused("", "r7").contains("expected"));
    let averages: &dyn Averages = &solver;
    // Alike boards give alike answers: clubs for diamonds.
    let [one, other] =
        ["Jc", "Jd"].map(|card| solver.spot().decision(averages, &parse_cards(card).unwrap(), "cc/").unwrap());
    assert_eq!(probability(&one, "AcQd", 1), probability(&other, "AdQc", 1));
}
