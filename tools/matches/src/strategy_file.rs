//! A strategy as players need it: made for hold'em, with the bucket files it names, and what it does with one hand at
//! one decision.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::Holding;
use evaluator::round::Round;
use serde_json::{Value, json};
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::spot::SpotOrigin;
use std::path::{Path, PathBuf};
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::{Fingerprint, checksum};
use tables::file::header::{FileKind, with_deck};
use tables::run::folder::RunFolder;
use tables::strategy::bundle::{Bundle, STREETS};
use tables::strategy::reader::StrategyReader;
use tables::text::written;

use super::agent::{require_counts, require_game};
use super::agent_loader::built_in;
use super::bucket_lookup::{find_bucket_file, run_of};
use super::error::MatchError;
use super::strategy_place::StrategyPlace;

/// An opened strategy of hold'em, and the way to its bucket files.
pub struct StrategyFile {
    place: StrategyPlace,
    reader: StrategyReader,
    /// The bundle that it was unpacked from, with its bucket files.
    bundle: Option<Bundle>,
    deck: Deck,
    game: GameDefinition,
}

impl StrategyFile {
    /// The strategy that a word stands for: a strategy file, a bundle, a run folder with one strategy, or `RUN/NAME`.
    pub fn open(word: impl AsRef<Path>) -> Result<Self, MatchError> {
        let place = StrategyPlace::of(word.as_ref())?;
        let file = ArrayFile::open(&place.path)?;
        let (bundle, reader) = if file.kind() == FileKind::Bundle {
            let bundle = Bundle::of(file)?;
            let reader = bundle.strategy()?;
            (Some(bundle), reader)
        } else {
            (None, StrategyReader::of(file)?)
        };
        let text = || reader.recipe().get("game").and_then(|game| game.as_str());
        let game = GameDefinition::of_recipe(reader.recipe());
        let holdem = game.and_then(|game| Some((game.holdem_deck()?, game)));
        let Some((deck, game)) = holdem else {
            let found = text().map_or("no game in its recipe".to_owned(), described);
            return Err(MatchError::WrongGame { path: place.path, found });
        };
        Ok(Self { place, reader, bundle, deck, game })
    }

    /// A file's name without its ending, or the name in a run.
    pub fn name(&self) -> &str {
        &self.place.name
    }

    /// The strategy file or the bundle.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    pub fn deck(&self) -> Deck {
        self.deck
    }

    pub fn game(&self) -> &GameDefinition {
        &self.game
    }

    pub fn reader(&self) -> &StrategyReader {
        &self.reader
    }

    /// Which file it is, by fingerprint and contents: the same in a bundle and on its own.
    pub fn identity(&self) -> Value {
        let file = self.reader.file();
        json!({ "fingerprint": file.fingerprint(), "checksum": checksum(file.bytes()) })
    }

    pub fn buckets(&self, street: Round) -> Result<Fingerprint, MatchError> {
        let parent = self.reader.file().header().parents.iter().find(|parent| parent.name == street.name());
        parent
            .map(|parent| parent.fingerprint)
            .ok_or_else(|| MatchError::NoParent { path: self.path().to_owned(), street })
    }

    /// Refuses a strategy of another game.
    pub fn require_game(&self, game: &GameDefinition) -> Result<(), MatchError> {
        require_game(self.name(), game, &self.game)
    }

    /// Refuses buckets that are not as many as the strategy has.
    pub fn require_bucket_counts(&self, buckets: &BucketSet) -> Result<(), MatchError> {
        let counts = self.reader.buckets_per_round().iter().map(|&count| count as usize);
        require_counts(self.name(), counts.zip(buckets.counts()))
    }

    /// That bucket file: from the bundle, from the strategy's own run, from the run of the file that the strategy links
    /// to, from one of these places (files, run folders, folders with bucket files), or from the strategy's folder.
    pub fn bucket_table(&self, street: Round, places: &[PathBuf]) -> Result<BucketTable, MatchError> {
        let Some(bundle) = &self.bundle else { return Ok(BucketTable::open(&self.find_buckets(street, places)?)?) };
        let table = bundle.buckets(street)?;
        table.require_parent(street.name(), &self.reader.file().header().parents)?;
        Ok(table)
    }

    /// The same of flop, turn and river.
    pub fn bucket_set(&self, places: &[PathBuf]) -> Result<BucketSet, MatchError> {
        let [flop, turn, river] = STREETS.map(|street| self.bucket_table(street, places));
        Ok(BucketSet::of([flop?, turn?, river?])?)
    }

    /// Refuses a strategy whose bucket files are not found, without unpacking any.
    pub fn require_buckets(&self, places: &[PathBuf]) -> Result<(), MatchError> {
        let is_found = |street| self.find_buckets(street, places).map(drop);
        if self.bundle.is_some() { Ok(()) } else { STREETS.into_iter().try_for_each(is_found) }
    }

    fn find_buckets(&self, street: Round, places: &[PathBuf]) -> Result<PathBuf, MatchError> {
        let mut runs = vec![RunFolder::new(run_of(self.path()))];
        let mut places = places.to_vec();
        if let Ok(real) = self.path().canonicalize() {
            let is_another = |run: &PathBuf| runs[0].root().canonicalize().ok().as_ref() != Some(run);
            runs.extend(Some(run_of(&real)).filter(is_another).map(RunFolder::new));
            places.extend(real.parent().map(Path::to_owned));
        }
        find_bucket_file(self.path(), street, self.buckets(street)?, &runs, &places)
    }
}

