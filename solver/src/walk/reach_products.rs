//! How likely a player plays towards each node and each end of a round, bucket by bucket.
//!
//! Numbers in lanes: sixteen betting histories side by side, in single or double precision.

use evaluator::lanes::{Lane, Lanes};
use evaluator::processor::Kernel;

use super::lanes::Shape;
use crate::game::{Next, TemplateNode};

/// Products of one player's action probabilities within a round, for each distinct bucket of a board.
#[derive(Default)]
pub struct ReachProducts<T> {
    buckets: usize,
    /// `[end][bucket]`: the kernels walk all holdings for one end at a time.
    ends: Vec<Row<T>>,
    /// Towards each decision of the bucket at hand.
    nodes: Vec<Row<T>>,
}

impl<T: Real> ReachProducts<T> {
    /// Multiplies out a player's strategies for so many buckets, `[bucket][slot]`.
    #[inline(always)]
    pub(crate) fn multiply(&mut self, shape: &Shape, player: usize, buckets: usize, strategies: &[Row<T>]) {
        let one = Row::splat(T::of(1.0));
        self.buckets = buckets;
        self.ends.resize(shape.ends * buckets, Row::default());
        if shape.nodes.is_empty() {
            return self.ends.fill(one);
        }
        self.nodes.resize(shape.nodes.len(), Row::default());
        for (bucket, strategy) in strategies.chunks_exact(shape.slots).take(buckets).enumerate() {
            self.nodes[0] = one;
            for (number, node) in shape.nodes.iter().enumerate() {
                for (action, child) in node.children.iter().enumerate() {
                    let after = product_after(node, self.nodes[number], player, strategy, action);
                    match *child {
                        Next::Decision(child) => self.nodes[child] = after,
                        Next::End(end) => self.ends[end * buckets + bucket] = after,
                    }
                }
            }
        }
    }

    /// [`Self::multiply`] as a kernel.
    pub(crate) fn multiplication<'a>(
        &'a mut self,
        shape: &'a Shape,
        player: usize,
        buckets: usize,
        strategies: &'a [Row<T>],
    ) -> impl Kernel<Output = ()> + 'a {
        Multiplication { products: self, shape, player, buckets, strategies }
    }

    /// The products towards one end, by distinct bucket.
    #[inline(always)]
    pub(crate) fn towards(&self, end: usize) -> &[Row<T>] {
        &self.ends[end * self.buckets..][..self.buckets]
    }
}

/// The products of one bucket towards each decision.
#[inline(always)]
pub(crate) fn node_products<T: Real>(shape: &Shape, player: usize, strategy: &[Row<T>], nodes: &mut [Row<T>]) {
    nodes[0] = Row::splat(T::of(1.0));
    for (number, node) in shape.nodes.iter().enumerate() {
        for (action, child) in node.children.iter().enumerate() {
            if let Next::Decision(child) = *child {
                nodes[child] = product_after(node, nodes[number], player, strategy, action);
            }
        }
    }
}

/// A product after one more action: only the player's own actions count.
#[inline(always)]
fn product_after<T: Real>(
    node: &TemplateNode,
    before: Row<T>,
    player: usize,
    strategy: &[Row<T>],
    action: usize,
) -> Row<T> {
    if node.player == player { before * strategy[node.first_slot + action] } else { before }
}

struct Multiplication<'a, T> {
    products: &'a mut ReachProducts<T>,
    shape: &'a Shape,
    player: usize,
    buckets: usize,
    strategies: &'a [Row<T>],
}

impl<T: Real> Kernel for Multiplication<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { products, shape, player, buckets, strategies } = self;
        products.multiply(shape, player, buckets, strategies);
    }
}

/// Histories side by side.
pub const LANES: usize = 16;
/// One number for each of sixteen histories.
pub type Row<T> = Lanes<T, LANES>;

/// A floating-point number in a lane.
pub trait Real: Lane + PartialOrd {
    /// How many bytes the number takes.
    const BYTES: usize;

    /// Rounds a number to this precision.
    fn of(value: f64) -> Self;
    /// A small whole number, exactly.
    fn of_byte(value: u8) -> Self;
    /// The number in full precision.
    fn as_f64(self) -> f64;
    /// The larger of two.
    fn larger(self, other: Self) -> Self;
    /// The quotient of two.
    fn over(self, other: Self) -> Self;
    /// The number's bits, all of them zero for zero.
    fn bits(self) -> u64;
    /// The number with these bits.
    fn of_bits(bits: u64) -> Self;
    /// Whether there is nothing to divide by: zero, less, or so little that its inverse is not a finite number.
    fn is_nothing(self) -> bool;
}

macro_rules! real {
    ($($number:ty, $bits:ty);*) => {$(
        impl Real for $number {
            const BYTES: usize = size_of::<Self>();

            #[inline(always)]
            fn of(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn of_byte(value: u8) -> Self {
                Self::from(value)
            }
            #[inline(always)]
            fn as_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn over(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }
            #[inline(always)]
            fn of_bits(bits: u64) -> Self {
                Self::from_bits(bits as $bits)
            }
            #[inline(always)]
            fn is_nothing(self) -> bool {
                self < Self::MIN_POSITIVE
            }
        }
    )*};
}
real!(f32, u32; f64, u64);
