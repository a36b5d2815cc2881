//! A hand history's actions played out on a game's rules: every action must be the next one's, every amount the one
//! that the rules prescribe, every shown card one that was dealt.
//!
//! Pots are counted whole, as if the house took nothing: a winner may have less than the rules give, and a loser pays
//! what was bet.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use solver::game::{PlayedAction, PlayedBetting};
use solver::units::Chips;

use super::match_state::AcpcGame;
use super::table_cards::TableCards;

/// How far two amounts may differ, in chips: what decimal fractions lose in binary.
pub(super) const TOLERANCE: f64 = 1e-6;

/// The largest share of a pot that a house keeps: less than that is left to the winner only by a mistake.
const MOST_RAKE: f64 = 0.2;

pub(super) struct Replay<'a> {
    game: &'a AcpcGame,
    pub betting: PlayedBetting<'a>,
    hole: [Vec<Card>; 2],
    /// Cards dealt face down whose faces the history does not have.
    hidden: [usize; 2],
    board: Vec<Vec<Card>>,
    /// Money of one chip.
    unit: f64,
}

impl<'a> Replay<'a> {
    pub fn new(game: &'a AcpcGame, unit: f64) -> Self {
        let (hole, board) = ([Vec::new(), Vec::new()], vec![Vec::new()]);
        Self { game, betting: game.start(), hole, hidden: [0; 2], board, unit }
    }

    pub fn act(&mut self, action: &str) -> Result<(), String> {
        let action = action.split('#').next().unwrap_or_default();
        let words: Vec<&str> = action.split_whitespace().collect();
        match words[..] {
            // A remark alone.
            [] => Ok(()),
            ["d", "dh", player, cards] => self.deal_hole(position(player)?, cards),
            ["d", "db", cards] => self.deal_board(cards),
            // Not shown; or shown as they were dealt.
            [player, "sm"] | [player, "sm", "-"] => self.show(position(player)?, ""),
            [player, "sm", cards] => self.show(position(player)?, cards),
            [player, "f"] => self.bet(player, PlayedAction::Fold),
            [player, "cc"] => self.bet(player, PlayedAction::Call),
            [player, "cbr", amount] => {
                let action = self.raise(amount)?;
                self.bet(player, action)
            }
            _ => Err("not an action of hold'em".to_owned()),
        }
    }

    pub fn finish(self) -> Result<(PlayedBetting<'a>, TableCards), String> {
        if self.betting.decision().is_some() {
            return Err("a hand that is not over".to_owned());
        }
        let number = self.game.definition().hole_cards();
        let mut hole = self.hole;
        for (hole, hidden) in hole.iter_mut().zip(self.hidden) {
            if hidden > 0 || hole.len() < number {
                hole.clear();
            }
        }
        let cards = TableCards { hole, board: self.board };
        let all: Vec<Card> = cards.hole.iter().chain(&cards.board).flatten().copied().collect();
        let is_dealt =
            |(round, dealt): (usize, &Vec<Card>)| dealt.len() == self.game.definition().new_board_cards(round);
        let is_whole = cards.board.len() == self.betting.round() + 1 && cards.board.iter().enumerate().all(is_dealt);
        if CardSet::of(&all).len() != all.len() || !is_whole {
            return Err("a card twice, or a board of another length".to_owned());
        }
        Ok((self.betting, cards))
    }

    /// Hole cards, at once or one by one.
    fn deal_hole(&mut self, position: usize, cards: &str) -> Result<(), String> {
        let (known, hidden) = faces(cards)?;
        let number = self.hole[position].len() + self.hidden[position] + known.len() + hidden;
        if number > self.game.definition().hole_cards() {
            return Err(format!("{number} hole cards for one player"));
        }
        self.hole[position].extend(known);
        self.hidden[position] += hidden;
        Ok(())
    }

