//! The report's section on play before the flop: every starting hand at every decision, to be clicked through.

use evaluator::deck::Deck;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use matches::strategy_file::StrategyFile;
use report::grid_browser::{Choice, GridBrowser};
use report::hand_grid::{ACTIONS, HandGrid};
use report::number_format::percent;
use report::page::Page;
use report::page_parts::DataTable;
use solver::game::{Action, BettingTree, GameDefinition, NodeId};
use std::path::Path;
use tables::run::folder::RunFolder;
use tables::strategy::reader::{LEAST_REACH, StrategyReader};

use super::saved;
use crate::error::StudyError;
use crate::file::order::{Player, StageOrder};

/// Adds the section: of every setting and training the first clustering's first strategy. None without strategies.
pub(crate) fn preflop_section(page: Page, folder: &RunFolder, order: &StageOrder) -> Result<Page, StudyError> {
    let is_first = |it: &&Player| (order.variants[it.variant].clustering, it.training) == (1, 1);
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let nodes = preflop_nodes(&tree);
    let mut grids = Vec::new();
    let mut opening = DataTable::new(&["strategy", "folds", "limps", "raises"], 1);
    for player in order.players.iter().filter(is_first) {
        let (name, path) = (&player.file, folder.strategy(&player.file)?);
        // Grids show three actions, so a strategy with several raises is left out.
        if !path.exists() || StrategyFile::open(&path)?.game().stack().is_some() {
            continue;
        }
        let play = Play::of(&path, &tree, &nodes)?;
        for (row, &node) in nodes.iter().enumerate() {
            let (seat, betting, actions) = decision(&tree, node);
            let grid = HandGrid::of_actions(play.deck, &actions, &play.shares[row], &play.reach[row]);
            if row == 0 {
                let description = "Share of fold, call and raise for each starting hand";
                let svg = grid.to_svg(&format!("{name}: the button opens"), description);
                saved(folder, &format!("preflop-{name}-button-opens"), svg)?;
            }
            grids.push((vec![Choice::of(name), Choice::of(seat), betting], grid));
        }
        let mean = |action: usize| {
            let combos = StartingHand::all().map(|hand| hand.combos() as f64 * play.shares[0][hand.number()][action]);
            percent(combos.sum::<f64>() / play.deck.holdings() as f64)
        };
        opening.rows.push(vec![name.clone(), mean(0), mean(1), mean(2)]);
    }
    if grids.is_empty() {
        return Ok(page);
    }
    let intro = "How the trained strategies play each starting hand, suited hands above the diagonal. Choose a \
                 strategy, who acts and what was bet so far; the height of each colour is how often that action is \
                 taken.";
    let name = "How each starting hand is played".to_owned();
    let groups = vec!["Strategy", "Seat", "Betting so far"];
    let browser = GridBrowser { id: "preflop".to_owned(), name, groups, grids };
    let page = page.section("Play before the flop", intro);
    let page = page.grids(&browser, "The average strategy at every decision before the flop");
    Ok(page.table(&opening, "The button's first action, over all pairs of hole cards"))
}

/// The decisions before the flop, by their numbers in the tree, the shortest betting first.
fn preflop_nodes(tree: &BettingTree) -> Vec<usize> {
    let mut nodes: Vec<usize> = (0..tree.nodes().len()).filter(|&number| tree.nodes()[number].round == 0).collect();
    nodes.sort_by_key(|&number| (tree.history(NodeId(number as u32)).len(), number));
    nodes
}

/// Who acts at a decision, after which betting, and the names of the three actions, empty for one that is not possible.
fn decision(tree: &BettingTree, number: usize) -> (&'static str, Choice, [String; ACTIONS]) {
    let node = &tree.nodes()[number];
    let word = tree.history(NodeId(number as u32)).to_string();
    let actions: Vec<&str> = word.chars().map(|letter| if letter == 'c' { "call" } else { "raise" }).collect();
    let label = if word.is_empty() { "acts first".to_owned() } else { format!("after {}", actions.join(", ")) };
    // Where nothing is to be paid, calling is called checking.
    let call = if node.actions.contains(&Action::Fold) { "call" } else { "check" };
    let names = [(Action::Fold, "fold"), (Action::Call, call), (Action::Raise(0), "raise")];
    let names =
        names.map(|(action, name)| if node.actions.contains(&action) { name.to_owned() } else { String::new() });
    (if node.player == 1 { "button" } else { "big blind" }, Choice { label, word }, names)
}

/// A strategy before the flop, by decision and starting hand.
struct Play {
    deck: Deck,
    /// How often fold, call and raise are taken; never with hands that the deck does not have.
    shares: Vec<Vec<[f64; ACTIONS]>>,
    /// How often the hand comes there by the player's own actions.
    reach: Vec<Vec<f64>>,
}

impl Play {
    fn of(path: &Path, tree: &BettingTree, nodes: &[usize]) -> Result<Self, StudyError> {
        let reader = StrategyReader::open(path)?;
        let buckets = reader.buckets_per_round().first().map_or(0, |&count| count as usize);
        let deck = Deck::of_starting_hands(buckets).unwrap_or_default();
        let place = |action: Action| match action {
            Action::Fold => 0,
            Action::Call => 1,
            Action::Raise(_) => 2,
        };
        let shares_of = |number: usize, hand: StartingHand| {
            let mut shares = [0.0; 3];
            if deck.has(hand) {
                let probabilities = reader.probabilities(number, deck.number_of(hand))?;
                for (&action, probability) in tree.nodes()[number].actions.iter().zip(probabilities) {
                    shares[place(action)] = f64::from(probability);
                }
            }
            Ok(shares)
        };
        let all_hands = |number: usize| StartingHand::all().map(|hand| shares_of(number, hand)).collect();
        let shares =
            nodes.iter().map(|&number| all_hands(number)).collect::<Result<Vec<Vec<[f64; 3]>>, StudyError>>()?;
        let taken = |hand: usize, decision: NodeId, action: usize| {
            let row = nodes.iter().position(|&number| number == decision.number());
            row.map_or(0.0, |row| shares[row][hand][place(tree[decision].actions[action])])
        };
        let reach_of = |number: usize, hand: usize| {
            let own = tree.own_actions_before(NodeId(number as u32));
            let reach: f64 = own.into_iter().map(|(decision, action)| taken(hand, decision, action)).product();
            if reach >= LEAST_REACH { reach } else { 0.0 }
        };
        let reach =
            nodes.iter().map(|&number| (0..STARTING_HANDS).map(|hand| reach_of(number, hand)).collect()).collect();
        Ok(Self { deck, shares, reach })
    }
}