/// A few words of a game's text for a one-line error.
fn described(game: &str) -> String {
    let words = game.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = words.chars().take(60).collect();
    if short.len() < words.len() {
        short.push('…');
    }
    format!("'{short}'")
}

/// Built-in policies by name and game, files by fingerprint and contents.
pub fn policy_identity(policy: impl AsRef<Path>, game: Option<&GameDefinition>) -> Result<Value, MatchError> {
    match built_in(policy.as_ref()) {
        Some(_) => {
            let mut identity = json!({ "policy": written(policy.as_ref()) });
            match game {
                Some(game) if game.stack().is_some() => game.enter(&mut identity),
                _ => {
                    let deck = game.and_then(GameDefinition::holdem_deck).unwrap_or_default();
                    identity = with_deck(identity, deck);
                }
            }
            Ok(identity)
        }
        None => Ok(StrategyFile::open(policy)?.identity()),
    }
}

/// A policy by name and identity, its rivers solved again by so many iterations: another policy.
pub fn with_rivers_solved_again(name: &str, blueprint: &Value, iterations: u64) -> (String, Value) {
    let identity = json!({ "blueprint": blueprint, "resolved": "river", "iterations": iterations });
    (format!("{name}, rivers solved again by {iterations} iterations"), identity)
}

#[derive(Clone, PartialEq, Debug)]
pub struct HandDecision {
    /// The betting that leads to it, written as the game writes it.
    pub betting: String,
    pub street: Round,
    /// The player to act, 0 or 1; 1 has the button.
    pub player: usize,
    pub bucket: u32,
    pub buckets: u32,
    /// The actions, written as in bettings (`f`, `c`, `r` or `r300`), and their probabilities, as the file has them.
    pub actions: Vec<(String, f32)>,
    /// The product of the probabilities of the player's own earlier actions with this hand, from 0 to 1; the cards and
    /// the opponent's actions are taken as given.
    pub reach: f64,
}

impl HandDecision {
    /// Reads a decision from an open file; `board` is in the order of the deal and has no hole card on it, `betting` is
    /// as in `crc/cr`, and bucket files are looked for in `places`, too.
    pub fn read(
        file: &StrategyFile,
        hole: Holding,
        board: &[Card],
        betting: &str,
        places: &[PathBuf],
    ) -> Result<Self, MatchError> {
        let tree = BettingTree::new(file.game());
        let id = tree.node_at(betting)?;
        let node = &tree[id];
        let street = Round::ALL[node.round];
        if street.board_cards() != board.len() {
            return Err(MatchError::WrongBoard { betting: betting.to_owned(), street, found: board.len() });
        }
        let streets = Round::ALL.into_iter().filter(|&earlier| earlier <= street);
        let buckets = streets.map(|street| bucket_of(file, street, hole, board, places));
        let buckets = buckets.collect::<Result<Vec<u32>, MatchError>>()?;
        let reader = file.reader();
        let probabilities = |id: NodeId| {
            let node = &tree[id];
            if reader.node_count() != tree.nodes().len()
                || usize::from(reader.node(id.number())?.actions) != node.actions.len()
            {
                return Err(MatchError::WrongTree { path: file.path().to_owned() });
            }
            Ok(reader.probabilities(id.number(), buckets[node.round] as usize)?)
        };
        let taken = probabilities(id)?;
        let actions = tree.action_texts(node).into_iter().zip(taken.iter().copied()).collect();
        let mut reach = 1.0;
        for (earlier, action) in tree.own_actions_before(id) {
            reach *= exactly(probabilities(earlier)?[action]);
        }
        Ok(Self {
            betting: tree.history(id),
            street,
            player: node.player,
            bucket: buckets[node.round],
            buckets: reader.buckets_per_round()[node.round],
            actions,
            reach,
        })
    }
}