    /// Board cards, at once or one by one.
    fn deal_board(&mut self, cards: &str) -> Result<(), String> {
        let dealt = parse_cards(cards).map_err(|_| "not cards".to_owned())?;
        let rules = self.game.definition();
        // After a called all-in, one street after another.
        let last = self.betting.round();
        let is_short = |&round: &usize| self.board.get(round).map_or(0, Vec::len) < rules.new_board_cards(round);
        let round = (0..=last).find(is_short).unwrap_or(last);
        let is_over = self.betting.decision().is_none() && !self.betting.is_showdown();
        if is_over || rules.new_board_cards(round) == 0 {
            return Err("no board card is dealt here".to_owned());
        }
        self.board.resize(self.board.len().max(round + 1), Vec::new());
        self.board[round].extend(dealt);
        if self.board[round].len() > rules.new_board_cards(round) {
            return Err(format!(
                "{} cards on a street that has {}",
                self.board[round].len(),
                rules.new_board_cards(round)
            ));
        }
        Ok(())
    }

    /// Cards shown must be those dealt; hidden ones are known from then on.
    fn show(&mut self, position: usize, cards: &str) -> Result<(), String> {
        if self.betting.decision().is_some() {
            return Err("cards are shown before the betting is over".to_owned());
        }
        let (known, _) = faces(cards)?;
        let number = self.game.definition().hole_cards();
        let (hole, hidden) = (&mut self.hole[position], &mut self.hidden[position]);
        let new: Vec<Card> = known.iter().filter(|card| !hole.contains(card)).copied().collect();
        let unknown = if hole.is_empty() { number } else { number.saturating_sub(hole.len()) };
        if known.len() > number || new.len() > unknown {
            let dealt: String = hole.iter().map(Card::to_string).collect();
            return Err(format!("'{dealt}' were dealt"));
        }
        hole.extend(&new);
        *hidden = if hole.len() == number { 0 } else { *hidden };
        Ok(())
    }

    /// An amount is the street's total after the raise.
    fn raise(&self, amount: &str) -> Result<PlayedAction, String> {
        let decision = self.betting.decision().ok_or("the betting is over")?;
        let raise = decision.raise.as_ref().ok_or("the rules do not allow it here")?;
        let in_round = |total: Chips| (total - decision.round_began).as_f64() * self.unit;
        let given = amount.parse::<f64>().ok();
        let chips = given.map(|given| given / self.unit).filter(|chips| (chips - chips.round()).abs() <= TOLERANCE);
        // The range begins and ends with whole chips, so that what lies far outside stays outside.
        let total = chips.map(|chips| decision.round_began + Chips(chips.round() as i32));
        match (total.filter(|total| raise.contains(total)), raise.start() == raise.end()) {
            (Some(total), _) if self.game.definition().stack().is_some() => Ok(PlayedAction::RaiseTo(total)),
            (Some(_), _) => Ok(PlayedAction::Raise),
            (None, true) => Err(format!("a bet or raise here is to {}", in_round(*raise.start()))),
            (None, false) => {
                let [least, most] = [raise.start(), raise.end()].map(|&total| in_round(total));
                Err(format!("a bet or raise here is to {least} to {most}, in whole chips"))
            }
        }
    }

    fn bet(&mut self, player: &str, action: PlayedAction) -> Result<(), String> {
        let position = position(player)?;
        let Some(decision) = self.betting.decision() else { return Err("the betting is over".to_owned()) };
        let (round, to_act) = (decision.round, decision.player);
        if to_act != position {
            return Err(format!("p{} is to act", to_act + 1));
        }
        let dealt = self.board.get(round).map_or(0, Vec::len);
        if dealt != self.game.definition().new_board_cards(round) {
            return Err("the street's cards are not dealt yet".to_owned());
        }
        if !self.betting.act(action) {
            return Err("the rules do not allow it here".to_owned());
        }
        Ok(())
    }
}

fn position(player: &str) -> Result<usize, String> {
    match player {
        "p1" => Ok(0),
        "p2" => Ok(1),
        _ => Err("the players are p1 and p2".to_owned()),
    }
}

