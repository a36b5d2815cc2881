//! Trainings that several ranks share: the same bytes for any number of them, also when a run goes on with another
//! number, and a rank that cannot take part is named.

use crate::support::{BucketFiles, FIRST_BUCKETS, Outcome, Run, arrays, scratch, settings};
use crate::thread_ranks::{self, thread_ranks};
use evaluator::round::Round;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, DealtBoard, OneBucket, StoredBuckets};
use solver::game::{GameDefinition, GameOptions};
use solver::run::Trainer;
use solver::run::team::follow;
use solver::train::{Budget, Opponent, Sampler, Share, TrainingSettings, UpdateRule};
use solver::walk::{ChunkId, PreparedGame};
use std::path::Path;
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;
use tables::together::ranks::{Alone, Ranks};
use tables::together::time::ProcessorClock;

/// Rank 0 works; the others follow. It has heard of a failure of theirs.
fn with_ranks<R>(count: usize, work: impl FnOnce(&dyn Ranks) -> R) -> R {
    thread_ranks::with_ranks(count, |rank, job| drop(follow(rank, job)), work)
}

/// Trains up to a number of iterations.
fn trained(run: &Run<'_>, iterations: u64, ranks: &dyn Ranks) -> Outcome {
    run.outcome(&run.train_in(TableHome::Memory, iterations, ranks))
}

#[test]
fn any_number_of_ranks_gives_the_same_bytes() {
    let temporary = tempfile::tempdir().unwrap();
    // Ranks have territories of their own where buckets belong to clusters of flops.
    let mixed = BucketFiles::small_local().with(Round::Flop, BucketFiles::small_shared().paths[0].clone());
    for (name, files, opponent, counts, iterations) in [
        ("shared", BucketFiles::small_shared(), Opponent::Itself, &[2, 3, 4, 8, 40][..], 22),
        ("shared", BucketFiles::small_shared(), Opponent::Exact, &[2, 5], 22),
        ("local", &mixed, Opponent::Itself, &[2, 3, 8], 520),
        ("local", &mixed, Opponent::Exact, &[4], 520),
    ] {
        let run = |count: usize| {
            let checkpoint = temporary.path().join(format!("{name}-{opponent}-{count}"));
            Run { files, settings: settings(UpdateRule::DCFR).against(opponent), checkpoint }
        };
        let alone = trained(&run(1), iterations, &Alone);
        assert!(alone.arrays.iter().all(|cells| cells.iter().any(|&cell| cell != 0)));
        for &count in counts {
            let (run, mut count) = (run(count), count);
            if iterations > 40 {
                // Cut once, so that rows are handed out and collected.
                with_ranks(count, |ranks| trained(&run, 40, ranks));
                count += 1;
            }
            let shared = with_ranks(count, |ranks| trained(&run, iterations, ranks));
            assert!(shared == alone, "{name}, {count} ranks against {opponent}: {shared:?}, not {alone:?}");
        }
    }
}

#[test]
fn no_limit_games_are_shared_alike() {
    let files = BucketFiles::small_shared();
    for (stack, opponent, counts) in [(12.0, Opponent::Itself, &[2, 3, 7, 30][..]), (5.0, Opponent::Exact, &[2, 4])] {
        let trained = |ranks: &dyn Ranks| {
            let (_folder, [checkpoint]) = scratch(["run"]);
            let buckets = files.against(opponent);
            let options = GameOptions { stack: Some(stack), sizes: None };
            let game = GameDefinition::holdem_named("holdem-nolimit", buckets.learner.deck(), &options).unwrap();
            let settings = settings(UpdateRule::DCFR).against(opponent);
            let mut trainer = Trainer::open(game, buckets, settings, &checkpoint, TableHome::Memory).unwrap();
            trainer.run_shared(Budget::Iterations(22), None, &checkpoint, ranks, &Silent).unwrap();
            (arrays(&checkpoint), trainer.state().touched)
        };
        let alone = trained(&Alone);
        assert!(alone.0.iter().all(|cells| cells.iter().any(|&cell| cell != 0)));
        for &count in counts {
            let shared = with_ranks(count, |ranks| trained(ranks));
            assert!(shared == alone, "{stack} big blinds, {count} ranks against {opponent}");
        }
    }
}

