//! Words that are chosen from a list: what is said of one that is not in it, with the one that was probably meant.

/// `; did you mean always-call?`, or nothing where no word of the list is near.
///
/// A word is near if it is the same but for upper case and marks, if one contains the other, or if few letters are
/// added, left out, exchanged or in the wrong order.
///
/// ```
/// use evaluator::words::did_you_mean;
///
/// assert_eq!(did_you_mean("rivre", ["flop", "turn", "river"]), "; did you mean river?");
/// assert_eq!(did_you_mean("showdown", ["flop", "turn", "river"]), "");
/// ```
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean_by(typed, known.into_iter().map(|word| (word, word)))
}

/// The same where words also have names that others use for them: pairs of a spelling and the word it stands for.
pub fn did_you_mean_by<'a>(typed: &str, spellings: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let typed = plain(typed);
    let costs = spellings.into_iter().filter_map(|(spelling, word)| Some((cost(&typed, &plain(spelling))?, word)));
    // Of several that are equally near the first one of the list.
    costs.min_by_key(|&(cost, _)| cost).map_or(String::new(), |(_, word)| format!("; did you mean {word}?"))
}

/// Names that tell apart what is called alike: the second is numbered 2, and so on.
///
/// ```
/// use evaluator::words::numbered_apart;
///
/// assert_eq!(numbered_apart(["mine", "theirs", "mine", "mine"]), ["mine", "theirs", "mine-2", "mine-3"]);
/// ```
pub fn numbered_apart<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut apart: Vec<String> = Vec::new();
    for name in names {
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !apart.contains(name));
        apart.extend(free);
    }
    apart
}

/// What is said of a word that is not one of a list: `'flopp' is not a street; choose flop, turn or river; …`.
pub fn unknown_word(text: &str, one: &str, known: &[&str]) -> String {
    let (last, others) = known.split_last().unwrap_or((&"none", &[]));
    let list = if others.is_empty() { (*last).to_owned() } else { format!("{} or {last}", others.join(", ")) };
    format!("'{text}' is not {one}; choose {list}{}", did_you_mean(text, known.iter().copied()))
}

/// What a reader of files says of an unknown key or value, such as "unknown field `bukets`, expected one of `buckets`,
/// `bins`", with the one that was probably meant. Everything else that it says stays as it is.
pub fn with_the_nearest(said: &str) -> String {
    let mut quoted = said.split('`').skip(1).step_by(2);
    match quoted.next().filter(|_| said.starts_with("unknown ")) {
        Some(found) => format!("{said}{}", did_you_mean(found, quoted)),
        None => said.to_owned(),
    }
}

/// The longest word that is compared: input may be of any length.
const LONGEST: usize = 60;
/// The fewest letters that a part of a word may have to stand for it.
const LEAST_PART: usize = 3;

/// Lower case letters and digits, and the sign that tells `cfr+` from `cfr`.
fn plain(word: &str) -> Vec<char> {
    let letters = word.chars().flat_map(char::to_lowercase);
    letters.filter(|letter| letter.is_alphanumeric() || *letter == '+').take(LONGEST).collect()
}

/// How far a word is from another; `None` if it is not near. A part costs as much as one wrong letter, and more the
/// more is missing.
fn cost(typed: &[char], known: &[char]) -> Option<(usize, usize)> {
    let (short, long) = if typed.len() < known.len() { (typed, known) } else { (known, typed) };
    let is_part = short.len() >= LEAST_PART && long.windows(short.len()).any(|part| part == short);
    let edits = edits(typed, known);
    // Of two letters, both are meant: C9 is not a mistyped C6.
    let most = (long.len() / 3).min(3);
    match (edits <= most && edits < short.len(), is_part) {
        (true, _) => Some((edits, 0)),
        (false, true) => Some((1, long.len() - short.len())),
        (false, false) => None,
    }
}

/// Letters to add, leave out, exchange, or swap with their neighbour, to make one word of another.
fn edits(one: &[char], other: &[char]) -> usize {
    // Rows of the table of all beginnings of both words.
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let is_other = usize::from(one[i - 1] != other[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + is_other);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}
