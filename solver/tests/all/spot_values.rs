//! What a spot's actions are worth, held to each deal by itself.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use evaluator::showdown::ShowdownOrder;
use evaluator::strength_tables::StrengthTables;
use solver::boards::{BoardOrbit, OneBucket};
use solver::game::{Child, GameDefinition, GameEnd, Next, NodeId};
use solver::measure::exploitability::small_game::best_response_value;
use solver::policy::FixedPolicy;
use solver::spot::{Bits, Measures, SolvedSpot, Spot, SpotDecision, SpotDefinition, SpotSolver};
use solver::walk::{Player, PreparedGame};
use std::collections::HashMap;

use crate::spots::{SMALL_FLOP, SMALL_TURN, iterated};

/// Plays deals to their ends, as the average strategies say.
struct Deals<'a> {
    solver: &'a SpotSolver,
    decisions: HashMap<(Vec<Card>, NodeId), SpotDecision>,
    winners: HashMap<(CardSet, [Holding; 2]), i8>,
}

impl Deals<'_> {
    /// What a player gets of the pot on these cards, from a place in the tree on.
    fn worth(&mut self, player: usize, held: [Holding; 2], cards: &[Card], child: Child) -> f64 {
        let spot = self.solver.spot();
        let definition = spot.definition();
        let (tree, stakes) = (spot.tree(), &definition.stakes);
        let half_pot = stakes.pot.as_f64() / 2.0;
        let reached = match child {
            Next::Decision(node) => tree[node].round,
            Next::End(GameEnd::Showdown { .. }) => tree.rounds() - 1,
            Next::End(GameEnd::Fold { folder, contributions }) => {
                let called = contributions[0].min(contributions[1]);
                return stakes.fold(called, folder == player).opposition + half_pot;
            }
        };
        let on_board = CardSet::of(&definition.board) | CardSet::of(cards);
        if reached > cards.len() {
            let dealt = on_board | held[0].card_set() | held[1].card_set();
            let next: Vec<Card> = (definition.deck.card_set() - dealt).iter().collect();
            let after = |&card: &Card| self.worth(player, held, &[cards, &[card]].concat(), child);
            return next.iter().map(after).sum::<f64>() / next.len() as f64;
        }
        match child {
            Next::Decision(node) => {
                let key = (cards.to_vec(), node);
                let solver = self.solver;
                let read = || spot.decision(solver, cards, &tree.history(node)).unwrap();
                let decision = self.decisions.entry(key).or_insert_with(read);
                let hand = decision.hands.iter().find(|it| it.holding == held[decision.player]).unwrap();
                let (probabilities, children) = (hand.probabilities.clone(), tree[node].children.clone());
                let after = probabilities.iter().zip(&children);
                after.map(|(&p, &child)| f64::from(p) * self.worth(player, held, cards, child)).sum()
            }
            Next::End(GameEnd::Showdown { contributions, .. }) => {
                let payment = stakes.showdown(contributions[0]);
                let wins = self.winner(on_board, [held[player], held[1 - player]]);
                f64::from(wins) * payment.balance + payment.opposition + half_pot
            }
            Next::End(GameEnd::Fold { .. }) => unreachable!("returned above"),
        }
    }

    /// 1 where the first holding wins, -1 where it loses.
    fn winner(&mut self, board: CardSet, holdings: [Holding; 2]) -> i8 {
        let deck = self.solver.spot().definition().deck;
        let compare = || {
            let mut order = ShowdownOrder::new();
            order.rank_board(deck, board, StrengthTables::get());
            let [one, other] = holdings.map(|holding| {
                let place = order.holdings().position(|it| it == holding).unwrap();
                order.group_ends().iter().position(|&end| place < usize::from(end)).unwrap()
            });
            one.cmp(&other) as i8
        };
        *self.winners.entry((board, holdings)).or_insert_with(compare)
    }
}

