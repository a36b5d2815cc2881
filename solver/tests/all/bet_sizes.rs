//! Bet sizes: what each word comes to in chips, and every text that is refused.

use solver::game::sizes::{Fate, SizeUse};
use solver::game::{Action, BetSizes, BettingTree, GameDefinition, GameError, GameOptions};

fn game(big_blinds: f64, sizes: &str) -> Result<GameDefinition, GameError> {
    let options = GameOptions { stack: Some(big_blinds), sizes: Some(BetSizes::parse(sizes)?) };
    GameDefinition::named_with("holdem-nolimit", &options)
}

/// The raises of a decision with blinds of 50 and 100 chips, as totals over the whole hand.
fn raises(big_blinds: f64, sizes: &str, history: &str) -> Vec<i32> {
    let tree = BettingTree::new(&game(big_blinds, sizes).unwrap());
    let node = &tree[tree.node_at(history).unwrap()];
    let is_raise = |action: &Action| matches!(action, Action::Raise(_));
    node.actions.iter().zip(&node.totals).filter(|(action, _)| is_raise(action)).map(|(_, total)| total.0).collect()
}

/// A text whose raises are `200c` to `600c` before the flop, for pots of 400 to 1,200 chips, and the lists of the flop.
fn on_flop(bet: &str, raise: &str) -> String {
    format!(
        "cap = [2, 3, 3, 3]\n[all]\nbet = []\nraise = []\n[preflop]\nraise = ['200c', '400c', '500c', '600c']\n\
         [flop]\nbet = [{bet}]\nraise = [{raise}]\n"
    )
}

#[test]
fn a_share_of_the_pot_is_added_to_what_is_called() {
    // Before the flop the small blind faces 100: a pot of 200 after the call.
    assert_eq!(raises(100.0, "[all]\nbet = []\nraise = ['50%', '75.5%']", ""), [200, 251]);
    // A pot of 1,000; halves are rounded up.
    assert_eq!(raises(100.0, &on_flop("'12.25%', '33%', '100%'", ""), "r500c"), [623, 830, 1_500]);
    // A bet of 1,000 and a pot of 3,000 after its call.
    assert_eq!(raises(100.0, &on_flop("'100%'", "'50%'"), "r500cr1500"), [3_000]);
}

#[test]
fn a_multiple_is_of_the_bet_faced() {
    assert_eq!(raises(100.0, "[all]\nbet = []\nraise = ['2.5x', '3x']", ""), [250, 300]);
    // Of a bet of 200 after 200 before the flop.
    assert_eq!(raises(100.0, &on_flop("'50%'", "'2.5x'"), "r200cr400"), [200 + 500]);
}

#[test]
fn chips_are_the_total_of_the_round() {
    assert_eq!(raises(100.0, "[all]\nbet = []\nraise = ['300c']", ""), [300]);
    assert_eq!(raises(100.0, &on_flop("'300c'", "'900c'"), "r200c"), [500]);
    assert_eq!(raises(100.0, &on_flop("'300c'", "'900c'"), "r200cr500"), [1_100]);
}

#[test]
fn geometric_sizes_put_all_in_in_the_last_round() {
    let sizes = "[all]\nbet = ['e']\nraise = ['e']\n[preflop]\nraise = ['200c']\n";
    // A pot of 400 and 1,800 behind: the final pot is ten times as large, a factor of 2.154 in each of three rounds.
    assert_eq!(raises(20.0, sizes, "r200c"), [431]);
    assert_eq!(raises(20.0, sizes, "r200cr431c"), [928]);
    assert_eq!(raises(20.0, sizes, "r200cr431cr928c"), [2_000]);
    // A raise of the flop's bet has three rounds, a raise of that one two.
    assert_eq!(raises(20.0, sizes, "r200cr431"), [719]);
    assert_eq!(raises(20.0, sizes, "r200cr431r719"), [1_199]);
    // In two rounds: 0.5 (sqrt(10) - 1) of the pot, or half the pot if that is the limit.
    assert_eq!(raises(20.0, &on_flop("'2e', '2e50%', '1e'", ""), "r200c"), [400, 632, 2_000]);
}

#[test]
fn all_in_is_the_stack_and_stays_where_the_cap_is_reached() {
    let sizes = |more: &str| format!("cap = [2, 1, 1, 1]\n[all]\nbet = ['50%']\nraise = ['50%'{more}]");
    assert_eq!(raises(100.0, &sizes(", 'a'"), ""), [200, 10_000]);
    assert_eq!(raises(100.0, &sizes(", 'a'"), "r200"), [10_000]);
    assert_eq!(raises(100.0, &sizes(""), "r200"), [0; 0]);
    assert_eq!(raises(100.0, &sizes(""), "r200cr400"), [0; 0]);
    // Without a cap all-in ends the betting.
    assert_eq!(raises(4.0, "[all]\nbet = []\nraise = ['1%']", "r200r300"), [400]);
}

