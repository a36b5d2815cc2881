//! Finished hands on their way into files: one that cannot be written now waits, and is written when it can be.

use std::collections::VecDeque;

use crate::acpc::error::AcpcError;
use crate::acpc::hand_record::HandRecord;
use crate::acpc::match_files::MatchFiles;
use crate::acpc::match_terms::MatchTerms;

/// The files of a sitting, and the hands that are not in them yet.
#[derive(Debug)]
pub struct KeptHands {
    files: MatchFiles,
    unsaved: VecDeque<HandRecord>,
    problem: Option<AcpcError>,
}

impl KeptHands {
    /// Nothing to be written yet.
    pub fn new(files: MatchFiles) -> Self {
        Self { files, unsaved: VecDeque::new(), problem: None }
    }

    /// Takes a finished hand, and writes it and those before it if that is possible.
    pub fn add(&mut self, terms: &MatchTerms, record: HandRecord) {
        self.unsaved.push_back(record);
        self.save(terms);
    }

    /// Tries again to write what is not written, in its order.
    pub fn save(&mut self, terms: &MatchTerms) {
        self.problem = None;
        while let Some(record) = self.unsaved.front() {
            if let Err(problem) = self.files.write_hand(terms, record) {
                self.problem = Some(problem);
                return;
            }
            self.unsaved.pop_front();
        }
    }

    /// How many hands are not in the files.
    pub fn unsaved(&self) -> usize {
        self.unsaved.len()
    }

    /// Why they are not.
    pub fn problem(&self) -> Option<&AcpcError> {
        self.problem.as_ref()
    }
}
