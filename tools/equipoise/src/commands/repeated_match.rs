//! `match --protocol paper`: few deals, each played again and again, and what another seed of the deals would have
//! given.

use clap::Args;
use matches::agent::Agent;
use matches::repeated_deals::{Dice, PAPER_DEALS, PAPER_SETS, RepeatedDeals, RepeatedMatch, Seats};

use crate::failure::wrong;
use crate::plain_table::{columns, facts, grouped};
use crate::session::{Document, Session};
use crate::terminal::{known, with_error};

/// How deals are repeated.
#[derive(Args, Debug)]
pub struct Repetition {
    /// paper, as Taniguchi and Ito played (IPSJ SIG Technical Report 2015-ICS-179, no. 21, 2015): 27,000 deals (9
    /// blocks of 3,000), each played in 3,000 sets with new dice; the interval is one over the deals
    #[arg(long, value_name = "NAME", value_parser = ["paper"])]
    protocol: Option<String>,
    /// alternating (the blinds change sides from deal to deal, the hands do not) or exchanged (every game from both
    /// seats) [default: alternating]
    #[arg(long, value_name = "SEATS", requires = "protocol")]
    seats: Option<Seats>,
    /// thrown (each deal is played in --sets sets) or exact (each deal counts with its expectation over all dice)
    /// [default: thrown; exact with several deal seeds]
    #[arg(long, value_name = "DICE", value_parser = ["thrown", "exact"], requires = "protocol")]
    dice: Option<String>,
    /// How many different deals [default: 27000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "protocol")]
    deals: Option<u64>,
    /// How often each deal is played [default: 3000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "protocol")]
    sets: Option<u64>,
    /// Plays the match with the deals of this many seeds, --seed and those that follow it, and shows how the results
    /// differ [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "protocol")]
    deal_seeds: Option<u64>,
}

impl Repetition {
    pub fn protocol(&self) -> anyhow::Result<Option<RepeatedDeals>> {
        if self.protocol.is_none() {
            return Ok(None);
        }
        let is_exact = match &self.dice {
            Some(dice) => dice == "exact",
            None => self.sets.is_none() && self.deal_seeds.is_some_and(|seeds| seeds > 1),
        };
        let dice = match (is_exact, self.sets) {
            (true, Some(_)) => return Err(wrong("--dice exact: takes all dice at once; leave out --sets")),
            (true, None) => Dice::Exact,
            (false, sets) => Dice::Thrown { sets: sets.unwrap_or(PAPER_SETS) },
        };
        let (deals, seats) = (self.deals.unwrap_or(PAPER_DEALS), self.seats.unwrap_or(Seats::Alternating));
        Ok(Some(RepeatedDeals { deals, seats, dice }))
    }

    pub fn play(&self, protocol: &RepeatedDeals, players: [&Agent; 2], session: &Session) -> anyhow::Result<Document> {
        let result = protocol.play(players, session.seed(), self.deal_seeds.unwrap_or(1), &session.progress)?;
        let text = described(protocol, players.map(Agent::name), &result);
        Ok(Document::new(serde_json::to_value(&result)?, text))
    }
}

fn described(protocol: &RepeatedDeals, [first, second]: [&str; 2], result: &RepeatedMatch) -> String {
    let repeated = match protocol.dice {
        Dice::Thrown { sets: 1 } => "played once".to_owned(),
        Dice::Thrown { sets } => format!("played {} times", grouped(sets)),
        Dice::Exact => "at its expectation over the dice".to_owned(),
    };
    let deals = grouped(protocol.deals);
    let over_deals = if result.ci95.is_finite() { " (95 %, over the deals)" } else { ", a single deal: no interval" };
    let mut rows = vec![
        ("players", format!("{first} against {second}")),
        ("winnings", format!("{} mbb/g{over_deals}", with_error(result.mbb_per_game, result.ci95))),
        ("protocol", format!("{}: {deals} deals, each {repeated}; seats {}", result.protocol, result.seats)),
        ("games", grouped(result.games)),
    ];
    let Some(spread) = &result.spread else {
        let deviation = result.deal_seeds.first().map_or(f64::INFINITY, |seed| seed.standard_deviation);
        rows.insert(2, ("of a deal", format!("standard deviation {} mbb/g", known(deviation, 0))));
        return facts(&rows);
    };
    let (seeds, deviation) = (result.deal_seeds.len(), spread.standard_deviation);
    let expected = spread.expected_standard_deviation;
    rows.push(("deal seeds", format!("{seeds}, results from {:+.1} to {:+.1}", spread.lowest, spread.highest)));
    rows.push((
        "spread",
        format!("standard deviation {deviation:.2} mbb/g, where a seed's deals expect {}", known(expected, 2)),
    ));
    let seeds = result
        .deal_seeds
        .iter()
        .map(|seed| vec![seed.seed.to_string(), format!("{:+.1}", seed.mbb_per_game), known(seed.ci95, 1)]);
    format!("{}\n\n{}", facts(&rows), columns(&["deal seed", "mbb/g", "±"], &seeds.collect::<Vec<_>>()))
}
