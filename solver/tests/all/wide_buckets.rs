//! Streets with more buckets than 16 bits tell apart.

use crate::training::BucketFiles;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::HandIndex;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use solver::boards::card_rules::{CardRules, board_of};
use solver::boards::{Buckets, FineBuckets, HandBuckets, StoredBuckets};
use solver::game::GameDefinition;
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;

/// What the wide file's numbers are multiples of: its buckets are those of the narrow one, far apart.
const APART: u32 = 9_999;

#[test]
fn more_buckets_than_16_bits_tell_apart_are_looked_up_like_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.buckets");
    let narrow = BucketFiles::shared();
    let table = BucketTable::open(&narrow.paths[0]).unwrap();
    let count = 8 * APART as usize;
    let numbers: Vec<u32> = table.buckets().iter().map(|bucket| APART * bucket).collect();
    BucketFiles::write(&path, Round::Flop, 2, count, &numbers);

    let wide = StoredBuckets::new(BucketSet::open(&path, &narrow.paths[1], &narrow.paths[2]).unwrap()).unwrap();
    let open = |path| BucketTable::open(path).unwrap();
    let fine = FineBuckets::new(Some(open(&path)), open(&narrow.paths[1])).unwrap();
    let narrow = StoredBuckets::new(narrow.open()).unwrap();
    assert_eq!([&wide as &dyn Buckets, &fine].map(|buckets| buckets.count(1)), [count; 2]);
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let row = |buckets: &dyn Buckets, board: &[Card]| {
        let (mut order, mut row) = (ShowdownOrder::default(), Vec::new());
        rules.rank(CardSet::of(board), &mut order);
        buckets.row(1, &board[..3], &order, &mut row);
        row
    };
    for number in 0..20 {
        let board = board_of(&rules, 3, number);
        let expected: Vec<u32> = row(&narrow, &board).iter().map(|bucket| APART * bucket).collect();
        assert_eq!(expected.len(), 1_081);
        assert!(row(&wide, &board) == expected && row(&fine, &board) == expected, "{board:?}");
    }
    let hands: Vec<HandIndex> = (0..3_000).map(|number| HandIndex(421 * number)).collect();
    let mut found = [Vec::new(), Vec::new()];
    wide.look_up(Round::Flop, &hands, &mut found[0]);
    narrow.look_up(Round::Flop, &hands, &mut found[1]);
    assert!(found[1].contains(&7));
    assert!(found[0].iter().copied().eq(found[1].iter().map(|bucket| APART * bucket)));
    assert!(hands.iter().zip(&found[0]).all(|(&hand, &bucket)| wide.bucket_at(Round::Flop, hand) == bucket));
}
