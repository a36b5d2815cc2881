//! A run's folder: its lock, the records of its stages, what resumes, and tables of regrets.

pub mod folder;
pub mod lock;
pub mod record;
pub mod regret_table;
pub mod state;
pub mod table_home;
