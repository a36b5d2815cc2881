//! The betting of one game: antes, seven intervals, pot limit, one raise an interval, dropping.
//!
//! A bet is a player's whole bet of the interval, not the amount on top. The first player opens with at least 1 (there
//! is no check); the second calls, raises or drops; after a raise the first player calls or drops. The upper limit is
//! all chips on the table, the opponent's present bet included: all 37 published bets of the system keep to that, and
//! six are equal to it.

/// What each player pays before the cards are dealt.
pub const ANTE: u64 = 5;
/// Betting intervals, which the thesis calls turns.
pub const TURNS: u8 = 7;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    First,
    Second,
}

impl Seat {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    pub fn other(self) -> Self {
        Self::BOTH[1 - self.index()]
    }

    /// 0 for the first player, 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Drop,
    Bet(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// 1 for an opening, the opponent's bet otherwise: a call.
    pub lower: u64,
    /// All chips on the table; the opponent's bet where no raise is left.
    pub upper: u64,
}

/// How a game has ended, or that it has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    ToAct(Seat),
    /// Nobody dropped in seven intervals.
    Showdown,
    Dropped(Seat),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Betting {
    /// The interval from 1 to 7; 8 after the last.
    pub turn: u8,
    /// Chips of earlier intervals and antes, each player the same.
    settled: u64,
    /// The present interval's bets: none before the opening, then this one, then a raise of it.
    bets: Vec<u64>,
    dropped: Option<Seat>,
}

impl Default for Betting {
    fn default() -> Self {
        Self::at(1, ANTE)
    }
}

impl Betting {
    /// The start of an interval, each player having paid this much.
    pub fn at(turn: u8, paid: u64) -> Self {
        Self { turn, settled: paid, bets: Vec::new(), dropped: None }
    }

    pub fn status(&self) -> Status {
        match (self.dropped, self.bets.len()) {
            (Some(seat), _) => Status::Dropped(seat),
            (None, _) if self.turn > TURNS => Status::Showdown,
            (None, 1) => Status::ToAct(Seat::Second),
            (None, _) => Status::ToAct(Seat::First),
        }
    }

    pub fn pot(&self) -> u64 {
        Seat::BOTH.map(|seat| self.paid(seat)).iter().sum()
    }

    /// What a player has paid so far, antes included.
    pub fn paid(&self, seat: Seat) -> u64 {
        self.settled + self.bets.get(seat.index()).copied().unwrap_or(0)
    }

    pub fn limits(&self) -> Limits {
        match self.bets[..] {
            [] => Limits { lower: 1, upper: self.pot() },
            [opened] => Limits { lower: opened, upper: self.pot() },
            [.., raised] => Limits { lower: raised, upper: raised },
        }
    }

    /// The opponent's bet that the player to act faces, as a share in [0, 1] of the most it could have been; 0 for an
    /// opening.
    ///
    /// "The opponent's bet normalised by the pot" of the thesis, the pot being the one that limits the bet (a choice).
    pub fn faced_share(&self) -> f64 {
        let Some((&faced, earlier)) = self.bets.split_last() else { return 0.0 };
        faced as f64 / (2 * self.settled + earlier.iter().sum::<u64>()) as f64
    }

    /// Plays an action: a bet is brought within its limits, and nothing follows the end.
    pub fn act(&mut self, action: Action) {
        let Status::ToAct(seat) = self.status() else { return };
        let Action::Bet(bet) = action else {
            self.dropped = Some(seat);
            return;
        };
        let Limits { lower, upper } = self.limits();
        let bet = bet.clamp(lower, upper);
        match self.bets[..] {
            [] => self.bets.push(bet),
            [opened] if bet > opened => self.bets.push(bet),
            _ => *self = Self::at(self.turn + 1, self.settled + bet),
        }
    }
}
