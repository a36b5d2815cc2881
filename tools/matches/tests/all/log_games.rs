//! Every log knows its game: the one that is given, the one that its head names, or hold'em at any blinds; and what
//! contradicts it is refused with its line.

use crate::logs::{game_text, played_log, read, records, refused, write};
use matches::acpc::log_reader::{LoggedHand, LoggedHands, Reading};
use solver::game::{GameDefinition, PlayedAction};
use std::path::Path;

/// The competition's hold'em with some keys changed.
fn definition(changes: &[(&str, &str)]) -> GameDefinition {
    GameDefinition::parse(&game_text(changes)).unwrap()
}

/// A log under this head, one hand in three of which the caller folds.
fn log(game: &GameDefinition, head: &str, hands: u32, names: [&str; 2]) -> String {
    played_log(game, head, hands, names, true)
}

fn given(path: &Path, game: &GameDefinition, skip: bool) -> Result<LoggedHands, String> {
    let reading = Reading { game: Some(game.clone()), skip };
    LoggedHands::read_as(&[path.to_owned()], &reading).map_err(|error| error.to_string())
}

/// Who raised first before the flop.
fn first_raiser(logs: &LoggedHands, hand: &LoggedHand) -> String {
    let mut betting = logs.game_of(hand).start();
    for (_, action) in PlayedAction::all_of(&hand.record.betting) {
        let player = betting.decision().unwrap().player;
        if action.is_raise() {
            return hand.record.names[player].clone();
        }
        betting.act(action);
    }
    String::new()
}

#[test]
fn another_turn_order_is_read_by_the_game_that_is_given_or_lies_next_to_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let odd = definition(&[("firstPlayer", "1 1 1 1")]);
    let path = write(folder.path(), "a.log", log(&odd, "games/odd.game", 40, ["Raiser", "Caller"]));
    let always_the_raiser = |logs: &LoggedHands| logs.hands.iter().all(|hand| first_raiser(logs, hand) == "Raiser");
    // As the competition's game, folds before the flop are another player's: refused where the first of them is.
    let error = refused(&path);
    assert!(error.contains("a.log: line 4: ") && error.contains("give"), "{error}");
    assert!(error.contains("its head names another game, 'games/odd.game'"), "{error}");
    let by_game = given(&path, &odd, false).unwrap();
    assert!(always_the_raiser(&by_game) && by_game.remarks.is_empty(), "{:?}", by_game.remarks);
    write(folder.path(), "odd.game", game_text(&[("firstPlayer", "1 1 1 1")]));
    let by_neighbour = read(&path);
    assert!(always_the_raiser(&by_neighbour) && by_neighbour.remarks.is_empty());
    assert_eq!(by_neighbour.hands, by_game.hands);
    // A file of that name that is not such a game is as good as none.
    write(folder.path(), "odd.game", "GAMEDEF\nnolimit\nEND GAMEDEF\n");
    assert!(refused(&path).contains("line 4"));
}

#[test]
fn a_game_that_cannot_be_known_is_a_remark_and_a_known_one_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let holdem = GameDefinition::holdem_limit();
    for (head, said) in [
        ("odd.game", Some("names the game 'odd.game', which is not known here; read as heads-up limit hold'em")),
        ("", Some("it does not name its game; read as heads-up limit hold'em")),
        ("holdem", None),
        ("/home/dealer/holdem.limit.2p.reverse_blinds.game", None),
        ("of my own /home/my dealer/holdem.limit.2p.reverse_blinds.game", None),
    ] {
        let logs = read(&write(folder.path(), "a.log", log(&holdem, head, 12, ["A", "B"])));
        assert_eq!(logs.remarks.len(), usize::from(said.is_some()), "{head}: {:?}", logs.remarks);
        assert!(said.is_none_or(|said| logs.remarks[0].contains(said)), "{head}: {:?}", logs.remarks);
    }
    for name in ["kuhn", "leduc"] {
        let game = GameDefinition::named(name).unwrap();
        let logs = read(&write(folder.path(), "a.log", log(&game, name, 12, ["A", "B"])));
        assert_eq!((logs.hands.len(), logs.game_of(&logs.hands[0]).definition()), (12, &game), "{name}");
        assert!(logs.remarks.is_empty(), "{:?}", logs.remarks);
    }
}

