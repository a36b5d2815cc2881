//! The commands of the guides in `docs/` do what the guides say.

use crate::program::Program;

use serde_json::Value;

/// Runs all lines of a guide's `sh` blocks in one folder, where its `toml` block is `toy.toml` and its `json` block
/// `merged.json`.
fn follow(guide: &str) -> Program {
    let program = Program::new();
    if let Some(policy) = guide.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()) {
        program.write("merged.json", policy);
    }
    if let Some(study) = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()) {
        program.write("toy.toml", study);
    }
    let (mut inside, mut lines) = (false, 0);
    // `cat > NAME <<'EOF'` writes the lines up to EOF to a file.
    let mut file: Option<(String, String)> = None;
    // As in a shell, a command goes on after a backslash.
    for line in guide.replace("\\\n", " ").lines() {
        if let Some((name, text)) = file.take() {
            match line {
                "EOF" => drop(program.write(&name, &text)),
                _ => file = Some((name, text + line + "\n")),
            }
            continue;
        }
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            command if inside && command.starts_with("cat > ") => {
                file = command.split_whitespace().nth(2).map(|name| (name.to_owned(), String::new()));
            }
            command if inside => {
                let words: Vec<&str> = command.split_whitespace().collect();
                assert_eq!(words[0], "equipoise", "{command}");
                let arguments: Vec<&str> = words[1..].iter().copied().chain(["--quiet"]).collect();
                let outcome = program.run(&arguments);
                assert_eq!(outcome.code, 0, "{command}: {}", outcome.err);
                assert!(!outcome.out.trim().is_empty(), "{command}");
                lines += 1;
            }
            _ => {}
        }
    }
    assert!(lines > 0, "no commands");
    program
}

const BUCKETS: &str = include_str!("../../../../docs/guides/buckets.md");
const STRATEGIES: &str = include_str!("../../../../docs/guides/strategies.md");
const COMPARING: &str = include_str!("../../../../docs/guides/comparing.md");

/// A guide's commands on 24 cards, with hands that this deck has: whole bucket files in a split second. Those of the
/// full deck are followed word for word in the marked tests.
fn on_24_cards(guide: &str) -> String {
    let mut small = guide.to_owned();
    for (from, to) in [
        ("Jc9h 4d5d9d", "JcTh QdKdTd"),
        ("Th9h Qs7h2c", "Th9h QsJh9c"),
        ("equipoise buckets build ", "equipoise buckets build --deck 24 "),
        ("equipoise buckets import ", "equipoise buckets import --deck 24 "),
        ("hand JcTh QdKdTd --buckets", "hand JcTh QdKdTd --deck 24 --buckets"),
        ("equipoise unindex ", "equipoise unindex --deck 24 "),
        ("equipoise features ", "equipoise features --deck 24 "),
        ("name = \"toy\"\n", "name = \"toy\"\ndeck = 24\n"),
        ("name = \"own\"\n", "name = \"own\"\ndeck = 24\n"),
    ] {
        small = small.replace(from, to);
    }
    assert_ne!(small, guide);
    small
}

#[test]
fn the_guides_to_buckets_strategies_and_comparisons_can_be_followed_on_24_cards() {
    follow(&on_24_cards(BUCKETS));
    follow(&on_24_cards(STRATEGIES));
    let program = follow(&on_24_cards(COMPARING));
    two_clusterings_plan_with_their_one_degree_of_freedom(&program);
    training_is_reported_to_its_end(&program);
}

#[test]
fn the_small_deck_goes_from_cards_to_an_exact_figure() {
    let program = follow(include_str!("../../../../docs/start/small-deck.md"));
    let exploit = ["exploit", "small", "--flops", "all", "--out", "small/exploit"];
    let found = program.json(&exploit);
    assert_eq!((&found["flops"], &found["standard_error"]), (&95.into(), &0.0.into()));
    let mbb = found["mbb_per_game"].as_f64().unwrap();
    assert!((0.0..1_000.0).contains(&mbb), "{mbb}");
}

