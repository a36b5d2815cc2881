//! Plays the league of one of a study's trainings, part after part: a league that was cut off goes on after its last
//! part.
//!
//! Players are in groups; a part is two groups against each other (or one within itself) on all boards, so that no more
//! than two groups' strategies are open at once. A board's values depend on the pair and the board alone: put together,
//! the parts are what one call for all pairs would have given. Groups depend on the study, never on the machine.

use matches::agent::Agent;
use matches::agent_loader::AgentLoader;
use matches::league::{League, board_tables, league_of_boards, play_league, play_match};
use matches::method::{Method, value_boards};
use matches::settings::league::{SettingPlayer, SettingsLeague, compare_drawn};
use serde_json::{Value, json};
use solver::policy::FixedPolicy;
use std::ops::Range;
use std::path::PathBuf;
use tables::file::sibling::remove_if_there;
use tables::run::state::{bincode, read_state_file, write_state_file};
use tables::together::progress::Progress;

use super::PieceTask;
use super::buckets::NamedProgress;
use crate::error::StudyError;
use crate::file::measures::LeaguePlan;
use crate::file::order::with_ending;
use crate::results::league::{BuiltInMatch, LeagueBoards, LeagueFile};
use crate::study_run::StudyRun;

/// The version of league files: those of an older one are played again, not misread.
const LEAGUE_FORM: u32 = 3;
/// Players of a group: two groups of the paper's size take some three gigabytes.
const PLAYERS_OF_A_GROUP: usize = 8;

/// What a league is made of beside its strategies.
pub(super) fn league_recipe(run: &StudyRun<'_>) -> Result<Value, StudyError> {
    let league = run.league()?;
    Ok(json!({
        "method": league.method, "observations": league.method.observations(league.amount()),
        "built_in_boards": league.built_in_boards, "seed": run.study.seed, "form": LEAGUE_FORM,
    }))
}

/// How many players of a league have their strategies open at once.
pub(super) fn players_open_at_once(players: usize) -> usize {
    players.min(2 * PLAYERS_OF_A_GROUP)
}

#[derive(Clone, PartialEq, Debug, Default, bincode::Encode, bincode::Decode)]
#[bincode(crate = "tables::run::state::bincode")]
struct LeaguePart {
    /// `[board][pair]`, the chips that the first of the pair wins a game.
    values: Vec<Vec<f64>>,
    /// `[player][policy]`, mbb/g and half the 95 % interval; empty where two groups meet.
    against_built_in: Vec<Vec<(f64, f64)>>,
}

/// The league of one of the study's trainings.
pub(super) struct PlannedLeague<'a> {
    run: &'a StudyRun<'a>,
    settings: &'a LeaguePlan,
    seed: u64,
    /// Of the stage and its parts.
    name: String,
    /// Places among all players of the study.
    players: Vec<usize>,
}

impl<'a> PlannedLeague<'a> {
    pub(super) fn new(run: &'a StudyRun<'a>, plan: usize) -> Result<Self, StudyError> {
        Ok(Self {
            run,
            settings: run.league()?,
            seed: run.study.seed,
            name: with_ending("league", run.training_name(plan)),
            players: run.order().players_of(plan).collect(),
        })
    }

    /// Plays it and writes its files.
    pub(super) fn play_all(&self, training: Option<&str>, progress: &dyn Progress) -> Result<(), StudyError> {
        let folder = self.run.folder;
        match self.settings.method {
            Method::Boards => {
                let (file, observed, parts) = self.by_boards(self.settings.amount(), progress)?;
                let strategies = self.run.strategies(self.players.iter().copied())?;
                observed.write(&folder.league_boards(training)?, league_recipe(self.run)?, strategies)?;
                file.write(folder, training)?;
                parts.iter().try_for_each(|part| remove_if_there(part))?;
            }
            _ => self.at_once(progress)?.write(folder, training)?,
        }
        Ok(())
    }

    /// How many parts can be played separately; 0 if its method has no parts.
    pub(super) fn part_count(&self) -> usize {
        if self.settings.method == Method::Boards { self.parts().len() } else { 0 }
    }

    /// Plays one part, or checks whether it has been played; returns whether it has been played afterwards.
    pub(super) fn play_part(&self, part: usize, task: PieceTask, progress: &dyn Progress) -> Result<bool, StudyError> {
        if self.settings.method != Method::Boards {
            return Ok(true);
        }
        let boards = self.settings.amount();
        let (rows, columns) = self.parts().swap_remove(part);
        Ok(match task {
            PieceTask::Look => self.played(boards, &rows, &columns)?.is_some(),
            PieceTask::Do => self.part(boards, &rows, &columns, &mut None, progress).map(|_| true)?,
        })
    }