#[test]
fn limit_holdem_is_limit_holdem_at_any_blinds() {
    let folder = tempfile::tempdir().unwrap();
    let holdem = GameDefinition::holdem_limit();
    let plain = read(&write(folder.path(), "a.log", log(&holdem, "holdem", 30, ["A", "B"])));
    for (blinds, sizes, big_blind) in [("100 50", "100 100 200 200", 100), ("2 1", "2 2 4 4", 2)] {
        let changes = [("blind", blinds), ("raiseSize", sizes)];
        let scaled = definition(&changes);
        let path = write(folder.path(), "b.log", log(&scaled, "scaled.game", 30, ["A", "B"]));
        for logs in [read(&path), given(&path, &scaled, false).unwrap()] {
            assert_eq!((logs.games.len(), logs.hands[0].big_blind), (1, big_blind));
            assert_eq!(records(&logs), records(&plain));
            let text = std::fs::read_to_string(&path).unwrap();
            let first: Vec<&str> = text.lines().nth(1).unwrap().split(':').collect();
            let [one, other] = logs.hands[0].chips_as_logged(logs.game_of(&logs.hands[0]));
            assert_eq!(first[4], format!("{one}|{other}"));
        }
        assert!(read(&path).remarks[1].contains(&format!("of a big blind of {big_blind}")));
        // The competition's file is often edited for other blinds; its name alone leaves them open.
        let file = "games/holdem.limit.2p.reverse_blinds.game";
        let logs = read(&write(folder.path(), "c.log", log(&scaled, file, 30, ["A", "B"])));
        assert_eq!((logs.hands[0].big_blind, logs.remarks.len()), (big_blind, 1), "{:?}", logs.remarks);
        // A built-in game has its own, and so has one that is given.
        let named = write(folder.path(), "c.log", log(&scaled, "holdem", 30, ["A", "B"]));
        assert!(refused(&named).contains("line 2: ") && refused(&named).contains("its betting and cards give"));
        assert!(given(&path, &holdem, false).unwrap_err().contains("its betting and cards give"));
    }
    // Positions counted from the button are the same game turned round.
    let turned = definition(&[("blind", "5 10"), ("firstPlayer", "1 2 2 2")]);
    let path = write(folder.path(), "d.log", log(&turned, "turned.game", 30, ["A", "B"]));
    let logs = given(&path, &turned, false).unwrap();
    assert_eq!((logs.games.len(), logs.hands.len()), (1, 30));
    for hand in &logs.hands {
        // The raiser sits in position 0 of even hands, which is the button here: it begins.
        let (betting, names) = (&hand.record.betting, &hand.record.names);
        assert_eq!(betting.starts_with('r'), names[1] == "A", "{}", hand.record);
    }
}

#[test]
fn what_a_game_does_not_allow_is_refused_with_its_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let line = "STATE:0:rc/rrc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:40|-40:Alice|Bob";
    for (wrong, reason) in [
        (line.replace("rc/rrc", "rrrrrc/rrc"), "cannot have 'r' after 'rrr'"),
        (line.replace("rc/rrc", "r300c/rrc"), "raises have sizes"),
        (line.replace("cc:", "c:"), "not over"),
        (line.replace("cc/cc:", "cccc:"), "would be written 'rc/rrc/cc/cc'"),
        (line.replace("/6h", ""), "cards are not those"),
        (line.replace("7d3d|", "7d3d4c|"), "cards are not those"),
        (line.replace("7d3d|", "2h3d|"), "cards are not those"),
        (line.replace("40|-40", "30|-30"), "its chips are 30|-30, and its betting and cards give 40|-40"),
        (line.replace("40|-40", "-40|40"), "its betting and cards give 40|-40"),
        (line.replace("40|-40", "40|-40|0").replace("Bob", "Bob|Cid"), "3 players"),
        (line.replace("|Bob", "|Bob|"), "3 players"),
        (line.replace("Alice|", "|"), "has no name"),
        (line.replace("|Bob", "|"), "has no name"),
        (line.replace(":0:", ":00:"), "number"),
        (line.replace("STATE", "STATES"), "it is not 'STATE'"),
    ] {
        let path =
            write(folder.path(), "a.log", format!("# name/game/hands/seed m holdem 2 1\n{line}\n{wrong}\n{line}\n"));
        let error = refused(&path);
        assert!(error.contains("a.log: line 3: '") && error.contains(reason), "{wrong}: {error}");
    }
    let cards = definition(&[("numRanks", "6")]);
    let path = write(folder.path(), "a.log", format!("{line}\n"));
    assert!(given(&path, &cards, false).unwrap_err().contains("cards are not those"));
}

