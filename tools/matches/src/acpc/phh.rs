//! Hands in the poker hand history format (PHH, Kim 2024), several in one `.phhs` file: one TOML table for each hand.
//!
//! Only heads-up limit hold'em can be written in it (variant `FT`, fixed-limit Texas hold'em). Player `p1` is position
//! 0, the big blind; with two players the format lists the blinds from the button on, the small one first. Nobody runs
//! out of chips: stacks hold a big blind more than a game can cost.

use solver::game::{Action, GameDefinition};
use std::fmt::Write;
use std::path::Path;

use super::error::AcpcError;
use super::game::AcpcGame;
use super::hand_record::HandRecord;
use super::line_file::LineFile;
use super::phh_reader::{HistoryError, read_histories};

/// What a file must hold for further hands to be added.
const EXPECTED: &str = "hands of limit hold'em under headings [1], [2] and so on";

/// A `.phhs` file being written.
#[derive(Debug)]
pub struct PhhFile {
    file: LineFile,
    /// Hands with smaller numbers are in it already.
    next_hand: u32,
}

impl PhhFile {
    /// A new file for hands of a game.
    ///
    /// # Errors
    /// [`AcpcError::Setting`] for a game other than heads-up limit hold'em, [`AcpcError::File`].
    pub fn create(path: &Path, game: &AcpcGame) -> Result<Self, AcpcError> {
        Self::check(game)?;
        Ok(Self { file: LineFile::create(path)?, next_hand: 0 })
    }

    /// A file to add hands to: nothing in it is lost, and new hands are numbered from [`Self::next_hand`].
    ///
    /// # Errors
    /// [`AcpcError::Setting`] for a game other than heads-up limit hold'em, [`AcpcError::File`];
    /// [`AcpcError::OtherMatch`] if the file has anything other than hands under their headings.
    pub fn extend(path: &Path, game: &AcpcGame) -> Result<Self, AcpcError> {
        Self::check(game)?;
        let mut file = LineFile::extend(path)?;
        require_hands(path, game)?;
        let (mut text, mut next_hand) = (String::new(), 0);
        // All hands are whole: so is the last line, with or without its end.
        while let Some(line) = file.next_line_or_whole(|_| true)? {
            text += &line;
            text.push('\n');
            let heading = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            next_hand = next_hand.max(heading.and_then(|number| number.parse().ok()).unwrap_or(0));
        }
        let read = read_histories(game, &text);
        // No hand could follow one without a heading.
        let problem = match &read {
            Err(error) => Some(error.problem.clone()),
            Ok(read) if !read.hands.is_empty() && next_hand == 0 => Some("a hand without a heading".to_owned()),
            Ok(_) => None,
        };
        match problem {
            Some(problem) => Err(file.unexpected(EXPECTED, problem)),
            None => Ok(Self { file, next_hand }),
        }
    }

    /// The number after that of the last hand that was there already.
    pub fn next_hand(&self) -> u32 {
        self.next_hand
    }

    /// Checks that hands of this game can be written in the format.
    ///
    /// # Errors
    /// [`AcpcError::Setting`] for a game other than heads-up limit hold'em.
    pub fn check(game: &AcpcGame) -> Result<(), AcpcError> {
        if is_limit_holdem(game.definition()) {
            return Ok(());
        }
        let (expected, advice) = ("heads-up limit hold'em", "leave out --phh for other games");
        Err(AcpcError::Setting { what: "--phh", expected, found: "another game".to_owned(), advice })
    }