#[test]
#[ignore = "whole bucket files of the full deck, a minute of processor time"]
fn the_guide_to_buckets_can_be_followed() {
    follow(BUCKETS);
}

#[test]
fn the_guide_to_spots_can_be_followed() {
    follow(include_str!("../../../../docs/guides/spots.md"));
}

#[test]
#[ignore = "whole bucket files of the full deck, a minute of processor time"]
fn the_guide_to_strategies_can_be_followed() {
    follow(STRATEGIES);
}

const NO_LIMIT: &str = include_str!("../../../../docs/guides/no-limit.md");

#[test]
fn the_guide_to_no_limit_goes_from_cards_to_an_exact_figure_with_smaller_stacks() {
    let small = NO_LIMIT.replace("--stack 10 ", "--stack 4 ");
    assert_ne!(small, NO_LIMIT);
    no_limit_is_measured_exactly(&small);
}

#[test]
#[ignore = "all boards with stacks of ten big blinds, a quarter of a minute of processor time"]
fn the_guide_to_no_limit_can_be_followed() {
    no_limit_is_measured_exactly(NO_LIMIT);
}

fn no_limit_is_measured_exactly(guide: &str) {
    let program = follow(guide);
    let found = program.json(&["exploit", "short", "--flops", "all"]);
    assert_eq!((&found["flops"], &found["standard_error"]), (&95.into(), &0.0.into()));
    // Folding everything loses 750.
    let mbb = found["mbb_per_game"].as_f64().unwrap();
    assert!((0.0..400.0).contains(&mbb), "{mbb}");
}

#[test]
fn the_guide_to_push_or_fold_can_be_followed() {
    let page = include_str!("../../../../docs/guides/push-fold.md");
    let program = follow(page);
    let rows = page.lines().filter_map(|line| {
        let cells = line.split('|').filter_map(|cell| cell.trim().replace('−', "-").parse::<f64>().ok());
        Some(cells.collect::<Vec<f64>>()).filter(|cells| cells.len() == 4)
    });
    let mut read = 0;
    for row in rows {
        let found = program.json(&["push-fold", "--stack", &row[0].to_string()]);
        let [jams, calls, value] =
            ["small_blind_jams", "big_blind_calls", "value_mbb"].map(|it| found[it].as_f64().unwrap());
        for (found, shown) in [100.0 * jams, 100.0 * calls, value].into_iter().zip(&row[1..]) {
            assert!((found - shown).abs() < 0.051, "{row:?}: {found}");
        }
        read += 1;
    }
    assert!(read >= 6, "{read} rows");
}

#[test]
fn kuhn_poker_by_hand_is_what_the_program_finds() {
    let page = include_str!("../../../../docs/ideas/cfr.md");
    let program = follow(page);
    let policy = |file: &str| -> Value { serde_json::from_str(&program.read(file)).unwrap() };
    for (rounds, file) in [("3", "three.json"), ("100,000", "many.json")] {
        let row = page.lines().find(|line| line.starts_with(&format!("| {rounds} |"))).unwrap();
        let cells: Vec<f64> = row.split('|').skip(2).filter_map(|cell| cell.trim().parse().ok()).collect();
        for (card, shown) in ["Qs:", "Ks:", "As:"].into_iter().zip(&cells) {
            let found = policy(file)[card][1].as_f64().unwrap();
            assert!((found - shown).abs() < 6e-4, "{rounds}, {card}: {found}");
        }
        let measured = program.json(&["solve", "--game", "kuhn", "--policy", file])["exploitability"].as_f64().unwrap();
        assert!((measured - cells[3]).abs() < 6e-5, "{rounds}: {measured}");
    }
}

#[test]
fn the_cost_of_a_merged_bucket_is_what_the_page_says() {
    let page = include_str!("../../../../docs/ideas/abstraction.md");
    let program = follow(page);
    let measured = program.json(&["solve", "--game", "kuhn", "--policy", "merged.json"]);
    assert!(page.contains("**1/18 of a chip**"));
    assert!((measured["exploitability"].as_f64().unwrap() - 1.0 / 18.0).abs() < 1e-6, "{measured}");
}

