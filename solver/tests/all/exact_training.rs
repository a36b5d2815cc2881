//! Training runs of hold'em against an opponent with exact cards: the same bytes however they are cut, and only with
//! the files that belong to them.

use crate::support::{BUCKETS, BucketFiles, StopAfter, arrays, on_threads, open_run, settings, train};
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use solver::boards::{Buckets, CardRules, DealtBoard, FineBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::{CheckpointOrigin, Trainer, TrainingBuckets};
use solver::train::refinement::BEGINNING_WEIGHT;
use solver::train::{Budget, Opponent, Sampler, TableLayout, TrainingSettings, UpdateRule};
use solver::walk::{ChunkId, LANES, PreparedGame};
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

fn open(settings: &TrainingSettings, checkpoint: &Path) -> Trainer {
    open_run(BucketFiles::shared(), settings, checkpoint, TableHome::Memory).unwrap()
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

/// A run of twelve iterations.
fn coarse_run(checkpoint: &Path) -> Trainer {
    let mut coarse = open(&exact(UpdateRule::DCFR), checkpoint);
    train(&mut coarse, 12, checkpoint);
    coarse
}

#[test]
fn training_against_exact_cards_gives_the_same_bytes_however_it_is_cut() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let settings = &exact(UpdateRule::DCFR);
    let [whole, cut, on_disk] = ["whole", "cut", "on-disk"].map(|name| folder.join(name));
    on_threads(1, || train(&mut open(settings, &whole), 22, &whole));
    on_threads(2, || {
        let stopped = open(settings, &cut).run(Budget::Iterations(22), None, &cut, &StopAfter::units(7));
        assert!(matches!(stopped, Err(SolverError::Cancelled(_))));
        train(&mut open(settings, &cut), 22, &cut);
        let home = TableHome::WorkingFile(folder);
        train(&mut open_run(BucketFiles::shared(), settings, &on_disk, home).unwrap(), 22, &on_disk);
    });
    let trained = arrays(&whole);
    assert_eq!(trained.len(), 3);
    assert!(trained.iter().all(|array| array.iter().any(|&cell| cell != 0)));
    assert!(arrays(&cut) == trained && arrays(&on_disk) == trained);
    // The learner's strategy is read without the opponent's files.
    let (game, learner) = (GameDefinition::holdem_limit(), BucketFiles::shared().open());
    let reader = Trainer::open(game, learner, settings.clone(), &whole, TableHome::CopyOnWrite).unwrap();
    let [one, other] = [(reader, "whole"), (open(settings, &whole), "again")].map(|(trainer, name)| {
        let strategy = folder.join(format!("{name}.strategy"));
        trainer.export(&strategy).unwrap();
        std::fs::read(strategy).unwrap()
    });
    assert!(one == other);
}

#[test]
fn a_run_can_begin_with_what_another_has_learnt() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let [coarse, whole, cut, untrained] = ["coarse", "whole", "cut", "untrained"].map(|name| folder.join(name));
    let settings = &exact(UpdateRule::DCFR);
    let learnt = coarse_run(&coarse);
    // The same buckets: what was learnt is taken over as it is.
    let mut trainer = open(settings, &whole);
    trainer.begin_with(&learnt, parent(&coarse)).unwrap();
    assert_eq!(trainer.state().iterations, 12);
    let fresh = || open(settings, &untrained);
    for (mut trainer, beginning, word) in
        [(fresh(), &fresh(), "learnt something"), (open(&exact(UpdateRule::Cfr), &cut), &learnt, "dcfr")]
    {
        assert_refused(trainer.begin_with(beginning, parent(&coarse)), word);
    }
    assert_refused(trainer.begin_with(&learnt, parent(&coarse)), "has not begun");
    let begun = trainer.trained();
    assert!(begun.strategy_sums.iter().flatten().all(|&sum| sum == 0.0));
    assert!(begun.regrets == learnt.trained().regrets);
    assert!(begun.regrets.iter().flatten().filter(|&&own| own != 0.0).count() > 1_000);
    assert_eq!(trainer.state().weight, learnt.state().weight);
    // The opponent's regrets, too; they are seen in the file alone.
    train(&mut trainer, 12, &whole);
    assert!(arrays(&whole)[2] == arrays(&coarse)[2]);
    // With another file of the flop the flop alone is divided.
    let other_flop = BucketFiles::make_round(folder, Round::Flop, 2);
    let learner = BucketFiles::shared().with(Round::Flop, other_flop).open();
    let other_flop = TrainingBuckets { learner, ..BucketFiles::shared().against(Opponent::Exact) };
    let mut other = open_with(other_flop, settings, &cut).unwrap();
    other.begin_with(&learnt, parent(&coarse)).unwrap();
    let (begun, before) = (other.trained(), learnt.trained());
    for at in begun.layout.chunks() {
        let [begun, before] = [&begun, &before].map(|it| &it.regrets[it.layout.chunk(at)]);
        assert_eq!(begun == before, at.round != 1 || before.iter().flatten().all(|&cell| cell == 0.0), "{at:?}");
    }
    assert_eq!(other.state().weight, learnt.state().weight * f64::from(BEGINNING_WEIGHT));
    // It goes on as any other run, and says what it began with.
    train(&mut trainer, 20, &whole);
    let mut other = open(settings, &cut);
    other.begin_with(&learnt, parent(&coarse)).unwrap();
    train(&mut other, 15, &cut);
    let mut again = open(settings, &cut);
    assert_eq!(again.began_with().unwrap().fingerprint, parent(&coarse));
    train(&mut again, 20, &cut);
    assert!(arrays(&cut) == arrays(&whole));
    let strategy = folder.join("again.strategy");
    again.export(&strategy).unwrap();
    let strategy = StrategyReader::open(&strategy).unwrap();
    let names: Vec<&str> = strategy.file().header().parents.iter().map(|parent| parent.name.as_str()).collect();
    assert_eq!(names, ["flop", "turn", "river", "began_with"]);
}

