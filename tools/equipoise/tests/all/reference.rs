//! `docs/reference/commands.md` ends with what the program says about itself.

use crate::program::Program;

use std::fs;
use std::path::Path;

/// The line below which the page is generated.
const MARK: &str = "<!-- Generated from the program's help below this line. -->\n";

/// The environment variable that has the page written anew.
const RENEW: &str = "EQUIPOISE_RENEW";

#[test]
fn the_reference_of_commands_is_the_help_of_the_program() {
    let program = Program::new();
    program.json(&["manual", "--out", "manual"]);
    let reference = program.read("manual/commands.md");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/commands.md");
    let text = fs::read_to_string(&page).unwrap();
    let (written_by_hand, generated) = text.split_once(MARK).expect("a line where the generated part begins");
    let wanted = format!("\n{reference}");
    if std::env::var_os(RENEW).is_some() {
        fs::write(&page, format!("{written_by_hand}{MARK}{wanted}")).unwrap();
        return;
    }
    let stale = wanted.lines().zip(generated.lines()).find(|(wanted, found)| wanted != found);
    assert!(
        wanted == generated,
        "docs/reference/commands.md differs from the program's help, first here: {stale:?}\n\
         renew it: {RENEW}=1 cargo test -p equipoise --test all reference::"
    );
}
