//! Rendered tables and indexes are those of their data.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn pages(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pages")).args(arguments).output().unwrap()
}

#[test]
fn every_page_is_up_to_date() {
    let output = pages(&["--check"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&[output.stdout, output.stderr].concat()));
}

#[test]
fn a_stale_page_is_named_and_rendered() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let league = r#"{"settings": {"settings": ["A", "B"], "pairs": [{"first": 0, "second": 1,
        "mbb_per_game": 14.04, "interval95": 1.16, "boards95": 1.1, "significant": true}]}}"#;
    let results = r#"{"tables": {"leads": {"note": "One training of each.", "machine": "M1",
        "columns": ["boards", {"name": "A from B", "signed": true}, {"name": "over boards", "digits": 2}],
        "rows": [[{"file": "league.json", "at": "/settings/pairs/0/first"},
            {"file": "league.json", "pair": ["B", "A"], "mark": true},
            {"file": "league.json", "pair": ["A", "B"], "only": "boards95"}],
            ["6,000", [-12345.6, 2], null]]}}}"#;
    write("docs/research/clusters/league.json", league);
    write("docs/research/clusters/results.json", results);
    write(
        "docs/research/clusters/README.md",
        "# Which?\n\n**Result.** It\ndepends.\n\n<!-- table: leads -->\n<!-- end -->\n",
    );
    write("docs/research/README.md", "<!-- table: questions -->\n<!-- end -->\n");
    write("benches/lab/README.md", "<!-- table: experiments -->\n<!-- end -->\n");
    write("benches/lab/a.md", "# Faster?\n\n- verdict: kept — twice\n- date: 2026-11-20\n- machine: M1\n");
    write("benches/lab/b.md", "# Smaller?\n\n- verdict: dropped — no\n- date: 2026-11-21\n- machine: M1\n");

    let root = folder.path().to_str().unwrap();
    let output = pages(&["--check", root]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
    assert!(pages(&[root]).status.success());
    assert!(pages(&["--check", root]).status.success());

    let read = |name: &str| fs::read_to_string(Path::new(root).join(name)).unwrap();
    let page = read("docs/research/clusters/README.md");
    for line in
        ["One training of each.", "| 0.0 | −14.0 ± 1.2\\* | 1.10 |", "| 6,000 | −12,345.6 ± 2.0 |  |", "(machine M1)"]
    {
        assert!(page.contains(line), "{line} is missing in\n{page}");
    }
    assert!(read("docs/research/README.md").contains("| [Which?](clusters/README.md) | It depends. |"));
    let index = read("benches/lab/README.md");
    assert!(index.find("Smaller?").unwrap() < index.find("Faster?").unwrap(), "{index}");
    write("benches/lab/b.md", "# Smaller?\n\n- verdict: maybe\n- date: 2026-11-21\n- machine: M1\n");
    assert_eq!(pages(&["--check", root]).status.code(), Some(1));
}