fn assert_refused(outcome: Result<(), SolverError>, word: &str) {
    let Err(SolverError::Unfit { what: "beginning", expected, found, .. }) = outcome else { panic!("{outcome:?}") };
    assert!(expected.contains(word) || found.contains(word), "{expected}, found {found}");
}

#[test]
fn an_opponent_with_exact_cards_keeps_its_files() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let [checkpoint, fresh] = ["guarded", "fresh"].map(|name| folder.join(name));
    let settings = exact(UpdateRule::Cfr);
    train(&mut open(&settings, &checkpoint), 1, &checkpoint);
    let origin = CheckpointOrigin::read(&checkpoint).unwrap();
    assert_eq!(origin.settings, settings);
    let names: Vec<&str> = origin.parents.iter().map(|parent| parent.name.as_str()).collect();
    assert_eq!(names, ["flop", "turn", "river", "opponent_flop", "opponent_turn"]);
    // Training against itself is another run, and so is one with another turn.
    let itself = settings.clone().against(Opponent::Itself);
    let learner = || BucketFiles::shared().open();
    let opened = open_with(learner(), &itself, &checkpoint);
    let Err(SolverError::Unfit { what: "checkpoint", found, .. }) = opened else { panic!("opened") };
    assert!(found.contains("opponent exact"), "{found}");
    let opened = open_with(with_other_turn(folder), &settings, &checkpoint);
    let Err(SolverError::Table(TableError::WrongPartner { name, .. })) = opened else { panic!("opened") };
    assert_eq!(name, "opponent_turn");
    // Files without such an opponent, and such an opponent without files.
    let without = open_with(learner(), &settings, &fresh);
    let with = open_with(BucketFiles::shared().against(Opponent::Exact), &itself, &fresh);
    for opened in [without, with] {
        assert!(matches!(opened, Err(SolverError::Unfit { what: "opponent's buckets", .. })));
    }
    // It answers on boards, not on single deals.
    let deals = TrainingSettings { sampler: Sampler::Chance, ..settings };
    let opened = open_run(BucketFiles::shared(), &deals, &fresh, TableHome::Memory);
    assert!(matches!(opened, Err(SolverError::Unfit { what: "opponent", .. })));
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
    assert_eq!(dealt.row(1).distinct.len(), 1_081 - alike_on_flop(&dealt));
    assert!(dealt.row(2).distinct.len() <= 8);
}

/// Holdings of the flop 2c7cJd that another one becomes when hearts and spades are exchanged, one of each pair.
fn alike_on_flop(dealt: &DealtBoard) -> usize {
    let exchanged = |card: u8| match card % 4 {
        2 => card + 1,
        3 => card - 1,
        _ => card,
    };
    let cards = dealt.order.cards();
    let images = cards.iter().map(|&[a, b]| {
        let mut image = [exchanged(a), exchanged(b)];
        image.sort_unstable();
        ([a, b], image)
    });
    images.filter(|(own, image)| own < image && cards.contains(image)).count()
}

#[test]
fn what_an_opponent_has_learnt_is_divided_where_its_file_is_another() {
    let temporary = tempfile::tempdir().unwrap();
    let [coarse, divided] = ["coarse", "divided"].map(|name| temporary.path().join(name));
    let learnt = coarse_run(&coarse);
    let mut other = open_with(with_other_turn(temporary.path()), &exact(UpdateRule::DCFR), &divided).unwrap();
    other.begin_with(&learnt, parent(&coarse)).unwrap();
    assert!(other.trained().regrets == learnt.trained().regrets);
    // The opponent's regrets are seen in the file alone; this writes it without playing a board.
    train(&mut other, 12, &divided);
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit()).unwrap();
    let layout = TableLayout::with_counts(&game.lanes, &[STARTING_HANDS, BUCKETS, BUCKETS]);
    let regrets = [&divided, &coarse].map(|checkpoint| arrays(checkpoint).swap_remove(2));
    for ChunkId { round, chunk } in layout.chunks() {
        let rows = layout.chunk(ChunkId { round, chunk });
        let [begun, before] = regrets.each_ref().map(|cells| &cells[rows.start * LANES..rows.end * LANES]);
        assert_eq!(begun == before, round != 2 || before.iter().all(|&cell| cell == 0), "{round} {chunk}");
    }
}