    /// The two groups of each part, row after row.
    fn parts(&self) -> Vec<(Range<usize>, Range<usize>)> {
        let count = self.players.len();
        let groups: Vec<Range<usize>> =
            (0..count).step_by(PLAYERS_OF_A_GROUP).map(|first| first..count.min(first + PLAYERS_OF_A_GROUP)).collect();
        let of_row = |(number, rows): (usize, &Range<usize>)| {
            let columns = groups[number..].iter().cloned();
            columns.map(|columns| (rows.clone(), columns)).collect::<Vec<_>>()
        };
        groups.iter().enumerate().flat_map(of_row).collect()
    }

    fn file(&self, rows: &Range<usize>, columns: &Range<usize>) -> Result<PathBuf, StudyError> {
        let [row, column] = [rows, columns].map(|group| group.start / PLAYERS_OF_A_GROUP);
        Ok(self.run.folder.stage_part(&format!("{}-{row}-{column}", self.name))?)
    }

    fn played(
        &self,
        boards: u64,
        rows: &Range<usize>,
        columns: &Range<usize>,
    ) -> Result<Option<LeaguePart>, StudyError> {
        Ok(read_state_file(&self.file(rows, columns)?, &self.identity(boards, rows, columns)?)?)
    }

    /// A part, played unless it has been; the row's players are opened once, and stay open for the row's other parts.
    fn part(
        &self,
        boards: u64,
        rows: &Range<usize>,
        columns: &Range<usize>,
        open: &mut Option<Vec<Agent>>,
        progress: &dyn Progress,
    ) -> Result<LeaguePart, StudyError> {
        if let Some(part) = self.played(boards, rows, columns)? {
            return Ok(part);
        }
        if open.is_none() {
            *open = Some(self.open(rows.clone(), progress)?);
        }
        let opponents = if rows == columns { Vec::new() } else { self.open(columns.clone(), progress)? };
        let part = self.play(open.as_deref().unwrap_or(&[]), &opponents, boards, progress)?;
        write_state_file(&self.file(rows, columns)?, &self.identity(boards, rows, columns)?, &part)?;
        Ok(part)
    }

    /// All players at once, as a method without parts has it.
    fn at_once(&self, progress: &dyn Progress) -> Result<LeagueFile, StudyError> {
        let agents = self.open(0..self.players.len(), progress)?;
        let league = if agents.len() > 1 {
            Some(play_league(&agents, self.settings.method, self.settings.amount(), self.seed, progress)?)
        } else {
            None
        };
        let built_in = self.against_built_in(&agents, progress)?;
        Ok(LeagueFile { league, against_built_in: self.built_in_matches(&built_in), settings: None })
    }