/// Where a strategy's own play leads on a board: a spot to be solved exactly.
///
/// `betting` ends a round before the river's end, such as `rc/`, and `board` has the cards of the next round. A
/// holding's weight is how likely its player's own actions are to lead there.
pub fn spot_after(
    file: &StrategyFile,
    board: &[Card],
    betting: &str,
    places: &[PathBuf],
) -> Result<SpotOrigin, MatchError> {
    let tree = BettingTree::new(file.game());
    let id = tree.node_at(betting)?;
    let node = &tree[id];
    let street = Round::ALL[node.round];
    let is_first = node.parent.is_some_and(|(before, _)| tree[before].round < node.round);
    if !is_first {
        return Err(MatchError::WithinARound { betting: betting.to_owned() });
    }
    if street.board_cards() != board.len() {
        return Err(MatchError::WrongBoard { betting: betting.to_owned(), street, found: board.len() });
    }
    if file.reader().node_count() != tree.nodes().len() {
        return Err(MatchError::WrongTree { path: file.path().to_owned() });
    }
    let streets = || Round::ALL.into_iter().filter(|&it| it <= street);
    let rows = streets().map(|street| bucket_row(file, street, board, places));
    let rows = rows.collect::<Result<Vec<_>, MatchError>>()?;
    let on_board = CardSet::of(board) | file.deck().missing();
    let mut weights = [0, 1].map(|_| {
        let may_be = |holding: Holding| f64::from(u8::from(!holding.card_set().intersects(on_board)));
        Holding::all().map(may_be).collect::<Vec<f64>>()
    });
    let mut here = id;
    while let Some((before, action)) = tree[here].parent {
        let node = &tree[before];
        let number = node.actions.iter().position(|&it| it == action).unwrap_or(0);
        let block = file.reader().node_block(before.number())?;
        for (weight, bucket) in weights[node.player].iter_mut().zip(&rows[node.round]) {
            let taken = bucket.and_then(|bucket| block.probabilities(bucket as usize));
            *weight *= taken.map_or(0.0, |probabilities| exactly(probabilities[number]));
        }
        here = before;
    }
    Ok(SpotOrigin::at(file.game(), node, &weights))
}

/// The buckets of all holdings on a street of a board; none for holdings with a card on it.
fn bucket_row(
    file: &StrategyFile,
    street: Round,
    board: &[Card],
    places: &[PathBuf],
) -> Result<Vec<Option<u32>>, MatchError> {
    let deck = file.deck();
    let may_be = |holding: &Holding| {
        !holding.card_set().intersects(CardSet::of(board)) && !holding.card_set().intersects(deck.missing())
    };
    if street == Round::Preflop {
        let number = |holding: Holding| deck.number_of(holding.starting_hand()) as u32;
        return Ok(Holding::all().map(|it| may_be(&it).then(|| number(it))).collect());
    }
    let table = file.bucket_table(street, places)?;
    let cards = &board[..street.board_cards()];
    let bucket = |holding: Holding| -> Result<Option<u32>, MatchError> {
        if !may_be(&holding) {
            return Ok(None);
        }
        Ok(Some(table.bucket_on(table.index().index(holding, CardSet::of(cards)).0, board)?.0))
    };
    Holding::all().map(bucket).collect()
}

fn bucket_of(
    file: &StrategyFile,
    street: Round,
    hole: Holding,
    board: &[Card],
    places: &[PathBuf],
) -> Result<u32, MatchError> {
    if street == Round::Preflop {
        return Ok(file.deck().number_of(hole.starting_hand()) as u32);
    }
    let table = file.bucket_table(street, places)?;
    let index = table.index().index(hole, CardSet::of(&board[..street.board_cards()]));
    Ok(table.bucket_on(index.0, board)?.0)
}

/// A stored probability without the noise of its conversion: a multiple of 1/65,535, and so also of 1/255 and of 1/15.
pub fn exactly(probability: f32) -> f64 {
    let parts = f64::from(u16::MAX);
    (f64::from(probability) * parts).round() / parts
}
