//! Trainings that several ranks share: the same bytes for any number of them, also when a run goes on with another
//! number, and a rank that cannot take part is named.

use crate::thread_ranks::{ThreadRank, thread_ranks};
use crate::training::{BucketFiles, StopAfter, settings};
use evaluator::round::Round;
use serde_json::json;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, DealtBoard, FineBuckets, OneBucket, StoredBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::team::follow;
use solver::run::{Trainer, TrainingBuckets};
use solver::train::{Budget, Opponent, Sampler, Share, TrainingSettings, UpdateRule};
use solver::walk::{ChunkId, PreparedGame};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tables::buckets::public_clusters::{FLOPS, PublicClusters};
use tables::buckets::set::BucketSet;
use tables::buckets::table::{BucketTable, BucketTableContents, hands_of_round};
use tables::run::regret_table::Checkpoint;
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;
use tables::together::ranks::{Alone, Ranks};
use tables::together::time::ProcessorClock;

/// Rank 0 works; the others follow as long as there is a job.
fn with_ranks<R>(count: usize, work: impl FnOnce(&dyn Ranks) -> R) -> R {
    let mut ranks = thread_ranks(count).into_iter();
    let first = ranks.next().unwrap();
    std::thread::scope(|scope| {
        ranks.for_each(|rank| drop(scope.spawn(move || take_part(&rank))));
        // Whatever becomes of it, the others have to be sent home, or the test would wait for ever.
        let result = catch_unwind(AssertUnwindSafe(|| work(&first)));
        first.broadcast(&[]);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn take_part(rank: &ThreadRank) {
    loop {
        let job = rank.broadcast(&[]);
        if job.is_empty() {
            return;
        }
        // Rank 0 has heard of a failure.
        drop(follow(rank, &job));
    }
}

fn buckets(opponent: Opponent) -> TrainingBuckets {
    let files = BucketFiles::shared();
    let open = |path: &Path| BucketTable::open(path).unwrap();
    let exact = || FineBuckets::new(Some(open(&files.paths[0])), open(&files.paths[1])).unwrap();
    TrainingBuckets { learner: files.open(), opponent: (opponent == Opponent::Exact).then(exact) }
}

fn open(settings: &TrainingSettings, checkpoint: &Path, home: TableHome<'_>) -> Trainer {
    let game = GameDefinition::holdem_limit();
    Trainer::open(game, buckets(settings.opponent), settings.clone(), checkpoint, home).unwrap()
}

/// What a checkpoint holds and a run says of itself, but for seconds.
#[derive(PartialEq)]
struct Outcome {
    arrays: Vec<(String, Vec<u32>)>,
    counted: (u64, u64, u64, Vec<(u64, u64)>),
    exported: Vec<u8>,
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_fmt(format_args!("{:?}, arrays of {} names", self.counted, self.arrays.len()))
    }
}

fn outcome(trainer: &Trainer, checkpoint: &Path) -> Outcome {
    let file = Checkpoint::open(checkpoint).unwrap();
    let sections = file.file().header().sections.iter().filter(|section| section.name != "state");
    let cells = |name: &str| file.file().section::<f32>(name).unwrap().iter().map(|cell| cell.to_bits()).collect();
    let arrays: Vec<(String, Vec<u32>)> =
        sections.map(|section| (section.name.clone(), cells(&section.name))).collect();
    assert!(arrays.iter().all(|(_, cells)| cells.iter().any(|&cell| cell != 0)));
    let state = trainer.state();
    let curve = state.curve.iter().map(|point| (point.iterations, point.regret.to_bits())).collect();
    let strategy = checkpoint.with_extension("strategy");
    trainer.export(&strategy).unwrap();
    let exported = std::fs::read(&strategy).unwrap();
    Outcome { arrays, counted: (state.iterations, state.touched, state.weight.to_bits(), curve), exported }
}

fn trained(settings: &TrainingSettings, iterations: u64, checkpoint: &Path, ranks: &dyn Ranks) -> Outcome {
    let mut trainer = open(settings, checkpoint, TableHome::Memory);
    trainer.run_shared(Budget::Iterations(iterations), None, checkpoint, ranks, &Silent).unwrap();
    outcome(&trainer, checkpoint)
}

#[test]
fn any_number_of_ranks_gives_the_same_bytes() {
    let temporary = tempfile::tempdir().unwrap();
    for (opponent, counts) in [(Opponent::Itself, &[2, 3, 4, 8, 40][..]), (Opponent::Exact, &[2, 5])] {
        let settings = settings(UpdateRule::DCFR).against(opponent);
        let alone = trained(&settings, 22, &temporary.path().join(format!("{opponent}-alone")), &Alone);
        for &count in counts {
            let checkpoint = temporary.path().join(format!("{opponent}-{count}"));
            let shared = with_ranks(count, |ranks| trained(&settings, 22, &checkpoint, ranks));
            assert!(shared == alone, "{count} ranks against {opponent}: {shared:?}, not {alone:?}");
            std::fs::remove_file(&checkpoint).unwrap();
        }
    }
}

/// Bucket files of turn and river whose buckets belong to five clusters of flops, made once a run.
fn local_files() -> &'static [PathBuf; 2] {
    static FILES: OnceLock<[PathBuf; 2]> = OnceLock::new();
    FILES.get_or_init(|| {
        const CLASSES: usize = 8;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("local-buckets");
        std::fs::create_dir_all(&folder).unwrap();
        let flop_clusters: Vec<u16> = (0..FLOPS).map(|flop| (flop % 5) as u16).collect();
        let first_buckets = [0, 3, 5, 9, 10, 12];
        let bucket = |place: usize| {
            (place % CLASSES) as u32 % (first_buckets[place / CLASSES + 1] - first_buckets[place / CLASSES])
        };
        let bucket_of_class: Vec<u16> = (0..5 * CLASSES).map(|place| bucket(place) as u16).collect();
        let clusters = PublicClusters {
            flop_clusters: &flop_clusters,
            first_buckets: &first_buckets,
            bucket_of_class: &bucket_of_class,
        };
        [Round::Turn, Round::River].map(|round| {
            let path = folder.join(format!("{round}.buckets"));
            let class = |hand: u64| (hand.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as u32;
            let contents = BucketTableContents {
                round,
                recipe: json!({"by": "a product", "clusters": 5}),
                parents: Vec::new(),
                facts: json!({}),
                buckets: &(0..hands_of_round(round)).map(class).collect::<Vec<_>>(),
                centres: &[0.0; 12],
                hands_in_bucket: &[1; 12],
                deals_in_bucket: &[1; 12],
                mean_strength: &[0.5; 12],
                cost_per_iteration: &[],
            };
            contents.write_local(&path, &clusters).unwrap();
            path
        })
    })
}

#[test]
fn ranks_with_territories_of_their_own_give_the_same_bytes() {
    let temporary = tempfile::tempdir().unwrap();
    let (flop, [turn, river]) = (&BucketFiles::shared().paths[0], local_files());
    let settings = |opponent| settings(UpdateRule::DCFR).against(opponent);
    let open = |opponent, checkpoint: &Path| {
        let table = |path: &Path| BucketTable::open(path).unwrap();
        let exact = || FineBuckets::new(Some(table(flop)), table(turn)).unwrap();
        let learner = BucketSet::open(flop, turn, river).unwrap();
        let buckets = TrainingBuckets { learner, opponent: (opponent == Opponent::Exact).then(exact) };
        Trainer::open(GameDefinition::holdem_limit(), buckets, settings(opponent), checkpoint, TableHome::Memory)
            .unwrap()
    };
    let train = |opponent, checkpoint: &Path, iterations, ranks: &dyn Ranks| {
        let mut trainer = open(opponent, checkpoint);
        trainer.run_shared(Budget::Iterations(iterations), None, checkpoint, ranks, &Silent).unwrap();
        outcome(&trainer, checkpoint)
    };
    for (opponent, counts) in [(Opponent::Itself, &[2, 3, 8][..]), (Opponent::Exact, &[4])] {
        let alone = train(opponent, &temporary.path().join(format!("{opponent}-alone")), 520, &Alone);
        for &count in counts {
            let checkpoint = temporary.path().join(format!("{opponent}-{count}"));
            // Cut once, so that rows are handed out and collected.
            with_ranks(count, |ranks| train(opponent, &checkpoint, 40, ranks));
            let shared = with_ranks(count + 1, |ranks| train(opponent, &checkpoint, 520, ranks));
            assert!(shared == alone, "{count} ranks against {opponent}: {shared:?}, not {alone:?}");
            std::fs::remove_file(&checkpoint).unwrap();
        }
    }
}

#[test]
fn boards_have_one_owner_and_territories_are_about_equal() {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit()).unwrap();
    let [turn, river] = local_files();
    let learner = BucketSet::open(&BucketFiles::shared().paths[0], turn, river).unwrap();
    let buckets = StoredBuckets::new(learner).unwrap();
    let territories = buckets.territories().unwrap();
    assert_eq!((territories.first_round, territories.deals().len()), (2, 5));
    assert_eq!(territories.deals().iter().sum::<u64>(), 22_100);
    for count in [2, 3, 5] {
        let ranks = thread_ranks(count);
        let shares: Vec<Share<'_>> = ranks.iter().map(|rank| Share::new(&game.lanes, rank, &[&buckets])).collect();
        let at = ChunkId { round: 3, chunk: 17 };
        let mut boards = vec![0; count];
        for number in 0..400 {
            let board = board_of(&game.rules, 1, number);
            let owner = shares[0].owner(&board).unwrap();
            assert!(shares.iter().all(|share| share.owner(&board) == Some(owner)));
            assert!((0..count).all(|rank| shares[rank].plays(at, Some(owner)) == (rank == owner)));
            // What the board's holdings are is what its owner has.
            let mut dealt = DealtBoard::default();
            dealt.deal(&game.rules, &buckets, &board);
            let up_to_date = shares[0].buckets_up_to_date(owner, at, &buckets);
            assert!(dealt.row(3).distinct.iter().all(|&bucket| up_to_date.contains(&(bucket as usize))));
            boards[owner] += 1;
        }
        assert!(boards.iter().all(|&boards| boards > 300 / (2 * count)), "{boards:?}");
        let answered_for: usize =
            (0..count).map(|rank| shares[0].buckets_to_answer_for(rank, at, &buckets).len()).sum();
        assert_eq!(answered_for, 12);
    }
}

#[test]
fn a_run_goes_on_with_another_number_of_ranks() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    // Discounts happen after 500 boards.
    let (settings, iterations) = (settings(UpdateRule::DCFR), 520);
    let [whole, cut] = ["whole", "cut"].map(|name| folder.join(name));
    let alone = trained(&settings, iterations, &whole, &Alone);
    let stop = |ranks: &dyn Ranks, after, home| {
        let mut trainer = open(&settings, &cut, home);
        let goal = Budget::Iterations(iterations);
        let stopped = trainer.run_shared(goal, None, &cut, ranks, &StopAfter::new(after));
        assert!(matches!(stopped, Err(SolverError::Cancelled(_))));
    };
    with_ranks(3, |ranks| stop(ranks, 100, TableHome::Memory));
    stop(&Alone, 200, TableHome::Memory);
    with_ranks(4, |ranks| stop(ranks, 300, TableHome::WorkingFile(folder)));
    let last = with_ranks(2, |ranks| {
        // Twice in one session: the others are there for the next run, too.
        stop(ranks, 510, TableHome::Memory);
        trained(&settings, iterations, &cut, ranks)
    });
    assert!(last == alone, "{last:?}, not {alone:?}");
}