    /// Adds a hand.
    ///
    /// # Errors
    /// [`AcpcError::File`].
    pub fn write_hand(&mut self, game: &AcpcGame, record: &HandRecord) -> Result<(), AcpcError> {
        self.file.write_line(&hand_history(game, record))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Refuses a file of something else before changing it, and one whose last hand is incomplete, since it would swallow
/// the next.
fn require_hands(path: &Path, game: &AcpcGame) -> Result<(), AcpcError> {
    let bytes =
        std::fs::read(path).map_err(|source| AcpcError::File { path: path.to_owned(), action: "read", source })?;
    let text = String::from_utf8_lossy(&bytes);
    let refuse = |line: usize, problem: String| AcpcError::OtherMatch {
        path: path.to_owned(),
        line: line as u64,
        expected: EXPECTED.to_owned(),
        found: problem,
    };
    let read = read_histories(game, &text).map_err(|HistoryError { line, problem }| refuse(line, problem))?;
    if read.is_cut_off {
        return Err(refuse(text.lines().count(), "a hand that breaks off".to_owned()));
    }
    Ok(())
}

/// Whether a game is hold'em as the format defines it: any blinds, with small bets first and big bets later.
fn is_limit_holdem(game: &GameDefinition) -> bool {
    let holdem = GameDefinition::holdem_limit();
    let same_cards = game.rounds() == holdem.rounds() && game.hole_cards() == holdem.hole_cards();
    let same_round = |round| {
        game.new_board_cards(round) == holdem.new_board_cards(round)
            && game.first_player(round) == holdem.first_player(round)
            && game.raise_size(round) == game.raise_size(if round < 2 { 0 } else { 2 })
    };
    same_cards
        && game.deck() == holdem.deck()
        && (0..game.rounds()).all(same_round)
        && game.blinds()[0] >= game.blinds()[1]
}

/// A hand of limit hold'em as a TOML table, its lines without the last one's end.
pub fn hand_history(game: &AcpcGame, record: &HandRecord) -> String {
    let rules = game.definition();
    let [big, small] = rules.blinds();
    let raises: i32 = (0..rules.rounds()).map(|round| rules.raise_size(round).0 * rules.max_raises(round) as i32).sum();
    let stack = i64::from(2 * rules.big_blind().0 + raises);
    let [first, second] = record.chips.map(|chips| stack + chips);
    let actions = actions(game, record).join("', '");
    let [name, other] = record.names.each_ref().map(|name| quoted(name));
    format!(
        "[{}]\nvariant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [{small}, {big}]\nsmall_bet = {}\nbig_bet = {}\n\
         starting_stacks = [{stack}, {stack}]\nactions = ['{actions}']\nhand = {}\nplayers = [{name}, {other}]\n\
         finishing_stacks = [{first}, {second}]\n",
        u64::from(record.hand) + 1,
        rules.raise_size(0),
        rules.raise_size(2),
        record.hand,
    )
}

/// Deals, bets and shown hands in their order.
fn actions(game: &AcpcGame, record: &HandRecord) -> Vec<String> {
    let cards =
        |cards: &[evaluator::card::Card]| cards.iter().fold(String::new(), |text, card| text + &card.to_string());
    let [first, second] = record.cards.hole.each_ref().map(|hole| cards(hole));
    let mut actions = vec![format!("d dh p1 {first}"), format!("d dh p2 {second}")];
    let mut betting = game.start();
    // Who shows first: the last to bet or raise in the last round, or else the player who would act first.
    let (mut shows_first, mut paid_before) = (0, 0);
    for letter in record.betting.chars() {
        if letter == '/' {
            // All chips so far were equal, and a round counts its own.
            let (first, paid) = betting.decision().map_or((0, 0), |node| (node.player, node.contributions[0].0));
            (shows_first, paid_before) = (first, paid);
            let dealt = record.cards.board.get(betting.round()).map_or(String::new(), |dealt| cards(dealt));
            actions.push(format!("d db {dealt}"));
            continue;
        }
        let (Some(node), Some(action)) = (betting.decision(), Action::from_letter(letter)) else { break };
        let player = node.player + 1;
        actions.push(match action {
            Action::Fold => format!("p{player} f"),
            Action::Call => format!("p{player} cc"),
            Action::Raise => {
                shows_first = node.player;
                let highest = node.contributions[0].max(node.contributions[1]);
                let amount = (highest + game.definition().raise_size(node.round)).0 - paid_before;
                format!("p{player} cbr {amount}")
            }
        });
        betting.act(action);
    }
    if betting.is_showdown() {
        let shown = [first, second];
        for position in [shows_first, 1 - shows_first] {
            actions.push(format!("p{} sm {}", position + 1, shown[position]));
        }
    }
    actions
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
