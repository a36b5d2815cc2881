//! "Did you mean", for every kind of word that is chosen from a list.

use crate::program::Program;

#[test]
fn a_mistyped_word_is_refused_with_the_one_that_was_meant() {
    let program = Program::new();
    program.refuses_lines(&[
        ("hnad AhKd", "'hand'"),
        ("hand AhKd --cluster 8", "'--clusters'"),
        ("match A always-cal", "'A'"),
        ("match uniform always-cal", "did you mean always-call?"),
        ("league uniform Uniform always-cal", "did you mean uniform?"),
        ("play alwaysfold", "did you mean always-fold?"),
        ("exploit always_raise", "did you mean always-raise?"),
        ("explore unifrom --port 0", "did you mean uniform?"),
        ("player --strategy always-fodl localhost 1", "did you mean always-fold?"),
        ("unindex rivre 1", "did you mean river?"),
        ("unindex pre-flop 1", "did you mean preflop?"),
        ("buckets build flop --feature ehs2 --count 5", "did you mean strength-squared?"),
        ("buckets build flop --feature ohcs --count 5", "did you mean ochs?"),
        ("buckets build flop --feature hsd --count 5 --distance end", "did you mean emd?"),
        ("buckets build flop --feature hsd --count 5 --method k-means", "did you mean kmeans?"),
        ("buckets build flop --feature hsd --count 5 --centre medain", "did you mean median?"),
        ("buckets build river --feature ochs --count 5 --weights share", "did you mean shares?"),
        ("features turm --feature hsd", "did you mean turn?"),
        ("train --sampler publik --iterations 5 --out r", "did you mean public?"),
        ("train --algorithm dfcr --iterations 5 --out r", "did you mean dcfr?"),
        ("train --opponent exakt --iterations 5 --out r", "did you mean exact?"),
        ("solve --game kunh --iterations 1", "did you mean kuhn?"),
        ("solve --game leduc --algorithm pdcrf+ --iterations 1", "did you mean pdcfr+?"),
        ("solve kuhn --iterations 1", "did you mean '--game kuhn'?"),
        ("solve my.game", "did you mean '--game my.game'?"),
        ("game holdem-no-limit", "did you mean holdem-nolimit?"),
        ("dealer m holdm 5 1 A B", "did you mean holdem?"),
        ("plan quikstart", "did you mean quickstart?"),
        ("run papr", "did you mean paper?"),
        ("run quickstart --settings C66", "did you mean C6?"),
        ("train quickstart --variant C8half --out none", "did you mean C8-half?"),
        ("match uniform always-call --method board", "did you mean boards?"),
        ("match uniform always-call --protocol paper --seats exchange", "did you mean exchanged?"),
        ("export run --strategy averge", "did you mean average?"),
        ("daifugo play --players random,random,random,random,psunder13", "did you mean psunder12?"),
        ("daifugo learn --against lowset --out f", "did you mean lowest?"),
        ("daifugo play --players random,random,random,random,random --rules uec2007", "did you mean uec2007-paper?"),
        ("daifugo play --players random,random,random,random,random --rules suitlock", "did you mean suit-lock?"),
        ("reproduce superority", "'superiority'"),
        ("reproduce stud --points rank", "'ranked'"),
        ("opponent-clusters --named johanson", "did you mean johanson2013?"),
        ("hand AhKd --opponent-clusters johansen2013", "did you mean johanson2013?"),
    ]);
}

#[test]
fn keys_of_files_and_names_of_a_run_are_suggested_too() {
    let program = Program::new();
    program.write("a.toml", "name = \"a\"\n[flop]\nfeature = \"strength\"\nbukets = 30\n");
    program.write("b.toml", "name = \"b\"\n[flop]\nfeature = \"strenght\"\nbuckets = 30\n");
    program.refuses_lines(&[("plan a.toml", "did you mean buckets?"), ("plan b.toml", "did you mean strength?")]);
    program.trained("2");
    program.refuses_lines(&[("export run --variant defualt", "no variant 'defualt'; there is default; did you mean")]);
    program.json(&["match", "uniform", "always-call", "--hands", "20", "--log", "match.log"]);
    program.refuses_lines(&[(
        "judge match.log --strategy always-call --player unifrom",
        "called 'unifrom'; give one of uniform, always-call; did you mean uniform?",
    )]);
}
