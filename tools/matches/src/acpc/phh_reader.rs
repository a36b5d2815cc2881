//! Poker hand histories (PHH, Kim 2024) read back: hands of heads-up hold'em, one TOML table each, by any program.
//!
//! Player `p1` is position 0. With two players the format lists the blinds from the button on: `[5, 10]` makes `p1` the
//! big blind, as [`super::phh`] writes it, and `[10, 5]` the small one, who then begins every round. Any unit of money
//! will do; chips are given in the game's units. With a limit nobody may run out of it, and without one both players
//! begin with the same. Hole cards written `????` are hidden and stay so. Fields that the format leaves optional are
//! optional here, too.

use serde::{Deserialize, Deserializer};
use solver::game::{GameDefinition, GameOptions};
use toml::Spanned;

use super::competition_log::seats;
use super::error::shown;
use super::hand_log::HandRecord;
use super::history_replay::{Replay, StatedResult, TOLERANCE};
use super::history_sections::{HistoryText, has_key, history_texts};
use super::log_reader::{Collected, LoggedHand};
use super::match_state::{AcpcGame, winnings};
use crate::error::MatchError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histories {
    /// All hands, hole cards empty where they are hidden.
    pub hands: Vec<HandRecord>,
    /// The lines where each of them begins, from 1.
    pub lines: Vec<usize>,
    /// Whether the last one was cut off and left out.
    pub is_cut_off: bool,
}

/// Something that does not belong in a file of hand histories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryError {
    pub line: usize,
    pub problem: String,
}

/// The variants of hold'em with and without a limit.
const LIMIT: &str = "FT";
const NO_LIMIT: &str = "NT";

/// One hand in the format; fields that are not needed are ignored.
#[derive(Deserialize)]
pub(super) struct History {
    variant: Option<String>,
    #[serde(default)]
    antes: Vec<f64>,
    blinds_or_straddles: Option<Vec<f64>>,
    min_bet: Option<f64>,
    small_bet: Option<f64>,
    big_bet: Option<f64>,
    starting_stacks: Option<Vec<f64>>,
    actions: Option<Vec<Spanned<String>>>,
    players: Option<Vec<String>>,
    finishing_stacks: Option<Vec<f64>>,
    winnings: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "any_number")]
    hand: Option<u32>,
}

/// A hand's number may be of any kind: one that a hand record cannot have is no reason to refuse the hand.
fn any_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Ok(match toml::Value::deserialize(deserializer) {
        Ok(toml::Value::Integer(number)) => number.try_into().ok(),
        Ok(toml::Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    })
}

/// What is played for: the money of each position's blind, and of bets or stacks.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stakes {
    blinds: [f64; 2],
    betting: StakedBetting,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum StakedBetting {
    /// A small and a big bet.
    Limit([f64; 2]),
    /// What each player begins with.
    NoLimit(f64),
}

/// Reads all hands of a text, which are of this game at any stakes: one, or several under headings `[1]`, `[2]` and so
/// on.
pub fn read_histories(game: &AcpcGame, text: &str) -> Result<Histories, HistoryError> {
    let mut histories = Histories { hands: Vec::new(), lines: Vec::new(), is_cut_off: false };
    histories.is_cut_off = read_each(text, |line, history| {
        let number = u32::try_from(histories.hands.len()).unwrap_or(u32::MAX);
        match history.and_then(|history| history.record(game, number)) {
            Ok(hand) => {
                histories.hands.push(hand);
                histories.lines.push(line);
                Ok(())
            }
            Err(problem) => Err(HistoryError { line, problem }),
        }
    })?;
    Ok(histories)
}

