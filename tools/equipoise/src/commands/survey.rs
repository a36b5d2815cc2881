//! `survey`: what a strategy does at one decision on all flops, for people, programs and as a page.

use clap::Args;
use evaluator::deck::Deck;
use explorer::explorer::Game;
use explorer::survey::{About, BoardsBelow, RangePlay, Survey, SurveyedFlop, document, groupings, mean, page};
use matches::agent::Agent;
use matches::agent_loader::AgentLoader;
use matches::strategy_file::policy_identity;
use serde_json::json;
use solver::measure::exploitability::KeptFlops;
use solver::measure::exploitability::kept_flops::holds_finished_flops;
use std::path::PathBuf;
use std::slice;
use tables::file::sibling::write_text_atomically;
use tables::text::written;

use super::explore::{USUAL_PORT, titles};
use crate::bucket_places::BucketPlaces;
use crate::game_choice::GameChoice;
use crate::plain_table::{columns, facts, grouped};
use crate::session::{Document, Session};

/// The page's name in the folder.
const PAGE: &str = "survey.html";
/// How many flops are listed at either end of an action's frequency.
const EXTREMES: usize = 3;

#[derive(Args, Debug)]
pub struct Settings {
    /// A strategy file, a bundle, a run (RUN, or RUN/NAME of several strategies), or a built-in policy: always-fold,
    /// always-call, always-raise, always-all-in, call-raise, uniform
    #[arg(value_name = "STRATEGY")]
    strategy: PathBuf,
    /// The betting up to a decision on the flop, such as rc/ for the first one after a raise and a call, or rc/c after
    /// a check [default: the commonest way to the flop]
    #[arg(long, value_name = "BETTING", allow_hyphen_values = true)]
    betting: Option<String>,
    /// The turns and rivers below each flop that values are taken over: all of them, or N drawn ones, with standard
    /// errors, where a no-limit tree is so large that all would take hours. Frequencies and equities are exact in
    /// either case. Finished flops are kept in --out or else in runs/survey-NAME-BETTING, and a survey that was cut
    /// off goes on from there
    #[arg(long, value_name = "N|all", default_value = "all", allow_hyphen_values = true)]
    boards: BoardsBelow,
    #[command(flatten)]
    buckets: BucketPlaces,
    #[command(flatten)]
    game: GameChoice,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let loader = AgentLoader::new(&settings.buckets.places)
        .on(session.given_deck)
        .in_game(settings.game.given(session.given_deck)?);
    let agent = loader.for_boards().verified().open(&settings.strategy)?;
    let definition = Agent::common_game(&[&agent])?;
    let deck = Deck::of_cards(definition.deck()).unwrap_or_default();
    let game = Game::new(definition, deck);
    let survey = Survey::new(&game, &agent, settings.betting.as_deref(), settings.boards)?;
    let way = survey.betting().replace('/', "-");
    let name = format!("survey-{}-{}", agent.name(), way.trim_end_matches('-'));
    let folder = session.new_folder(PathBuf::from("runs").join(name))?;
    let identity = survey.identity(&policy_identity(&settings.strategy, agent.game())?);
    let kept = KeptFlops::open(&folder, identity)?;
    let place = folder.clone();
    session.goes_on_if(move || holds_finished_flops(&place));
    let flops = survey.on(&survey.all_flops(), Some(&kept), &session.progress)?;
    let file = folder.join(PAGE);
    let about = About {
        explorer: &format!("http://127.0.0.1:{USUAL_PORT}/"),
        explore: &format!("equipoise explore {}", written(&settings.strategy)),
        strategy: &titles(slice::from_ref(&settings.strategy))?.swap_remove(0).name,
        made: &format!("Equipoise {}: {}", env!("CARGO_PKG_VERSION"), command(settings, &survey)),
    };
    write_text_atomically(&file, &page(&survey, &flops, &about))?;
    let shown = Shown { survey: &survey, flops: &flops };
    let mut json = document(&survey, &flops);
    json["file"] = json!(written(&file));
    let text = format!("{}\npage        {}", shown.text(), written(&file));
    Ok(Document::new(json, text))
}

/// What makes the page again.
fn command(settings: &Settings, survey: &Survey<'_>) -> String {
    let boards = match settings.boards {
        BoardsBelow::All => String::new(),
        BoardsBelow::Drawn(count) => format!(" --boards {count}"),
    };
    format!("equipoise survey {} --betting {}{boards}", written(&settings.strategy), survey.betting())
}

