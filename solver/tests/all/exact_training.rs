//! Training runs of hold'em against an opponent with exact cards: the same bytes however they are cut, and only with
//! the files that belong to them.

use crate::training::{BucketFiles, StopAfter, settings};
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use solver::boards::FineBuckets;
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::{CheckpointOrigin, Trainer, TrainingBuckets};
use solver::train::refinement::BEGINNING_WEIGHT;
use solver::train::{Budget, Opponent, Sampler, TableLayout, TrainingSettings, UpdateRule};
use solver::walk::{ChunkId, LANES, PreparedGame};
use std::path::Path;
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::run::regret_table::Checkpoint;
use tables::run::table_home::TableHome;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

const ARRAYS: [&str; 3] = ["regrets", "strategy_sums", "opponent_regrets"];

/// The opponent sees the files of flop and turn, too: what counts here is not how fine they are.
fn buckets(turn: &Path) -> TrainingBuckets {
    let files = BucketFiles::shared();
    let open = |path: &Path| BucketTable::open(path).unwrap();
    let opponent = FineBuckets::new(Some(open(&files.paths[0])), open(turn)).unwrap();
    TrainingBuckets { learner: files.open(), opponent: Some(opponent) }
}

fn exact(rule: UpdateRule) -> TrainingSettings {
    settings(rule).against(Opponent::Exact)
}

fn open(settings: TrainingSettings, checkpoint: &Path, home: TableHome<'_>) -> Result<Trainer, SolverError> {
    let turn = &BucketFiles::shared().paths[1];
    Trainer::open(GameDefinition::holdem_limit(), buckets(turn), settings, checkpoint, home)
}

fn arrays(checkpoint: &Path) -> [Vec<u32>; 3] {
    let file = Checkpoint::open(checkpoint).unwrap();
    ARRAYS.map(|name| file.file().section::<f32>(name).unwrap().iter().map(|cell| cell.to_bits()).collect())
}

#[test]
fn training_against_exact_cards_gives_the_same_bytes_however_it_is_cut() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let rule = UpdateRule::DCFR;
    let goal = Budget::Iterations(22);
    let [whole, cut, on_disk] = ["whole", "cut", "on-disk"].map(|name| folder.join(name));
    let threads = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    threads(1)
        .install(|| open(exact(rule), &whole, TableHome::Memory).unwrap().run(goal, None, &whole, &Silent))
        .unwrap();
    threads(2).install(|| {
        let mut trainer = open(exact(rule), &cut, TableHome::Memory).unwrap();
        assert!(matches!(trainer.run(goal, None, &cut, &StopAfter::new(7)), Err(SolverError::Cancelled(_))));
        open(exact(rule), &cut, TableHome::Memory).unwrap().run(goal, None, &cut, &Silent).unwrap();
        let home = TableHome::WorkingFile(folder);
        open(exact(rule), &on_disk, home).unwrap().run(goal, None, &on_disk, &Silent).unwrap();
    });
    let trained = arrays(&whole);
    assert!(trained.iter().all(|array| array.iter().any(|&cell| cell != 0)));
    assert!(arrays(&cut) == trained && arrays(&on_disk) == trained);
    // The learner's strategy is read without the opponent's files; a board later is another one.
    let reader = |checkpoint: &Path| {
        let (game, learner) = (GameDefinition::holdem_limit(), BucketFiles::shared().open());
        Trainer::open(game, learner, exact(rule), checkpoint, TableHome::CopyOnWrite).unwrap()
    };
    reader(&whole).export(&folder.join("whole.strategy")).unwrap();
    open(exact(rule), &whole, TableHome::Memory).unwrap().export(&folder.join("again.strategy")).unwrap();
    let [one, other] = ["whole", "again"].map(|name| std::fs::read(folder.join(format!("{name}.strategy"))).unwrap());
    assert!(one == other);
}

