//! The rule of doubling: a lead is settled once twice the training leaves it as it was. Before that it says which
//! abstraction learns faster, not which plays better in the end.

use std::iter::successors;

use report::number_format::whole;
use serde::Serialize;

use super::answer::Verdict;
use super::standings::{Standings, with_sign};
use crate::file::order::Variant;
use crate::file::study::Study;

/// The leader's winnings after two lengths of training, the second at least twice the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Doubling {
    /// Who is ahead after the longer training.
    pub leader: String,
    /// Boards or deals.
    pub unit: &'static str,
    /// How many of them, the shorter training first.
    pub lengths: [u64; 2],
    /// What the leader wins on average from the others, in mbb/g.
    pub mbb_per_game: [f64; 2],
    /// Half the 95 % interval of each, where it is known.
    pub half_widths: [Option<f64>; 2],
}

impl Doubling {
    /// The longest training of a study beside the one it went through at half its length, or before; `None` where a
    /// study has no such pair, or no league after one of the two.
    pub fn of(study: &Study, standings: &[Standings]) -> Option<Self> {
        let order = study.order();
        let league = |plan: usize| {
            let name = study.training_name(plan);
            standings.iter().find(|it| it.training.as_deref() == name && it.names.len() > 1)
        };
        let pairs = order.plans.iter().filter(|&&plan| plan < study.training.len()).filter_map(|&long| {
            let after_long = league(long)?;
            let leader = &after_long.names[*after_long.ranking().first()?];
            // Training does nothing to a strategy that was given.
            let is_trained = |variant: &&Variant| variant.strategies.is_empty();
            let mut trained = order.variants.iter().filter(is_trained);
            trained.find(|it| it.name == *leader || order.settings[it.setting] == *leader)?;
            let length = |plan: usize| study.training[plan].of_setting(leader).iterations();
            let most = length(long)? / 2;
            let short = successors(order.goes_on_from[long], |&plan| order.goes_on_from[plan])
                .find(|&plan| length(plan).is_some_and(|it| it <= most))?;
            let won = |standings: &Standings| {
                let row = standings.names.iter().position(|name| name == leader)?;
                Some(standings.mean(row))
            };
            let [before, after] = [won(league(short)?)?, won(after_long)?];
            Some(Self {
                leader: leader.clone(),
                unit: study.training[long].sampler().unit(),
                lengths: [length(short)?, length(long)?],
                mbb_per_game: [before.0, after.0],
                half_widths: [before.1, after.1],
            })
        });
        pairs.max_by_key(|it| it.lengths[1])
    }

    /// What that means, in a sentence that claims no more than the rule allows.
    pub fn verdict(&self) -> Verdict {
        let Self { leader, unit, lengths, mbb_per_game, half_widths } = self;
        let [before, after] = [0, 1].map(|it| with_sign(mbb_per_game[it], half_widths[it]));
        let [short, long] = lengths.map(whole);
        let meaning =
            format!("mbb/g is what {leader} wins on average after {short} and after {long} {unit} of training");
        Verdict { claim: self.claim(), number: format!("{before} → {after}"), meaning }
    }

    fn claim(&self) -> String {
        let Self { leader, lengths, mbb_per_game: [before, after], half_widths, .. } = self;
        let more = if lengths[1] == 2 * lengths[0] { "twice the training" } else { "the longer training" };
        let [Some(of_before), Some(of_after)] = half_widths else {
            return format!("{leader} is ahead; whether {more} changes that is not known.");
        };
        // The same opponents and boards serve both, so this is wider than it need be, if anything.
        let apart = of_before.hypot(*of_after);
        let (shrinks, grows) = (after - before < -apart, after - before > apart);
        match after > of_after {
            true if shrinks => format!(
                "{leader} is ahead, but {more} shrinks its lead: it learns faster, and who plays better in the end is \
                 open."
            ),
            true if grows => format!("{leader} is ahead, and {more} takes it further: how far that goes is open."),
            true => format!("{leader} is ahead, and {more} changes that by no more than chance explains."),
            false if shrinks => format!("After {more} nothing is left of the lead of {leader}: it only learnt faster."),
            false => format!("After {more} nobody is ahead by more than chance explains."),
        }
    }
}
