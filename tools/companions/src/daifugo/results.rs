//! What `reproduce daifugo` hands to scripts and to the page: the fixed keys of its JSON, its curves.

use matches::statistics::score::Score;
use serde_json::{Value, json};

use crate::pictures::{CurvePoint, CurveSeries, Picture};
use crate::sums::score;

use super::card_text::name_of_rank;
use super::cards::EIGHT;
use super::experiments::{EXAMINERS, TEACHERS, Trained};
use super::fixed_players::FixedPlayer;
use super::ladder::Rung;
use super::reproduce::{Found, share};
use super::training::BETWEEN_POINTS;
use super::values_file::kinds_of_play;

impl Found<'_> {
    pub(super) fn curves_picture(&self) -> Picture {
        let series = TEACHERS.iter().map(|&teacher| {
            let points = (1..=self.settings.training_games / BETWEEN_POINTS).map(|place| {
                let games = place * BETWEEN_POINTS;
                let score = score(&self.each(teacher, |it| it.training.total(games) as f64));
                let half_width = (place % 10 == 0 && score.observations > 1).then(|| score.ci95());
                CurvePoint { x: games as f64, y: score.mean, half_width }
            });
            CurveSeries { name: format!("against {teacher}"), points: points.collect() }
        });
        Picture::Curve {
            title: "UseMEL learns".to_owned(),
            description: format!(
                "Points in all of a learner, who explores one decision in twenty, against four players of a kind: mean \
                 of {} trainings with 95 % intervals.",
                self.settings.seeds
            ),
            x: "games".to_owned(),
            y: "points in all".to_owned(),
            series: series.collect(),
        }
    }

    pub(super) fn results(&self) -> Value {
        let ladder: Vec<_> = self.ladder.iter().map(Rung::record).collect();
        let training: Vec<Value> = self.trained.iter().map(record_of).collect();
        let mut values = json!({});
        for (rank, held, played) in kinds_of_play() {
            let score = self.mean_value(FixedPlayer::PsUnder12, rank, held, played);
            let rank = name_of_rank(rank).to_string();
            values[rank][held.to_string()][played.to_string()] = json!(score.mean);
        }
        let eight = self.each(FixedPlayer::PsUnder12, |trained| {
            let value = |played| trained.training.values.entry(EIGHT, 2, played).mean;
            value(1) - value(2)
        });
        let eight = score(&eight);
        json!({
            "ladder": ladder,
            "training": training,
            "values": values,
            "value_differences": self.orders_of_values().iter().map(|(name, difference)| json!({
                "name": name, "points": difference,
            })).collect::<Vec<_>>(),
            "eight_single_over_pair": { "points": eight.mean, "se": eight.standard_error },
            "ahead_of_psunder12no8": share(&self.greedy(FixedPlayer::PsUnder12No8), |points| points > 0.0),
            "turns_per_game": self.ladder.get(3).map(|rung| rung.turns_per_game),
        })
    }
}

fn record_of(trained: &Trained) -> Value {
    let points = |score: Score| json!({ "points_per_game": score.mean, "se": score.standard_error });
    let mut greedy = json!({});
    for (examiner, outcome) in EXAMINERS.iter().zip(&trained.greedy) {
        greedy[examiner.name()] = points(outcome.score(0));
    }
    json!({
        "opponent": trained.teacher.name(),
        "seed": trained.seed,
        "curve": trained.training.curve,
        "greedy": greedy,
        "exploring": points(trained.exploring.score(0)),
    })
}