#[test]
fn a_run_can_begin_with_what_another_has_learnt() {
    let temporary = tempfile::tempdir().unwrap();
    let [coarse, whole, cut] = ["coarse", "whole", "cut"].map(|name| temporary.path().join(name));
    let rule = UpdateRule::DCFR;
    let fresh = |checkpoint: &Path| open(exact(rule), checkpoint, TableHome::Memory).unwrap();
    let parent = |path: &Path| Checkpoint::open(path).unwrap().file().fingerprint();
    let refused = |outcome: Result<(), SolverError>, word: &str| match outcome {
        Err(SolverError::Unfit { what: "beginning", expected, found, .. }) => {
            assert!(expected.contains(word) || found.contains(word), "{expected}, found {found}");
        }
        outcome => panic!("{outcome:?}"),
    };
    let mut learnt = fresh(&coarse);
    refused(fresh(&whole).begin_with(&learnt, BucketFiles::shared().open().fingerprints()[0]), "learnt something");
    learnt.run(Budget::Iterations(12), None, &coarse, &Silent).unwrap();
    // The same buckets: what was learnt is taken over as it is.
    let mut trainer = fresh(&whole);
    trainer.begin_with(&learnt, parent(&coarse)).unwrap();
    assert_eq!(trainer.state().iterations, 12);
    refused(trainer.begin_with(&learnt, parent(&coarse)), "has not begun");
    refused(
        open(exact(UpdateRule::Cfr), &cut, TableHome::Memory).unwrap().begin_with(&learnt, parent(&coarse)),
        "dcfr",
    );
    let begun = trainer.trained();
    assert!(begun.strategy_sums.iter().flatten().all(|&sum| sum == 0.0));
    assert!(begun.regrets == learnt.trained().regrets);
    assert!(begun.regrets.iter().flatten().filter(|&&own| own != 0.0).count() > 1_000);
    assert_eq!(trainer.state().weight, learnt.state().weight);
    // The opponent's regrets, too; they are seen in the file alone.
    trainer.run(Budget::Iterations(12), None, &whole, &Silent).unwrap();
    assert!(arrays(&whole)[2] == arrays(&coarse)[2]);
    // With another file of the flop the flop alone is divided.
    let files = BucketFiles::shared();
    let other_flop = BucketFiles::make_round(temporary.path(), Round::Flop, 2);
    let [_, turn, river] = &files.paths;
    let other_flop = TrainingBuckets { learner: BucketSet::open(&other_flop, turn, river).unwrap(), ..buckets(turn) };
    let game = GameDefinition::holdem_limit();
    let mut other = Trainer::open(game, other_flop, exact(rule), &cut, TableHome::Memory).unwrap();
    other.begin_with(&learnt, parent(&coarse)).unwrap();
    let (begun, before) = (other.trained(), learnt.trained());
    for at in begun.layout.chunks() {
        let [begun, before] = [&begun, &before].map(|it| &it.regrets[it.layout.chunk(at)]);
        assert_eq!(begun == before, at.round != 1 || before.iter().flatten().all(|&cell| cell == 0.0), "{at:?}");
    }
    assert_eq!(other.state().weight, learnt.state().weight * f64::from(BEGINNING_WEIGHT));
    // It goes on as any other run, and says what it began with.
    trainer.run(Budget::Iterations(20), None, &whole, &Silent).unwrap();
    let mut other = fresh(&cut);
    other.begin_with(&learnt, parent(&coarse)).unwrap();
    other.run(Budget::Iterations(15), None, &cut, &Silent).unwrap();
    let mut again = fresh(&cut);
    assert_eq!(again.began_with().unwrap().fingerprint, parent(&coarse));
    again.run(Budget::Iterations(20), None, &cut, &Silent).unwrap();
    assert!(arrays(&cut) == arrays(&whole));
    again.export(&temporary.path().join("again.strategy")).unwrap();
    let strategy = StrategyReader::open(&temporary.path().join("again.strategy")).unwrap();
    let names: Vec<&str> = strategy.file().header().parents.iter().map(|parent| parent.name.as_str()).collect();
    assert_eq!(names, ["flop", "turn", "river", "began_with"]);
}

