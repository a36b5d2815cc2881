//! Deals without a limit between agents that may know different bet sizes, each reading the other's amounts in its own
//! tree (see [`translation`](crate::translation)).

use evaluator::deck::Deck;
use evaluator::round::Round;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::game::{GameDefinition, PlayedBetting};
use std::ops::Range;

use super::acpc::match_state::winnings;
use super::agent::Agent;
use super::dealt_game::{DealtHands, choose, dice_of_deal, reading_of_deal};
use super::error::MatchError;
use super::seated_agent::SeatedAgent;
use super::translation::OwnPlace;

/// Agents at one table.
pub struct DealtTable<'a> {
    /// The rules, whatever sizes the agents know.
    pub game: GameDefinition,
    pub deck: Deck,
    agents: Vec<SeatedAgent<&'a Agent>>,
}

/// The buckets of a deal's two hands for each agent, `[agent][position][round]`, as far as they were asked for.
type KnownBuckets = Vec<[[Option<u32>; Round::ALL.len()]; 2]>;

impl<'a> DealtTable<'a> {
    pub fn new(agents: &[&'a Agent], game: &GameDefinition) -> Result<Self, MatchError> {
        for agent in agents {
            agent.refuse_flop_dependent("hands are dealt one by one, with the board as a set")?;
        }
        let seated = agents.iter().map(|&agent| SeatedAgent::new(agent, game)).collect::<Result<_, _>>()?;
        let deck = Deck::of_cards(game.deck()).expect("hold'em on one of the decks");
        Ok(Self { game: game.clone().at_table(), deck, agents: seated })
    }

    /// Plays one game of a deal between the agents in position 0 and 1.
    pub fn play(&self, seats: [usize; 2], dealt: &DealtHands, seed: u64, deal: u64) -> PlayedBetting<'_> {
        self.play_with(seats, dealt, (seed, deal), dice_of_deal(seed, deal), &mut self.no_buckets())
    }

    fn no_buckets(&self) -> KnownBuckets {
        vec![Default::default(); self.agents.len()]
    }

    fn play_with(
        &self,
        seats: [usize; 2],
        dealt: &DealtHands,
        (seed, deal): (u64, u64),
        mut dice: Xoshiro256PlusPlus,
        known: &mut KnownBuckets,
    ) -> PlayedBetting<'_> {
        let mut betting = PlayedBetting::new(&self.game);
        let mut places = [OwnPlace::START; 2];
        while let Some(decision) = betting.decision() {
            let (position, round) = (decision.player, Round::ALL[decision.round]);
            let (number, agent) = (seats[position], &self.agents[seats[position]]);
            let kept = &mut known[number][position][round.number()];
            let bucket = || *kept.get_or_insert_with(|| agent.agent().bucket(round, dealt.index(position, round)));
            let view = agent.view(places[position], &decision, bucket);
            let action = view.actions[choose(&view.weights, &mut dice)];
            let read = betting.text().len();
            for (seat, place) in places.iter_mut().enumerate() {
                let reading = || reading_of_deal(seed, deal, read);
                *place = self.agents[seats[seat]].own().after(*place, &decision, action, seat == position, reading);
            }
            betting.act(action);
        }
        betting
    }

    /// Plays the deals with these numbers of a seed for pairs of agents, each twice with the seats exchanged:
    /// `[deal][pair]`, the chips that the first of the pair wins in the two games together.
    pub fn play_deals(&self, pairs: &[(usize, usize)], seed: u64, deals: Range<u64>) -> Vec<i32> {
        let mut chips = Vec::with_capacity(pairs.len() * (deals.end - deals.start) as usize);
        for deal in deals {
            let dealt = DealtHands::of(self.deck, seed, deal);
            let (cards, dice) = (dealt.table_cards(), dice_of_deal(seed, deal));
            let mut known = self.no_buckets();
            let mut won = |seats: [usize; 2]| {
                let betting = self.play_with(seats, &dealt, (seed, deal), dice.clone(), &mut known);
                winnings(&betting, &cards).map_or(0, |chips| chips.0)
            };
            chips.extend(pairs.iter().map(|&(first, second)| won([first, second]) - won([second, first])));
        }
        chips
    }
}
