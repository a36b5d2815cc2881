//! The hands of logs, their players by number, and every decision: where the betting stood, what could be done, what
//! was done.
//!
//! A log may be of any limit game of two players; one game at several stakes is one game.

use matches::acpc::hand_log::HandRecord;
use matches::acpc::log_reader::{LoggedHands, Reading, SkippedHand};
use matches::acpc::match_state::AcpcGame;
use rayon::prelude::*;
use solver::game::Action;
use std::collections::HashMap;
use std::path::PathBuf;

use crate::error::CompanionError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedHand {
    /// Who sat in positions 0 and 1.
    pub players: [usize; 2],
    pub game: usize,
    pub record: HandRecord,
}

#[derive(Clone, Debug)]
pub struct Hands {
    pub games: Vec<AcpcGame>,
    /// The players' names, in the order in which they first appear.
    pub names: Vec<String>,
    pub hands: Vec<LoggedHand>,
    pub cut_off: Vec<PathBuf>,
    pub skipped: Vec<SkippedHand>,
    /// What could not be checked, and where a log contradicts itself.
    pub remarks: Vec<String>,
}

impl Hands {
    pub(crate) fn game_of(&self, hand: &LoggedHand) -> &AcpcGame {
        &self.games[hand.game]
    }
}

pub fn read_logs(files: &[PathBuf], reading: &Reading) -> Result<Hands, CompanionError> {
    let logs = LoggedHands::read_as(files, reading)?;
    let mut names: Vec<String> = Vec::new();
    let mut numbers = HashMap::new();
    let hands = logs.hands.into_iter().map(|hand| {
        let players = hand.record.names.each_ref().map(|name| {
            *numbers.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            })
        });
        LoggedHand { players, game: hand.game, record: hand.record }
    });
    let hands = hands.collect();
    let LoggedHands { games, cut_off, skipped, remarks, .. } = logs;
    Ok(Hands { games, names, hands, cut_off, skipped, remarks })
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
    /// What the opponent has put in.
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

pub(crate) fn number_of(action: Action) -> usize {
    match action {
        Action::Fold => 0,
        Action::Call => 1,
        Action::Raise => 2,
    }
}

pub fn decisions(hands: &Hands) -> Vec<Decision> {
    let mut first_nodes = vec![0];
    for game in &hands.games {
        first_nodes.push(first_nodes[first_nodes.len() - 1] + game.tree().nodes().len());
    }
    let of_hand = |(number, hand): (usize, &LoggedHand)| decisions_of(hands, number, hand, first_nodes[hand.game]);
    hands.hands.par_iter().enumerate().map(of_hand).collect::<Vec<_>>().concat()
}

fn decisions_of(hands: &Hands, number: usize, hand: &LoggedHand, first_node: usize) -> Vec<Decision> {
    let game = hands.game_of(hand);
    let big_blind = game.definition().big_blind().0;
    let mut betting = game.start();
    let mut made = Vec::new();
    // What both had put in when the round began; before the flop the blinds count as bets of the round.
    let (mut round, mut before, mut raises) = (0, 0, 0);
    for action in hand.record.betting.chars().filter_map(Action::from_letter) {
        let (Some(node), Some(id)) = (betting.decision(), betting.decision_number()) else { break };
        let contributions = node.contributions.map(|chips| (i64::from(chips.0) * 10 / i64::from(big_blind)) as i32);
        if node.round != round {
            (round, before, raises) = (node.round, contributions[0].min(contributions[1]), 0);
        }
        let (own, other) = (contributions[node.player], contributions[1 - node.player]);
        made.push(Decision {
            player: hand.players[node.player],
            hand: number,
            position: node.player,
            node: first_node + id.number(),
            round,
            to_pay: other - own,
            own: own - before,
            other: other - before,
            pot: own + other,
            raises,
            legal: node.actions.iter().fold(0, |bits, &action| bits | 1 << number_of(action)),
            chosen: number_of(action),
        });
        raises += u32::from(action == Action::Raise);
        betting.act(action);
    }
    made
}
