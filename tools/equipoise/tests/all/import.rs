//! `import`: strategies of other programs, measured like any other.

use crate::program::Program;
use crate::small_buckets::write_buckets;
use solver::game::{Action, BettingTree, GameDefinition};

/// A dump without cards whose strategy always calls: bytes, one an action.
fn always_calling(tree: &BettingTree) -> Vec<u8> {
    let of_round = |round: usize| {
        let nodes = tree.nodes().iter().filter(move |node| node.round == round);
        let entries = nodes.flat_map(|node| node.actions.iter().map(|&action| u8::from(action == Action::Call)));
        [0u8; 4].into_iter().chain(entries)
    };
    (0..4).flat_map(of_round).collect()
}

#[test]
fn blind_dumps_lose_what_their_policy_loses() {
    let program = Program::new();
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    program.write("calls.iter-7.avg-strategy", always_calling(&tree));
    let imported = program.json(&["import", "calls.iter-7.avg-strategy", "--blind", "--out", "made", "--deck", "20"]);
    assert_eq!(imported["without_entries"], 0);
    let measured = |policy: &str| program.json(&["exploit", policy, "--flops", "2", "--deck", "20"]);
    let (calls, known) = (measured("made/strategies/calls.strategy"), measured("always-call"));
    assert_eq!(calls["bounds"], known["bounds"]);
    // The strategy is there: nothing is written over it.
    program.refuses(&[(&["import", "calls.iter-7.avg-strategy", "--blind", "--out", "made"], "is there already")]);
}

#[test]
fn what_cannot_be_imported_is_refused_in_one_line() {
    let program = Program::new();
    write_buckets(&program.folder().join("files"));
    program.write("short.avg-strategy", b"\0\0\0\0");
    let files = "--flop files/flop.buckets --turn files/turn.buckets --river";
    for (rest, words) in [
        ("", "or --blind"),
        ("--flop files/flop.buckets", "or --blind"),
        ("--blind", "found the end of the file"),
        (&format!("{files} files/river.buckets --blind"), "--blind"),
        (&format!("{files} files/river.buckets --counts 25,4,4,5"), "--counts"),
        (&format!("{files} files/river.buckets --counts 25,4,4"), "3 numbers; expected four"),
        (&format!("{files} files/river.buckets --counts 26,4,4,4"), "expected 25 starting hands, or 1"),
        (&format!("{files} files/river.buckets --counts 25,4,4,0"), "0"),
        (&format!("{files} files/river.buckets --counts 25,3,4,4"), "--counts"),
        (&format!("{files} files/river.buckets"), "found the end of the file"),
        (&format!("{files} files/turn.buckets"), "street"),
        (&format!("{files} files/river.buckets --deck 24"), "--deck 24: the files are of a deck of 20 cards"),
    ] {
        program.refuses_lines(&[(&format!("import short.avg-strategy {rest}"), words)]);
    }
    program.refuses_lines(&[("import files --blind", "it is a folder")]);
    assert!(!program.folder().join("runs/imported/buckets/flop-blind.buckets").exists());
}