/// Cards face up, and the number of those written `??`.
fn faces(cards: &str) -> Result<(Vec<Card>, usize), String> {
    let hidden = cards.matches("??").count();
    // A lone `?` is how some write a hidden hand.
    if cards.trim_matches('?').is_empty() {
        return Ok((Vec::new(), hidden));
    }
    parse_cards(&cards.replace("??", "")).map(|known| (known, hidden)).map_err(|_| "not cards".to_owned())
}

/// The amounts of a history, in chips.
pub(super) struct StatedResult<'a> {
    pub starting: &'a [f64],
    pub finishing: Option<Vec<f64>>,
    pub winnings: Option<Vec<f64>>,
}

impl StatedResult<'_> {
    /// What position 0 wins where both have `paid` so much: by the rules if they say it, or else as it is stated.
    pub fn won(&self, paid: [f64; 2], by_rules: Option<i64>) -> Result<i64, String> {
        let possible =
            |won: i64| self.fits_stacks(paid, won) != Some(false) && self.fits_winnings(paid, won) != Some(false);
        if let Some(won) = by_rules {
            return match possible(won) {
                true => Ok(won),
                false => {
                    Err(format!("finishing stacks or winnings that its cards and betting do not give: {won:+} for p1"))
                }
            };
        }
        let most = paid[0] as i64;
        let is_stated = self.fits_stacks(paid, 0).is_some() || self.fits_winnings(paid, 0).is_some();
        let won = [most, -most, 0].into_iter().find(|&won| is_stated && possible(won));
        won.ok_or("a showdown without cards and without finishing stacks or winnings that it could leave".to_owned())
    }

    /// `None` where nothing is said.
    fn fits_stacks(&self, paid: [f64; 2], won: i64) -> Option<bool> {
        let (&[before, other_before], Some(&[after, other_after])) = (self.starting, self.finishing.as_deref()) else {
            let is_wrong = |stacks: &Vec<f64>| stacks.len() != 2 || !self.starting.is_empty();
            return self.finishing.as_ref().filter(|stacks| is_wrong(stacks)).map(|_| false);
        };
        if [before, other_before, after, other_after].iter().any(|stack| stack.is_nan()) {
            return Some(false);
        }
        let net = [after - before, other_after - other_before];
        // Stacks without bounds say nothing.
        if [before, other_before].iter().any(|stack| !stack.is_finite()) {
            return None;
        }
        let is = |found: f64, expected: f64| (found - expected).abs() <= TOLERANCE;
        Some(match won {
            0 => is(net[0], net[1]) && net[0] <= TOLERANCE && net[0] >= -MOST_RAKE * paid[0],
            _ => {
                let winner = usize::from(won < 0);
                let most = won.abs() as f64;
                let least = most - MOST_RAKE * (paid[0] + paid[1]);
                is(net[1 - winner], -most) && net[winner] <= most + TOLERANCE && net[winner] >= least
            }
        })
    }

    /// `None` where nothing is said.
    fn fits_winnings(&self, paid: [f64; 2], won: i64) -> Option<bool> {
        let winnings = self.winnings.as_deref()?;
        let &[first, second] = winnings else { return Some(false) };
        // Some write what was lost as a negative amount.
        let is_nothing = |taken: f64, paid: f64| taken <= TOLERANCE && taken >= -paid - TOLERANCE;
        let pot = paid[0] + paid[1];
        // Some write what was won beyond what was paid.
        let is_pot = |player: usize, taken: f64| {
            taken >= (1.0 - MOST_RAKE) * pot - paid[player] && taken > TOLERANCE && taken <= pot + TOLERANCE
        };
        let is_half = |taken: f64| taken >= (1.0 - MOST_RAKE) * pot / 2.0 && taken <= pot / 2.0 + TOLERANCE;
        let is_equal = (first - second).abs() <= TOLERANCE;
        Some(match won {
            0 => is_equal && (is_half(first) || is_nothing(first, 0.0)),
            1.. => is_pot(0, first) && is_nothing(second, paid[1]),
            _ => is_pot(1, second) && is_nothing(first, paid[0]),
        })
    }
}