#[test]
fn boards_have_one_owner_and_territories_are_about_equal() {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit());
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
    let (folder, paths) = scratch(["whole", "cut"]);
    let files = BucketFiles::small_shared();
    let [whole, cut] = paths.map(|checkpoint| Run { files, settings: settings(UpdateRule::DCFR), checkpoint });
    // Discounts happen after 500 boards.
    let alone = trained(&whole, 520, &Alone);
    with_ranks(3, |ranks| cut.stop_in(TableHome::Memory, 100, ranks));
    cut.stop_in(TableHome::Memory, 200, &Alone);
    with_ranks(4, |ranks| cut.stop_in(TableHome::WorkingFile(folder.path()), 300, ranks));
    let last = with_ranks(2, |ranks| {
        // Twice in one session: the others are there for the next run, too.
        cut.stop_in(TableHome::Memory, 510, ranks);
        trained(&cut, 520, ranks)
    });
    assert!(last == alone, "{last:?}, not {alone:?}");
}

#[test]
fn a_rank_that_cannot_take_part_is_named() {
    let (temporary, [own, checkpoint]) = scratch(["river.buckets", "run"]);
    std::fs::copy(&BucketFiles::shared().paths[2], &own).unwrap();
    let other = BucketFiles::make_round(temporary.path(), Round::River, 7);
    let files = &BucketFiles::shared().with(Round::River, own.clone());
    let run = Run { files, settings: settings(UpdateRule::Cfr), checkpoint };
    let mut trainer = run.open();
    // What rank 0 has opened is another file than what the others find under its name.
    std::fs::rename(&other, &own).unwrap();
    let goal = Budget::Iterations(5);
    let error = with_ranks(3, |ranks| trainer.run_shared(goal, None, &run.checkpoint, ranks, &Silent));
    let text = error.unwrap_err().to_string();
    assert!(text.starts_with("rank 1: ") && text.contains("river"), "{text}");
    assert!(!run.checkpoint.exists());
}

#[test]
fn single_deals_are_not_shared() {
    let settings = TrainingSettings { sampler: Sampler::External, ..settings(UpdateRule::Cfr) };
    let checkpoint = Path::new("no-such-folder/run");
    let mut trainer = Run::new(&settings, checkpoint).open();
    let ranks = &thread_ranks(2)[0];
    let error = trainer.run_shared(Budget::Iterations(5), None, checkpoint, ranks, &Silent).unwrap_err();
    assert!(error.to_string().contains("external"), "{error}");
}

#[test]
fn every_chunk_is_played_and_one_rank_answers_for_it() {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit());
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
                for chunk in game.lanes.rounds[at.round].parents(at.chunk) {
                    let before = ChunkId { round: at.round - 1, chunk };
                    assert!(shares.iter().all(|share| !share.plays(at, None) || share.plays(before, None)));
                }
            }
        }
        let most = shares.iter().map(|share| chunks(last).filter(|&at| share.plays(at, None)).count()).max();
        assert_eq!(most, Some(36_usize.div_ceil(count)));
    }
}

#[test]
fn processor_time_of_all_ranks_is_added_up() {
    let (_folder, [checkpoint]) = scratch(["cost"]);
    let run = Run::new(&settings(UpdateRule::DCFR), &checkpoint);
    let clock = ProcessorClock::start();
    let (trainer, own) = with_ranks(3, |ranks| (run.train_in(TableHome::Memory, 60, ranks), clock.seconds().unwrap()));
    // Ranks that are threads of one process each count all of it.
    let counted = trainer.state().core_seconds;
    assert!((1.2 * own..3.1 * own + 0.1).contains(&counted), "{counted} s of {own} s");
}
