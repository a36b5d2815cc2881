//! The betting of a round as lists of steps over rows: what the walk does on every board of the round alike.
//!
//! A *row* has a number for each holding of one player. Reach flows down: a decision of the opponent makes a row for
//! each of its actions, one of the player's own passes its row on. Values flow up: rows of ends come first, those of
//! decisions after all that follow them.

use evaluator::lanes::Lanes;

use super::definition::Stakes;
use crate::game::{Next, RoundLayout};

/// Ends whose showdowns are settled at once.
pub const LANES: usize = 16;

/// One number for each of sixteen ends, or places.
pub type Row = Lanes<f32, LANES>;

pub const NOTHING: Row = Lanes([0.0; LANES]);

/// The betting of a round.
#[derive(Clone, Debug)]
pub struct RoundPlan {
    pub is_last: bool,
    /// Ways into the round.
    pub entries: usize,
    /// Ways on from all entries: the next round's entries, or the showdowns of the last round.
    pub exits: usize,
    /// Each player's actions over all decisions: the rows of a table.
    pub slots: [usize; 2],
    /// Each player's decisions.
    pub decisions: [usize; 2],
    /// Where each decision stands in its player's table, `[entry][template node]`.
    pub places: Vec<Vec<TablePlace>>,
    /// The passes in which either player gets values.
    pub passes: [Pass; 2],
}

/// What happens in a round while one player gets values.
#[derive(Clone, Default, Debug)]
pub struct Pass {
    /// The opponent's decisions, first to last.
    pub splits: Vec<Split>,
    /// The opponent's rows of reach; those of the entries are the first.
    pub reach_rows: usize,
    /// Per exit: the opponent's row there.
    pub exit_reach: Vec<usize>,
    /// Ends of one kind, sixteen at a time. The values of a group's ends are rows next to each other.
    pub groups: Vec<EndGroup>,
    /// All decisions, last to first.
    pub decisions: Vec<Decision>,
    pub value_rows: usize,
    /// Per entry: the row of its value.
    pub entry_values: Vec<usize>,
}

/// A decision of the opponent: its row of reach becomes a row for each action.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub from: usize,
    /// The row of the first action; the others follow.
    pub to: usize,
    pub actions: usize,
    pub place: TablePlace,
}

/// Up to sixteen ends, all showdowns or all folds.
#[derive(Clone, Debug)]
pub struct EndGroup {
    pub is_showdown: bool,
    /// The opponent's row at each end.
    pub reach: Vec<usize>,
    /// The row of the first end's value.
    pub values: usize,
    /// Per end: chips for each weight of opponents beaten beyond those lost to.
    pub balance: Row,
    /// Per end: chips for each weight of opponents, whatever they hold.
    pub opposition: Row,
}

/// A decision on the way up.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Of the player's own decisions; `None` for those of the opponent.
    pub own: Option<OwnDecision>,
    /// The row of each action's value.
    pub children: Vec<usize>,
    pub value: usize,
}

/// Where a decision stands in its player's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablePlace {
    /// Its number among the player's decisions of the round.
    pub number: usize,
    /// The row of the first action; the others follow.
    pub slot: usize,
}

/// A decision of the player who gets values.
#[derive(Clone, Copy, Debug)]
pub struct OwnDecision {
    pub place: TablePlace,
    /// The player's own row of reach there, in the opponent's pass.
    pub reach: usize,
}

/// The number of an end in a round: exits first, then folds.
type End = usize;

impl RoundPlan {
    pub fn new(round: &RoundLayout, is_last: bool, stakes: &Stakes) -> Self {
        let flat = FlatRound::new(round);
        let mut passes = [0, 1].map(|player| flat.pass(player, is_last, stakes));
        for player in 0..2 {
            let splits = std::mem::take(&mut passes[1 - player].splits);
            flat.values(player, &splits, &mut passes[player]);
            passes[1 - player].splits = splits;
        }
        Self {
            is_last,
            entries: round.entries,
            exits: flat.exits,
            slots: flat.slots,
            decisions: flat.of_player,
            places: flat.places,
            passes,
        }
    }

    /// Per player: where its decisions stand in the table, with their numbers of actions, in that order.
    pub fn places_of_players(&self) -> [Vec<(TablePlace, usize)>; 2] {
        [0, 1].map(|player: usize| {
            let splits = self.passes[1 - player].splits.iter();
            splits.map(|split| (split.place, split.actions)).collect()
        })
    }
}

/// The decisions of all entries in one list.
struct FlatRound<'a> {
    round: &'a RoundLayout,
    exits: usize,
    folds: usize,
    slots: [usize; 2],
    of_player: [usize; 2],
    /// `[entry][template node]`
    places: Vec<Vec<TablePlace>>,
    /// Decisions before each entry's.
    first_decision: Vec<usize>,
    decisions: usize,
}

impl<'a> FlatRound<'a> {
    fn new(round: &'a RoundLayout) -> Self {
        let mut flat = Self {
            round,
            exits: 0,
            folds: 0,
            slots: [0; 2],
            of_player: [0; 2],
            places: Vec::new(),
            first_decision: Vec::new(),
            decisions: 0,
        };
        for entry in 0..round.entries {
            let template = round.template(entry);
            flat.first_decision.push(flat.decisions);
            flat.decisions += template.nodes.len();
            flat.exits += template.exits;
            flat.folds += template.folders.len();
            let mut place = |player: usize, actions: usize| {
                flat.slots[player] += actions;
                flat.of_player[player] += 1;
                TablePlace { number: flat.of_player[player] - 1, slot: flat.slots[player] - actions }
            };
            flat.places.push(template.nodes.iter().map(|node| place(node.player, node.children.len())).collect());
        }
        flat
    }

