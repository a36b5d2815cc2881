//! The numbers of buckets: from the weakest to the strongest.

use abstraction::clustering::BucketOrder;

#[test]
fn buckets_are_numbered_from_the_weakest_to_the_strongest() {
    // Mean strengths of the clusters 0, 1, 2, 3: 5, 2, none, 5.
    let order = BucketOrder::by_strength(4, &[0, 1, 1, 3], &[2, 1, 3, 1], &[10, 2, 6, 5]).unwrap();
    assert_eq!([0, 1, 2, 3].map(|old| order.new_number(old)), [1, 0, 3, 2]);
    assert_eq!(order.reorder_centres(1, &[40, 10, 20, 50]), [10, 40, 50, 20]);
    assert!(BucketOrder::by_strength(1, &[0, 1], &[1, 1], &[1, 1]).is_err());
    assert!(BucketOrder::by_strength(2, &[0, 1], &[1], &[1, 1]).is_err());
}