#[test]
fn all_in_joins_up_to_a_share_of_the_pot() {
    // 2.0 and 1.5 pots are left behind.
    let sizes = format!("all_in_added = 1.5\n{}", on_flop("'50%'", ""));
    assert_eq!(raises(20.0, &sizes, "r400c"), [800]);
    assert_eq!(raises(20.0, &sizes, "r500c"), [1_000, 2_000]);
}

#[test]
fn sizes_that_leave_little_become_all_in() {
    // A bet of the pot leaves 500 chips for a pot of 3,000: a sixth.
    let sizes = |share: f64| format!("all_in_forced = {share}\n{}", on_flop("'100%'", ""));
    assert_eq!(raises(20.0, &sizes(0.1666), "r500c"), [1_500]);
    assert_eq!(raises(20.0, &sizes(0.1667), "r500c"), [2_000]);
}

#[test]
fn close_sizes_are_merged_from_the_largest_down() {
    let flop = "[all]\nbet = []\nraise = ['500c']\n[flop]\nbet = ['100%', '90%', '80%', '60%']\nraise = []";
    let sizes = |merge: f64| format!("merge = {merge}\n{flop}");
    assert_eq!(raises(100.0, &sizes(0.0), "r500c"), [1_100, 1_300, 1_400, 1_500]);
    // 200 / 190 is below 1.1, 200 / 180 is not, and 180 / 160 is not.
    assert_eq!(raises(100.0, &sizes(0.1), "r500c"), [1_100, 1_300, 1_500]);
    // 190 goes, and 180, but not 160: 200 / 160 = 1.25 is not below 1 + 0.25.
    assert_eq!(raises(100.0, &sizes(0.25), "r500c"), [1_100, 1_500]);
}

#[test]
fn sizes_are_lifted_to_the_minimum_raise_and_cut_to_the_stack() {
    // At least a big blind more, and at least the last raise.
    assert_eq!(raises(100.0, &on_flop("'1%'", "'1%'"), "r200c"), [300]);
    assert_eq!(raises(100.0, &on_flop("'900c'", "'1%'"), "r200cr1100"), [2_000]);
    assert_eq!(raises(6.0, &on_flop("'400%'", "'1%'"), "r200c"), [600]);
    // All-in below the minimum: there are 50 chips more.
    assert_eq!(raises(6.5, &on_flop("'1%'", ""), "r600c"), [650]);
}

#[test]
fn a_donk_list_is_for_the_player_who_called_in_the_round_before() {
    let sizes = format!("{}donk = ['25%']\n[turn]\nbet = ['75%']\n", on_flop("'100%'", ""));
    let of = |history: &str| raises(100.0, &sizes, history);
    // The big blind called a raise; after a limp nobody did.
    assert_eq!(of("r500c"), [750]);
    assert_eq!(of("r500cc"), [1_500]);
    assert_eq!(of("cc"), [300]);
    // On the turn donk falls back on the bets, as elsewhere.
    assert_eq!(of("r500cr750c"), [750 + 1_125]);
    let called = format!("{}[turn]\nbet = ['100%']\ndonk = ['200%']\n", on_flop("'50%'", ""));
    // The player in position bets the flop and is called; the one out of position bets it and is called.
    assert_eq!(raises(100.0, &called, "r500c/cr1000c/"), [1_000 + 4_000]);
    assert_eq!(raises(100.0, &called, "r500c/r1000c/"), [1_000 + 2_000]);
}

#[test]
fn lists_that_are_not_said_are_the_next_more_general_ones_key_by_key() {
    let sizes = "[all]\nbet = ['100%']\nraise = ['100%']\n[flop]\nbet = ['50%']\n[flop.oop]\nraise = ['2x']\n\
                 [flop.ip]\nbet = ['25%']\n[preflop]\nraise = ['500c']\n";
    let of = |history: &str| raises(100.0, sizes, history);
    assert_eq!(of(""), [500]);
    assert_eq!(of("r500c/"), [1_000]); // [flop] for the player out of position
    assert_eq!(of("r500c/c"), [750]); // [flop.ip]
    assert_eq!(of("r500c/cr750"), [1_000]); // [flop.oop]: twice a bet of 250
    assert_eq!(of("r500c/r1000"), [3_000]); // [all] for the player in position
    assert_eq!(of("r500c/cc/"), [1_500]); // [all]
}