/// A survey in words.
struct Shown<'a> {
    survey: &'a Survey<'a>,
    flops: &'a [SurveyedFlop],
}

impl Shown<'_> {
    fn text(&self) -> String {
        let survey = self.survey;
        let (seat, paid) = (survey.seat(), survey.contributions());
        let weight: u64 = self.flops.iter().map(|flop| u64::from(flop.weight)).sum();
        let boards = match survey.boards {
            BoardsBelow::All => "every turn and river: values are exact".to_owned(),
            BoardsBelow::Drawn(count) => {
                format!(
                    "{count} drawn below each flop, the same for all: means of values have an error that is not known"
                )
            }
        };
        let rows = [
            ("strategy", survey.agent.name().to_owned()),
            ("betting", survey.betting()),
            ("to act", format!("{}, pot {} big blinds", Game::seat(seat), survey.big_blinds(paid[0] + paid[1]))),
            ("flops", format!("{}, standing for {}", grouped(self.flops.len() as u64), grouped(weight))),
            ("boards", boards),
        ];
        let mut text = facts(&rows);
        text.push_str("\n\n");
        text.push_str(&self.by_texture());
        text.push_str(&self.legend());
        for (action, name) in survey.action_names().iter().enumerate() {
            text.push_str(&self.extremes(action, name));
        }
        text
    }

    /// All flops and those of each texture, in per cent and big blinds.
    fn by_texture(&self) -> String {
        let survey = self.survey;
        let (seat, paid) = (survey.seat(), survey.contributions());
        let actions = survey.action_names();
        let [own, other] = [seat, 1 - seat].map(|position| format!("{} bb", Game::seat(position)));
        let mut headings = vec!["flops", "of all %"];
        headings.extend(actions.iter().map(String::as_str));
        headings.extend(["equity", "pot share", &own, &other]);
        let all: u64 = self.flops.iter().map(|flop| u64::from(flop.weight)).sum();
        let row = |name: &str, weight: u64, play: Option<&RangePlay>| {
            let mut row = vec![name.to_owned(), percent(weight as f64 / all as f64)];
            match play {
                None => row.resize(headings.len(), "-".to_owned()),
                Some(play) => {
                    let shares = [play.equities[seat], play.pot_shares(paid)[seat]];
                    row.extend(play.actions.iter().copied().chain(shares).map(percent));
                    row.extend([seat, 1 - seat].map(|it| signed(survey.big_blinds(play.chips[it]))));
                }
            }
            row
        };
        let everything: Vec<&SurveyedFlop> = self.flops.iter().collect();
        let mut rows = vec![row("all", all, mean(&everything).as_ref())];
        for grouping in groupings(self.flops) {
            rows.push(Vec::new());
            rows.extend(grouping.groups.iter().map(|it| row(&it.name, it.weight, it.mean.as_ref())));
        }
        columns(&headings, &rows)
    }

    fn legend(&self) -> String {
        let seat = Game::seat(self.survey.seat());
        format!(
            "\n\nIn %, of the {seat}'s whole range: frequencies, equity (without further betting) and pot share \
             (with it).\nbb: big blinds won in the whole game. A mean counts a flop as often as it is dealt and the \
             betting comes there."
        )
    }

    /// Where an action is taken most and least.
    fn extremes(&self, action: usize, name: &str) -> String {
        let played = self.flops.iter().filter_map(|flop| Some((flop.figures.play.as_ref()?.actions[action], flop)));
        let mut sorted: Vec<(f64, &SurveyedFlop)> = played.collect();
        sorted.sort_by(|one, other| other.0.total_cmp(&one.0));
        let listed = |flops: &mut dyn Iterator<Item = &(f64, &SurveyedFlop)>| {
            let one = |(share, flop): &(f64, &SurveyedFlop)| format!("{} {}", flop.board(), percent(*share));
            flops.take(EXTREMES).map(one).collect::<Vec<_>>().join(", ")
        };
        let (most, least) = (listed(&mut sorted.iter()), listed(&mut sorted.iter().rev()));
        format!("\n\n{name} most often   {most}\n{name} least often  {least}")
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// With its sign; nothing has none.
fn signed(number: f64) -> String {
    let written = format!("{number:+.3}");
    if written == "-0.000" { "+0.000".to_owned() } else { written }
}
