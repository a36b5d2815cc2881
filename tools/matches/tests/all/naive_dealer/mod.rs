//! The slow obvious twin of the dealer: one game at a time along the betting tree, every card looked up where it is
//! needed.

use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;
use matches::agent::Agent;
use matches::dealt_game::cards_of_deal;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::{below, draw};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId, TreeLayout};

pub struct NaiveDealer {
    pub tree: BettingTree,
    pub layout: TreeLayout,
}

pub struct NaiveDeal {
    deck: Deck,
    pub hole: [Holding; 2],
    pub boards: [CardSet; 4],
}

impl NaiveDeal {
    pub fn of(seed: u64, number: u64) -> Self {
        Self::of_deck(Deck::FULL, seed, number)
    }

    pub fn of_deck(deck: Deck, seed: u64, number: u64) -> Self {
        let cards = draw(&mut cards_of_deal(seed, number), deck.card_set(), 9);
        let hole = [0, 2].map(|first| Holding::new(cards[first], cards[first + 1]).unwrap());
        Self { deck, hole, boards: Round::ALL.map(|round| CardSet::of(&cards[4..4 + round.board_cards()])) }
    }

    /// 1 if position 0 has the better hand, -1 if the worse.
    pub fn ahead(&self) -> i32 {
        let [first, second] = self.hole.map(|hole| HandStrength::of(hole.card_set() | self.boards[3]));
        i32::from(first > second) - i32::from(first < second)
    }
}

impl NaiveDealer {
    pub fn new() -> Self {
        let tree = BettingTree::new(&GameDefinition::holdem_limit());
        let layout = TreeLayout::of_one_shape(&tree).unwrap();
        Self { tree, layout }
    }

    fn weights(&self, seated: [&Agent; 2], deal: &NaiveDeal, id: NodeId) -> [u16; 3] {
        let node = &self.tree[id];
        let (round, agent) = (Round::ALL[node.round], seated[node.player]);
        let index = BoardFirst::of(deal.deck, round).index(deal.hole[node.player], deal.boards[node.round]);
        agent.weights(self.layout.place(id), agent.bucket(round, index))
    }

    pub fn play(&self, seated: [&Agent; 2], deal: &NaiveDeal, mut dice: Xoshiro256PlusPlus) -> i32 {
        let mut here = NodeId::ROOT;
        loop {
            let weights = self.weights(seated, deal, here).map(u64::from);
            let thrown = below(&mut dice, weights.iter().sum());
            let action = (0..3).find(|&action| thrown < weights[..=action].iter().sum::<u64>()).unwrap();
            match self.tree[here].children[action] {
                Child::Decision(next) => here = next,
                end => return won(end, deal.ahead()),
            }
        }
    }

    /// What position 0 wins on the average: every history with the product of its probabilities.
    pub fn value(&self, seated: [&Agent; 2], deal: &NaiveDeal) -> f64 {
        let mut value = 0.0;
        let mut open = vec![(NodeId::ROOT, 1.0)];
        while let Some((here, reach)) = open.pop() {
            let weights = self.weights(seated, deal, here).map(f64::from);
            for (weight, &child) in weights.iter().zip(&self.tree[here].children) {
                let reach = reach * weight / weights.iter().sum::<f64>();
                match child {
                    Child::Decision(next) => open.push((next, reach)),
                    end => value += reach * f64::from(won(end, deal.ahead())),
                }
            }
        }
        value
    }
}

pub fn won(end: Child, ahead: i32) -> i32 {
    match end {
        Child::End(GameEnd::Fold { folder, contributions }) => {
            contributions[folder].0 * if folder == 1 { 1 } else { -1 }
        }
        Child::End(GameEnd::Showdown { contributions, .. }) => contributions[0].0 * ahead,
        Child::Decision(_) => panic!("the game is not over"),
    }
}
