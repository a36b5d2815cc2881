//! What a player wins by brute force: every information set decided by a recursion of its own.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::extend;
use solver::game::{BettingTree, Child, GameDefinition, NodeId};

use super::{chips, sign};

/// Probabilities at a decision with a hand on a board.
pub type Play<'a> = dyn Fn(NodeId, CardSet, &[Card]) -> Vec<f64> + 'a;

pub struct BruteForce<'a> {
    tree: BettingTree,
    rules: CardRules,
    player: usize,
    /// How the player acts; `None`: as well as possible.
    own: Option<&'a Play<'a>>,
    opponent: &'a Play<'a>,
}

impl<'a> BruteForce<'a> {
    /// The best response of a position.
    pub fn best(game: &GameDefinition, player: usize, opponent: &'a Play<'a>) -> Self {
        Self { tree: BettingTree::new(game), rules: CardRules::new(game), player, own: None, opponent }
    }

    /// A position that plays as its opponent would.
    pub fn itself(game: &GameDefinition, player: usize, play: &'a Play<'a>) -> Self {
        Self { own: Some(play), ..Self::best(game, player, play) }
    }

    /// What the player wins a game.
    pub fn value(&self) -> f64 {
        let (mut total, mut pairs) = (0.0, 0.0);
        for own in self.rules.holes(CardSet::EMPTY) {
            let range: Vec<(CardSet, f64)> = self.rules.holes(own).map(|other| (other, 1.0)).collect();
            pairs += range.len() as f64;
            total += self.decide(NodeId::ROOT, own, &[], &range);
        }
        total / pairs
    }

    /// One hand's value of a decision against the opponent's range there.
    pub fn decide(&self, node: NodeId, own: CardSet, board: &[Card], range: &[(CardSet, f64)]) -> f64 {
        let children = self.tree[node].children.iter();
        if self.tree[node].player == self.player {
            let values = children.map(|child| self.follow(node, child, own, board, range));
            let Some(play) = self.own else { return values.fold(f64::MIN, f64::max) };
            return values.zip(play(node, own, board)).map(|(value, share)| value * share).sum();
        }
        let plays: Vec<Vec<f64>> = range.iter().map(|&(hole, _)| (self.opponent)(node, hole, board)).collect();
        let narrowed = |action: usize| -> Vec<(CardSet, f64)> {
            range.iter().zip(&plays).map(|(&(hole, reach), play)| (hole, reach * play[action])).collect()
        };
        children.enumerate().map(|(action, child)| self.follow(node, child, own, board, &narrowed(action))).sum()
    }

    fn follow(&self, node: NodeId, child: &Child, own: CardSet, board: &[Card], range: &[(CardSet, f64)]) -> f64 {
        if range.iter().all(|it| it.1 == 0.0) {
            return 0.0;
        }
        match *child {
            Child::Decision(next) if self.tree[next].round == self.tree[node].round => {
                self.decide(next, own, board, range)
            }
            Child::Decision(next) => {
                let more = self.rules.board_cards(self.tree[next].round) - board.len();
                let mut boards = Vec::new();
                extend(&self.rules, board, more, &mut boards);
                let deal = |board: &Vec<Card>| {
                    let on_board = CardSet::of(board);
                    let left: Vec<_> = range.iter().copied().filter(|it| !it.0.intersects(on_board)).collect();
                    self.decide(next, own, board, &left)
                };
                // Each pair of hands sees the boards without its own cards, all equally likely.
                let seen = self.rules.deck().len() - board.len() - 2 * self.rules.hole_cards();
                let seen = (0..more).fold(1.0, |ways, it| ways * (seen - it) as f64 / (it + 1) as f64);
                boards.iter().filter(|board| !own.intersects(CardSet::of(board))).map(deal).sum::<f64>() / seen
            }
            Child::End(end) => {
                let worth = |hole| chips(end, self.player, || sign(CardSet::of(board), own, hole));
                range.iter().filter(|it| it.1 > 0.0).map(|&(hole, reach)| reach * worth(hole)).sum()
            }
        }
    }
}