#[test]
fn a_rank_that_cannot_take_part_is_named() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let own = folder.join("river.buckets");
    std::fs::copy(&BucketFiles::shared().paths[2], &own).unwrap();
    let other = BucketFiles::make_round(folder, Round::River, 7);
    let [flop, turn, _] = &BucketFiles::shared().paths;
    let learner = BucketSet::open(flop, turn, &own).unwrap();
    let checkpoint = folder.join("run");
    let game = GameDefinition::holdem_limit();
    let home = TableHome::Memory;
    let mut trainer = Trainer::open(game, learner, settings(UpdateRule::Cfr), &checkpoint, home).unwrap();
    // What rank 0 has opened is another file than what the others find under its name.
    std::fs::rename(&other, &own).unwrap();
    let goal = Budget::Iterations(5);
    let error = with_ranks(3, |ranks| trainer.run_shared(goal, None, &checkpoint, ranks, &Silent));
    let text = error.unwrap_err().to_string();
    assert!(text.starts_with("rank 1: ") && text.contains("river"), "{text}");
    assert!(!checkpoint.exists());
}

#[test]
fn single_deals_are_not_shared() {
    let settings = TrainingSettings { sampler: Sampler::External, ..settings(UpdateRule::Cfr) };
    let (game, buckets) = (GameDefinition::holdem_limit(), BucketFiles::shared().open());
    let checkpoint = Path::new("no-such-folder/run");
    let mut trainer = Trainer::open(game, buckets, settings, checkpoint, TableHome::Memory).unwrap();
    let ranks = &thread_ranks(2)[0];
    let error = trainer.run_shared(Budget::Iterations(5), None, checkpoint, ranks, &Silent).unwrap_err();
    assert!(error.to_string().contains("external"), "{error}");
}

