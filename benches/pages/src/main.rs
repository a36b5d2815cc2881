//! Renders what documents repeat from data: `pages` writes it in place, `pages --check` names stale files and exits
//! with 2. Tables of `docs/research/QUESTION/README.md` come from `results.json` beside it, the index of questions from
//! the pages, and the index of `benches/lab` from the front block of each experiment.
//! A table stands between `<!-- table: NAME -->` and `<!-- end -->`. A cell of `results.json` is a text, a number, a
//! number with half its interval (`[14.0, 1.2]`, with a mark as a third entry), or a place in a file of results
//! (`{"file", "pair"}` for what one setting wins from another, `{"file", "at", "half"}` for JSON pointers).

use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Outcome<T> = Result<T, String>;

/// The longest line of a document outside tables.
const WIDTH: usize = 120;

/// Verdicts of an experiment in the order of the index.
const VERDICTS: [&str; 3] = ["dropped", "open", "kept"];

fn main() -> ExitCode {
    let mut root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut is_check = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--check" => is_check = true,
            folder => root = folder.into(),
        }
    }
    let done = stale_pages(&root).and_then(|pages| {
        for (path, text) in &pages {
            if is_check {
                let place = path.strip_prefix(&root).unwrap_or(path).display();
                let line = format!("stale: {place}; run `cargo run -p equipoise-pages`");
                writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())?;
            } else {
                std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        Ok(if is_check && !pages.is_empty() { ExitCode::from(2) } else { ExitCode::SUCCESS })
    });
    done.unwrap_or_else(|error| {
        // Where even this cannot be written, the exit code says it.
        let _ = writeln!(std::io::stderr(), "{error}");
        ExitCode::FAILURE
    })
}

/// Pages that differ from what they would be, and what they would be.
fn stale_pages(root: &Path) -> Outcome<Vec<(PathBuf, String)>> {
    let (research, lab) = (root.join("docs/research"), root.join("benches/lab"));
    let mut stale = Vec::new();
    let mut questions = Vec::new();
    for folder in entries(&research)?.into_iter().filter(|path| path.is_dir()) {
        let results = json(&folder.join("results.json"))?;
        let page = folder.join("README.md");
        render(&page, &mut stale, |name| table(&folder, &results["tables"][name]))?;
        questions.push((file_name(&folder), read(&page)?));
    }
    render(&research.join("README.md"), &mut stale, |_| questions_table(&questions))?;
    render(&lab.join("README.md"), &mut stale, |_| experiments_table(&lab))?;
    Ok(stale)
}

/// Replaces each marked table of a page by what is rendered for its name.
fn render(page: &Path, stale: &mut Vec<(PathBuf, String)>, table: impl Fn(&str) -> Outcome<String>) -> Outcome<()> {
    let text = read(page)?;
    let mut parts = text.split("<!-- table: ");
    let mut rendered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let of_page = |problem: String| format!("{}: {problem}", page.display());
        let (name, rest) = part.split_once(" -->").ok_or_else(|| of_page("a table without a name".into()))?;
        let (_, after) = rest.split_once("<!-- end -->").ok_or_else(|| of_page(format!("{name} has no end")))?;
        let table = table(name).map_err(|problem| of_page(format!("{name}: {problem}")))?;
        rendered += &format!("<!-- table: {name} -->\n{table}<!-- end -->{after}");
    }
    if rendered != text {
        stale.push((page.to_owned(), rendered));
    }
    Ok(())
}

/// A table of results: its note, its rows, and where they come from.
fn table(folder: &Path, table: &Value) -> Outcome<String> {
    let columns = table["columns"].as_array().ok_or("not a table of results.json")?;
    let names: Vec<&str> = columns.iter().map(|it| it.as_str().or(it["name"].as_str()).unwrap_or_default()).collect();
    let mut rows = Vec::new();
    for row in table["rows"].as_array().ok_or("no rows")? {
        let row = row.as_array().ok_or("a row that is not a list")?;
        if row.len() != columns.len() {
            return Err(format!("{} cells for {} columns: {}", row.len(), columns.len(), row[0]));
        }
        rows.push(row.iter().zip(columns).map(|(it, column)| cell(folder, it, column)).collect::<Outcome<Vec<_>>>()?);
    }
    let mut text = table["note"].as_str().map_or(String::new(), |note| wrapped(note) + "\n");
    let is_text = |column: usize| table["rows"].as_array().into_iter().flatten().all(|row| row[column].is_string());
    text += &markdown(&names, &rows, |column| column > 0 && !is_text(column));
    let source = ["over", "machine", "date", "commit"].iter().filter_map(|key| {
        let value = table[key].as_str()?;
        Some(if ["machine", "commit"].contains(key) { format!("{key} {value}") } else { value.to_owned() })
    });
    let source = wrapped(&format!("({})", source.collect::<Vec<_>>().join("; ")));
    Ok(if source == "()\n" { text } else { format!("{text}\n{source}") })
}