#[test]
fn each_action_is_worth_what_the_deals_come_to() {
    for (text, lines) in [
        (SMALL_TURN, vec![("", ""), ("", "cr10"), ("Jd", "cc/"), ("Qs", "cr10c/c"), ("9h", "r10c/r30")]),
        // Clubs and diamonds are alike: one of each two boards is played.
        (SMALL_FLOP, vec![("", "r10"), ("Jc", "cc/c"), ("Jd", "cc/c"), ("JcQd", "cc/cc/"), ("JdQc", "cc/cc/")]),
        (SMALL_FLOP, vec![("JsQc", "cc/cc/"), ("JsQd", "cc/cc/"), ("JdQc", "cr10c/cc/r20")]),
    ] {
        let text = text.replace("deck = 20", "deck = 24");
        let mut solver = iterated(&text, Bits::ThirtyTwo, 12);
        for (cards, betting) in lines {
            let dealt = parse_cards(cards).unwrap();
            let found = solver.values(&dealt, betting).unwrap();
            let decision = &found.decision;
            let mut deals = Deals { solver: &solver, decisions: HashMap::new(), winners: HashMap::new() };
            let opposing = &decision.weights[1 - decision.player];
            let mut compared = 0;
            for hand in decision.hands.iter().step_by(3) {
                for (action, &child) in solver.spot().tree()[decision.node].children.iter().enumerate() {
                    let (mut sum, mut met) = (0.0, 0.0);
                    for (other, &weight) in Holding::all().zip(opposing) {
                        if weight > 0.0 && !other.card_set().intersects(hand.holding.card_set()) {
                            let mut held = [hand.holding, other];
                            held.rotate_left(decision.player);
                            sum += weight * deals.worth(decision.player, held, &dealt, child);
                            met += weight;
                        }
                    }
                    let value = found.chips[action][hand.holding.number()];
                    assert_eq!(value.is_some(), met > 0.0);
                    if let Some(value) = value {
                        let at = format!("{cards} {betting} {} {}", hand.holding, decision.actions[action]);
                        assert!((value - sum / met).abs() < 2e-3, "{at}: {value} {}", sum / met);
                        compared += 1;
                    }
                }
            }
            assert!(compared > 5, "{cards} {betting}: {compared}");
        }
    }
}

/// Hold'em of 20 cards in which nothing can be bet before the river, with 20 chips in the pot.
const RIVER_GAME: &str = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 2\nblind = 10 10\nraiseSize = 10 20\n\
    firstPlayer = 1 1\nmaxRaises = 0 4\nnumSuits = 4\nnumRanks = 5\nnumHoleCards = 2\nnumBoardCards = 0 5\n\
    END GAMEDEF\n";

#[test]
fn spots_on_all_boards_are_what_the_walk_over_all_boards_finds() {
    let definition = GameDefinition::parse(RIVER_GAME).unwrap();
    let game = PreparedGame::<f64>::new(&definition);
    let uniform = FixedPolicy::Uniform.strategies(&game.lanes);
    let opponent = Player { buckets: &OneBucket, strategies: &uniform };
    let rivers = BoardOrbit::empty(&game.rules).followers(&game.rules, 5);
    let (mut best, mut boards) = ([0.0; 2], 0);
    for river in &rivers {
        let board: String = river.board.iter().map(Card::to_string).collect();
        let text = format!(
            "deck = 20\nboard = '{board}'\npot = 20\noop = 'random'\nip = 'random'\n\
             limit = {{ bets = [10, 10, 20], cap = 4 }}\n"
        );
        // Nothing is learned yet: both play at random.
        let spot = Spot::new(SpotDefinition::parse(&text).unwrap());
        let Measures { values, gains } = SpotSolver::new(spot, Bits::ThirtyTwo).unwrap().measure();
        for player in 0..2 {
            best[player] += river.size as f64 * (values[player] + gains[player] - 10.0);
        }
        boards += river.size;
    }
    assert_eq!(boards, 15_504);
    for (player, best) in best.into_iter().enumerate() {
        let expected = best_response_value(&game, player, opponent);
        assert!(expected > 1.0, "{expected}");
        assert!((best / boards as f64 - expected).abs() < 1e-6 * 20.0, "{} {expected}", best / boards as f64);
    }
}

#[test]
fn a_kept_answer_is_worth_what_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.spot");
    for text in [SMALL_TURN, SMALL_FLOP] {
        let mut solver = iterated(text, Bits::ThirtyTwo, 50);
        let found = solver.measure();
        solver.write(&file, &found).unwrap();
        let mut kept = SolvedSpot::open(&file).unwrap().into_solver().unwrap();
        let Measures { values, gains } = kept.measure();
        let pot = solver.spot().definition().stakes.pot.as_f64();
        for player in 0..2 {
            // Probabilities are kept in parts of 255.
            assert!((values[player] - found.values[player]).abs() < 0.005 * pot, "{values:?} {found:?}");
            assert!((gains[player] - found.gains[player]).abs() < 0.01 * pot, "{gains:?} {found:?}");
        }
        let of = |solver: &mut SpotSolver| solver.values(&[], "").unwrap();
        let [before, after] = [of(&mut solver), of(&mut kept)];
        for (one, other) in before.chips.concat().iter().zip(after.chips.concat()) {
            assert!((one.unwrap_or(0.0) - other.unwrap_or(0.0)).abs() < 0.03 * pot, "{one:?} {other:?}");
        }
    }
}
