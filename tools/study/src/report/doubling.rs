//! The rule of doubling: a lead is settled once twice the training leaves it as it was. Before that it says which
//! abstraction learns faster, not which plays better in the end.

use serde::Serialize;

use super::answer::Verdict;
use super::standings::{Standings, with_sign};
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

/// What twice the training does to a lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// There are no intervals to tell by.
    NotKnown,
    /// Nobody is ahead by more than chance explains, before or after.
    Nobody,
    Stays,
    Shrinks,
    Grows,
}

impl Doubling {
    /// The longest training of a study that goes on from one of at most half its length, with the league after each;
    /// `None` where there is no such pair.
    pub fn of(study: &Study, standings: &[Standings]) -> Option<Self> {
        let found = |plan: usize| {
            let name = study.training[plan].name.as_deref();
            standings.iter().find(|it| it.training.as_deref() == name && it.names.len() > 1)
        };
        let pairs = study.order().plans.iter().filter_map(|&long| {
            let [after_short, after_long] = [study.order().goes_on_from[long]?, long].map(|plan| (plan, found(plan)));
            let standings = after_long.1?;
            let leader = &standings.names[*standings.ranking().first()?];
            let mut doubling = Self {
                leader: leader.clone(),
                unit: study.training[long].sampler().unit(),
                lengths: [0; 2],
                mbb_per_game: [0.0; 2],
                half_widths: [None; 2],
            };
            for (number, (plan, standings)) in [after_short, after_long].into_iter().enumerate() {
                let standings = standings?;
                let row = standings.names.iter().position(|name| name == leader)?;
                doubling.lengths[number] = study.training[plan].of_setting(leader).iterations()?;
                (doubling.mbb_per_game[number], doubling.half_widths[number]) = standings.mean(row);
            }
            (doubling.lengths[1] >= doubling.lengths[0].saturating_mul(2)).then_some(doubling)
        });
        pairs.max_by_key(|it| it.lengths[1])
    }

    fn outcome(&self) -> Outcome {
        let ([before, after], [Some(of_before), Some(of_after)]) = (self.mbb_per_game, self.half_widths) else {
            return Outcome::NotKnown;
        };
        // The same opponents and boards serve both, so this is wider than it need be, if anything.
        let apart = of_before.hypot(of_after);
        match after - before {
            change if change < -apart => Outcome::Shrinks,
            change if change > apart => Outcome::Grows,
            _ if after > of_after => Outcome::Stays,
            _ => Outcome::Nobody,
        }
    }

    /// What that means, in a sentence that claims no more than the rule allows.
    pub fn verdict(&self) -> Verdict {
        let Self { leader, unit, lengths, mbb_per_game, half_widths } = self;
        let claim = match self.outcome() {
            Outcome::NotKnown => format!("{leader} is ahead; whether twice the training changes that is not known."),
            Outcome::Nobody => "Nobody is ahead after twice the training by more than chance explains.".to_owned(),
            Outcome::Stays => {
                format!("{leader} is ahead, and twice the training changes that by no more than chance explains.")
            }
            Outcome::Shrinks => format!(
                "{leader} is ahead, but twice the training shrinks its lead: it learns faster, and who plays better \
                 in the end is open."
            ),
            Outcome::Grows => {
                format!("{leader} is ahead, and twice the training widens its lead: how far it goes is open.")
            }
        };
        let [before, after] = [0, 1].map(|it| with_sign(mbb_per_game[it], half_widths[it]));
        let [short, long] = lengths.map(report::number_format::whole);
        let meaning =
            format!("mbb/g is what {leader} wins on average after {short} and after {long} {unit} of training");
        Verdict { claim, number: format!("{before} → {after}"), meaning }
    }
}
