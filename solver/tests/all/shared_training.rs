//! Trainings that several ranks share: the same bytes for any number of them, also when a run goes on with another
//! number, and a rank that cannot take part is named.

use crate::support::{BucketFiles, FIRST_BUCKETS, StopAfter, arrays, open_run, settings};
use evaluator::round::Round;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, DealtBoard, OneBucket, StoredBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::Trainer;
use solver::run::team::follow;
use solver::train::{Budget, Opponent, Sampler, Share, TrainingSettings, UpdateRule};
use solver::walk::{ChunkId, PreparedGame};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use tables::run::table_home::TableHome;
use tables::together::progress::{Progress, Silent};
use tables::together::ranks::{Alone, Ranks};
use tables::together::thread_ranks::{ThreadRank, thread_ranks};
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

/// A run on some files.
struct Run<'a> {
    files: &'a BucketFiles,
    settings: TrainingSettings,
    checkpoint: &'a Path,
}

impl Run<'_> {
    fn open(&self, home: TableHome<'_>) -> Trainer {
        open_run(self.files, &self.settings, self.checkpoint, home).unwrap()
    }

    /// Trains up to a number of iterations, and compares what a checkpoint holds and a run says of itself.
    fn train(&self, iterations: u64, ranks: &dyn Ranks) -> Outcome {
        let mut trainer = self.open(TableHome::Memory);
        trainer.run_shared(Budget::Iterations(iterations), None, self.checkpoint, ranks, &Silent).unwrap();
        let arrays = arrays(self.checkpoint);
        assert!(arrays.iter().all(|cells| cells.iter().any(|&cell| cell != 0)));
        let state = trainer.state();
        let curve = state.curve.iter().map(|point| (point.iterations, point.regret.to_bits())).collect();
        let strategy = self.checkpoint.with_extension("strategy");
        trainer.export(&strategy).unwrap();
        let counted = (state.iterations, state.touched, state.weight.to_bits(), curve);
        Outcome { arrays, counted, exported: std::fs::read(&strategy).unwrap() }
    }

    fn stop(&self, goal: u64, iterations: u64, ranks: &dyn Ranks, home: TableHome<'_>) {
        let stop: &dyn Progress = &StopAfter::units(iterations);
        let stopped = self.open(home).run_shared(Budget::Iterations(goal), None, self.checkpoint, ranks, stop);
        assert!(matches!(stopped, Err(SolverError::Cancelled(_))));
    }
}

/// What a checkpoint holds and a run says of itself, but for seconds.
#[derive(PartialEq)]
struct Outcome {
    arrays: Vec<Vec<u32>>,
    counted: (u64, u64, u64, Vec<(u64, u64)>),
    exported: Vec<u8>,
}

#[test]
fn any_number_of_ranks_gives_the_same_bytes() {
    let temporary = tempfile::tempdir().unwrap();
    // Ranks have territories of their own where buckets belong to clusters of flops.
    let mixed = BucketFiles::local().with(Round::Flop, BucketFiles::shared().paths[0].clone());
    for (name, files, opponent, counts, iterations) in [
        ("shared", BucketFiles::shared(), Opponent::Itself, &[2, 3, 4, 8, 40][..], 22),
        ("shared", BucketFiles::shared(), Opponent::Exact, &[2, 5], 22),
        ("local", &mixed, Opponent::Itself, &[2, 3, 8], 520),
        ("local", &mixed, Opponent::Exact, &[4], 520),
    ] {
        let train = |count: usize, work: &dyn Fn(&Run<'_>) -> Outcome| {
            let checkpoint = temporary.path().join(format!("{name}-{opponent}-{count}"));
            let settings = settings(UpdateRule::DCFR).against(opponent);
            work(&Run { files, settings, checkpoint: &checkpoint })
        };
        let alone = train(1, &|run| run.train(iterations, &Alone));
        for &count in counts {
            let shared = train(count, &|run| {
                if iterations < 40 {
                    return with_ranks(count, |ranks| run.train(iterations, ranks));
                }
                // Cut once, so that rows are handed out and collected.
                with_ranks(count, |ranks| run.train(40, ranks));
                with_ranks(count + 1, |ranks| run.train(iterations, ranks))
            });
            let what = format!("{name}, {count} ranks against {opponent}");
            assert!(shared == alone, "{what}: {:?}, not {:?}", shared.counted, alone.counted);
        }
    }
}

#[test]
fn boards_have_one_owner_and_territories_are_about_equal() {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit()).unwrap();
    let buckets = StoredBuckets::new(BucketFiles::local().open()).unwrap();
    let territories = buckets.territories().unwrap();
    assert_eq!((territories.first_round, territories.deals().len()), (1, 5));
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
        assert_eq!(answered_for, FIRST_BUCKETS[5] as usize);
    }
}

#[test]
fn a_run_goes_on_with_another_number_of_ranks() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.join(name));
    let [whole, cut] = [&whole, &cut].map(|checkpoint| {
        let (files, settings) = (BucketFiles::shared(), settings(UpdateRule::DCFR));
        Run { files, settings, checkpoint }
    });
    // Discounts happen after 500 boards.
    let alone = whole.train(520, &Alone);
    with_ranks(3, |ranks| cut.stop(520, 100, ranks, TableHome::Memory));
    cut.stop(520, 200, &Alone, TableHome::Memory);
    with_ranks(4, |ranks| cut.stop(520, 300, ranks, TableHome::WorkingFile(folder)));
    let last = with_ranks(2, |ranks| {
        // Twice in one session: the others are there for the next run, too.
        cut.stop(520, 510, ranks, TableHome::Memory);
        cut.train(520, ranks)
    });
    assert!(last == alone, "{:?}, not {:?}", last.counted, alone.counted);
}

#[test]
fn a_rank_that_cannot_take_part_is_named() {
    let temporary = tempfile::tempdir().unwrap();
    let [own, checkpoint] = ["river.buckets", "run"].map(|name| temporary.path().join(name));
    std::fs::copy(&BucketFiles::shared().paths[2], &own).unwrap();
    let other = BucketFiles::make_round(temporary.path(), Round::River, 7);
    let files = BucketFiles::shared().with(Round::River, own.clone());
    let mut trainer = open_run(&files, &settings(UpdateRule::Cfr), &checkpoint, TableHome::Memory).unwrap();
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
    let checkpoint = Path::new("no-such-folder/run");
    let mut trainer = open_run(BucketFiles::shared(), &settings, checkpoint, TableHome::Memory).unwrap();
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
    let mut trainer = open_run(BucketFiles::shared(), &settings, &checkpoint, TableHome::Memory).unwrap();
    let clock = ProcessorClock::start();
    let own = with_ranks(3, |ranks| {
        trainer.run_shared(Budget::Iterations(60), None, &checkpoint, ranks, &Silent).unwrap();
        clock.seconds().unwrap()
    });
    // Ranks that are threads of one process each count all of it.
    let counted = trainer.state().core_seconds;
    assert!((1.2 * own..3.1 * own + 0.1).contains(&counted), "{counted} s of {own} s");
}
