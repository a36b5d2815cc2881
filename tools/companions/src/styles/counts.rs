//! What each player does, counted hand by hand: shares with 95 % intervals over hands, winnings with one over deals.

use matches::luck::logged_results::Deal;
use matches::statistics::score::Ratio;
use serde_json::{Value, json};
use std::collections::BTreeMap;

use super::log_input::{Decision, Hands};

#[derive(Clone, PartialEq, Default, Debug)]
pub struct PlayerCounts {
    pub hands: u64,
    pub decisions: u64,
    /// Actions that are not folds among all decisions.
    pub looseness: Ratio,
    /// Bets and raises among actions that are not folds.
    pub aggression: Ratio,
    /// Folds where something was to be paid.
    pub fold_to_bet: Ratio,
    /// Hands that the player raised before the flop.
    pub preflop_raise: Ratio,
    /// Showdowns among hands that came to the flop.
    pub showdown: Ratio,
    /// Winnings, in thousandths of a big blind per hand; the hands of one deal are one observation.
    pub winnings: Ratio,
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
    for (number, hand) in hands.hands.iter().enumerate() {
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
            let player = hand.players[position];
            counts[player].add(one, saw_flop, !folded);
            let of_deal = won[player].entry(deal).or_default();
            *of_deal = (of_deal.0 + mbb * hand.record.chips[position] as f64, of_deal.1 + 1.0);
        }
    }
    for (counts, deals) in counts.iter_mut().zip(won) {
        deals.into_values().for_each(|(won, hands)| counts.winnings.add(won, hands));
    }
    counts
}

impl PlayerCounts {
    fn add(&mut self, one: &OneHand, saw_flop: bool, showed: bool) {
        let stays = one.decisions - one.folds;
        let yes = |it: bool| f64::from(u8::from(it));
        self.hands += 1;
        self.decisions += one.decisions as u64;
        self.looseness.add(stays, one.decisions);
        self.aggression.add(one.raises, stays);
        self.fold_to_bet.add(one.folds, one.faced);
        self.preflop_raise.add(yes(one.raised_before_flop), 1.0);
        self.showdown.add(yes(showed && saw_flop), yes(saw_flop));
    }

    pub fn shares(&self) -> [(&'static str, &Ratio); 6] {
        [
            ("looseness", &self.looseness),
            ("aggression", &self.aggression),
            ("fold_to_bet", &self.fold_to_bet),
            ("preflop_raise", &self.preflop_raise),
            ("showdown", &self.showdown),
            ("mbb_per_game", &self.winnings),
        ]
    }

    pub fn to_json(&self, name: &str, cluster: Option<usize>) -> Value {
        let mut player = json!({ "name": name, "hands": self.hands, "decisions": self.decisions, "cluster": cluster });
        for (key, ratio) in self.shares() {
            player[key] = json!(ratio.share());
            player[format!("{key}_se")] = json!(ratio.standard_error());
            player[format!("{key}_ci95")] = json!(ratio.half_interval95());
        }
        player
    }
}
