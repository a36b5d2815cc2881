//! The hands of logs, their players by number, and every decision: where the betting stood, what could be done, what
//! was done.
//!
//! A log may be of any limit game of two players; one game at several stakes is one game.
//!
//! What each player does is counted hand by hand: shares with 95 % intervals over hands, winnings with one over deals.

use matches::acpc::log_reader::{LoggedHand, LoggedHands, Reading};
use matches::acpc::match_state::AcpcGame;
use matches::luck::judge::Deal;
use matches::statistics::score::Ratio;
use rayon::prelude::*;
use serde_json::{Value, json};
use solver::error::SolverError;
use solver::game::{Action, BettingTree, Next, NodeId};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use crate::error::Result;

#[derive(Clone, Debug)]
pub struct Hands {
    pub logs: LoggedHands,
    /// The players' names, in the order in which they first appear.
    pub names: Vec<String>,
    /// Who sat in positions 0 and 1, hand by hand.
    seats: Vec<[usize; 2]>,
}

impl Hands {
    pub(crate) fn game_of(&self, hand: &LoggedHand) -> &AcpcGame {
        &self.logs.games[hand.game]
    }
}

pub fn read_logs(files: &[PathBuf], reading: &Reading) -> Result<Hands> {
    let logs = LoggedHands::read_as(files, reading)?;
    for game in &logs.games {
        game.definition().clone().limit_only("styles are read from").map_err(SolverError::from)?;
    }
    let mut names: Vec<String> = Vec::new();
    let mut numbers = HashMap::new();
    let mut number_of = |name: &String| {
        *numbers.entry(name.clone()).or_insert_with(|| {
            names.push(name.clone());
            names.len() - 1
        })
    };
    let seats = logs.hands.iter().map(|hand| hand.record.names.each_ref().map(&mut number_of)).collect();
    Ok(Hands { logs, names, seats })
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    pub player: usize,
    pub hand: usize,
    /// The position of the player who decided, 0 the big blind.
    pub position: usize,
    /// The decision's number in the betting trees of all games, one after another.
    pub node: usize,
    pub round: usize,
    /// What is to be paid, in chips of which a big blind has 10.
    pub to_pay: i32,
    /// What the player who decides has put in during this round.
    pub own: i32,
    pub other: i32,
    pub pot: i32,
    pub raises: u32,
    /// A bit for each action that was legal: fold, call, raise.
    pub legal: u8,
    /// What was done: 0 fold, 1 check or call, 2 bet or raise.
    pub chosen: usize,
}

impl Decision {
    pub fn allows(&self, number: usize) -> bool {
        self.legal >> number & 1 == 1
    }
}

pub fn decisions(hands: &Hands) -> Vec<Decision> {
    let trees: Vec<BettingTree> = hands.logs.games.iter().map(|game| BettingTree::new(game.definition())).collect();
    let mut first_nodes = vec![0];
    for tree in &trees {
        first_nodes.push(first_nodes[first_nodes.len() - 1] + tree.nodes().len());
    }
    let of_hand = |(number, hand): (usize, &LoggedHand)| {
        decisions_of(hands, number, hand, (&trees[hand.game], first_nodes[hand.game]))
    };
    hands.logs.hands.par_iter().enumerate().map(of_hand).collect::<Vec<_>>().concat()
}

fn decisions_of(
    hands: &Hands,
    number: usize,
    hand: &LoggedHand,
    (tree, first_node): (&BettingTree, usize),
) -> Vec<Decision> {
    let big_blind = hands.game_of(hand).definition().big_blind().0;
    let mut here = Next::Decision(NodeId::ROOT);
    let mut made = Vec::new();
    // What both had put in when the round began; before the flop the blinds count as bets of the round.
    let (mut round, mut before, mut raises) = (0, 0, 0);
    for action in hand.record.betting.chars().filter_map(Action::from_letter) {
        let Next::Decision(id) = here else { break };
        let node = &tree[id];
        let contributions = node.contributions.map(|chips| (i64::from(chips.0) * 10 / i64::from(big_blind)) as i32);
        if node.round != round {
            (round, before, raises) = (node.round, contributions[0].min(contributions[1]), 0);
        }
        let (own, other) = (contributions[node.player], contributions[1 - node.player]);
        made.push(Decision {
            player: hands.seats[number][node.player],
            hand: number,
            position: node.player,
            node: first_node + id.number(),
            round,
            to_pay: other - own,
            own: own - before,
            other: other - before,
            pot: own + other,
            raises,
            legal: node.actions.iter().fold(0, |bits, &action| bits | 1 << action.column()),
            chosen: action.column(),
        });
        raises += u32::from(action == Action::Raise(0));
        let Some(taken) = node.actions.iter().position(|&legal| legal == action) else { break };
        here = node.children[taken];
    }
    made
}

