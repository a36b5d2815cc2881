//! Who may import whom: every manifest of the workspace held to the table of ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toml::{Table, Value};

const PREFIX: &str = "equipoise-";

/// Each member's folder, package and the packages of this workspace that it may import.
const ARROWS: [(&str, &str, &str); 15] = [
    ("evaluator", "equipoise-evaluator", ""),
    ("tables", "equipoise-tables", "evaluator"),
    ("abstraction", "equipoise-abstraction", "evaluator tables"),
    ("solver", "equipoise-solver", "evaluator tables"),
    ("tools/companions", "equipoise-companions", "evaluator tables solver matches report"),
    ("tools/exchange", "equipoise-exchange", "evaluator tables abstraction solver"),
    ("tools/explorer", "equipoise-explorer", "evaluator tables abstraction solver matches report"),
    ("tools/matches", "equipoise-matches", "evaluator tables solver"),
    ("tools/report", "equipoise-report", "evaluator"),
    ("tools/study", "equipoise-study", "evaluator tables abstraction solver matches report"),
    (
        "tools/equipoise",
        "equipoise",
        "evaluator tables abstraction solver companions exchange explorer matches report study",
    ),
    ("tools/python", "equipoise-python", "evaluator tables abstraction solver matches study exchange"),
    // The command line as several processes; in its tests it makes bucket files.
    ("tools/ranks", "equipoise-mpi", "evaluator tables equipoise"),
    ("benches/pages", "equipoise-pages", ""),
    ("benches", "equipoise-benches", "evaluator tables abstraction solver matches"),
];

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
    // The binary reads manifests in this test.
    ("toml", &["equipoise-companions", "equipoise-matches", "equipoise-study", "equipoise-python", "equipoise"]),
    ("criterion", &["equipoise-benches"]),
    ("aya_poker", &["equipoise-benches"]),
];

#[test]
fn every_arrow_of_the_workspace_is_allowed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = read(&root.join("Cargo.toml"));
    let members: BTreeSet<&str> =
        workspace["workspace"]["members"].as_array().unwrap().iter().map(|member| member.as_str().unwrap()).collect();
    assert_eq!(members, ARROWS.iter().map(|(folder, ..)| *folder).collect(), "a member without a rule, or the reverse");
    let mut wrong = Vec::new();
    for (folder, package, _) in ARROWS {
        let manifest = read(&root.join(folder).join("Cargo.toml"));
        assert_eq!(manifest["package"]["name"].as_str(), Some(package));
        wrong.extend(violations(package, &manifest, &workspace));
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
    let allowed = ARROWS.iter().find(|(_, name, _)| *name == package).unwrap().2;
    let mut wrong = Vec::new();
    for dependency in dependencies(manifest, workspace) {
        let is_internal = ARROWS.iter().any(|(_, name, _)| *name == dependency);
        let short = dependency.strip_prefix(PREFIX).unwrap_or(&dependency);
        if is_internal && !allowed.split(' ').any(|it| it == short) {
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
