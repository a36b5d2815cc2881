//! A few thousand deals played side by side, one betting round after another.
//!
//! A single hand waits for memory about ten times a deal: for the buckets of two hands in three files, then for two
//! rows of a strategy in each round. In a batch these addresses are known well ahead, so that dozens of them are
//! fetched at once: each round first finds the buckets of all hands that are still played, then plays its betting game
//! by game.

use evaluator::deck::Deck;
use evaluator::hand_index::HandIndex;
use evaluator::round::Round;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::game::{BettingTree, TreeLayout};
use std::ops::Range;

use super::action_thresholds::ActionThresholds;
use super::agent::Agent;
use super::betting_steps::{BettingSteps, End};
use super::dealt_game::DealtHands;
use super::dealt_game::dice_of_deal;
use super::error::MatchError;

/// Games whose rows are fetched while one is played.
const AHEAD: usize = 12;

/// A batch and the memory to play it in, used again from batch to batch.
pub struct DealtBatch<'a> {
    dealer: &'a Dealer<'a>,
    pairs: &'a [(usize, usize)],
    hands: Vec<DealtHands>,
    games: Vec<Game>,
    buckets: BatchBuckets,
    chips: Vec<i32>,
}

#[derive(Clone)]
struct Game {
    dice: Xoshiro256PlusPlus,
    deal: u32,
    pair: u32,
    /// Position of the first of the pair.
    seat_of_first: u32,
    entry: u32,
}

impl<'a> DealtBatch<'a> {
    /// An empty batch for pairs of a dealer's agents, given by their numbers.
    pub fn new(dealer: &'a Dealer<'a>, pairs: &'a [(usize, usize)]) -> Self {
        Self {
            dealer,
            pairs,
            hands: Vec::new(),
            games: Vec::new(),
            buckets: BatchBuckets::default(),
            chips: Vec::new(),
        }
    }

    /// Plays the deals with these numbers of a seed, each twice with the seats exchanged: `[deal][pair]`, the chips
    /// that the first of the pair wins in the two games together.
    pub fn play(&mut self, seed: u64, deals: Range<u64>) -> &[i32] {
        self.hands.clear();
        self.games.clear();
        self.hands.extend(deals.clone().map(|number| DealtHands::of(self.dealer.deck, seed, number)));
        self.chips.clear();
        self.chips.resize(self.hands.len() * self.pairs.len(), 0);
        for (deal, number) in deals.enumerate() {
            let dice = dice_of_deal(seed, number);
            for pair in 0..self.pairs.len() {
                for seat_of_first in 0..2 {
                    let (deal, pair) = (deal as u32, pair as u32);
                    self.games.push(Game { dice: dice.clone(), deal, pair, seat_of_first, entry: 0 });
                }
            }
        }
        for round in Round::ALL {
            self.find_buckets(round);
            self.play_round(round.number());
        }
        &self.chips
    }

    /// The agents in position 0 and 1 of a game.
    #[inline]
    fn agents(&self, game: &Game) -> [usize; 2] {
        let (first, second) = self.pairs[game.pair as usize];
        if game.seat_of_first == 0 { [first, second] } else { [second, first] }
    }

    /// Finds the buckets of a round that an agent will ask for.
    fn find_buckets(&mut self, round: Round) {
        self.buckets.start_round(self.dealer.abstractions.len(), self.hands.len());
        for game in &self.games {
            for (position, agent) in self.agents(game).into_iter().enumerate() {
                if let Some(abstraction) = self.dealer.abstraction_of[agent] {
                    self.buckets.want(abstraction, position, game.deal as usize);
                }
            }
        }
        self.buckets.look_up(self.dealer, &self.hands, round);
    }

    /// Plays a round of every game; those that go on stay.
    fn play_round(&mut self, round: usize) {
        let steps = self.dealer.steps.round(round);
        for ahead in 0..AHEAD.min(self.games.len()) {
            self.fetch(round, ahead);
        }
        let mut staying = 0;
        for number in 0..self.games.len() {
            if number + AHEAD < self.games.len() {
                self.fetch(round, number + AHEAD);
            }
            let mut game = self.games[number].clone();
            let agents = self.agents(&game);
            let strategies = agents.map(|agent| &self.dealer.strategies[agent]);
            let cells = self.cells(round, &game, agents);
            let end = steps.play(game.entry as usize, |decision| {
                let position = decision.position;
                strategies[position].throw(cells[position] + decision.turn, &mut game.dice)
            });
            let won = match end {
                End::Round(entry) => {
                    game.entry = entry as u32;
                    self.games[staying] = game;
                    staying += 1;
                    continue;
                }
                End::Fold(chips) => chips,
                End::Showdown(chips) => chips * self.hands[game.deal as usize].ahead(),
            };
            let place = game.deal as usize * self.pairs.len() + game.pair as usize;
            self.chips[place] += if game.seat_of_first == 0 { won } else { -won };
        }
        self.games.truncate(staying);
    }

