//! Saddle points by pivoting: two players with many independent yes-or-no choices each, and a payoff of their pairs.
//!
//! The first player chooses rows `x`, the second columns `y`, each a probability by itself, and the first wins
//!
//! ```text
//! f(x, y) = Σ a[i] x[i] + Σ B[i][j] x[i] y[j]           0 ≤ x, y ≤ 1
//! ```
//!
//! The second player answers each `x` by choosing the columns with a negative `r[j] = Σ B[i][j] x[i]`, so the first
//! player maximises `F(x) = Σ a[i] x[i] + Σ min(0, r[j])`: concave and made of planes. The simplex method for such a
//! function keeps a vertex: some rows are *mixed*, as many columns are *balanced* (`r[j] = 0`), and all others are at 0
//! or 1. In a game of cards this is a handful of rows, so each step solves two systems of a few unknowns:
//!
//! ```text
//! from all rows chosen, repeat
//!     x of the mixed rows          from r[j] = 0 of the balanced columns
//!     y of the balanced columns    from a[i] + Σ B[i][j] y[j] = 0 of the mixed rows
//!     leave   the row at a bound that gains most by moving off it, else a balanced column with y outside 0..1;
//!             if there is none, x and y are optimal against each other
//!     move    x along the edge that this opens, through columns that change sign, as long as F rises
//!     enter   what stopped it: a column is now balanced, or a mixed row has reached a bound
//! ```
//!
//! F rises with each step, so no vertex comes twice, unless columns are balanced by chance (a *degenerate* vertex); the
//! number of steps is limited for such cases. Passing several columns in one step is what makes the steps few:
//! Fourer, "A simplex algorithm for piecewise-linear programming I" (1985).

use super::vertex::Vertex;

/// Probabilities of the rows and of the columns.
pub struct Saddle {
    pub rows: Vec<f64>,
    pub columns: Vec<f64>,
}

/// Far above the some hundred steps that 169 rows take.
const MOST_STEPS: usize = 20_000;

/// A saddle point of row gains `a[i]` and a table `B[i][j]`, as rows one after the other.
pub fn solve(row_gains: &[f64], table: &[f64]) -> Saddle {
    let mut vertex = Vertex::all_chosen(row_gains, table);
    for _ in 0..MOST_STEPS {
        vertex.place();
        let Some(leaving) = vertex.leaving() else { break };
        let edge = vertex.edge(leaving);
        let stop = vertex.follow(&edge);
        vertex.exchange(leaving, stop);
    }
    vertex.place();
    vertex.saddle()
}