/// What is counted of a player, by key: actions that are not folds among all decisions; bets and raises among these;
/// folds where something was to be paid; hands raised before the flop; showdowns among hands that came to the flop; and
/// winnings in thousandths of a big blind per hand, the hands of one deal being one observation.
pub const COUNTED: [&str; 6] = ["looseness", "aggression", "fold_to_bet", "preflop_raise", "showdown", "mbb_per_game"];

#[derive(Clone, PartialEq, Default, Debug)]
pub struct PlayerCounts {
    pub hands: u64,
    pub decisions: u64,
    /// One for each of [`COUNTED`].
    pub ratios: [Ratio; COUNTED.len()],
}

#[derive(Clone, Copy, Default)]
struct OneHand {
    decisions: f64,
    folds: f64,
    raises: f64,
    faced: f64,
    raised_before_flop: bool,
}

pub fn counts(hands: &Hands, decisions: &[Decision]) -> Vec<PlayerCounts> {
    let mut counts = vec![PlayerCounts::default(); hands.names.len()];
    let mut won: Vec<BTreeMap<Deal, (f64, f64)>> = vec![BTreeMap::new(); hands.names.len()];
    let mut rest = decisions;
    for (number, hand) in hands.logs.hands.iter().enumerate() {
        let of_hand = rest.iter().take_while(|it| it.hand == number).count();
        let (own, others) = rest.split_at(of_hand);
        rest = others;
        let mut both = [OneHand::default(); 2];
        for decision in own {
            let one = &mut both[decision.position];
            one.decisions += 1.0;
            one.folds += f64::from(u8::from(decision.chosen == 0));
            one.raises += f64::from(u8::from(decision.chosen == 2));
            one.faced += f64::from(u8::from(decision.to_pay > 0));
            one.raised_before_flop |= decision.chosen == 2 && decision.round == 0;
        }
        let saw_flop = hand.record.cards.board.len() > 1;
        let mbb = 1000.0 / hands.game_of(hand).definition().big_blind().as_f64();
        let deal = Deal::of(&hand.record, number as u64);
        let folded = both.iter().any(|one| one.folds > 0.0);
        for (position, one) in both.iter().enumerate() {
            let player = hands.seats[number][position];
            counts[player].add(one, saw_flop, !folded);
            let of_deal = won[player].entry(deal).or_default();
            *of_deal = (of_deal.0 + mbb * hand.record.chips[position] as f64, of_deal.1 + 1.0);
        }
    }
    for (counts, deals) in counts.iter_mut().zip(won) {
        deals.into_values().for_each(|(won, hands)| counts.ratios[5].add(won, hands));
    }
    counts
}

impl PlayerCounts {
    fn add(&mut self, one: &OneHand, saw_flop: bool, showed: bool) {
        let stays = one.decisions - one.folds;
        let yes = |it: bool| f64::from(u8::from(it));
        self.hands += 1;
        self.decisions += one.decisions as u64;
        let of_hand = [
            (stays, one.decisions),
            (one.raises, stays),
            (one.folds, one.faced),
            (yes(one.raised_before_flop), 1.0),
            (yes(showed && saw_flop), yes(saw_flop)),
        ];
        self.ratios.iter_mut().zip(of_hand).for_each(|(ratio, (part, whole))| ratio.add(part, whole));
    }

    /// One of the [`COUNTED`]; `None` where there was nothing to be a share of.
    pub fn share(&self, key: &str) -> Option<f64> {
        COUNTED.iter().zip(&self.ratios).find(|(counted, _)| **counted == key)?.1.share()
    }

    pub fn to_json(&self, name: &str, cluster: Option<usize>) -> Value {
        let mut player = json!({ "name": name, "hands": self.hands, "decisions": self.decisions, "cluster": cluster });
        for (key, ratio) in COUNTED.iter().zip(&self.ratios) {
            player[*key] = json!(ratio.share());
            player[format!("{key}_se")] = json!(ratio.standard_error());
            player[format!("{key}_ci95")] = json!(ratio.half_interval95());
        }
        player
    }
}
