//! What the third experiment found: tables 5.10 and 5.11 beside ours, the groups, and the claims.

use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use serde_json::json;
use tables::together::progress::Progress;

use super::prospect_experiment::{ActionCounts, Chips, play_pairings};
use super::prospect_game::Position;
use super::prospect_learners::{ProspectClustering, group, raising_share, settings as learner_settings, shares_at};
use super::prospect_players::{GRID, PLAYERS, ProspectPlayer};
use super::reproduction::{Findings, Settings, median, seed_of};
use super::strength_number::StrengthNumbers;
use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::pictures::{CurvePoint, CurveSeries, MapPoint, Picture};
use crate::published::Published;
use crate::sums::share_error;

/// The hand of the thesis's example.
const EXAMPLE: &str = "7s4h7c7dAs2h6h";
/// Chips at which the players themselves are looked at.
const CHIPS: std::ops::RangeInclusive<i32> = -50..=10;

pub(super) fn prospect_part(
    settings: &Settings,
    published: &Published,
    progress: &dyn Progress,
) -> Result<Findings, CompanionError> {
    let played = [Chips::Carried, Chips::Reset].map(|chips| play_pairings(chips, settings.seed, progress));
    let [carried, reset] = played;
    let (carried, reset) = (carried?, reset?);
    let logs = if settings.chips == Chips::Carried { &carried } else { &reset };
    let one = |number: u64| group(&logs.logs, &learner_settings(), seed_of(settings.seed, number), progress);
    let seeds: Vec<ProspectClustering> = in_order(("prospect learners", "seeds"), settings.seeds, progress, one)?
        .into_iter()
        .collect::<Result<_, _>>()?;
    let Some(first) = seeds.first() else { return Ok(Findings::default()) };
    let example = StrengthNumbers::new().of(parse_cards(EXAMPLE).map_or(CardSet::EMPTY, |cards| CardSet::of(&cards)));
    let over_seeds = |of: &dyn Fn(&ProspectClustering) -> f64| median(&seeds.iter().map(of).collect::<Vec<_>>());
    let p_value = over_seeds(&|it| it.p_value);
    Ok(Findings {
        tables: vec![
            table_of_actions(&carried.actions, &reset.actions),
            table_of_shares("5.10", 0, settings, published, first)?,
            table_of_shares("5.11", 1, settings, published, first)?,
            table_of_players(),
        ],
        claims: claims(published, &seeds, [&carried.actions, &reset.actions], example)?,
        results: json!({
            "actions": logs.actions,
            "labels": first.grid(),
            "sizes": seeds.iter().map(|it| it.clustering.sizes()).collect::<Vec<_>>(),
            "eta2": over_seeds(&|it| it.eta2),
            "p_value": p_value,
            "held_out_accuracy": over_seeds(&|it| it.held_out_accuracy),
            "baseline": over_seeds(&|it| it.baseline),
            "strength_example": example,
        }),
        pictures: vec![map(first), curve()],
    })
}

fn claims(
    published: &Published,
    seeds: &[ProspectClustering],
    [carried, reset]: [&ActionCounts; 2],
    example: f64,
) -> Result<Vec<Claim>, CompanionError> {
    let over_seeds = |of: &dyn Fn(&ProspectClustering) -> f64| median(&seeds.iter().map(of).collect::<Vec<_>>());
    let expected: f64 = published.constant("strength_example")?;
    let far = |actions: &ActionCounts, share: f64| (100.0 * actions.shares()[0] - share).abs();
    let groups = over_seeds(&|it| it.clustering.sizes().iter().filter(|&&size| size > 0).count() as f64);
    let (eta, p_value) = (over_seeds(&|it| it.eta2), over_seeds(&|it| it.p_value));
    let gain = 100.0 * over_seeds(&|it| it.held_out_accuracy - it.baseline);
    let fall = fall_of_raises();
    Ok(vec![
        published.claim_at_most("P1", (example - expected).abs())?,
        published.claim_at_most("P2", far(carried, published.constant("folds_carried")?))?,
        published.claim_at_most("P3", far(reset, published.constant("folds_reset")?))?,
        published.claim("P4", Some(groups), Verdict::holds(groups >= published.limit("P4")?))?,
        published.claim("P5", Some(eta), Verdict::holds(eta >= published.limit("P5")? && p_value < 0.001))?,
        published.claim("P6", Some(gain), Verdict::holds(gain >= published.limit("P6")?))?,
        published.claim("P7", Some(fall), Verdict::holds(fall > published.limit("P7")?))?,
    ])
}

