//! The games that are built in, by name.

use evaluator::deck::Deck;

use super::game_definition::{Betting, GameDefinition, GameOptions};
use super::game_error::{GameError, shown};
use super::sizes::BetSizes;

/// The stack of built-in no-limit hold'em, in big blinds.
const STACK: f64 = 200.0;
/// The stack of built-in push-fold play, in big blinds.
const PUSH_FOLD_STACK: f64 = 10.0;

impl GameDefinition {
    /// Heads-up limit hold'em with blinds of 5 and 10 chips and bets of 10, 10, 20 and 20.
    pub fn holdem_limit() -> Self {
        built_in(include_str!("../../games/holdem.game"))
    }

    /// Heads-up limit hold'em on another deck.
    pub fn holdem_limit_on(deck: Deck) -> Self {
        Self::holdem_limit().on(deck)
    }

    /// The built-in game of hold'em of a name, on a deck.
    ///
    /// # Errors
    /// [`GameError::NotHoldem`] for the others, and those of [`Self::named_with`].
    pub fn holdem_named(name: &str, deck: Deck, options: &GameOptions) -> Result<Self, GameError> {
        let of_deck = if deck.is_full() { name.to_owned() } else { format!("{name}-{deck}") };
        let game = Self::named_with(&of_deck, options)?;
        game.of_holdem_on(deck, name)
    }

    /// The game, if it is hold'em on a deck.
    ///
    /// # Errors
    /// [`GameError::NotHoldem`].
    pub fn of_holdem_on(self, deck: Deck, name: &str) -> Result<Self, GameError> {
        match self.holdem_deck() {
            Some(found) if found == deck => Ok(self),
            _ => Err(GameError::NotHoldem { name: shown(name), deck }),
        }
    }

    /// The same rules with the highest ranks alone.
    fn on(self, deck: Deck) -> Self {
        Self { ranks: deck.ranks(), ..self }
    }

    /// The name of a built-in game of these rules: `holdem`, `holdem-20` with a deck of 20 cards, `holdem-nolimit-50bb`
    /// with a stack of 50 big blinds, `kuhn`; `nolimit` or `limit` for one that is not built in.
    pub fn name(&self) -> String {
        let base = if self.stack().is_some() { "holdem-nolimit" } else { "holdem" };
        let deck = self.holdem_deck().filter(|deck| !deck.is_full()).map_or(String::new(), |deck| format!("-{deck}"));
        let stack = self.stack().map(|stack| stack.as_f64() / self.big_blind().as_f64());
        let name = format!("{base}{deck}{}", stack.map_or(String::new(), |stack| format!("-{stack}bb")));
        let is_this = |name: &String| Self::named(name).is_ok_and(|game| game.at_table() == self.clone().at_table());
        let other = if self.stack().is_some() { "nolimit" } else { "limit" };
        [name, "kuhn".to_owned(), "leduc".to_owned()].into_iter().find(is_this).unwrap_or_else(|| other.to_owned())
    }

    /// The same rules for a table where any amount may be bet: of a no-limit game's sizes all-in alone is left.
    #[must_use]
    pub fn at_table(self) -> Self {
        self.with_betting_sizes(BetSizes::all_in())
    }

    /// Kuhn poker (Kuhn 1950): three cards, one bet. The first player is position 0.
    pub fn kuhn() -> Self {
        built_in(include_str!("../../games/kuhn.game"))
    }

    /// Leduc hold'em (Southey et al. 2005): six cards, two rounds, one board card.
    pub fn leduc() -> Self {
        built_in(include_str!("../../games/leduc.game"))
    }

    /// The built-in game of a name: `holdem`, `holdem-nolimit` or `push-fold` (`holdem-20` to `push-fold-52` on other
    /// decks), `kuhn` or `leduc`. No-limit games have blinds of 50 and 100 chips; their names may end with a stack, as
    /// `holdem-nolimit-50bb` does.
    ///
    /// # Errors
    /// [`GameError::UnknownName`] for every other name.
    pub fn named(name: &str) -> Result<Self, GameError> {
        Self::named_with(name, &GameOptions::default())
    }

    /// The same with a stack and sizes of your own; push-fold play takes a stack alone.
    ///
    /// # Errors
    /// [`GameError::UnknownName`], what does not fit among the options, and [`GameError::TreeTooLarge`].
    pub fn named_with(name: &str, options: &GameOptions) -> Result<Self, GameError> {
        let (name, stack) = match name.rsplit_once('-').map(|(base, stack)| (base, stack_of(stack))) {
            Some((base, Some(stack))) => (base, Some(stack)),
            _ => (name, None),
        };
        let options = &GameOptions { stack: options.stack.or(stack), ..options.clone() };
        let (base, deck) = match name.rsplit_once('-').map(|(base, deck)| (base, deck.parse::<Deck>())) {
            Some((base, Ok(deck))) => (base, Some(deck)),
            _ => (name, None),
        };
        let no_limit = |stack: f64, sizes: Option<BetSizes>| {
            let options = GameOptions { stack: options.stack.or(Some(stack)), sizes };
            Self::parse_with(include_str!("../../games/holdem-nolimit.game"), &options).map(|(game, _)| game)
        };
        let game = match (base, deck) {
            ("holdem-nolimit", _) => no_limit(STACK, options.sizes.clone())?,
            ("push-fold", _) if options.sizes.is_some() => {
                let problem = "push-fold play has all-in and folding alone; leave them out".to_owned();
                return Err(GameError::UnfitSizes { problem });
            }
            ("push-fold", _) => no_limit(PUSH_FOLD_STACK, Some(BetSizes::push_fold()))?,
            ("holdem", _) => Self::holdem_limit(),
            ("kuhn", None) => Self::kuhn(),
            ("leduc", None) => Self::leduc(),
            _ => return Err(GameError::UnknownName { name: shown(name) }),
        };
        if game.betting == Betting::Limit {
            options.refuse_for_limit(name)?;
        }
        Ok(deck.map_or(game.clone(), |deck| game.on(deck)))
    }
}

/// The stack that a name ends with: `50bb`.
fn stack_of(text: &str) -> Option<f64> {
    text.strip_suffix("bb")?.parse().ok()
}

fn built_in(text: &str) -> GameDefinition {
    // The texts are part of the program, and a test reads each of them.
    GameDefinition::parse(text).expect("a built-in game is a valid definition")
}
