//! The bluffing player of seven-card stud: what the opponent may hold, what he can be made to believe.
