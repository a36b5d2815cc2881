//! Command lines that cannot be meant: exit code 2, one line that says what, where and what to do, and nothing is left
//! behind. Those that need a file to be wrong about stand with the tests of their commands.

use crate::program::Program;

/// Each line must be refused with these words, and no file be made.
fn refused(cases: &[(&str, &str)]) {
    let program = Program::new();
    program.refuses_lines(cases);
    let left: Vec<_> = std::fs::read_dir(program.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn hands_and_indices_that_do_not_exist_are_refused() {
    refused(&[
        ("hand AhXx", "Xx"),
        ("hand AhK", "'K'"),
        ("hand AhKd Qs7h1c", "1c"),
        ("hand AhAh", "twice"),
        ("hand AhKd Ah7h2c", "twice"),
        ("hand AhKd 7h7h2c", "twice"),
        ("hand Ah", "2 hole cards"),
        ("hand AhKdQs", "2 hole cards"),
        ("hand AhKd Qs7h", "0, 3, 4 or 5"),
        ("hand AhKd Qs7h2c3c4c5c", "0, 3, 4 or 5"),
        ("hand AKs Qs7h2c", "'AKs'"),
        ("hand AKs Qs7h2c", "give two cards, such as AcKc"),
        ("hand AKx", "'AKx'"),
        ("hand AKx", "classes read AA, AKs or AKo"),
        ("hand AAs", "'AAs'"),
        ("hand AAs", "classes read AA, AKs or AKo"),
        ("hand 72", "'72'"),
        ("hand 72", "classes read AA, AKs or AKo"),
        ("hand", "HOLE"),
        ("hand AhKd --nonsense", "--nonsense"),
        ("hand AhKd --clusters 0", "1..=169"),
        ("hand AhKd --bins 0", "1..=500"),
        ("unindex flop -1", "INDEX"),
        ("unindex preflop 169", "168"),
        ("unindex flop 1286792", "1286791"),
        ("unindex river 2428287420", "2428287419"),
        ("unindex river 123156254 --unordered", "123156253"),
        ("unindex showdown 1", "streets"),
    ]);
}

#[test]
fn buckets_and_clusters_that_cannot_be_made_are_refused() {
    refused(&[
        ("opponent-clusters", "--clusters"),
        ("opponent-clusters --clusters 170", "1..=169"),
        ("opponent-clusters --clusters -1", "1..=169"),
        ("opponent-clusters --named johanson2013 --seeds 3", "--seeds"),
        ("opponent-clusters --clusters 3 --seeds 0", "1..=10000"),
        ("buckets build flop --feature hsd --count 0", "1..=1048576"),
        ("buckets build river --feature hsd --method percentiles --count 5", "strength"),
        ("buckets build flop --feature hsd --count 5 --sample-fraction 0", "sample fraction"),
        ("buckets build flop --feature strength --count 5 --bins 3", "hsd"),
        (
            "buckets build flop --feature strength --method split-percentiles --centre median --count 5",
            "always the mean",
        ),
        ("buckets build preflop --feature hsd --count 5", "all starting hands are kept apart"),
        ("buckets build flop --feature hsd --count 5 --clusters 3", "ochs"),
        ("buckets build flop --feature ochs --count 5 --bins 3", "hsd"),
        ("buckets build flop --feature hsd --count 50 --sample-rows 9", "sample_rows"),
        ("buckets compare flop.buckets", "SECOND"),
    ]);
}

#[test]
fn games_trainings_and_exports_that_cannot_be_are_refused() {
    refused(&[
        ("nonsense", "nonsense"),
        ("--json", "subcommand"),
        ("game kuhn --threads 0", "1..=1024"),
        ("game kuhn --seed -1", "--seed"),
        ("game kuhn --stack 5", "leave them out"),
        ("game holdem-nolimit --stack 0.5", "from 100"),
        ("game holdem-nolimit --stack=-5", "from 100"),
        ("game holdem-nolimit --stack much", "--stack"),
        ("game holdem-nolimit --sizes none.toml", "none.toml"),
        ("solve --game holdem-nolimit --iterations 1", "use train instead"),
        ("solve --game push-fold --iterations 1", "use train instead"),
        ("dealer m holdem-nolimit 1 1 a b --stack 0.5", "from 100"),
        ("dealer m holdem 1 1 a b --stack 20", "leave them out"),
        ("player --strategy uniform --stack 20 localhost 1", "--game"),
        ("dealer m holdem-nolimit-20bb 1 1 a b --stack 30", "says its own stacks"),
        ("play uniform --game holdem-nolimit --stack much", "--stack"),
        ("solve --game kuhn", "--iterations"),
        ("solve --game kuhn --iterations 1 --algorithm guess", "cfr+"),
        ("solve --game kuhn --iterations 1 --algorithm=pdcfr+:2,5,2", "pdcfr+:2,5,2"),
        ("solve --game kuhn --iterations 1 --until=0", "0"),
        ("solve --game kuhn --iterations 1 --until=-1", "-1"),
        ("solve --game kuhn --iterations 1 --until=nan", "nan"),
        ("solve --game holdem --iterations 1", "train"),
        ("push-fold", "--stack"),
        ("push-fold --stack 0", "expected 1 to 500 big blinds, such as 10 or 7.7, found '0'"),
        ("push-fold --stack -3", "found '-3'"),
        ("push-fold --stack 0.9", "found '0.9'"),
        ("push-fold --stack 1e9", "found '1e9'"),
        ("push-fold --stack nan", "found 'nan'"),
        ("push-fold --stack inf", "found 'inf'"),
        ("push-fold --stack ten", "found 'ten'"),
        ("push-fold --stack ''", "found"),
        ("push-fold --stack 10 --deck 20", "--deck: push-fold (solved for the 52 cards)"),
        ("train --iterations 0", "iterations"),
        ("train --time 5 --out r", "duration"),
        ("train --time 5s --iterations 5 --out r", "--iterations"),
        ("train --out r", "--iterations"),
        ("train --iterations 1", "--out"),
        ("train --sampler full --iterations 5 --out none", "small game"),
        ("train --algorithm hs-dcfr --time 5s --out none", "--iterations"),
        ("train --opponent exact --iterations 5 --out none", "none"),
        ("train --opponent-turn t --iterations 5 --out none", "--opponent exact"),
        ("train --opponent exact --sampler chance --iterations 5 --out none", "boards"),
        ("train --opponent nobody --iterations 5 --out none", "itself or exact"),
        ("train --opponent exact --opponent-turn no --iterations 5 --out none", "no: "),
        ("train paper --iterations 5 --out none", "'equipoise run paper --out none' makes all"),
        ("train quickstart --variant C8 --out none", "no bucket file of the flop ('flop.buckets')"),
        (
            "train quickstart --variant C9 --out none",
            "(its variants are C6, C8, C10, C12, C6-half, C8-half, C10-half, C12-half), or give --buckets",
        ),
        ("train --iterations 5 --out none", "none: no such folder, and so no bucket file of the flop; make one with"),
        ("export run --bits 7", "4, 8 or 16"),
        ("export run --bits -8", "4, 8 or 16"),
        ("export run --bits many", "4, 8 or 16"),
        ("export run --strategy best", "average or current"),
        ("export run --price 1", "2..=1000000"),
        ("export run --price 0", "2..=1000000"),
        ("export run --price some", "some"),
        ("report none", "none"),
        ("plan none.toml", "none.toml"),
        ("run none.toml", "none.toml"),
        ("plan Paper", "Paper"),
        ("plan paper --within soon", "duration"),
        ("import nothing.avg-strategy --blind", "is not there"),
    ]);
}

#[test]
fn matches_and_leagues_that_cannot_be_played_are_refused() {
    refused(&[
        ("match always-call uniform --hands 3", "even"),
        ("match always-call uniform --boards 0", "boards"),
        ("match uniform always-call --boards 10000001", "expected 1 to 10,000,000 boards"),
        ("match always-call uniform --method boards --hands 2", "--boards"),
        ("match always-call uniform --method exact --boards 5", "leave out --boards"),
        ("match always-call nobody", "always-fold"),
        ("match always-call nobody --method exact", "nobody"),
        ("match always-call uniform --part 1/2", "--method exact"),
        ("match always-call uniform --merge", "--method exact"),
        ("match uniform always-call --boards 2 --log match.log", "--log: writes single games"),
        ("match uniform always-call --hands 2000000 --log match.log", "--log: writes at most 1000000 games"),
        ("match uniform always-call --protocol paper --phh match.phhs", "--log: writes single games"),
        ("match uniform always-call --hands 20 --log match.log --phh match.log", "--phh: the same file as --log"),
        ("match uniform always-call --protocol mine", "paper"),
        ("match uniform always-call --deals 5", "--protocol"),
        ("match uniform always-call --protocol paper --deals 0", "--deals"),
        ("match uniform always-call --protocol paper --sets -1", "--sets"),
        ("match uniform always-call --protocol paper --deal-seeds 0", "--deal-seeds"),
        ("match uniform always-call --protocol paper --seats free", "exchanged"),
        ("match uniform always-call --protocol paper --dice loaded", "exact"),
        ("match uniform always-call --protocol paper --dice exact --sets 4", "leave out --sets"),
        ("match uniform always-call --protocol paper --hands 4", "--deals"),
        ("match uniform always-call --protocol paper --method boards", "plays hands"),
        ("match uniform always-call --protocol paper --method exact", "plays hands"),
        ("league uniform", "2"),
        ("league always-call uniform --method exact", "use boards"),
        ("league always-call uniform --method exact", "match"),
        ("league uniform always-call --boards 2 --csv match.log --picture match.log", "ends in .svg"),
        ("league always-call uniform --boards 10000000 --picture out.png", "out.png"),
        ("league always-call uniform --boards 10000000 --picture out.png", "ends in .svg"),
        ("league always-call uniform --boards 10000000 --picture out", "ends in .svg"),
        ("exploit always-fold --flops 1", "all"),
        ("exploit always-fold --flops 0", "all"),
        ("exploit always-fold --flops -3", "all"),
        ("exploit always-fold --flops some", "all"),
        ("exploit always-fold --flops 20000", "all"),
        ("exploit nobody", "nobody"),
        ("exploit always-call --beside nobody --flops 2", "nobody"),
        ("exploit always-call --flops 2 --part 1/2", "--out"),
        ("exploit always-call --flops 2 --out kept --part 3/2", "part 3 of 2"),
        ("exploit always-call --flops 2 --out kept --part 3", "1/3, 2/3"),
        ("exploit always-call --flops 2 --merge", "--merge: needs a folder"),
        ("exploit always-call --flops 2 --out nowhere --merge", "nowhere: nothing of always-call"),
    ]);
}

#[test]
fn tables_that_nobody_can_sit_at_are_refused() {
    let long = format!("play always-call --log a.log --name {}", "n".repeat(256));
    refused(&[
        ("dealer m chess 5 1 A B", "chess"),
        ("dealer m kuhn 0 1 A B", "HANDS"),
        ("dealer m kuhn 5 -1 A B", "SEED"),
        ("dealer m kuhn 5 4294967296 A B", "SEED"),
        ("dealer m kuhn 5 1 A|B B", "'|'"),
        ("dealer m kuhn 5 1 A B:C", "':'"),
        ("dealer m kuhn 5 1 'A\nB' B", "line breaks"),
        ("dealer m kuhn 5 1 A\u{200b} A", "'A\\u{200b}'"),
        ("dealer m kuhn 5 1 A A", "players' names: expected two different names, found 'A' twice"),
        ("dealer m kuhn 5 1 A", "NAME2"),
        ("dealer m kuhn 5 1 A B --seed 3", "fourth word"),
        ("dealer m kuhn 5 1 A B -p 99999,1", "ports"),
        ("dealer m kuhn 5 1 A B --phh", "hold'em"),
        ("dealer m holdem 5 1 A B --phh -a", "-a"),
        ("dealer m kuhn 5 1 A B --t_response -1", "t_response"),
        ("dealer m holdem 1 1 A 'A '", "player's name"),
        ("player 127.0.0.1 18791", "--strategy"),
        ("player --strategy nobody 127.0.0.1 18791", "always-fold"),
        ("player --strategy uniform 127.0.0.1 99999", "PORT"),
        ("player --strategy uniform --game chess 127.0.0.1 1", "chess"),
        ("play always-call --name always-call", "give another name"),
        ("play always-call --hands 0", "--hands"),
        ("play always-call --log a.log --name 'A '", "player's name"),
        ("play always-call --log a.log --name ''", "player's name"),
        ("play always-call --log a.log --name a|b", "player's name"),
        (&long, "player's name"),
        ("play always-call --log z --phh ./z", "the same file as --log"),
        ("explore nobody --port 0", "always-fold"),
        ("explore uniform --port 99999", "--port"),
        ("explore nowhere.spot --port 0", "nowhere.spot"),
    ]);
}

#[test]
fn companions_that_cannot_play_are_refused() {
    refused(&[
        ("daifugo play --players psunder12,psunder12,psunder12,psunder12", "4 names, expected 5"),
        ("daifugo play --players random,random,random,random,random,random", "6 names"),
        ("daifugo play --players random,random,random,random,psunder13", "'psunder13'"),
        ("daifugo play --players random,random,random,random,", "''"),
        ("daifugo play --players random,random,random,random,usemel:none.values", "none.values"),
        ("daifugo play --players random,random,random,random,usemel:.", "a folder"),
        ("daifugo play --players random,random,random,random,usemel:", "'usemel:', expected"),
        ("daifugo play --players random,random,random,random,random --games 0", "--games"),
        ("daifugo play --players random,random,random,random,random --games -5", "--games"),
        ("daifugo play --players random,random,random,random,random --rules uec2007-paper,revolution", "'revolution'"),
        ("daifugo learn --against psunder12", "--out"),
        ("daifugo learn --against nobody --out f", "'nobody'"),
        ("daifugo learn --against psunder12 --out f --games 0", "--games"),
        ("daifugo learn --against psunder12 --out f --exploration 1.5", "0 to 1"),
        ("reproduce daifugo --seeds 1", "--seeds"),
        ("reproduce daifugo --learners 6", "--learners"),
        ("reproduce log-learners --seeds 0", "--seeds: 0, expected 1 to 1000"),
        ("reproduce log-learners --part ring --games 5", "--games: 5, expected 200"),
        ("reproduce superiority --deals 0", "--deals"),
        ("reproduce superiority --deals -5", "--deals"),
        ("reproduce superiority --matches 1", "--matches"),
        ("reproduce superiority --boards 0", "--boards"),
        ("reproduce superiority --rates guessed", "paper, exact"),
        ("reproduce superiority --turn printed", "as-played, as-printed"),
        ("reproduce hearts", "hearts"),
        ("reproduce", "see"),
        ("reproduce stud --sets 0", "--sets"),
        ("reproduce stud --games -5", "--games"),
        ("reproduce stud --intentions bad", "calibrated"),
        ("reproduce stud --threshold nan", "--threshold"),
        ("stud hand 'As As | Kc' --against 7h", "twice"),
        ("stud hand 'As Ad | Kc' --against Kc", "twice"),
        ("stud hand 'As Ad Kc' --against 7h", "bar"),
        ("stud hand 'As Ad | Kc 2c 3c 4c 5c 6c 7c' --against 7h", "7 up cards"),
        ("stud hand 'As Ad | Kc' --against '7h 8h'", "2 up cards"),
        ("stud hand 'As Ad | Kc' --against 7h --turn 3", "--turn 3"),
        ("stud hand 'As Ad | Kc' --against 7h --bet 5", "--pot"),
        ("stud hand 'As Ad | Kc' --against 7h --points many", "ranked"),
    ]);
}

#[test]
fn what_writes_no_file_takes_no_folder() {
    let said = "writes no file there; leave it out";
    for command in [
        "hand AhKd",
        "unindex flop 7",
        "buckets compare a b",
        "game kuhn",
        "solve --game kuhn --iterations 1",
        "push-fold --stack 10",
        "strategy file AhKd",
        "match always-call uniform --boards 2",
        "match always-call uniform --protocol paper",
        "league always-call uniform",
        "player --strategy uniform localhost 1",
        "stud hand AsAd|Kc --against 7h",
        "daifugo play --players random,random,random,random,random",
        "inspect file",
        "verify file",
        "selftest",
    ] {
        let line = format!("{command} --out folder");
        refused(&[(&line, "--out: "), (&line, said)]);
    }
}