#[test]
fn a_missing_size_has_its_reason() {
    let sizes = "cap = [2, 3, 3, 3]\nmerge = 0.1\n[all]\nbet = ['1%', '2%', '90%', '100%', '300c', '500%', 'a']\n\
                 raise = ['50%', 'a']\n[preflop]\nraise = ['400c']\n";
    let game = game(20.0, sizes).unwrap();
    let tree = BettingTree::new(&game);
    let offers = tree.offers(&game, tree.node_at("r400c").unwrap());
    // A pot of 800 and 1,600 behind: 8 and 16 chips are lifted to 100; 300c is 37.5 %.
    let found: Vec<_> = offers.iter().map(|it| (it.size.to_string(), it.asked.0, it.total.0, it.fate)).collect();
    let expected = [
        ("1%", 408, 500, Fate::Offered),
        ("2%", 416, 500, Fate::BelowMinimum),
        ("90%", 1_120, 1_120, Fate::Merged),
        ("100%", 1_200, 1_200, Fate::Offered),
        ("300c", 700, 700, Fate::Offered),
        ("500%", 4_400, 2_000, Fate::AllIn),
        ("a", 2_000, 2_000, Fate::Offered),
    ];
    assert_eq!(found, expected.map(|(word, asked, total, fate)| (word.to_owned(), asked, total, fate)));
    let at_cap = tree.offers(&game, tree.node_at("r400").unwrap());
    assert_eq!(at_cap.iter().map(|it| it.fate).collect::<Vec<_>>(), [Fate::Capped]);
    // 75 % of 400 chips.
    let equal = self::game(20.0, &on_flop("'300c', '75%'", "")).unwrap();
    let tree = BettingTree::new(&equal);
    let offers = tree.offers(&equal, tree.node_at("r200c").unwrap());
    assert_eq!(offers.iter().map(|it| it.fate).collect::<Vec<_>>(), [Fate::Offered, Fate::Equal]);
    assert!(SizeUse::of(&game).iter().any(|it| it.decisions.contains_key(&Fate::Merged)));
}

#[test]
fn sizes_are_written_as_the_text_that_gives_them_back() {
    let text = "cap = [4, 3, 3, 2]\nall_in_added = 1.5\nall_in_forced = 0.15\nmerge = 0.1\nlimp = false\n[all]\n\
                bet = ['33.3333%', '.75%', 'e', '3e', '2e150%', 'a']\nraise = ['2.25x', '300c']\n[flop.oop]\n\
                donk = ['50%']\n[river]\nraise = []\n"
        .replace(".75%", "0.75%");
    let sizes = BetSizes::parse(&text).unwrap();
    let written = sizes.to_toml();
    assert_eq!(BetSizes::parse(&written).unwrap(), sizes, "{written}");
    assert!(
        written.contains("33.3333%") && written.contains("2e150%") && written.contains("limp = false"),
        "{written}"
    );
    assert_eq!(BetSizes::parse(&BetSizes::standard().to_toml()).unwrap(), BetSizes::standard());
}

