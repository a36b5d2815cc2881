//! Training runs of hold'em against an opponent with exact cards: only with the files that belong to them, and begun
//! with what another run has learnt.

use crate::support::{BUCKETS, BucketFiles, Run, arrays, assert_unfit, scratch, settings, train};
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use solver::boards::{Buckets, CardRules, DealtBoard, FineBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::{CheckpointOrigin, Trainer, TrainingBuckets};
use solver::train::refinement::BEGINNING_WEIGHT;
use solver::train::{Opponent, Sampler, TableLayout, TrainingSettings, UpdateRule};
use solver::walk::{ChunkId, LANES, PreparedGame};
use std::collections::HashSet;
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::fingerprint::Fingerprint;
use tables::run::regret_table::Checkpoint;
use tables::run::table_home::TableHome;
use tables::strategy::reader::StrategyReader;

fn exact(rule: UpdateRule) -> TrainingSettings {
    settings(rule).against(Opponent::Exact)
}

/// With other files for one side or both than those that most runs have.
fn open_with(
    buckets: impl Into<TrainingBuckets>,
    settings: &TrainingSettings,
    checkpoint: &Path,
) -> Result<Trainer, SolverError> {
    Trainer::open(GameDefinition::holdem_limit(), buckets, settings.clone(), checkpoint, TableHome::Memory)
}

/// The usual learner, and an opponent with another file of the turn.
fn with_other_turn(folder: &Path) -> TrainingBuckets {
    let other = BucketFiles::shared().with(Round::Turn, BucketFiles::make_round(folder, Round::Turn, 2));
    TrainingBuckets { learner: BucketFiles::shared().open(), ..other.against(Opponent::Exact) }
}

fn parent(checkpoint: &Path) -> Fingerprint {
    Checkpoint::open(checkpoint).unwrap().file().fingerprint()
}

#[test]
fn the_learners_strategy_is_read_without_the_opponents_files() {
    let (_folder, [checkpoint, one, other]) = scratch(["checkpoint", "one.strategy", "other.strategy"]);
    let run = Run::new(&exact(UpdateRule::DCFR), &checkpoint);
    run.train(3).export(&one).unwrap();
    let (game, learner) = (GameDefinition::holdem_limit(), BucketFiles::shared().open());
    let reader = Trainer::open(game, learner, run.settings.clone(), &checkpoint, TableHome::CopyOnWrite).unwrap();
    reader.export(&other).unwrap();
    assert!(std::fs::read(one).unwrap() == std::fs::read(other).unwrap());
}

#[test]
fn a_run_can_begin_with_what_another_has_learnt() {
    let (folder, paths) = scratch(["coarse", "whole", "cut", "untrained", "again.strategy"]);
    let [coarse, whole, cut, untrained, strategy] = &paths;
    let folder = folder.path();
    let settings = &exact(UpdateRule::DCFR);
    let open = |checkpoint: &Path| Run::new(settings, checkpoint).open();
    let learnt = Run::new(settings, coarse).train(12);
    // The same buckets: what was learnt is taken over as it is.
    let mut trainer = open(whole);
    trainer.begin_with(&learnt, parent(coarse)).unwrap();
    assert_eq!(trainer.state().iterations, 12);
    let other_rule = Run::new(&exact(UpdateRule::Cfr), untrained).open();
    for (mut trainer, beginning, word) in
        [(open(untrained), &open(untrained), "learnt something"), (other_rule, &learnt, "dcfr")]
    {
        assert!(assert_unfit(trainer.begin_with(beginning, parent(coarse)), "beginning").contains(word));
    }
    assert!(assert_unfit(trainer.begin_with(&learnt, parent(coarse)), "beginning").contains("has not begun"));
    let begun = trainer.trained();
    assert!(begun.strategy_sums.iter().flatten().all(|&sum| sum == 0.0));
    assert!(begun.regrets == learnt.trained().regrets);
    assert!(begun.regrets.iter().flatten().filter(|&&own| own != 0.0).count() > 1_000);
    assert_eq!(trainer.state().weight, learnt.state().weight);
    // The opponent's regrets, too; they are seen in the file alone.
    train(&mut trainer, 12, whole);
    assert!(arrays(whole)[2] == arrays(coarse)[2]);
    // With another file of the flop the flop alone is divided.
    let other_flop = BucketFiles::make_round(folder, Round::Flop, 2);
    let learner = BucketFiles::shared().with(Round::Flop, other_flop).open();
    let other_flop = TrainingBuckets { learner, ..BucketFiles::shared().against(Opponent::Exact) };
    let mut other = open_with(other_flop, settings, cut).unwrap();
    other.begin_with(&learnt, parent(coarse)).unwrap();
    let (begun, before) = (other.trained(), learnt.trained());
    for at in begun.layout.chunks() {
        let [begun, before] = [&begun, &before].map(|it| &it.regrets[it.layout.chunk(at)]);
        assert_eq!(begun == before, at.round != 1 || before.iter().flatten().all(|&cell| cell == 0.0), "{at:?}");
    }
    assert_eq!(other.state().weight, learnt.state().weight * f64::from(BEGINNING_WEIGHT));
    // It goes on as any other run, and says what it began with.
    train(&mut trainer, 20, whole);
    let mut other = open(cut);
    other.begin_with(&learnt, parent(coarse)).unwrap();
    train(&mut other, 15, cut);
    let mut again = open(cut);
    assert_eq!(again.began_with().unwrap().fingerprint, parent(coarse));
    train(&mut again, 20, cut);
    assert!(arrays(cut) == arrays(whole));
    again.export(strategy).unwrap();
    let strategy = StrategyReader::open(strategy).unwrap();
    let names: Vec<&str> = strategy.file().header().parents.iter().map(|parent| parent.name.as_str()).collect();
    assert_eq!(names, ["flop", "turn", "river", "began_with"]);
}

#[test]
fn an_opponent_with_exact_cards_keeps_its_files() {
    let (folder, [checkpoint, fresh]) = scratch(["guarded", "fresh"]);
    let settings = exact(UpdateRule::Cfr);
    Run::new(&settings, &checkpoint).train(1);
    let origin = CheckpointOrigin::read(&checkpoint).unwrap();
    assert_eq!(origin.settings, settings);
    let names: Vec<&str> = origin.parents.iter().map(|parent| parent.name.as_str()).collect();
    assert_eq!(names, ["flop", "turn", "river", "opponent_flop", "opponent_turn"]);
    // Training against itself is another run, and so is one with another turn.
    let itself = settings.clone().against(Opponent::Itself);
    let learner = || BucketFiles::shared().open();
    let told = assert_unfit(open_with(learner(), &itself, &checkpoint), "checkpoint");
    assert!(told.contains("opponent exact"), "{told}");
    let opened = open_with(with_other_turn(folder.path()), &settings, &checkpoint);
    let Err(SolverError::Table(TableError::WrongPartner { name, .. })) = opened else { panic!("opened") };
    assert_eq!(name, "opponent_turn");
    // Files without such an opponent, and such an opponent without files.
    assert_unfit(open_with(learner(), &settings, &fresh), "opponent's buckets");
    let exact = BucketFiles::shared().against(Opponent::Exact);
    assert_unfit(open_with(exact, &itself, &fresh), "opponent's buckets");
    // It answers on boards, not on single deals.
    let deals = TrainingSettings { sampler: Sampler::Chance, ..settings };
    assert_unfit(Run::new(&deals, &fresh).open_in(TableHome::Memory), "opponent");
}

#[test]
fn the_flop_of_an_opponent_with_exact_cards_has_no_two_hands_in_one_bucket() {
    let turn = BucketTable::open(&BucketFiles::shared().paths[1]).unwrap();
    let fine = FineBuckets::new(None, turn).unwrap();
    assert_eq!([0, 1, 2, 3].map(|round| fine.count(round)), [169, 1_286_792, 8, 0]);
    let mut dealt = DealtBoard::default();
    // No two suits of this flop are alike.
    let board = evaluator::card::parse_cards("2c7cJdAhKs").unwrap();
    dealt.deal_exact(&CardRules::new(&GameDefinition::holdem_limit()), &fine, &board);
    assert_eq!(dealt.row(3).distinct.len(), 1_081);
    assert!(dealt.row(2).distinct.len() <= 8);
    // On the flop 2c7cJd a holding is another one with hearts and spades exchanged.
    let exchanged = |card: u8| if card % 4 >= 2 { card ^ 1 } else { card };
    let hands = dealt.order.cards().iter().map(|&[a, b]| {
        let mut image = [exchanged(a), exchanged(b)];
        image.sort_unstable();
        image.min([a, b])
    });
    assert_eq!(dealt.row(1).distinct.len(), hands.collect::<HashSet<_>>().len());
}

#[test]
fn what_an_opponent_has_learnt_is_divided_where_its_file_is_another() {
    let (folder, [coarse, divided]) = scratch(["coarse", "divided"]);
    let learnt = Run::new(&exact(UpdateRule::DCFR), &coarse).train(12);
    let mut other = open_with(with_other_turn(folder.path()), &exact(UpdateRule::DCFR), &divided).unwrap();
    other.begin_with(&learnt, parent(&coarse)).unwrap();
    assert!(other.trained().regrets == learnt.trained().regrets);
    // The opponent's regrets are seen in the file alone; this writes it without playing a board.
    train(&mut other, 12, &divided);
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit());
    let layout = TableLayout::with_counts(&game.lanes, &[STARTING_HANDS, BUCKETS, BUCKETS]);
    let regrets = [&divided, &coarse].map(|checkpoint| arrays(checkpoint).swap_remove(2));
    for ChunkId { round, chunk } in layout.chunks() {
        let rows = layout.chunk(ChunkId { round, chunk });
        let [begun, before] = regrets.each_ref().map(|cells| &cells[rows.start * LANES..rows.end * LANES]);
        assert_eq!(begun == before, round != 2 || before.iter().all(|&cell| cell == 0), "{round} {chunk}");
    }
}
