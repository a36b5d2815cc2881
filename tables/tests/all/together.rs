//! Work of several processes: the counter of what is finished, and work dealt out among parts.

use crate::observer::StopAfter;
use tables::together::progress::{Cancelled, Counter};
use tables::together::ranks::JobPart;

#[test]
fn finished_work_is_added_up_and_a_stop_heeded_unless_all_is_done() {
    let watched_to = |of: u64| StopAfter::when(move |_, it| (it.stage, it.of) != ("hands", of));
    let heard = |watched: &StopAfter<'_>| watched.heard.lock().unwrap().clone();
    let watched = watched_to(6);
    let counter = Counter::new(&watched, "hands", "boards", 6);
    assert_eq!((counter.add(2), counter.add(1)), (Ok(()), Ok(())));
    watched.stop();
    assert_eq!((counter.add(2), counter.add(1)), (Err(Cancelled), Ok(())));
    assert_eq!(heard(&watched), [2, 3, 5, 6].map(|done| (done, "boards")));
    // Work that continues begins with what was done.
    let watched = watched_to(9);
    Counter::new(&watched, "hands", "boards", 9).continuing_from(4).add(3).unwrap();
    assert_eq!(heard(&watched), [4, 7].map(|done| (done, "boards")));
}

#[test]
fn every_piece_belongs_to_one_part_and_parts_are_equally_large() {
    for of in 1..=9u64 {
        let parts: Vec<JobPart> = (1..=of).filter_map(|number| JobPart::new(number, of)).collect();
        assert_eq!(parts.len() as u64, of);
        // Pieces in descending order, dealt forwards as often as backwards.
        let places = 60 * of as usize;
        let size = |place: usize| 2_000 - place;
        let load = |part: &JobPart| -> usize { (0..places).filter(|&place| part.takes(place)).map(size).sum() };
        let all: usize = (0..places).map(size).sum();
        for part in &parts {
            assert_eq!(load(part) * parts.len(), all, "part {part}");
        }
    }
}

#[test]
fn a_part_is_read_as_it_is_written() {
    let part: JobPart = "2/3".parse().unwrap();
    assert_eq!((part.number(), part.of(), part.to_string().as_str()), (2, 3, "2/3"));
    for wrong in ["0/3", "4/3", "1/0", "/", "1/", "1/3/5", "-1/3", "1/100001", "one"] {
        assert!(wrong.parse::<JobPart>().is_err(), "{wrong}");
    }
}
