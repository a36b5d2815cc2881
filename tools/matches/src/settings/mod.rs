//! Settings of a study compared, where each was made several times: with other clusterings, and with other cards to
//! train on.

pub mod league;
pub mod pilot;
mod repeat_table;
