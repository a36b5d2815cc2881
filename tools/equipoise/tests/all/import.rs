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
#[ignore = "makes bucket files of one bucket for all streets: half a minute"]
fn blind_dumps_lose_what_their_policy_loses() {
    let program = Program::new();
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    program.write("calls.iter-7.avg-strategy", always_calling(&tree));
    let imported = program.json(&["import", "calls.iter-7.avg-strategy", "--blind", "--out", "made"]);
    assert_eq!(imported["without_entries"], 0);
    let measured = |policy: &str| program.json(&["exploit", policy, "--flops", "2", "--seed", "534"]);
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
    let files = ["--flop", "files/flop.buckets", "--turn", "files/turn.buckets", "--river", "files/river.buckets"];
    let with = |more: &[&'static str]| [&["import", "short.avg-strategy"][..], &files, more].concat();
    for (arguments, words) in [
        (vec!["import", "short.avg-strategy"], "or --blind"),
        (vec!["import", "short.avg-strategy", "--flop", "files/flop.buckets"], "or --blind"),
        (vec!["import", "nothing.avg-strategy", "--blind"], "is not there"),
        (vec!["import", "files", "--blind"], "it is a folder"),
        (with(&["--blind"]), "--blind"),
        (vec!["import", "short.avg-strategy", "--blind"], "found the end of the file"),
        (with(&["--counts", "169,4,4,5"]), "--counts"),
        (with(&["--counts", "169,4,4"]), "3 numbers; expected four"),
        (with(&["--counts", "170,4,4,4"]), "expected 169 starting hands, or 1"),
        (with(&["--counts", "169,4,4,0"]), "0"),
        (with(&["--counts", "169,3,4,4"]), "--counts"),
        (with(&[]), "found the end of the file"),
        ([&["import", "short.avg-strategy", "--river", "files/turn.buckets"][..], &files[..4]].concat(), "street"),
    ] {
        program.refuses(&[(&arguments, words)]);
    }
    assert!(!program.folder().join("runs/imported/buckets/flop-blind.buckets").exists());
}