/// Facing the first bet of a round: pot 4, own bet 0, opponent's bet 4.
fn first_bet(chips: i32) -> Position {
    Position { chips, pot: 4, own_bet: 0, other_bet: 4, may_raise: true }
}

/// By how much the share of raises of α = 0.5 falls from where a call that wins still loses (`b + m < 0`) to where it
/// gains: over four chips on each side of the border.
fn fall_of_raises() -> f64 {
    let mean = |chips: std::ops::Range<i32>| {
        let count = chips.len() as f64;
        chips.map(|it| raising_share(0, &first_bet(it))).sum::<f64>() / count
    };
    mean(-12..-8) - mean(-8..-4)
}

fn table_of_actions(carried: &ActionCounts, reset: &ActionCounts) -> Table {
    let row = |name: &str, actions: &ActionCounts| {
        let all = [actions.fold, actions.check, actions.call, actions.bet, actions.raise].iter().sum::<u64>() as f64;
        let cell = |share: f64| Measured::new(100.0 * share, 100.0 * share_error(share, all));
        Row::new(name, &[], &actions.shares().map(cell))
    };
    Table {
        id: "actions".to_owned(),
        title: "actions in the log of 36 players, %".to_owned(),
        columns: ["fold", "check", "call", "bet", "raise"].map(str::to_owned).to_vec(),
        rows: vec![row("chips carried", carried), row("chips set back", reset)],
    }
}

/// Learners have no names: `place` counts those with players by their mean α - β, 0 being the smallest.
fn table_of_shares(
    id: &str,
    place: usize,
    settings: &Settings,
    published: &Published,
    first: &ProspectClustering,
) -> Result<Table, CompanionError> {
    let positions: Vec<[i32; 4]> = published.constant(&format!("shown_{}", id.replace('.', "_")))?;
    let learner = first.learners_by_difference()[place];
    let network = &first.clustering.networks[learner];
    published.beside(id, |row| {
        let Some(&[chips, pot, own_bet, other_bet]) = positions.get(row) else { return Vec::new() };
        let position = Position { chips, pot, own_bet, other_bet, may_raise: true };
        let shares = shares_at(network, &position, settings.chips, settings.seed);
        shares.map(|share| Measured::new(share, 100.0 * share_error(share / 100.0, 1_000.0))).to_vec()
    })
}

/// No learning: at how many of the six win rates the players themselves raise, by their chips.
fn table_of_players() -> Table {
    let shown: Vec<i32> = [-50, -30, -20, -12, -10, -9, -8, -7, -6, -4, -2, 0, 2, 5, 10].to_vec();
    let row = |alpha: usize| {
        let cells: Vec<Measured> =
            shown.iter().map(|&chips| Measured::exact(100.0 * raising_share(alpha, &first_bet(chips)))).collect();
        Row::new(format!("α = {:.1}", ProspectPlayer::of(alpha * GRID).alpha), &[], &cells)
    };
    Table {
        id: "players".to_owned(),
        title: "the players themselves: share of win rates and β at which they raise the first bet, %, by chips"
            .to_owned(),
        columns: shown.iter().map(i32::to_string).collect(),
        rows: (0..GRID).map(row).collect(),
    }
}

fn map(first: &ProspectClustering) -> Picture {
    let point = |number: usize| {
        let ProspectPlayer { alpha, beta } = ProspectPlayer::of(number);
        MapPoint { name: String::new(), x: alpha, y: beta, group: first.clustering.labels[number] }
    };
    Picture::Map {
        title: "Players by α and β".to_owned(),
        description: "Figure 5.5: each player at its parameters, coloured by its learner, first seed".to_owned(),
        x: "α".to_owned(),
        y: "β".to_owned(),
        groups: (1..=first.clustering.networks.len()).map(|number| format!("learner {number}")).collect(),
        points: (0..PLAYERS).map(point).collect(),
    }
}

fn curve() -> Picture {
    let series = |alpha: usize| CurveSeries {
        name: format!("α = {:.1}", ProspectPlayer::of(alpha * GRID).alpha),
        points: CHIPS
            .map(|chips| CurvePoint {
                x: f64::from(chips),
                y: 100.0 * raising_share(alpha, &first_bet(chips)),
                half_width: None,
            })
            .collect(),
    };
    Picture::Curve {
        title: "Where players stop raising".to_owned(),
        description:
            "The share of win rates and β at which players raise the first bet, by the chips they have won or lost; a \
                      call that wins gains from -8 on"
                .to_owned(),
        x: "chips".to_owned(),
        y: "raises, %".to_owned(),
        series: [0, 2, 5].map(series).to_vec(),
    }
}
