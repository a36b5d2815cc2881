//! What to do with the strategies of a run: look at one, and measure how far it is from equilibrium.

use report::number_format::seconds;
use report::page::Page;
use report::page_parts::Facts;
use serde::Serialize;
use tables::run::folder::RunFolder;

use super::answer::Verdict;
use super::standings::Standings;
use super::typed;
use crate::error::StudyError;
use crate::file::training::DEFAULT_WATCH_FLOPS;
use crate::references::{self, SHIPPED};
use crate::stages::exploitability::response_seconds;
use crate::study_run::StudyRun;

/// Commands for a shell, with the run's own paths.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NextSteps {
    /// A page on this machine, where all strategies can be explored and played against.
    pub look: String,
    /// How far one strategy is from equilibrium.
    pub exploit: String,
    /// What that takes on a core like those it was measured on.
    pub exploit_core_seconds: f64,
}

impl NextSteps {
    /// Those of a study: with its leader or, without a league, its first strategy; `None` before there is any.
    pub fn of(run: &StudyRun<'_>, standings: &[Standings]) -> Result<Option<Self>, StudyError> {
        let order = run.order();
        let leader = standings.first().and_then(|it| Some((it.training.as_deref(), &it.names[*it.ranking().first()?])));
        let is_leader = |&player: &usize| {
            let player = &order.players[player];
            let setting = &order.settings[order.variants[player.variant].setting];
            leader.is_none_or(|(training, name)| {
                run.training_name(player.plan) == training && (player.name == *name || setting == name)
            })
        };
        let Some(player) = (0..order.players.len()).find(is_leader) else { return Ok(None) };
        let game = run.study.definition()?;
        let seconds = response_seconds(&game) * DEFAULT_WATCH_FLOPS as f64;
        let next = Self::with(run.folder, &order.players[player].file, seconds)?;
        // A level instead of what a few flops say, where the program knows one.
        let is_known = references::shipped()?.require_game(SHIPPED, &game).is_ok();
        Ok(next.map(|next| match is_known {
            true => Self { exploit: format!("{} --beside-exact {SHIPPED}", next.exploit), ..next },
            false => next,
        }))
    }

    /// Those with a strategy of a run, if it is there.
    pub(super) fn with(folder: &RunFolder, strategy: &str, core_seconds: f64) -> Result<Option<Self>, StudyError> {
        let file = folder.strategy(strategy)?;
        Ok(file.exists().then(|| Self {
            look: format!("equipoise explore {}", typed(folder.root())),
            exploit: format!("equipoise exploit {} --flops {DEFAULT_WATCH_FLOPS}", typed(&file)),
            exploit_core_seconds: core_seconds,
        }))
    }

    /// The answer to how far from equilibrium, where that was not measured.
    pub(super) fn unmeasured(&self) -> Verdict {
        Verdict {
            claim: "How far from equilibrium these strategies are was not measured.".to_owned(),
            number: String::new(),
            meaning: format!(
                "Measure one of them, in about {} of a core: {}. With [exploitability], a study measures all.",
                seconds(self.exploit_core_seconds),
                self.exploit
            ),
        }
    }

    /// Adds the section.
    pub(super) fn section(&self, page: Page) -> Page {
        let facts = Facts::default().with("look at the strategies, and play against them", self.look.clone()).with(
            format!("how far from equilibrium, about {} of a core", seconds(self.exploit_core_seconds)),
            self.exploit.clone(),
        );
        page.section("Going on", "").facts(&facts, "Commands for a shell, with the paths of this run")
    }
}