#[test]
fn bad_texts_are_refused_with_their_place_and_advice() {
    let list = |word: &str| format!("cap = [4, 3, 3, 3]\n[all]\nbet = ['50%']\nraise = ['50%', {word}]\n");
    let words = [
        ("'0%'", "above 0 %"),
        ("'1000000000%'", "at most 10000 %"),
        ("'1e9%'", "geometric"),
        ("'99999999999999999999%'", "at most 10000 %"),
        ("'-5%'", "write 50%"),
        ("'0.00001%'", "four decimal places"),
        ("'1x'", "above 1"),
        ("'0e'", "1 to 9 rounds"),
        ("'2e0%'", "above 0 %"),
        ("'0c'", "1000000000 chips"),
        ("'1.5c'", "write 50%"),
        ("'50'", "write 50%"),
        ("'50 %'", "write 50%"),
        ("'50p'", "write 50%"),
        ("'½'", "write 50%"),
        ("'aa'", "write 50%"),
        ("''", "write 50%"),
        ("'50%'", "listed twice"),
        ("'50.0%'", "listed twice"),
        ("50", "in quotes"),
    ];
    for (word, advice) in words {
        let error = BetSizes::parse(&list(word)).unwrap_err();
        assert!(matches!(error, GameError::Sizes { line: 4, .. }), "{word}: {error}");
        assert!(error.to_string().contains(advice), "{word}: {error}");
    }
    let texts = [
        ("[all]\nbet = ['2x']", 2, "a first bet faces none"),
        ("[flop]\ndonk = ['2x']", 2, "a first bet faces none"),
        ("cap = [0, 3, 3, 3]", 1, "from 1 to 255"),
        ("cap = [4, 3, 3]", 1, "four whole numbers"),
        ("cap = 3", 1, "sequence"),
        ("cap = [4, 3, 3, 256]", 1, "from 1 to 255"),
        ("merge = -0.1", 1, "give 0 to 1000"),
        ("all_in_added = nan", 1, "give 0 to 1000"),
        ("all_in_forced = 'a'", 1, "invalid type"),
        ("\n[all]\nbets = []", 3, "unknown field `bets`"),
        ("[fifth]\nbet = []", 1, "unknown field `fifth`"),
        ("[flop.button]\nbet = []", 1, "unknown field `button`"),
        ("[all.oop]\nbet = []", 1, "as in [river.oop]"),
        ("[flop.oop.ip]\nbet = []", 1, "as in [river.oop]"),
        ("[flop.ip]\ndonk = ['50%']", 1, "section 'oop'"),
        ("[preflop]\ndonk = ['50%']", 1, "remove 'donk'"),
        ("[all]\nbet = []\nbet = []", 3, "duplicate"),
        ("[all]\nbet = [\n'50%',\n'60%',\n'70'\n]", 5, "write 50%"),
        ("[all\n", 1, ""),
    ];
    for (text, line, advice) in texts {
        let error = BetSizes::parse(text).unwrap_err();
        assert!(matches!(error, GameError::Sizes { line: found, .. } if found == line), "{text}: {error}");
        assert!(error.to_string().contains(advice) && !error.to_string().contains('\n'), "{text}: {error}");
    }
    let many: Vec<String> = (1..=14).map(|percent| format!("'{percent}%'")).collect();
    assert!(BetSizes::parse(&format!("[all]\nbet = [{}]", many.join(", "))).is_err());
    assert!(BetSizes::parse(&format!("[all]\nbet = [{}]", many[1..].join(", "))).is_ok());
}

#[test]
fn sizes_that_do_not_fit_a_game_are_refused() {
    let refusal = |sizes: &str| game(100.0, sizes).unwrap_err().to_string();
    assert!(refusal("[flop]\nbet = ['50%']").contains("no sizes for 'raise' in [preflop]"));
    assert!(refusal("[all]\nraise = []\n[flop]\nbet = []").contains("no sizes for 'bet' in [turn]"));
    assert!(refusal("[all]\nbet = []\nraise = []\n[preflop]\nbet = ['a']").contains("call them 'raise'"));
}

#[test]
fn trees_that_are_too_large_are_counted_and_the_size_to_drop_is_named() {
    let error = game(200.0, "[all]\nbet = ['33%', '66%', '125%', 'a']\nraise = ['50%', '75%', '100%', 'a']");
    let Err(GameError::TreeTooLarge { found, advice, .. }) = &error else { panic!("{error:?}") };
    let found: u64 = found.parse().unwrap();
    assert!(found > 1 << 20, "{found}");
    let (_, left) = advice.split_once("which leaves ").unwrap();
    let left: u64 = left.split(',').next().unwrap().parse().unwrap();
    assert!(left < found && advice.starts_with("drop the size '"), "{advice}");
    // Too many different states to count.
    let endless = "[all]\nbet = ['1%', '17%', '33%', '71%']\nraise = ['1%', '13%', '37%', '101%']";
    let error = game(1_000_000.0, endless).unwrap_err().to_string();
    assert!(error.contains("more than 1048576"), "{error}");
}

#[test]
fn stacks_and_sizes_are_for_no_limit_games() {
    let sizes = Some(BetSizes::standard());
    for options in [GameOptions { stack: Some(10.0), sizes: None }, GameOptions { stack: None, sizes }] {
        for name in ["holdem", "kuhn", "leduc"] {
            let error = GameDefinition::named_with(name, &options).unwrap_err();
            assert!(matches!(error, GameError::OptionsOfLimitGame { .. }), "{error}");
        }
        let text = GameDefinition::kuhn().to_acpc_text();
        assert!(GameDefinition::parse_with(&text, &options).is_err());
    }
    for stack in [0.0, 0.5, -1.0, 10.001, f64::NAN, f64::INFINITY, 1e300] {
        let error = GameDefinition::named_with("holdem-nolimit", &GameOptions { stack: Some(stack), sizes: None });
        assert!(matches!(error, Err(GameError::Stack { .. })), "{stack}: {error:?}");
    }
    let options = GameOptions { stack: Some(12.34), sizes: None };
    assert_eq!(GameDefinition::named_with("holdem-nolimit", &options).unwrap().stack().unwrap().0, 1_234);
}