#[test]
fn hands_that_cannot_be_read_are_left_out_and_named_if_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let good = log(&GameDefinition::holdem_limit(), "holdem", 6, ["A", "B"]);
    let third = good.lines().nth(3).unwrap();
    let one_wrong = |wrong: &[u8]| {
        let (before, after) = good.split_once(third).unwrap();
        write(folder.path(), "a.log", [before.as_bytes(), wrong, after.as_bytes()].concat())
    };
    let skipping = Reading { game: None, skip: true };
    for wrong in
        [&b"STATE:2:nonsense"[..], b"STATE:2:c\xff\xfe", b"hello", third.replace(":f:", ":rrrrrrf:").as_bytes()]
    {
        let path = one_wrong(wrong);
        refused(&path);
        let logs = LoggedHands::read_as(std::slice::from_ref(&path), &skipping).unwrap();
        assert_eq!((logs.hands.len(), logs.skipped.len()), (5, 1));
        assert_eq!((&logs.skipped[0].file, logs.skipped[0].line), (&path, 4));
        assert!(logs.skipped[0].reason.contains("expected a finished hand"), "{}", logs.skipped[0].reason);
        let remarks = logs.remarks.join("\n");
        assert!(remarks.contains("1 of 6 hands cannot be read and are left out"), "{remarks}");
        assert!(remarks.contains("add up to") && remarks.contains("without 1 that cannot be read"), "{remarks}");
    }
    // A score is no hand.
    let score = good.lines().last().unwrap();
    let path = write(folder.path(), "a.log", good.replace(score, "SCORE:x|245:A|B"));
    let logs = LoggedHands::read_as(&[path], &skipping).unwrap();
    assert_eq!((logs.hands.len(), logs.skipped.len(), logs.remarks.len()), (6, 0, 1), "{:?}", logs.remarks);
    assert!(logs.remarks[0].contains("is not a score"), "{:?}", logs.remarks);
    // Nor do spaces at the ends of lines make other players.
    let path = write(folder.path(), "a.log", good.replace('\n', "  \n").replacen("|B  \n", "|B\n", 1));
    assert_eq!(LoggedHands::read_as(&[path], &skipping).unwrap().names(), ["A", "B"]);
    // A file without any hand is the wrong file, however much is to be left out.
    let path = write(folder.path(), "b.log", "hello\n");
    let none = LoggedHands::read_as(&[path], &skipping).unwrap_err().to_string();
    assert!(none.contains("b.log: no finished hand in it"), "{none}");
}