    /// Part after part; also gives what was seen on every board, and the parts' files.
    fn by_boards(
        &self,
        boards: u64,
        progress: &dyn Progress,
    ) -> Result<(LeagueFile, LeagueBoards, Vec<PathBuf>), StudyError> {
        let count = self.players.len();
        let mut built_in = Vec::new();
        let mut pairs = Vec::new();
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); boards as usize];
        let mut files = Vec::new();
        let parts = self.parts();
        let of_parts = parts.len();
        // Opened for the first part that is still to be played, kept for the others of its row.
        let (mut open, mut row) = (None, 0..0);
        for (rows, columns) in parts {
            if rows != row {
                (open, row) = (None, rows.clone());
            }
            let behind = format!(", part {} of {of_parts}", files.len() + 1);
            let progress = NamedProgress { before: String::new(), behind, progress };
            let part = self.part(boards, &rows, &columns, &mut open, &progress)?;
            files.push(self.file(&rows, &columns)?);
            pairs.extend(pairs_between(&rows, &columns));
            for (all, of_part) in values.iter_mut().zip(part.values) {
                all.extend(of_part);
            }
            built_in.extend(part.against_built_in);
        }
        // As one call for all pairs has them: row after row.
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&place| pairs[place]);
        let pairs: Vec<(usize, usize)> = order.iter().map(|&place| pairs[place]).collect();
        for board in &mut values {
            *board = order.iter().map(|&place| board[place]).collect();
        }
        let players: Vec<String> = self.players.iter().map(|&it| self.run.order().players[it].name.clone()).collect();
        let game = self.run.study.definition()?;
        let league = if count > 1 { Some(league_of_boards(&game, players.clone(), &pairs, &values)?) } else { None };
        let settings = self.compare(league.as_ref(), board_tables(&game, count, &pairs, &values))?;
        let file = LeagueFile { league, against_built_in: self.built_in_matches(&built_in), settings };
        Ok((file, LeagueBoards { players, pairs, values }, files))
    }

    /// Two groups against each other, or, without opponents, one within itself and against the built-in policies.
    fn play(
        &self,
        group: &[Agent],
        opponents: &[Agent],
        boards: u64,
        progress: &dyn Progress,
    ) -> Result<LeaguePart, StudyError> {
        let agents: Vec<&Agent> = group.iter().chain(opponents).collect();
        let columns = if opponents.is_empty() { 0..group.len() } else { group.len()..agents.len() };
        let pairs = pairs_between(&(0..group.len()), &columns);
        // A single player has nobody to meet.
        let values = if pairs.is_empty() {
            vec![Vec::new(); boards as usize]
        } else {
            value_boards(&agents, &pairs, 0..boards, self.seed, progress)?
        };
        let against_built_in = if opponents.is_empty() { self.against_built_in(group, progress)? } else { Vec::new() };
        Ok(LeaguePart { values, against_built_in })
    }

    /// `[player][policy]`; empty if the study asks for none.
    fn against_built_in(&self, agents: &[Agent], progress: &dyn Progress) -> Result<Vec<Vec<(f64, f64)>>, StudyError> {
        if self.settings.built_in_boards == 0 {
            return Ok(Vec::new());
        }
        let game = self.run.study.definition()?;
        let policies = FixedPolicy::LIMIT.map(|policy| Agent::of_fixed_in(policy, &game));
        let against = |agent: &Agent, policy: &Agent| {
            let result = play_match(agent, policy, Method::Boards, self.settings.built_in_boards, self.seed, progress)?;
            Ok((result.mbb_per_game, result.ci95))
        };
        agents.iter().map(|agent| policies.iter().map(|policy| against(agent, policy)).collect()).collect()
    }

    fn built_in_matches(&self, of_players: &[Vec<(f64, f64)>]) -> Vec<BuiltInMatch> {
        let players = self.players.iter().map(|&number| &self.run.order().players[number].name);
        let of_player = |(player, results): (&String, &Vec<(f64, f64)>)| {
            let matches = FixedPolicy::LIMIT.iter().zip(results);
            let one = |(policy, &(mbb_per_game, ci95)): (&FixedPolicy, &(f64, f64))| BuiltInMatch {
                player: player.clone(),
                opponent: policy.name().to_owned(),
                mbb_per_game,
                ci95,
            };
            matches.map(one).collect::<Vec<_>>()
        };
        players.zip(of_players).flat_map(of_player).collect()
    }

    /// The settings' league, where they were made several times.
    fn compare(
        &self,
        league: Option<&League>,
        boards: impl Iterator<Item = Vec<Vec<f64>>>,
    ) -> Result<Option<SettingsLeague>, StudyError> {
        let order = self.run.order();
        let Some(league) = league.filter(|_| self.run.study.repeats.is_several() && order.settings.len() > 1) else {
            return Ok(None);
        };
        let labels: Vec<SettingPlayer> = self.players.iter().map(|&it| order.label(&order.players[it])).collect();
        Ok(Some(compare_drawn(order.drawn, &order.settings, &labels, &league.mbb_per_game, boards)?))
    }

    fn identity(&self, boards: u64, rows: &Range<usize>, columns: &Range<usize>) -> Result<Value, StudyError> {
        let strategies = |group: &Range<usize>| self.run.strategies(self.players[group.clone()].iter().copied());
        Ok(json!({
            "boards": boards, "built_in_boards": self.settings.built_in_boards, "seed": self.seed,
            "rows": strategies(rows)?, "columns": strategies(columns)?, "version": env!("CARGO_PKG_VERSION"),
        }))
    }

    /// Unpacking large strategies takes seconds each; an interruption is noticed between them.
    fn open(&self, players: Range<usize>, progress: &dyn Progress) -> Result<Vec<Agent>, StudyError> {
        let folder = self.run.folder;
        let loader = AgentLoader::new(&self.run.bucket_folders()?).verified();
        let mut loader = if self.settings.method == Method::Boards { loader.for_boards() } else { loader };
        let open = |&number: &usize| {
            progress.check()?;
            let player = &self.run.order().players[number];
            Ok(loader.open_strategy(&folder.strategy(&player.file)?)?.named(player.name.clone()))
        };
        self.players[players].iter().map(open).collect()
    }
}

/// All pairs of one of the rows and one of the columns, the first with the smaller number.
fn pairs_between(rows: &Range<usize>, columns: &Range<usize>) -> Vec<(usize, usize)> {
    let of_row = |row: usize| columns.clone().filter(move |&column| row < column).map(move |column| (row, column));
    rows.clone().flat_map(of_row).collect()
}