#[test]
fn the_page_on_exploitability_can_be_followed() {
    follow(include_str!("../../../../docs/ideas/exploitability.md"));
}

#[test]
#[ignore = "whole bucket files of the full deck, a minute of processor time"]
fn the_guide_to_comparisons_can_be_followed_and_takes_the_memory_that_is_planned() {
    let program = follow(COMPARING);
    memory_is_planned_as_it_is_used(&program);
    two_clusterings_plan_with_their_one_degree_of_freedom(&program);
    training_is_reported_to_its_end(&program);
}

/// Every stage's plan, as if nothing had been run, beside the most memory that its record found.
fn memory_is_planned_as_it_is_used(program: &Program) {
    let plan = program.json(&["plan", "toy.toml", "--out", "elsewhere"]);
    let mut compared = 0;
    for stage in plan["stages"].as_array().unwrap() {
        let name = stage["name"].as_str().unwrap();
        let record = program.read(format!("toy/stages/{name}.json"));
        let record: Value = serde_json::from_str(&record).unwrap();
        // Not known where the peak of an earlier stage could not be forgotten.
        let Some(found) = record["memory_bytes"].as_f64().filter(|_| cfg!(target_os = "linux")) else { continue };
        let planned = stage["memory_bytes"].as_f64().unwrap();
        // Of small stages the program itself is the larger part.
        let [least, most] = if found > 1e8 { [0.85, 1.18] } else { [0.5, 3.0] };
        assert!((least..most).contains(&(planned / found)), "{name}: planned {planned}, found {found}");
        compared += usize::from(found > 1e8);
    }
    assert!(compared > 5 || !cfg!(target_os = "linux"), "only {compared} stages");
}

/// A spread that two clusterings of two settings show may be a thousand times the true one: said, and not a number that
/// is none.
fn two_clusterings_plan_with_their_one_degree_of_freedom(program: &Program) {
    let arguments = ["plan", "toy.toml", "--out", "toy", "--half-width", "5"];
    let said = program.run(&arguments).out;
    assert!(said.contains("from 1.0 degrees of freedom") && said.contains("is 0.20 to 1018.3 times"), "{said}");
    assert!(!said.contains("NaN") && !said.contains("inf"), "{said}");
    let result = &program.json(&arguments)["repeats"]["results"][0];
    let [least, most] = [0, 1].map(|end| result["pilot"]["variance_factors95"][end].as_f64().unwrap());
    assert!((least - 0.199).abs() < 1e-3 && (most - 1_018.3).abs() < 0.1, "{result}");
    let planned = &result["planned"][0];
    let [fewest, likely] = [&planned["clusterings95"][0], &planned["clusterings"]].map(|it| it.as_u64().unwrap());
    assert!(fewest <= likely && planned["clusterings95"][1].as_u64().is_none_or(|it| it >= likely), "{planned}");
}

/// The last number of the report and of each curve is that of the last board, and the folder is the one that was typed.
fn training_is_reported_to_its_end(program: &Program) {
    let page = program.read("toy/report.html");
    assert!(page.contains("equipoise run toy.toml --out toy<") && page.contains("equipoise report toy<"));
    let curve = program.read("toy/training/histogram-k1/curve.json");
    let curve: Value = serde_json::from_str(&curve).unwrap();
    let points = curve["points"].as_array().unwrap();
    assert_eq!(points.last().unwrap()[0], curve["iterations"], "{curve}");
    // By whole stages, with reading and saving, it is at least what training alone took.
    let record = program.read("toy/stages/training-histogram-k1.json");
    let record: Value = serde_json::from_str(&record).unwrap();
    let [of_training, of_stage] = [&curve, &record].map(|it| it["core_seconds"].as_f64().unwrap());
    assert!(of_training > 0.0 && of_training <= of_stage + 0.02, "{of_training} of {of_stage}");
}