#[test]
fn a_log_that_contradicts_itself_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let good = log(&GameDefinition::holdem_limit(), "holdem", 20, ["A", "B"]);
    let remarks = |text: &str| read(&write(folder.path(), "a.log", text)).remarks;
    assert_eq!(remarks(&good), Vec::<String>::new());
    assert_eq!(remarks(&format!("\u{feff}{good}")), Vec::<String>::new());
    assert_eq!(remarks(&good.replace('\n', "\r\n")), Vec::<String>::new());
    let score = good.lines().last().unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let without = |number: usize| {
        let kept = lines.iter().enumerate().filter(|(place, _)| *place != number);
        kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    for (text, said) in [
        (good.replace(score, "SCORE:1|-1:A|B"), vec!["a.log: line 22: 'SCORE:1|-1:A|B', but its hands add up to "]),
        (good.replace(score, &score.replace(":A|B", ":A|C")), vec!["line 22: 'SCORE:"]),
        (good.replace("m holdem 20 3", "m holdem 1000 3"), vec!["its head announces 1000 hands, and there are 20"]),
        (without(8), vec!["line 9: hand 8 follows hand 6", "announces 20 hands, and there are 19", "add up to"]),
        (without(1), vec!["line 2: its first hand has number 1 and not 0", "and there are 19", "add up to"]),
        (without(21), vec![]),
        (good.replace("\nSTATE:9:", "\nSTATE:8:"), vec!["hand 8 follows hand 8; hands are missing, twice there or in"]),
    ] {
        let found = remarks(&text);
        assert_eq!(found.len(), said.len(), "{found:?}");
        assert!(said.iter().zip(&found).all(|(said, found)| found.contains(said)), "{said:?}: {found:?}");
    }
    // A match that is going on, continued under the same head; two matches one after another.
    let (head, rest) = good.split_once('\n').unwrap();
    let half = rest.find("STATE:10:").unwrap();
    assert_eq!(remarks(&format!("{head}\n{}{head}\n{}", &rest[..half], &rest[half..])), Vec::<String>::new());
    assert_eq!(remarks(&format!("{good}{good}")), Vec::<String>::new());
    assert!(remarks(&format!("{head}\n{}", &rest[..half]))[0].contains("the match was not finished"));
}

#[test]
fn two_players_of_one_name_are_two_players() {
    let folder = tempfile::tempdir().unwrap();
    let holdem = GameDefinition::holdem_limit();
    let text = log(&holdem, "holdem", 20, ["A", "A"]);
    let logs = read(&write(folder.path(), "a.log", &text));
    assert_eq!(logs.names(), ["A (1)", "A (2)"]);
    assert!(logs.hands.iter().all(|hand| ["", "A (1)"].contains(&first_raiser(&logs, hand).as_str())));
    assert_eq!(logs.remarks.len(), 1, "{:?}", logs.remarks);
    assert!(logs.remarks[0].contains("both players are called 'A': their seats are 'A (1)' and 'A (2)'"));
    // A third player may be called so already.
    let other = write(folder.path(), "b.log", log(&holdem, "holdem", 20, ["A (1)", "B"]));
    let logs = LoggedHands::read(&[folder.path().join("a.log"), other]).unwrap();
    assert_eq!(logs.names().len(), 4, "{:?}", logs.names());
    // Seats that keep their positions are told by the score.
    let fixed: Vec<&str> = text.lines().filter(|line| !line.starts_with("SCORE")).collect();
    let first: i64 = fixed[1..].iter().map(|line| line.split(':').nth(4).unwrap()).map(first_chips).sum();
    let text = format!("{}\nSCORE:{first}|{}:A|A\n", fixed.join("\n"), -first);
    let logs = read(&write(folder.path(), "c.log", text));
    assert!(logs.hands.iter().all(|hand| hand.record.names == ["A (1)", "A (2)"]));
    // Letters that cannot be seen make another name.
    let text = log(&holdem, "holdem", 6, ["A", "A\u{200b}"]);
    assert_eq!(read(&write(folder.path(), "d.log", text)).names(), ["A", "A\u{200b}"]);
}

fn first_chips(chips: &str) -> i64 {
    chips.split('|').next().unwrap().parse().unwrap()
}

#[cfg(unix)]
#[test]
fn what_is_not_an_ordinary_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (path, said) in [(Path::new("/dev/zero"), "a device"), (&pipe, "a pipe"), (folder.path(), "a folder")] {
        assert!(refused(path).contains(said), "{}", refused(path));
    }
    // Nor is a pipe waited for that lies where a log's game would be.
    let text = log(&GameDefinition::holdem_limit(), "pipe", 6, ["A", "B"]);
    assert!(read(&write(folder.path(), "a.log", text)).remarks[0].contains("not known here"));
}
