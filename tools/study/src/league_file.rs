//! The league of a study: all strategies against each other and against the built-in policies, and the file of it.

use matches::agent::Agent;
use matches::agent_loader::AgentLoader;
use matches::league::{League, play_league, play_match};
use matches::method::Method;
use serde::{Deserialize, Serialize};
use solver::policy::FixedPolicy;
use std::io::ErrorKind;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;

use crate::error::StudyError;
use crate::play_settings::LeaguePlan;
use crate::stage_definition::StudyRun;

/// The file of the league stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeagueFile {
    /// Everyone against everyone; none for a study of a single variant.
    pub league: Option<League>,
    /// Each strategy against each built-in policy.
    pub against_built_in: Vec<BuiltInMatch>,
}

/// A strategy against a built-in policy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BuiltInMatch {
    /// The strategy's variant.
    pub player: String,
    /// The policy.
    pub opponent: String,
    /// What the strategy wins.
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval.
    pub ci95: f64,
}

/// Plays the league and the matches against the built-in policies.
///
/// # Errors
/// Strategy files that cannot be read, an interruption.
pub fn play(run: &StudyRun<'_>, plan: &LeaguePlan, progress: &dyn Progress) -> Result<(), StudyError> {
    let (method, folder, seed) = (plan.method()?, run.folder, run.study.seed);
    let mut loader = AgentLoader::new(&[folder.root().to_owned()]);
    let agents: Vec<Agent> = run
        .order
        .variants
        .iter()
        .map(|variant| Ok(loader.open_strategy(&folder.strategy(&variant.name)?)?.named(variant.name.clone())))
        .collect::<Result<_, StudyError>>()?;
    let league = if agents.len() > 1 { Some(play_league(&agents, method, seed, progress)?) } else { None };
    let mut against_built_in = Vec::new();
    if plan.built_in_boards > 0 {
        let method = Method::Boards { boards: plan.built_in_boards };
        for agent in &agents {
            for policy in FixedPolicy::ALL {
                let result = play_match(agent, &Agent::of_fixed(policy)?, method, seed, progress)?;
                against_built_in.push(BuiltInMatch {
                    player: agent.name().to_owned(),
                    opponent: policy.name().to_owned(),
                    mbb_per_game: result.mbb_per_game,
                    ci95: result.ci95,
                });
            }
        }
    }
    let file = LeagueFile { league, against_built_in };
    let text = serde_json::to_string_pretty(&file).expect("plain values have a JSON form");
    Ok(write_text_atomically(&folder.league(), &(text + "\n"))?)
}

impl LeagueFile {
    /// The league of a run; `None` if none has been played.
    ///
    /// # Errors
    /// A file that cannot be read or is none.
    pub fn read(folder: &RunFolder) -> Result<Option<Self>, StudyError> {
        let path = folder.league();
        let file = |problem: String| StudyError::File { path: path.clone(), problem };
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| file(format!("no league can be read ({error})")))?,
        };
        serde_json::from_str(&text).map(Some).map_err(|error| file(format!("not a league ({error})")))
    }
}