/// A cell in the digits of its column.
fn cell(folder: &Path, cell: &Value, column: &Value) -> Outcome<String> {
    let digits = column["digits"].as_u64().unwrap_or(1) as usize;
    let is_signed = column["signed"].as_bool().unwrap_or(false);
    let shown = |value: f64, half: Option<f64>, mark: &str| match half {
        Some(half) => format!("{} ± {}{mark}", number(value, digits, is_signed), number(half, digits, false)),
        None => format!("{}{mark}", number(value, digits, is_signed)),
    };
    match cell {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Number(value) => Ok(shown(value.as_f64().ok_or("a number too large")?, None, "")),
        Value::Array(parts) => {
            let value = parts.first().and_then(Value::as_f64).ok_or("an interval without a mean")?;
            let half = parts.get(1).and_then(Value::as_f64);
            Ok(shown(value, half, parts.get(2).and_then(Value::as_str).unwrap_or_default()))
        }
        Value::Object(_) => {
            let name = cell["file"].as_str().ok_or("a cell without a file")?;
            let (value, half, mark) =
                of_file(&json(&folder.join(name))?, cell).ok_or(format!("{name} has no {cell}"))?;
            Ok(shown(value, half, mark))
        }
        Value::Bool(_) => Err(format!("not a cell: {cell}")),
    }
}

/// The value, half its interval and the mark of a place in a file of results.
fn of_file(file: &Value, cell: &Value) -> Option<(f64, Option<f64>, &'static str)> {
    let Some(names) = cell["pair"].as_array() else {
        let value = file.pointer(cell["at"].as_str()?)?.as_f64()?;
        let half = cell["half"].as_str().and_then(|it| file.pointer(it)).and_then(Value::as_f64);
        let sign = if cell["negate"].as_bool() == Some(true) { -1.0 } else { 1.0 };
        return Some((sign * value, half, ""));
    };
    // A league lists names and pairs under `settings`, a file of best responses settings and differences.
    let league = &file["settings"];
    let settings = league["settings"].as_array().or(league.as_array())?;
    let place = |name: &Value| settings.iter().position(|it| it == name || it["setting"] == *name);
    let (first, second) = (place(&names[0])?, place(&names[1])?);
    let pairs = league["pairs"].as_array().or(file["differences"].as_array())?;
    let pair_of = |one: usize, other: usize| pairs.iter().find(|it| it["first"] == one && it["second"] == other);
    let (pair, sign) = pair_of(first, second).map(|it| (it, 1.0)).or(pair_of(second, first).map(|it| (it, -1.0)))?;
    if let Some(part) = cell["only"].as_str() {
        return Some((pair[part].as_f64()?, None, ""));
    }
    let half = ["interval95", "flops95"].iter().find_map(|key| pair[*key].as_f64());
    let is_marked = cell["mark"].as_bool() == Some(true) && pair["significant"].as_bool() == Some(true);
    Some((sign * pair["mbb_per_game"].as_f64()?, half, if is_marked { "\\*" } else { "" }))
}

/// A number with separated thousands, a true minus, and a plus where it is signed.
fn number(value: f64, digits: usize, is_signed: bool) -> String {
    let plain = format!("{:.digits$}", value.abs());
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if value < 0.0 { "−" } else { ["", "+"][usize::from(is_signed)] };
    format!("{sign}{text}{fraction}")
}

/// Each question with its result, from the first line of its page and the paragraph that starts with `**Result.**`.
fn questions_table(pages: &[(String, String)]) -> Outcome<String> {
    let mut rows = Vec::new();
    for (folder, text) in pages {
        let title = text.lines().next().and_then(|it| it.strip_prefix("# ")).ok_or(format!("{folder}: no title"))?;
        let result = text
            .split("\n\n")
            .find_map(|it| it.strip_prefix("**Result.** "))
            .ok_or(format!("{folder}: no paragraph that starts with **Result.**"))?
            .replace('\n', " ");
        rows.push(vec![format!("[{title}]({folder}/README.md)"), result]);
    }
    Ok(markdown(&["question", "result"], &rows, |_| false))
}

/// All experiments, dead ends first, then by date.
fn experiments_table(lab: &Path) -> Outcome<String> {
    let mut rows = Vec::new();
    for path in entries(lab)? {
        let name = file_name(&path);
        if ["README.md", "MACHINES.md"].contains(&name.as_str()) {
            continue;
        }
        let text = read(&path)?;
        let title = text.lines().next().and_then(|it| it.strip_prefix("# ")).ok_or(format!("{name}: no title"))?;
        let front = |key: &str| {
            let start = format!("- {key}: ");
            text.lines().find_map(|it| it.strip_prefix(&start)).ok_or(format!("{name}: no line '{start}'"))
        };
        let (verdict, date, _) = (front("verdict")?, front("date")?, front("machine")?);
        let rank = VERDICTS.iter().position(|it| verdict.split(' ').next() == Some(it));
        let rank = rank.ok_or(format!("{name}: the verdict starts with one of {VERDICTS:?}, not '{verdict}'"))?;
        let row = [title, verdict, date].map(str::to_owned).into_iter().chain([format!("[{name}]({name})")]);
        rows.push((rank, date.to_owned(), row.collect()));
    }
    rows.sort();
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(_, _, row)| row).collect();
    Ok(markdown(&["question", "verdict", "date", "file"], &rows, |_| false))
}

fn markdown(names: &[&str], rows: &[Vec<String>], is_right: impl Fn(usize) -> bool) -> String {
    let dashes: String = (0..names.len()).map(|column| if is_right(column) { "--:|" } else { "---|" }).collect();
    let rows: String = rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
    format!("| {} |\n|{dashes}\n{rows}", names.join(" | "))
}

/// A paragraph in lines of at most [`WIDTH`] columns.
fn wrapped(paragraph: &str) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let line = lines.last_mut().expect("one line at least");
        if line.is_empty() || line.chars().count() + 1 + word.chars().count() <= WIDTH {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

fn entries(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path) -> Outcome<String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn json(path: &Path) -> Outcome<Value> {
    serde_json::from_str(&read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}