/// Reads a file among other logs, whose hands say their own games by blinds and bets; returns whether the last one was
/// cut off and left out.
pub(super) fn read_history_log(into: &mut Collected<'_>, file: usize, text: &str) -> Result<bool, MatchError> {
    let mut number = 0_u32;
    read_each(text, |line, history| {
        match history.and_then(|history| read_hand(into, &history, number)) {
            Ok((game, record)) => {
                if record.names[0] == record.names[1] {
                    into.seats.push((into.hands.len(), seats(record.hand, false)));
                }
                let big_blind = i64::from(into.games.game(game).definition().big_blind().0);
                into.hands.push(LoggedHand { file, line, game, big_blind, record });
            }
            Err(problem) => {
                let game = if into.given.is_some() { "the game of --game" } else { "heads-up hold'em" };
                let expected = format!("a finished hand of {game}");
                into.leave_out(file, line, problem, expected)?;
            }
        }
        number = number.saturating_add(1);
        Ok(())
    })
}

/// The number of its game and the hand.
fn read_hand(into: &mut Collected<'_>, history: &History, number: u32) -> Result<(usize, HandRecord), String> {
    let definition = match into.given {
        Some(given) => given.clone(),
        None => history.definition()?,
    };
    let place = into.games.place(&definition).ok_or("of one game too many in these logs")?;
    // A definition with the positions turned round would have the small blind first, which the format never has.
    Ok((place.number, history.record(into.games.game(place.number), number)?))
}

/// Hands over every history with the line where it begins; returns whether the last one was cut off and left out.
pub(super) fn read_each<E>(
    text: &str,
    mut take: impl FnMut(usize, Result<History, String>) -> Result<(), E>,
) -> Result<bool, E> {
    let texts = history_texts(text);
    for (place, section) in texts.iter().enumerate() {
        let is_last = place > 0 && place + 1 == texts.len();
        let read = History::read(section);
        if is_last && is_unfinished(section.body, texts[0].body, read.is_ok()) {
            return Ok(true);
        }
        take(section.line, read)?;
    }
    Ok(false)
}

/// Whether a last hand's text is cut off: within a line, or before its actions or its players, if others have them.
fn is_unfinished(body: &str, other: &str, is_read: bool) -> bool {
    !is_read && !body.ends_with('\n')
        || ["actions", "players"].iter().any(|key| has_key(other, key) && !has_key(body, key))
}

impl History {
    fn read(text: &HistoryText<'_>) -> Result<Self, String> {
        let line_of = |offset: usize| text.body_line + text.body[..offset.min(text.body.len())].matches('\n').count();
        if let Some(heading) = text.heading {
            toml::from_str::<toml::Table>(heading).map_err(|error| {
                format!("heading '{}': {}", shown(heading), shown(error.message().replace('\n', " ")))
            })?;
        }
        let history: Self = toml::from_str(text.body).map_err(|error| {
            let place = error.span().map_or(String::new(), |span| format!(" on line {}", line_of(span.start)));
            format!("{}{place}", shown(error.message().replace('\n', " ")))
        })?;
        let [is_limit, is_no_limit] = [LIMIT, NO_LIMIT].map(|variant| history.variant.as_deref() == Some(variant));
        let missing = [
            ("variant", history.variant.is_none()),
            ("blinds_or_straddles", history.blinds_or_straddles.is_none()),
            ("small_bet", is_limit && history.small_bet.is_none()),
            ("big_bet", is_limit && history.big_bet.is_none()),
            ("min_bet", is_no_limit && history.min_bet.is_none()),
            ("starting_stacks", is_no_limit && history.starting_stacks.is_none()),
            ("actions", history.actions.is_none()),
        ];
        if let Some((key, _)) = missing.iter().find(|(_, is_missing)| *is_missing) {
            let first = text.heading.or(text.body.lines().next()).unwrap_or_default();
            return Err(format!("'{}' without '{key}'", shown(first)));
        }
        let mut history = history;
        // Places are counted in the file from here on.
        for action in history.actions.iter_mut().flatten() {
            let line = line_of(action.span().start);
            *action = Spanned::new(line..line, action.get_ref().clone());
        }
        Ok(history)
    }

