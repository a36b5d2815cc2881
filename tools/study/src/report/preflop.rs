//! The report's section on play before the flop: every starting hand at every decision, to be clicked through.

use evaluator::deck::Deck;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use matches::strategy_file::StrategyFile;
use report::grid_browser::{Choice, GridBrowser};
use report::hand_grid::{ACTIONS, HandGrid};
use report::number_format::percent;
use report::page::Page;
use report::page_parts::DataTable;
use solver::game::{Action, BettingTree, NodeId, PlayedAction};
use std::path::Path;
use tables::run::folder::RunFolder;
use tables::strategy::reader::LEAST_REACH;

use super::saved;
use crate::error::StudyError;
use crate::file::order::{Player, StageOrder};

/// More grids than this would make the page slow to open.
const MOST_GRIDS: usize = 2_000;
/// More rows than this are folded away.
const MANY: usize = 12;

/// Adds the section: every strategy of the run, those of the first clustering first. None without strategies.
pub(crate) fn preflop_section(page: Page, folder: &RunFolder, order: &StageOrder) -> Result<Page, StudyError> {
    let repeat = |it: &&Player| (order.variants[it.variant].clustering, it.training);
    let mut players: Vec<&Player> = order.players.iter().collect();
    players.sort_by_key(repeat);
    let (mut has_sizes, mut left_out) = (false, 0);
    let mut grids = Vec::new();
    let mut opening = DataTable::new(&["strategy", "folds", "limps", "raises"], 1);
    for player in players {
        let (name, path) = (&player.file, folder.strategy(&player.file)?);
        if !path.exists() {
            continue;
        }
        let game = StrategyFile::open(&path)?.game().clone();
        has_sizes |= game.stack().is_some();
        let tree = BettingTree::new(&game);
        let nodes = preflop_nodes(&tree);
        if grids.len() + nodes.len() > MOST_GRIDS {
            left_out += 1;
            continue;
        }
        let play = Play::of(&path, &tree, &nodes)?;
        for (row, &node) in nodes.iter().enumerate() {
            let (seat, betting, actions) = decision(&tree, node);
            let grid = HandGrid::of_actions(play.deck, &actions, &play.shares[row], &play.reach[row]);
            if row == 0 && repeat(&player) == (1, 1) {
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
    let sizes = if has_sizes { " Raises of all sizes are one colour." } else { "" };
    let others = match left_out {
        0 => String::new(),
        count => format!(" {count} further strategies are left to 'equipoise explore'."),
    };
    let intro = format!(
        "How the strategies play each starting hand, suited hands above the diagonal. Choose a strategy, who \
         acts and what was bet so far; the height of each colour is how often that action is taken.{sizes}{others}"
    );
    let name = "How each starting hand is played".to_owned();
    let groups = vec!["Strategy", "Seat", "Betting so far"];
    let browser = GridBrowser { id: "preflop".to_owned(), name, groups, grids };
    let page = page.section("Play before the flop", &intro);
    let page = page.grids(&browser, "The average strategy at every decision before the flop");
    let caption = "The button's first action, over all pairs of hole cards";
    if opening.rows.len() <= MANY {
        return Ok(page.table_beside(&opening, caption));
    }
    Ok(page.folded(caption, |page| page.table_beside(&opening, "Every strategy")))
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
    let word = tree.history(NodeId(number as u32));
    let said = |(_, action)| match action {
        PlayedAction::RaiseTo(total) => format!("raise to {total}"),
        PlayedAction::Raise => "raise".to_owned(),
        PlayedAction::Call => "call".to_owned(),
        PlayedAction::Fold => "fold".to_owned(),
    };
    let actions: Vec<String> = PlayedAction::all_of(&word).map(said).collect();
    let label = if actions.is_empty() { "acts first".to_owned() } else { format!("after {}", actions.join(", ")) };
    // Where nothing is to be paid, calling is called checking.
    let call = if node.actions.contains(&Action::Fold) { "call" } else { "check" };
    let mut names = [const { String::new() }; ACTIONS];
    for &action in node.actions {
        names[place(action)] = ["fold", call, "raise"][place(action)].to_owned();
    }
    (if node.player == 1 { "button" } else { "big blind" }, Choice { label, word }, names)
}

/// Where a grid shows an action: folding, calling, raising by any size.
fn place(action: Action) -> usize {
    action.column().min(ACTIONS - 1)
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
        let strategy = StrategyFile::open(path)?;
        let reader = strategy.reader();
        let buckets = reader.buckets_per_round().first().map_or(0, |&count| count as usize);
        let deck = Deck::of_starting_hands(buckets).unwrap_or_default();
        // `[decision][starting hand][action]`; nothing for hands that the deck does not have.
        let taken_by = |number: usize, hand: StartingHand| match deck.has(hand) {
            true => Ok(reader.probabilities(number, deck.number_of(hand))?.map(f64::from).to_vec()),
            false => Ok(Vec::new()),
        };
        let all_hands = |&number: &usize| StartingHand::all().map(|hand| taken_by(number, hand)).collect();
        let all = nodes.iter().map(all_hands).collect::<Result<Vec<Vec<Vec<f64>>>, StudyError>>()?;
        let shown = |(row, taken): (&usize, &Vec<f64>)| {
            let mut shares = [0.0; ACTIONS];
            for (&action, probability) in tree.nodes()[*row].actions.iter().zip(taken) {
                shares[place(action)] += probability;
            }
            shares
        };
        let shares = nodes.iter().zip(&all).map(|(row, hands)| hands.iter().map(|it| shown((row, it))).collect());
        let shares = shares.collect();
        let taken = |hand: usize, decision: NodeId, action: usize| {
            let row = nodes.iter().position(|&number| number == decision.number());
            row.and_then(|row| all[row][hand].get(action).copied()).unwrap_or(0.0)
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