    /// The first cells of both players' rows in a round.
    #[inline]
    fn cells(&self, round: usize, game: &Game, agents: [usize; 2]) -> [usize; 2] {
        [0, 1].map(|position| {
            let agent = agents[position];
            let bucket = match self.dealer.abstraction_of[agent] {
                Some(abstraction) => self.buckets.bucket(abstraction, position, game.deal as usize),
                None => 0,
            };
            self.dealer.strategies[agent].first_cell(position, round, bucket, game.entry as usize)
        })
    }

    #[inline]
    fn fetch(&self, round: usize, game: usize) {
        let game = &self.games[game];
        let agents = self.agents(game);
        let cells = self.cells(round, game, agents);
        for position in 0..2 {
            self.dealer.strategies[agents[position]].prefetch(cells[position]);
        }
    }
}

/// The buckets of one round, `[abstraction][position][deal]`.
#[derive(Default)]
struct BatchBuckets {
    deals: usize,
    wanted: Vec<bool>,
    buckets: Vec<u32>,
    /// `[deal]`, of one position.
    indexes: Vec<Option<HandIndex>>,
    /// The wanted deals of one position and abstraction, and their hands.
    places: Vec<usize>,
    hands: Vec<HandIndex>,
    found: Vec<u32>,
}

impl BatchBuckets {
    fn start_round(&mut self, abstractions: usize, deals: usize) {
        self.deals = deals;
        self.wanted.clear();
        self.wanted.resize(2 * abstractions * deals, false);
        self.buckets.resize(2 * abstractions * deals, 0);
    }

    #[inline]
    fn place(&self, abstraction: usize, position: usize, deal: usize) -> usize {
        (2 * abstraction + position) * self.deals + deal
    }

    #[inline]
    fn want(&mut self, abstraction: usize, position: usize, deal: usize) {
        let place = self.place(abstraction, position, deal);
        self.wanted[place] = true;
    }

    #[inline]
    fn bucket(&self, abstraction: usize, position: usize, deal: usize) -> u32 {
        self.buckets[self.place(abstraction, position, deal)]
    }

    fn look_up(&mut self, dealer: &Dealer<'_>, dealt: &[DealtHands], round: Round) {
        for position in 0..2 {
            self.indexes.clear();
            self.indexes.resize(self.deals, None);
            for (abstraction, agent) in dealer.abstractions.iter().enumerate() {
                self.places.clear();
                self.hands.clear();
                let first = self.place(abstraction, position, 0);
                for (deal, index) in self.indexes.iter_mut().enumerate() {
                    if self.wanted[first + deal] {
                        self.places.push(first + deal);
                        self.hands.push(*index.get_or_insert_with(|| dealt[deal].index(position, round)));
                    }
                }
                agent.look_up(round, &self.hands, &mut self.found);
                for (&place, &bucket) in self.places.iter().zip(&self.found) {
                    self.buckets[place] = bucket;
                }
            }
        }
    }
}

pub struct Dealer<'a> {
    pub deck: Deck,
    pub steps: BettingSteps,
    pub strategies: Vec<ActionThresholds>,
    /// One agent for each abstraction, to look hands up with; agents that do not look at cards have none.
    pub abstractions: Vec<&'a Agent>,
    /// By agent: the number of its abstraction.
    pub abstraction_of: Vec<Option<usize>>,
}

impl<'a> Dealer<'a> {
    /// Lays out the strategies: about 115 MB of memory each, and a second or less, for 9,000 buckets a round.
    pub fn new(agents: &[&'a Agent]) -> Result<Self, MatchError> {
        for agent in agents {
            agent.refuse_flop_dependent("hands are dealt one by one, with the board as a set")?;
        }
        let game = Agent::common_game(agents)?.limit_only("few deals played very often are of")?;
        let deck = Deck::of_cards(game.deck()).expect("hold'em on one of the decks");
        let layout = TreeLayout::of_one_shape(&BettingTree::new(&game)).map_err(MatchError::from)?;
        let strategies = agents.iter().map(|agent| ActionThresholds::of(agent, &layout)).collect::<Result<_, _>>()?;
        let mut abstractions: Vec<&Agent> = Vec::new();
        let abstraction_of = agents.iter().map(|&agent| {
            agent.looks_at_cards().then(|| {
                abstractions.iter().position(|known| known.shares_buckets_with(agent)).unwrap_or_else(|| {
                    abstractions.push(agent);
                    abstractions.len() - 1
                })
            })
        });
        let abstraction_of = abstraction_of.collect();
        Ok(Self { deck, steps: BettingSteps::of(&layout), strategies, abstractions, abstraction_of })
    }
}