    /// The number of an end of an entry among the round's.
    fn end(&self, entry: usize, end: usize) -> End {
        let exits = self.round.template(entry).exits;
        match end.checked_sub(exits) {
            None => self.round.next_entry(entry, end),
            Some(fold) => self.exits + self.round.fold_number(entry, fold),
        }
    }

    fn pass(&self, player: usize, is_last: bool, stakes: &Stakes) -> Pass {
        let mut pass = Pass { reach_rows: self.round.entries, ..Pass::default() };
        let end_reach = self.reach(player, &mut pass);
        pass.exit_reach = end_reach[..self.exits].to_vec();
        let (exits, folds) = end_reach.split_at(self.exits);
        let chips: Vec<Payment> = self.payments(player, stakes);
        let mut group = |is_showdown, first_row: usize, reach: &[usize], chips: &[Payment]| {
            for (number, (reach, chips)) in reach.chunks(LANES).zip(chips.chunks(LANES)).enumerate() {
                let lanes = |of: fn(&Payment) -> f64| {
                    let mut row = Row::default();
                    row.0.iter_mut().zip(chips).for_each(|(lane, payment)| *lane = of(payment) as f32);
                    row
                };
                pass.groups.push(EndGroup {
                    is_showdown,
                    reach: reach.to_vec(),
                    values: first_row + number * LANES,
                    balance: lanes(|payment| payment.balance),
                    opposition: lanes(|payment| payment.opposition),
                });
            }
        };
        if is_last {
            group(true, 0, exits, &chips[..self.exits]);
        }
        group(false, self.exit_rows(), folds, &chips[self.exits..]);
        pass
    }

    /// Lets reach flow down; the row at each end.
    fn reach(&self, player: usize, pass: &mut Pass) -> Vec<usize> {
        let mut end_reach = vec![0; self.exits + self.folds];
        for entry in 0..self.round.entries {
            let template = self.round.template(entry);
            let mut rows = vec![entry; template.nodes.len()];
            if template.nodes.is_empty() {
                end_reach[self.end(entry, 0)] = entry;
            }
            for (number, node) in template.nodes.iter().enumerate() {
                let (from, actions) = (rows[number], node.children.len());
                let is_split = node.player != player;
                if is_split {
                    pass.splits.push(Split { from, to: pass.reach_rows, actions, place: self.places[entry][number] });
                    pass.reach_rows += actions;
                }
                for (action, child) in node.children.iter().enumerate() {
                    let row = if is_split { pass.reach_rows - actions + action } else { from };
                    match *child {
                        Next::Decision(next) => rows[next] = row,
                        Next::End(end) => end_reach[self.end(entry, end)] = row,
                    }
                }
            }
        }
        end_reach
    }

    /// The rows of the exits' values.
    fn exit_rows(&self) -> usize {
        self.exits.next_multiple_of(LANES)
    }

    /// Lets values flow up; the player's own decisions are the splits of the opponent's pass.
    fn values(&self, player: usize, own_splits: &[Split], pass: &mut Pass) {
        let exit_rows = self.exit_rows();
        let end_rows = exit_rows + self.folds.next_multiple_of(LANES);
        let of_decision = |number: usize| end_rows + self.decisions - 1 - number;
        let row = |entry: usize, next: Next<usize, usize>| match next {
            Next::Decision(node) => of_decision(self.first_decision[entry] + node),
            Next::End(end) => match self.end(entry, end) {
                exit if exit < self.exits => exit,
                fold => exit_rows + fold - self.exits,
            },
        };
        for entry in (0..self.round.entries).rev() {
            for (number, node) in self.round.template(entry).nodes.iter().enumerate().rev() {
                pass.decisions.push(Decision {
                    own: (node.player == player).then(|| {
                        let place = self.places[entry][number];
                        OwnDecision { place, reach: own_splits[place.number].from }
                    }),
                    children: node.children.iter().map(|&child| row(entry, child)).collect(),
                    value: of_decision(self.first_decision[entry] + number),
                });
            }
        }
        pass.value_rows = end_rows + self.decisions;
        let root = |entry| match self.round.template(entry).nodes.is_empty() {
            true => Next::End(0),
            false => Next::Decision(0),
        };
        pass.entry_values = (0..self.round.entries).map(|entry| row(entry, root(entry))).collect();
    }

    /// What each end pays the player, exits first.
    fn payments(&self, player: usize, stakes: &Stakes) -> Vec<Payment> {
        let mut payments = vec![Payment::default(); self.exits + self.folds];
        for entry in 0..self.round.entries {
            let template = self.round.template(entry);
            for end in 0..template.ends() {
                payments[self.end(entry, end)] = match template.folder(end) {
                    None => stakes.showdown(self.round.exit_chips(entry, end)),
                    Some(folder) => {
                        let chips = self.round.fold_chips(entry, end - template.exits);
                        stakes.fold(chips[0].min(chips[1]), folder == player)
                    }
                };
            }
        }
        payments
    }
}

/// What an end pays, against half the pot that the spot begins with.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Payment {
    /// Chips for each weight of opponents beaten beyond those lost to.
    pub balance: f64,
    /// Chips for each weight of opponents, whatever they hold.
    pub opposition: f64,
}