#[test]
fn every_chunk_is_played_and_one_rank_answers_for_it() {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit()).unwrap();
    for count in [1, 2, 3, 4, 7, 8, 36, 50] {
        let ranks = thread_ranks(count);
        let shares: Vec<Share<'_>> = ranks.iter().map(|rank| Share::new(&game.lanes, rank, &[&OneBucket])).collect();
        let last = game.lanes.rounds.len() - 1;
        let chunks =
            |round: usize| (0..game.lanes.rounds[round].entries.len()).map(move |chunk| ChunkId { round, chunk });
        for at in (0..=last).flat_map(chunks) {
            let ranks = shares.iter().filter(|share| share.plays(at, None)).count();
            assert_eq!(shares.iter().filter(|share| share.counts_lessons(at, None)).count(), 1);
            assert_eq!(
                (0..count).map(|rank| shares[0].buckets_to_answer_for(rank, at, &OneBucket).len()).sum::<usize>(),
                1
            );
            assert!(if at.round == last { ranks == 1 } else { ranks >= 1 }, "{count} ranks: {at:?}");
            // Whoever plays a chunk plays the one before it.
            if at.round > 0 {
                let before = ChunkId { round: at.round - 1, chunk: game.lanes.rounds[at.round - 1].before(at.chunk) };
                assert!(shares.iter().all(|share| !share.plays(at, None) || share.plays(before, None)));
            }
        }
        let most = shares.iter().map(|share| chunks(last).filter(|&at| share.plays(at, None)).count()).max();
        assert_eq!(most, Some(36_usize.div_ceil(count)));
    }
}

#[test]
fn processor_time_of_all_ranks_is_added_up() {
    let temporary = tempfile::tempdir().unwrap();
    let checkpoint = temporary.path().join("cost");
    let settings = settings(UpdateRule::DCFR);
    let mut trainer = open(&settings, &checkpoint, TableHome::Memory);
    let clock = ProcessorClock::start();
    let own = with_ranks(3, |ranks| {
        trainer.run_shared(Budget::Iterations(60), None, &checkpoint, ranks, &Silent).unwrap();
        clock.seconds().unwrap()
    });
    // Ranks that are threads of one process each count all of it.
    let counted = trainer.state().core_seconds;
    assert!((1.2 * own..3.1 * own + 0.1).contains(&counted), "{counted} s of {own} s");
}
