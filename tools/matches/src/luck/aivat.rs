//! AIVAT (Burch, Schmid, Moravčík, Morrill, Bowling 2018): results of hands without the luck of the cards, of the
//! known player's own dice and of the hand that it happened to hold.
//!
//! Seen from the other player, whose hand is known, the known one is a range: all hands that it might hold, each with
//! the probability that it would have played so. What happens next, cards or an action of the known player, is then a
//! draw with known probabilities. Luck is the value after the draw less its expectation over all that could have been
//! drawn; it is zero on average whatever values are used. What is left at the end is the mean of the result over the
//! range, less all luck. Decisions of the other player are left as they are: they are what is to be judged.
//!
//! Estimates of what a hand is worth; corrected results are unbiased whatever the estimate, and the better it is, the
//! less they vary.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::game::{BettingTree, Child, GameEnd, Next, NodeId, Place, PlayedAction, TreeLayout};
use std::fmt;

use super::all_in_equity::{HandWeights, for_each_deal};
use super::judge::KnownStrategy;
use super::seen_board::SeenBoard;
use crate::acpc::hand_log::HandRecord;
use crate::acpc::match_state::AcpcGame;

/// The estimate for hands against one known strategy.
pub struct Aivat<'a> {
    tree: BettingTree,
    layout: TreeLayout,
    rules: CardRules,
    strategy: &'a dyn KnownStrategy,
    baseline: &'a dyn Baseline,
    /// By position of the other player: the average value of the hand that it is dealt.
    mean_hand: [f64; 2],
}

/// An action that the known player does not take with the hand that it shows, or with any that it may hold; the one who
/// acted is not that player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotPlayed {
    /// The betting before it.
    pub betting: String,
    pub action: PlayedAction,
    /// The hand that never does so; empty where none does.
    pub held: Vec<Card>,
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.betting, self.action)?;
        let with = if self.held.is_empty() { "" } else { " with " };
        self.held.iter().try_fold(write!(f, "{with}")?, |(), card| write!(f, "{card}"))
    }
}

/// A hand in progress, from the other player's side.
struct Seen {
    spot: Spot,
    /// The board as it was dealt.
    board: Vec<Card>,
    now: SeenBoard,
    /// The known player's hands by place.
    weights: Vec<f64>,
    luck: f64,
}

/// Who looks, and at what.
#[derive(Clone, Copy)]
struct Spot {
    /// The other player's position.
    position: usize,
    hole: CardSet,
    round: usize,
    board: CardSet,
}

/// How a round begins.
#[derive(Clone, Copy)]
struct Start {
    round: usize,
    entry: usize,
    first: NodeId,
}

impl<'a> Aivat<'a> {
    /// The estimate for a game whose first round is played without a board.
    pub fn new(
        game: &'a AcpcGame,
        strategy: &'a dyn KnownStrategy,
        baseline: &'a dyn Baseline,
    ) -> Result<Self, solver::game::GameError> {
        let rules = CardRules::new(game.definition());
        let holes: Vec<CardSet> = rules.holes(CardSet::EMPTY).collect();
        let value = |position, hole: &CardSet| baseline.at_start(position, 0, 0, *hole, CardSet::EMPTY);
        let mean = |position| holes.iter().map(|hole| value(position, hole)).sum::<f64>() / holes.len() as f64;
        let tree = BettingTree::new(game.definition());
        let layout = TreeLayout::of_one_shape(&tree)?;
        Ok(Self { tree, layout, rules, strategy, baseline, mean_hand: [mean(0), mean(1)] })
    }

    /// The chips of position 0 without luck, where the strategy sat in position `known`. The cards of the other
    /// position must be known; its own need not be, and serve only to check that the strategy was the one that played.
    pub fn corrected(&self, record: &HandRecord, known: usize) -> Result<f64, NotPlayed> {
        let position = 1 - known;
        let mut seen = self.dealt(position, CardSet::of(&record.cards.hole[position]));
        let mut here = Next::Decision(NodeId::ROOT);
        for (before, action) in PlayedAction::all_of(&record.betting) {
            let Next::Decision(id) = here else { break };
            let node = &self.tree[id];
            self.deal_to(&mut seen, id, record);
            let Some(number) = node.actions.iter().position(|it| it.to_string() == action.to_string()) else { break };
            if node.player == known {
                let not_played = |held: &[Card]| NotPlayed { betting: before.to_owned(), action, held: held.to_vec() };
                self.act(&mut seen, id, number).ok_or_else(|| not_played(&[]))?;
                // Open cards are a stricter test: the range has other hands that would have done it.
                let shown = &record.cards.hole[known];
                if !shown.is_empty() && seen.now.weight_of(&self.rules, CardSet::of(shown), &seen.weights) <= 0.0 {
                    return Err(not_played(shown));
                }
            }
            here = node.children[number];
        }
        let left = mass(&seen.weights);
        if left <= 0.0 {
            return Err(impossible(&record.betting));
        }
        let won = self.worth(&mut seen.now, seen.spot, here, &seen.weights);
        let corrected = won / left - seen.luck;
        Ok(if position == 0 { corrected } else { -corrected })
    }

    /// Before the first action: all hands that share no card with the other player's are equally likely.
    fn dealt(&self, position: usize, hole: CardSet) -> Seen {
        let spot = Spot { position, hole, round: 0, board: CardSet::EMPTY };
        let mut now = SeenBoard::default();
        now.lay(&self.rules, self.strategy, 0, &[], hole);
        let weights = now.evenly(&self.rules, hole);
        let luck = self.baseline.at_start(position, 0, 0, hole, CardSet::EMPTY) - self.mean_hand[position];
        Seen { spot, board: Vec::new(), now, weights, luck }
    }