    fn stakes(&self) -> Result<Stakes, String> {
        let variant = self.variant.as_deref().unwrap_or_default();
        let blinds = self.blinds_or_straddles.as_deref().unwrap_or_default();
        let &[first, second] = blinds else { return Err(format!("{} blinds instead of two", blinds.len())) };
        let is_money = |money: &[f64]| money.iter().all(|money| money.is_finite() && *money >= 0.0);
        let betting = match variant {
            LIMIT => StakedBetting::Limit([self.small_bet.unwrap_or_default(), self.big_bet.unwrap_or_default()]),
            NO_LIMIT => StakedBetting::NoLimit(self.equal_stacks()?),
            _ => return Err(format!("variant {}, where FT and NT can be read", shown(variant))),
        };
        let amounts = match betting {
            StakedBetting::Limit(bets) => bets.to_vec(),
            StakedBetting::NoLimit(stack) => vec![stack],
        };
        if self.antes.iter().any(|&ante| ante != 0.0) {
            return Err(format!("variant {} with antes", shown(variant)));
        }
        if !is_money(&[first, second]) || !is_money(&amounts) || first == second {
            return Err(format!("variant {} of other blinds or bets", shown(variant)));
        }
        let is_big_blind = |least: f64| (least - first.max(second)).abs() <= TOLERANCE;
        if let (StakedBetting::NoLimit(_), Some(least)) = (betting, self.min_bet)
            && !is_big_blind(least)
        {
            return Err(format!("a least bet of {least}, where it is a big blind"));
        }
        // From the button on: the first of two blinds is the second player's.
        Ok(Stakes { blinds: [second, first], betting })
    }

    /// What both players begin with.
    fn equal_stacks(&self) -> Result<f64, String> {
        match self.starting_stacks.as_deref().unwrap_or_default() {
            &[one, other] if one == other => Ok(one),
            &[one, other] => Err(format!("stacks of {one} and {other}, where only equal ones can be read")),
            stacks => Err(format!("{} stacks instead of two", stacks.len())),
        }
    }

    /// The game that its blinds and bets make.
    pub fn definition(&self) -> Result<GameDefinition, String> {
        let stakes = self.stakes()?;
        let holdem = GameDefinition::holdem_limit();
        if stakes.unit_in(&holdem).is_some() {
            return Ok(holdem);
        }
        let actions = self.actions.iter().flatten().map(|action| action.get_ref().as_str());
        let raised = actions.filter_map(|action| action.split_whitespace().skip_while(|&word| word != "cbr").nth(1));
        stakes.definition(raised.filter_map(|amount| amount.parse().ok()))
    }

    pub fn record(&self, game: &AcpcGame, number: u32) -> Result<HandRecord, String> {
        let stakes = self.stakes()?;
        let unit = stakes.unit_in(game.definition());
        let unit = unit.ok_or(match stakes.betting {
            StakedBetting::Limit(_) => "variant FT of other blinds or bets",
            StakedBetting::NoLimit(_) => "variant NT of other blinds or stacks",
        })?;
        let mut table = Replay::new(game, unit);
        for action in self.actions.iter().flatten() {
            let text = action.get_ref();
            let problem = |why| format!("action '{}' on line {}: {why}", shown(text), action.span().start);
            table.act(text).map_err(problem)?;
        }
        let (betting, cards) = table.finish()?;
        let paid = betting.contributions().map(|chips| chips.as_f64());
        let stacks = self.starting_stacks.as_deref().unwrap_or_default();
        if stacks.iter().zip(paid).any(|(stack, paid)| *stack < (paid - TOLERANCE) * unit) {
            return Err("a player who is all in for less than was bet".to_owned());
        }
        let known = !betting.is_showdown() || cards.is_open();
        let won = if known { winnings(&betting, &cards).map(|chips| i64::from(chips.0)) } else { None };
        let in_chips = |money: &Vec<f64>| money.iter().map(|money| money / unit).collect::<Vec<_>>();
        let stated = StatedResult {
            starting: &stacks.iter().map(|money| money / unit).collect::<Vec<_>>(),
            finishing: self.finishing_stacks.as_ref().map(in_chips),
            winnings: self.winnings.as_ref().map(in_chips),
        };
        let won = stated.won(paid, won)?;
        Ok(HandRecord {
            hand: self.hand.unwrap_or(number),
            betting: betting.text().to_owned(),
            cards,
            chips: [won, -won],
            names: self.names()?,
        })
    }

