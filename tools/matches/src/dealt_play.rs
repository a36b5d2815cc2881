//! How single hands are played: by templates where every bet has one size, and else by the rules.

use solver::game::{GameDefinition, PlayedAction};
use std::ops::Range;

use super::acpc::hand_log::HandRecord;
use super::acpc::match_files::MatchTerms;
use super::agent::Agent;
use super::dealt_batch::{Dealer, DealtBatch};
use super::dealt_game::{DealtGame, DealtHands, buckets_of, dice_of_deal};
use super::dealt_table::DealtTable;
use super::error::MatchError;

/// Agents who meet hand by hand.
pub struct DealtPlay<'a> {
    agents: Vec<&'a Agent>,
    game: GameDefinition,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Limit(Box<Dealer<'a>>),
    NoLimit(DealtTable<'a>),
}

/// Deals that are played one batch after another.
pub struct PlayedBatch<'a> {
    kind: BatchKind<'a>,
    pairs: &'a [(usize, usize)],
}

enum BatchKind<'a> {
    Limit(Box<DealtBatch<'a>>),
    NoLimit(&'a DealtTable<'a>),
}

impl<'a> DealtPlay<'a> {
    /// Agents of one game; without a limit, at any stakes and with any bet sizes.
    pub fn new(agents: &[&'a Agent]) -> Result<Self, MatchError> {
        let game = Agent::common_rules(agents)?;
        let kind = match game.stack() {
            None => Kind::Limit(Box::new(Dealer::new(agents)?)),
            Some(_) => Kind::NoLimit(DealtTable::new(agents, &game)?),
        };
        Ok(Self { agents: agents.to_vec(), game, kind })
    }

    pub fn game(&self) -> &GameDefinition {
        &self.game
    }

    /// A batch for pairs of the agents, given by their numbers.
    pub fn batch<'b>(&'b self, pairs: &'b [(usize, usize)]) -> PlayedBatch<'b> {
        let kind = match &self.kind {
            Kind::Limit(dealer) => BatchKind::Limit(Box::new(DealtBatch::new(dealer, pairs))),
            Kind::NoLimit(table) => BatchKind::NoLimit(table),
        };
        PlayedBatch { kind, pairs }
    }

    /// One game of a match between two agents, every two of which have one deal; seats change with every game.
    pub fn record(&self, terms: &MatchTerms, seed: u64, hand: u32) -> HandRecord {
        let deal = u64::from(hand / 2);
        let seats = [0, 1].map(|position| terms.seat_in(position, hand));
        let mut betting = terms.game.start();
        let cards = match &self.kind {
            Kind::Limit(dealer) => {
                let dealt = DealtHands::of(dealer.deck, seed, deal);
                let game = DealtGame {
                    steps: &dealer.steps,
                    strategies: seats.map(|seat| &dealer.strategies[seat]),
                    buckets: [0, 1].map(|position| buckets_of(self.agents[seats[position]], &dealt)[position]),
                    ahead: dealt.ahead(),
                };
                game.play_observed(dice_of_deal(seed, deal), |number| {
                    // Numbers begin with folding, where that is legal.
                    let may_fold = betting.decision().is_some_and(|decision| decision.may_fold());
                    let action = match number + usize::from(!may_fold) {
                        0 => PlayedAction::Fold,
                        1 => PlayedAction::Call,
                        _ => PlayedAction::Raise,
                    };
                    let fits = betting.act(action);
                    debug_assert!(fits, "the steps walk the betting tree");
                });
                dealt.table_cards()
            }
            Kind::NoLimit(table) => {
                let dealt = DealtHands::of(table.deck, seed, deal);
                for (_, action) in PlayedAction::all_of(table.play(seats, &dealt, seed, deal).text()) {
                    betting.act(action);
                }
                dealt.table_cards()
            }
        };
        HandRecord::of(hand, &betting, &cards, terms.names_in(hand)).expect("the game is over")
    }
}

impl PlayedBatch<'_> {
    /// Plays the deals with these numbers of a seed, each twice with the seats exchanged: `[deal][pair]`, the chips
    /// that the first of the pair wins in the two games together.
    pub fn play(&mut self, seed: u64, deals: Range<u64>) -> Vec<i32> {
        match &mut self.kind {
            BatchKind::Limit(batch) => batch.play(seed, deals).to_vec(),
            BatchKind::NoLimit(table) => table.play_deals(self.pairs, seed, deals),
        }
    }
}
