//! What plans hold their tries to.

use abstraction::recipe::{BucketRecipe, Feature};
use evaluator::round::Round;
use study::plan::in_order::{in_order, more_clusters};

#[test]
fn more_opponent_clusters_never_take_less_time() {
    let of = |clusters| BucketRecipe::new(Round::River, Feature::Ochs { clusters }, 9_000, 7);
    assert_eq!(more_clusters(&of(8), &of(12)), Some(4));
    assert_eq!(more_clusters(&of(8), &BucketRecipe { seed: 1, ..of(6) }), Some(-2));
    assert_eq!(more_clusters(&of(8), &BucketRecipe { count: 500, ..of(6) }), None);
    assert_eq!(more_clusters(&of(8), &BucketRecipe::new(Round::River, Feature::Strength, 9_000, 7)), None);
    let known = [(-2, 30.0), (-4, 20.0), (4, 50.0)];
    for (tried, held) in [(10.0, 30.0), (40.0, 40.0), (90.0, 50.0)] {
        assert_eq!(in_order(tried, known.into_iter()), held);
    }
    assert_eq!(in_order(90.0, [].into_iter()), 90.0);
}