    /// The players' names; those without one are called `p1` and `p2`, as the format calls them.
    fn names(&self) -> Result<[String; 2], String> {
        let default = ["p1", "p2"].map(str::to_owned);
        let Some(players) = &self.players else { return Ok(default) };
        let players = <[String; 2]>::try_from(players.clone());
        let mut players = players.map_err(|players| format!("{} players", players.len()))?;
        for (name, default) in players.iter_mut().zip(default) {
            if name.is_empty() {
                *name = default;
            }
        }
        Ok(players)
    }
}

impl Stakes {
    /// The position that begins a round: after the big blind before the flop, the first one later.
    fn first_player(&self, round: usize) -> usize {
        usize::from(round == 0 && self.blinds[0] > self.blinds[1])
    }

    /// The money of one chip of a game that is played for these stakes.
    fn unit_in(&self, game: &GameDefinition) -> Option<f64> {
        let unit = self.blinds[0].max(self.blinds[1]) / game.big_blind().as_f64();
        let fits = |money: f64, chips: f64| (money - chips * unit).abs() < TOLERANCE * unit;
        let sizes = match (self.betting, game.stack()) {
            (StakedBetting::Limit(bets), None) => {
                (0..game.rounds()).all(|round| fits(bets[usize::from(round >= 2)], game.raise_size(round).as_f64()))
            }
            (StakedBetting::NoLimit(own), Some(stack)) => fits(own, stack.as_f64()),
            _ => false,
        };
        let blinds = game.blinds();
        let holdem = GameDefinition::holdem_limit();
        let same_cards = game.deck() == holdem.deck()
            && (game.rounds(), game.hole_cards()) == (holdem.rounds(), holdem.hole_cards())
            && (0..game.rounds()).all(|round| game.new_board_cards(round) == holdem.new_board_cards(round))
            && (0..game.rounds()).all(|round| game.first_player(round) == self.first_player(round));
        let fits_blinds = (0..2).all(|position| fits(self.blinds[position], blinds[position].as_f64()));
        (same_cards && sizes && fits_blinds && unit > 0.0).then_some(unit)
    }

    /// The definition of hold'em for these stakes; with a limit, with as many raises as are usual.
    /// A chip is small enough for what was bet.
    fn definition(&self, bets: impl Iterator<Item = f64>) -> Result<GameDefinition, String> {
        let money = match self.betting {
            StakedBetting::Limit([small, big]) => [small, big],
            StakedBetting::NoLimit(stack) => [stack, stack],
        };
        let all = [self.blinds[0], self.blinds[1], money[0], money[1]];
        let amounts: Vec<f64> = all.into_iter().chain(bets).collect();
        let parts = [1.0, 10.0, 100.0, 1_000.0, 10_000.0]
            .into_iter()
            .find(|parts| amounts.iter().all(|money| (money * parts - (money * parts).round()).abs() < TOLERANCE));
        let parts = parts.ok_or("amounts of more than four decimals")?;
        let [one, other, small, big] = all.map(|money| (money * parts).round());
        let first = [0, 1, 2, 3].map(|round| (self.first_player(round) + 1).to_string()).join(" ");
        let betting = match self.betting {
            StakedBetting::Limit(_) => format!("limit\nraiseSize = {small} {small} {big} {big}\nmaxRaises = 3 4 4 4"),
            StakedBetting::NoLimit(_) => format!("nolimit\nstack = {small} {big}"),
        };
        let text = format!(
            "GAMEDEF\n{betting}\nnumPlayers = 2\nnumRounds = 4\nblind = {one} {other}\nfirstPlayer = {first}\n\
             numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n"
        );
        let options = match self.betting {
            StakedBetting::Limit(_) => GameOptions::default(),
            StakedBetting::NoLimit(_) => GameOptions::at_table(),
        };
        GameDefinition::parse_with(&text, &options).map(|(game, _)| game).map_err(|error| error.to_string())
    }
}
