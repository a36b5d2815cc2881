//! Who may import whom: every manifest of the workspace held to the picture and the table of ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

const PREFIX: &str = "equipoise-";

/// A row of the table of ARCHITECTURE.md: a crate, its folder and the crates of this workspace that it may import.
struct Arrows {
    name: String,
    folder: String,
    imports: Vec<String>,
}

impl Arrows {
    fn package(&self) -> String {
        match self.name.as_str() {
            "equipoise" => "equipoise".to_owned(),
            "ranks" => "equipoise-mpi".to_owned(),
            name => format!("{PREFIX}{name}"),
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// The rows of the table under the picture.
fn arrows() -> Vec<Arrows> {
    let text = architecture();
    let (_, table) = text.split_once("| crate | folder | imports |").expect("the table of imports");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.split('|').skip(1).map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let row = |line: &str| {
        let cells = cells(line);
        let imports = cells[2].split(',').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect();
        Arrows { name: cells[0].clone(), folder: cells[1].trim_matches('`').to_owned(), imports }
    };
    rows.map(row).collect()
}

/// The crates on each line of the picture, from the top: the words to the left of what a line says about them.
fn picture(names: &BTreeSet<String>) -> Vec<Vec<String>> {
    let text = architecture();
    let picture = text.split("```text\n").nth(2).and_then(|rest| rest.split("```").next()).expect("the picture");
    let of_line = |line: &str| -> Vec<String> {
        let drawn: String = line.chars().take(PICTURE_COLUMNS).collect();
        drawn.split_whitespace().filter(|word| names.contains(*word)).map(str::to_owned).collect()
    };
    picture.lines().map(of_line).filter(|line| !line.is_empty()).collect()
}

/// How wide the picture is; further right are remarks.
const PICTURE_COLUMNS: usize = 52;

/// Outside crates that stay where they are, each with the packages that may name it.
const KEPT: [(&str, &[&str]); 22] = [
    ("memmap2", &["equipoise-tables"]),
    ("zstd", &["equipoise-tables"]),
    ("bincode", &["equipoise-tables"]),
    ("ndarray", &["equipoise-abstraction", "equipoise-companions", "equipoise-benches"]),
    ("linfa", &["equipoise-abstraction", "equipoise-benches"]),
    ("linfa-nn", &["equipoise-abstraction", "equipoise-benches"]),
    ("linfa-clustering", &["equipoise-abstraction", "equipoise-benches"]),
    ("npyz", &["equipoise-exchange"]),
    ("httparse", &["equipoise-explorer"]),
    ("pyo3", &["equipoise-python"]),
    ("numpy", &["equipoise-python"]),
    ("clap", &["equipoise"]),
    ("clap_complete", &["equipoise"]),
    ("clap_mangen", &["equipoise"]),
    ("anyhow", &["equipoise"]),
    ("indicatif", &["equipoise"]),
    ("ctrlc", &["equipoise"]),
    ("nix", &["equipoise", "equipoise-mpi"]),
    ("ferrompi", &["equipoise-mpi"]),
    // The solver reads bet sizes, the binary manifests in this test.
    (
        "toml",
        &[
            "equipoise-solver",
            "equipoise-companions",
            "equipoise-matches",
            "equipoise-study",
            "equipoise-python",
            "equipoise",
        ],
    ),
    ("criterion", &["equipoise-benches"]),
    ("aya_poker", &["equipoise-benches"]),
];

#[test]
fn every_arrow_of_the_workspace_is_allowed() {
    let workspace = read(&root().join("Cargo.toml"));
    let members: BTreeSet<&str> =
        workspace["workspace"]["members"].as_array().unwrap().iter().map(|member| member.as_str().unwrap()).collect();
    let arrows = arrows();
    let drawn: BTreeSet<&str> = arrows.iter().map(|row| row.folder.as_str()).collect();
    assert_eq!(members, drawn, "members of the workspace, and folders in the table of ARCHITECTURE.md");
    let mut wrong = Vec::new();
    for row in &arrows {
        let manifest = read(&root().join(&row.folder).join("Cargo.toml"));
        assert_eq!(manifest["package"]["name"].as_str(), Some(row.package().as_str()));
        wrong.extend(violations(&row.package(), &manifest, &workspace));
        // The table says no more than is true, either.
        let used = dependencies(&manifest, &workspace);
        let unused = arrows.iter().filter(|it| row.imports.contains(&it.name) && !used.contains(&it.package()));
        wrong.extend(unused.map(|it| format!("{} does not import {}, as ARCHITECTURE.md says", row.name, it.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn arrows_of_the_picture_point_down() {
    let arrows = arrows();
    let names: BTreeSet<String> = arrows.iter().map(|row| row.name.clone()).collect();
    let lines = picture(&names);
    let drawn: Vec<&String> = lines.iter().flatten().collect();
    assert_eq!(drawn.len(), names.len(), "each crate stands in the picture once: {drawn:?}");
    let line_of = |name: &str| lines.iter().position(|line| line.iter().any(|it| it == name));
    let mut wrong = Vec::new();
    for row in &arrows {
        for import in &row.imports {
            if line_of(import) <= line_of(&row.name) {
                wrong.push(format!("{} imports {import}, which does not stand below it", row.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_foundation_stands_on_the_standard_library_alone() {
    let manifest = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evaluator/Cargo.toml"));
    for part in ["dependencies", "build-dependencies", "target"] {
        assert!(manifest.get(part).is_none(), "evaluator has {part}");
    }
}

#[test]
fn arrows_that_point_up_or_sideways_are_found_wherever_they_hide() {
    let workspace: Table = "[workspace.dependencies]\nsolver = { package = \"equipoise-solver\", path = \"solver\" }\n\
        maps = { package = \"memmap2\", version = \"0.9\" }\n"
        .parse()
        .unwrap();
    let forbidden = [
        "[dependencies]\nsolver.workspace = true",
        "[dev-dependencies]\nsolver.workspace = true",
        "[build-dependencies]\nsolver.workspace = true",
        "[target.'cfg(unix)'.dependencies]\nsolver.workspace = true",
        "[target.'cfg(unix)'.dev-dependencies]\nanother_name = { package = \"equipoise-solver\", path = \"..\" }",
        "[dependencies]\nmaps.workspace = true",
        "[dependencies]\nclap = \"4\"",
    ];
    for text in forbidden {
        let manifest = text.parse().unwrap();
        assert_eq!(violations("equipoise-abstraction", &manifest, &workspace).len(), 1, "{text}");
    }
    let allowed =
        "[dependencies]\ntables = { package = \"equipoise-tables\", path = \"..\" }\nlinfa = \"0.8\"".parse().unwrap();
    assert!(violations("equipoise-abstraction", &allowed, &workspace).is_empty());
}

fn read(path: &Path) -> Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The arrows of a manifest that no rule allows, one line each.
fn violations(package: &str, manifest: &Table, workspace: &Table) -> Vec<String> {
    let arrows = arrows();
    let allowed = &arrows.iter().find(|row| row.package() == package).unwrap().imports;
    let mut wrong = Vec::new();
    for dependency in dependencies(manifest, workspace) {
        let internal = arrows.iter().find(|row| row.package() == dependency);
        if internal.is_some_and(|row| !allowed.contains(&row.name)) {
            wrong.push(format!("{package} imports {dependency}"));
        }
        let kept = KEPT.iter().find(|(name, _)| *name == dependency);
        if let Some((_, homes)) = kept.filter(|(_, homes)| !homes.contains(&package)) {
            wrong.push(format!("{package} names {dependency}, which is kept in {}", homes.join(", ")));
        }
    }
    wrong
}

/// The packages of all dependencies, whatever they are called here: plain, for tests, for building, for one system.
fn dependencies(manifest: &Table, workspace: &Table) -> BTreeSet<String> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    let shared = |name: &str| workspace.get("workspace")?.get("dependencies")?.get(name);
    let mut packages = BTreeSet::new();
    for part in std::iter::once(manifest).chain(targets) {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (name, detail) in part.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let is_shared = detail.get("workspace").and_then(Value::as_bool) == Some(true);
                let detail = if is_shared { shared(name).unwrap_or(detail) } else { detail };
                packages.insert(detail.get("package").and_then(Value::as_str).unwrap_or(name).to_owned());
            }
        }
    }
    packages
}
