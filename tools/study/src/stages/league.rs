//! The stage that plays the strategies of one of the study's trainings against each other.

use abstraction::estimate::Prepared;
use matches::method::Method;
use solver::policy::FixedPolicy;
use solver::run::estimate::BettingWork;
use tables::file::fingerprint::Parent;
use tables::together::progress::Progress;

use super::league_parts::{PlannedLeague, league_recipe, players_open_at_once};
use super::size::{SMALL_FILE, largest_player, share_of_a_board, share_of_hands};
use super::{PieceTask, Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::study_run::StudyRun;

/// Core seconds to open a strategy of the full deck.
const OPENING: f64 = 0.5;
/// Core seconds of a board of a match with the full deck: of each player in both seats, and of each pair; measured at
/// 500 and 9,000 buckets.
const PLAYER_ON_A_BOARD: f64 = 3.5e-3;
const PAIR_ON_A_BOARD: f64 = 8e-4;
/// Core seconds of a game played out by hands.
const PLAYED_GAME: f64 = 3e-7;
/// The same without a limit.
const PLAYED_GAME_BY_THE_RULES: f64 = 2e-6;

/// What the boards at work take: measured.
const BOARDS_AT_WORK: u64 = 40 << 20;

pub(super) struct PlayLeague {
    pub plan: usize,
}

impl Stage for PlayLeague {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let name = run.training_name(self.plan);
        let mut products = vec![run.folder.league_of(name)?];
        if run.league()?.method == Method::Boards {
            products.push(run.folder.league_boards(name)?);
        }
        Ok(StageDefinition {
            recipe: league_recipe(run)?,
            parents: run.strategies(run.order().players_of(self.plan))?,
            products,
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, _prepared: Prepared) -> Result<Sizes, StudyError> {
        let league = run.league()?;
        let count = run.order().players_of(self.plan).count();
        let values = league.boards.unwrap_or(0) * 8 * (count * count.saturating_sub(1) / 2) as u64;
        let open = if league.method == Method::Hands { count } else { players_open_at_once(count) };
        let players = open as u64 * largest_player(run, run.order().players_of(self.plan))?;
        // Parts that were played hold all values once more.
        Ok(Sizes {
            memory: players + BOARDS_AT_WORK + 2 * values,
            disk: SMALL_FILE + 64 * (count * count) as u64 + values,
            passing: values,
        })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError> {
        let league = clock.run.league()?;
        let count = clock.run.order().players_of(self.plan).count();
        let pairs = (count * count.saturating_sub(1) / 2) as f64;
        let deck = clock.run.study.deck;
        let betting = BettingWork::of(&clock.run.study.definition()?).board;
        let boards = |boards: u64, players: usize, pairs: f64| {
            boards as f64
                * betting
                * share_of_a_board(deck)
                * (players as f64 * PLAYER_ON_A_BOARD + pairs * PAIR_ON_A_BOARD)
        };
        // Each built-in policy meets each strategy by itself.
        let against_built_in = (FixedPolicy::LIMIT.len() * count) as f64 * boards(league.built_in_boards, 2, 1.0);
        let is_limit = clock.run.study.definition()?.stack().is_none();
        let among_themselves = match league.hands.filter(|_| league.method == Method::Hands) {
            Some(hands) if is_limit => pairs * hands as f64 * PLAYED_GAME,
            Some(hands) => pairs * hands as f64 * PLAYED_GAME_BY_THE_RULES,
            None => boards(league.boards.unwrap_or(0), count, pairs),
        };
        let whole =
            clock.scaled(OPENING * share_of_hands(deck) * count as f64 + against_built_in + among_themselves)?;
        Ok((whole - need.spent.seconds).max(0.0))
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        "give fewer league.boards or league.hands".to_owned()
    }

    fn smaller(&self, _run: &StudyRun<'_>, _need: &StageNeed, _available: u64) -> Result<String, StudyError> {
        Ok("compare fewer variants, or give fewer buckets".to_owned())
    }

    /// Two groups of players against each other.
    fn pieces(&self, run: &StudyRun<'_>) -> Result<usize, StudyError> {
        Ok(PlannedLeague::new(run, self.plan)?.part_count())
    }

    fn work_piece(
        &self,
        run: &StudyRun<'_>,
        piece: usize,
        task: PieceTask,
        progress: &dyn Progress,
    ) -> Result<bool, StudyError> {
        PlannedLeague::new(run, self.plan)?.play_part(piece, task, progress)
    }

    fn work(&self, StageContext { run, progress, .. }: StageContext<'_>) -> Result<(), StudyError> {
        PlannedLeague::new(run, self.plan)?.play_all(run.training_name(self.plan), progress)
    }
}
