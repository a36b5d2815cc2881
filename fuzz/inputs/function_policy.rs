//! What a policy that is a function answers: numbers of any size, rows for each holding or one for all, too few or too
//! many decisions.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use solver::game::{GameDefinition, NodeId};
use solver::measure::exploitability::small_game::exploitability;
use solver::policy::answers::Refusal;
use solver::policy::function_policy::Suits;
use solver::policy::{Answers, FunctionPolicy, PolicyFunction};
use solver::walk::{Player, PreparedGame};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const GAME: &str = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 2\nblind = 1 2\nraiseSize = 2 2\nfirstPlayer = 1 1\n\
                    maxRaises = 1 1\nnumSuits = 2\nnumRanks = 3\nnumHoleCards = 2\nnumBoardCards = 0 1\nEND GAMEDEF\n";

/// Answers from the input, again and again from its beginning.
struct FromInput {
    bytes: Vec<u8>,
    next: AtomicUsize,
    refused: Arc<AtomicBool>,
}

impl FromInput {
    fn byte(&self) -> u8 {
        self.bytes[self.next.fetch_add(1, Ordering::Relaxed) % self.bytes.len()]
    }

    /// Mostly a probability, sometimes any number there is.
    fn number(&self) -> f64 {
        match self.byte() {
            0xff => f64::from_bits(u64::from_le_bytes([0; 8].map(|_: u8| self.byte()))),
            byte => f64::from(byte % 5) / 4.0,
        }
    }

    fn row(&self) -> [f64; 3] {
        let fold = self.number();
        let call = if self.byte() == 0xfe { self.number() } else { 1.0 - fold };
        [fold, call, if self.byte() == 0xfe { self.number() } else { 0.0 }]
    }
}

impl PolicyFunction for FromInput {
    fn answer(&self, _board: &[Card], decisions: &[NodeId], answers: &mut Answers) {
        let left_out = usize::from(self.byte() == 0xfd);
        for _ in 0..decisions.len() - left_out.min(decisions.len()) {
            if self.byte().is_multiple_of(2) {
                answers.push_alike(self.row());
            } else {
                let row = self.row();
                let mut rows = vec![row; HOLDINGS];
                rows[usize::from(self.byte())] = self.row();
                answers.push(&rows);
            }
        }
        if left_out > 0 {
            self.refused.store(true, Ordering::Relaxed);
        }
    }

    fn refuse(&self, _refusal: &Refusal) {
        self.refused.store(true, Ordering::Relaxed);
    }
}

/// A policy is refused, or its exploitability is a number.
pub fn try_input(data: &[u8]) {
    let Some((&first, _)) = data.split_first() else { return };
    let game = GameDefinition::parse(GAME).expect("a game");
    let suits = if first.is_multiple_of(2) { Suits::Apart } else { Suits::Alike };
    let refused = Arc::new(AtomicBool::new(false));
    let function = FromInput { bytes: data.to_vec(), next: AtomicUsize::new(1), refused: refused.clone() };
    let policy = FunctionPolicy::new(&game, suits, Box::new(function)).expect("two hole cards");
    let prepared = PreparedGame::<f64>::new(&game);
    let player = Player { buckets: &policy, strategies: &policy };
    let found = exploitability(&prepared, [player, player]);
    assert!(refused.load(Ordering::Relaxed) || found.nash_conv.is_finite(), "{found:?}");
}