#[test]
fn an_opponent_with_exact_cards_keeps_its_files() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let checkpoint = folder.join("guarded");
    let settings = exact(UpdateRule::Cfr);
    let mut trainer = open(settings.clone(), &checkpoint, TableHome::Memory).unwrap();
    trainer.run(Budget::Iterations(1), None, &checkpoint, &Silent).unwrap();
    let origin = CheckpointOrigin::read(&checkpoint).unwrap();
    assert_eq!(origin.settings, settings);
    let names: Vec<&str> = origin.parents.iter().map(|parent| parent.name.as_str()).collect();
    assert_eq!(names, ["flop", "turn", "river", "opponent_flop", "opponent_turn"]);
    // Training against itself is another run, and so is one with another turn.
    let game = GameDefinition::holdem_limit;
    let itself = settings.clone().against(Opponent::Itself);
    let learner = BucketFiles::shared().open();
    let opened = Trainer::open(game(), learner, itself.clone(), &checkpoint, TableHome::Memory);
    let Err(SolverError::Unfit { what: "checkpoint", found, .. }) = opened else { panic!("opened") };
    assert!(found.contains("opponent exact"), "{found}");
    let other_turn = BucketFiles::make_round(folder, Round::Turn, 2);
    let opened = Trainer::open(game(), buckets(&other_turn), settings.clone(), &checkpoint, TableHome::Memory);
    let Err(SolverError::Table(TableError::WrongPartner { name, .. })) = opened else { panic!("opened") };
    assert_eq!(name, "opponent_turn");
    // Files without such an opponent, and such an opponent without files.
    let fresh = folder.join("fresh");
    let learner = || BucketFiles::shared().open();
    let without = Trainer::open(game(), learner(), settings.clone(), &fresh, TableHome::Memory);
    let with = Trainer::open(game(), buckets(&other_turn), itself, &fresh, TableHome::Memory);
    for opened in [without, with] {
        assert!(matches!(opened, Err(SolverError::Unfit { what: "opponent's buckets", .. })));
    }
    // It answers on boards, not on single deals.
    let deals = TrainingSettings { sampler: Sampler::Chance, ..settings };
    assert!(matches!(open(deals, &fresh, TableHome::Memory), Err(SolverError::Unfit { what: "opponent", .. })));
}

#[test]
fn the_flop_of_an_opponent_with_exact_cards_has_no_two_hands_in_one_bucket() {
    use solver::boards::{Buckets, DealtBoard};
    use solver::walk::PreparedGame;
    let turn = BucketTable::open(&BucketFiles::shared().paths[1]).unwrap();
    let fine = FineBuckets::new(None, turn).unwrap();
    assert_eq!([0, 1, 2, 3].map(|round| fine.count(round)), [169, 1_286_792, 8, 0]);
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit()).unwrap();
    let mut dealt = DealtBoard::default();
    // No two suits of this flop are alike.
    let board = evaluator::card::parse_cards("2c7cJdAhKs").unwrap();
    dealt.deal_exact(&game.rules, &fine, &board);
    assert_eq!(dealt.row(3).distinct.len(), 1_081);
    assert_eq!(dealt.row(1).distinct.len(), 1_081 - alike_on_flop(&dealt));
    assert!(dealt.row(2).distinct.len() <= 8);
}

/// Holdings of the flop 2c7cJd that another one becomes when hearts and spades are exchanged, one of each pair.
fn alike_on_flop(dealt: &solver::boards::DealtBoard) -> usize {
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
    let rule = UpdateRule::DCFR;
    let mut learnt = open(exact(rule), &coarse, TableHome::Memory).unwrap();
    learnt.run(Budget::Iterations(12), None, &coarse, &Silent).unwrap();
    let turn = BucketFiles::make_round(temporary.path(), Round::Turn, 2);
    let game = GameDefinition::holdem_limit();
    let mut other = Trainer::open(game, buckets(&turn), exact(rule), &divided, TableHome::Memory).unwrap();
    other.begin_with(&learnt, Checkpoint::open(&coarse).unwrap().file().fingerprint()).unwrap();
    assert!(other.trained().regrets == learnt.trained().regrets);
    // The opponent's regrets are seen in the file alone; this writes it without playing a board.
    other.run(Budget::Iterations(12), None, &divided, &Silent).unwrap();
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit()).unwrap();
    let count = BucketFiles::BUCKETS as usize;
    let layout = TableLayout::with_counts(&game.lanes, &[STARTING_HANDS, count, count]);
    let regrets = [&divided, &coarse].map(|checkpoint| arrays(checkpoint)[2].clone());
    for ChunkId { round, chunk } in layout.chunks() {
        let rows = layout.chunk(ChunkId { round, chunk });
        let [begun, before] = regrets.each_ref().map(|cells| &cells[rows.start * LANES..rows.end * LANES]);
        assert_eq!(begun == before, round != 2 || before.iter().all(|&cell| cell == 0), "{round} {chunk}");
    }
}
