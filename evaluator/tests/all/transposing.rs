//! Sixteen rows become sixteen columns, on every processor.

use evaluator::processor::{Kernel, Processor, transpose, transpose_plainly};

type Square = [[f32; 16]; 16];

struct Transposing<'a> {
    rows: &'a Square,
    out: &'a mut Square,
}

impl Kernel for Transposing<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        transpose(self.rows.each_ref(), self.out);
    }
}

#[test]
fn shuffles_do_what_plain_loops_do() {
    let rows: Square = std::array::from_fn(|row| std::array::from_fn(|column| (16 * row + column) as f32));
    let mut plain = [[0.0; 16]; 16];
    transpose_plainly(rows.each_ref(), &mut plain);
    assert!((0..256).all(|it| plain[it % 16][it / 16] == it as f32));
    for processor in Processor::available() {
        let mut out = [[-1.0; 16]; 16];
        processor.run(Transposing { rows: &rows, out: &mut out });
        assert_eq!(out, plain, "{processor:?}");
    }
}