    /// The known player acts; `None` where it never does.
    fn act(&self, seen: &mut Seen, id: NodeId, taken: usize) -> Option<()> {
        let node = &self.tree[id];
        let after = seen.now.after_actions(self.strategy, self.layout.place(id), node.actions.len(), &seen.weights);
        let taken_mass = mass(&after[taken]);
        if taken_mass <= 0.0 {
            return None;
        }
        let worth = |(&child, weights): (&Child, &Vec<f64>)| self.worth(&mut seen.now, seen.spot, child, weights);
        let values: Vec<f64> = node.children.iter().zip(&after).map(worth).collect();
        seen.luck += values[taken] / taken_mass - values.iter().sum::<f64>() / mass(&seen.weights);
        seen.weights.clone_from(&after[taken]);
        Some(())
    }

    /// The cards of a decision's round are dealt, if they are not yet there.
    fn deal_to(&self, seen: &mut Seen, id: NodeId, record: &HandRecord) {
        let Place { round, entry, .. } = self.layout.place(id);
        if round > seen.spot.round {
            self.deal(seen, Start { round, entry, first: id }, &record.cards.board[round]);
        }
    }

    /// The cards of a round are dealt.
    fn deal(&self, seen: &mut Seen, start: Start, dealt: &[Card]) {
        let by_hand = seen.now.by_hand(&seen.weights);
        let weights = HandWeights::new(&self.rules, &by_hand);
        let free = self.rules.deck() - seen.spot.board - seen.spot.hole;
        let (mut sum, mut total, mut drawn) = (0.0, 0.0, SeenBoard::default());
        let (mut board, before) = (seen.board.clone(), seen.board.len());
        for_each_deal(free, dealt.len(), |cards| {
            board.truncate(before);
            board.extend_from_slice(cards);
            let weight = weights.without(cards);
            sum += self.worth_of_start(&mut drawn, seen.spot, start, &board, &by_hand, weight);
            total += weight;
        });
        seen.board.extend_from_slice(dealt);
        seen.now.lay(&self.rules, self.strategy, start.round, &seen.board, seen.spot.hole);
        seen.weights = seen.now.by_place(&by_hand);
        // Added up anew: a difference would be all rounding where these cards leave next to nothing of the range.
        let weight = mass(&seen.weights);
        let drawn = self.worth_of_start(&mut seen.now, seen.spot, start, &seen.board, &by_hand, weight);
        seen.luck += drawn / weight - sum / total;
        seen.spot = Spot { round: start.round, board: CardSet::of(&seen.board), ..seen.spot };
    }

    /// What a board that begins a round is worth, added up over the hands compatible with it, whose total weight is
    /// `weight`. The last round is played out; earlier ones are looked up.
    fn worth_of_start(
        &self,
        drawn: &mut SeenBoard,
        spot: Spot,
        start: Start,
        board: &[Card],
        by_hand: &[f64],
        weight: f64,
    ) -> f64 {
        let spot = Spot { round: start.round, board: CardSet::of(board), ..spot };
        if start.round + 1 < self.rules.rounds() {
            return weight * self.baseline.at_start(spot.position, start.round, start.entry, spot.hole, spot.board);
        }
        drawn.lay(&self.rules, self.strategy, start.round, board, spot.hole);
        let weights = drawn.by_place(by_hand);
        self.worth(drawn, spot, Next::Decision(start.first), &weights)
    }

    /// What the other player wins from here, added up over the known player's hands, if both play the strategy to the
    /// end of the round: what a round leads to is looked up.
    fn worth(&self, now: &mut SeenBoard, spot: Spot, here: Child, weights: &[f64]) -> f64 {
        match here {
            Next::End(GameEnd::Fold { folder, contributions }) => {
                let sign = if folder == spot.position { -1.0 } else { 1.0 };
                sign * contributions[folder].as_f64() * mass(weights)
            }
            Next::End(GameEnd::Showdown { contributions, .. }) => contributions[0].as_f64() * now.showdown(weights),
            Next::Decision(id) if self.tree[id].round > spot.round => {
                let (round, entry) = (self.tree[id].round, self.layout.place(id).entry);
                self.baseline.before_cards(spot.position, round, entry, spot.hole, spot.board) * mass(weights)
            }
            Next::Decision(id) => self.worth_of_decision(now, spot, id, weights),
        }
    }

    fn worth_of_decision(&self, now: &mut SeenBoard, spot: Spot, id: NodeId, weights: &[f64]) -> f64 {
        let (node, place) = (&self.tree[id], self.layout.place(id));
        if node.player == spot.position {
            let shares = now.others_actions(self.strategy, place);
            let taken = node.children.iter().zip(shares).filter(|(_, share)| *share > 0.0);
            return taken.map(|(&child, share)| share * self.worth(now, spot, child, weights)).sum();
        }
        let after = now.after_actions(self.strategy, place, node.actions.len(), weights);
        node.children.iter().zip(&after).map(|(&child, weights)| self.worth(now, spot, child, weights)).sum()
    }
}

/// The last action of a hand in which the cards left the known player no hand to have acted so with.
fn impossible(betting: &str) -> NotPlayed {
    let (before, action) = PlayedAction::all_of(betting).last().unwrap_or(("", PlayedAction::Fold));
    NotPlayed { betting: before.to_owned(), action, held: Vec::new() }
}

fn mass(weights: &[f64]) -> f64 {
    weights.iter().sum()
}

/// Values of one side's hand where the other side is known by its strategy alone.
pub trait Baseline: Sync {
    /// The estimated winnings of a position, in chips, when a round begins that was entered this way (see
    /// [`TreeLayout`]): holding `hole`, on the `board` that now lies there.
    fn at_start(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64;

    /// The same before the cards of that round are dealt: the `board` is still that of the round before.
    fn before_cards(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64;
}
