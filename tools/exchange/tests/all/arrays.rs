//! Arrays go out as NumPy reads them, and what comes in is held to what it must be.

use crate::observer::StopAfter;
use abstraction::street::Street;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, RoundsApart};
use evaluator::holding::Holding;
use evaluator::round::Round;
use exchange::arrays::{Numbering, export_arrays, write_hands};
use exchange::error::ExchangeError;
use exchange::npy::{NpyWriter, read_numbers};
use serde_json::json;
use std::fs;
use std::path::Path;
use tables::buckets::table::BucketTableContents;
use tables::error::Failure;
use tables::together::progress::Silent;

/// An array file by hand: what NumPy's format says, version 1
/// (<https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>).
fn by_hand(path: &Path) -> (String, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    (String::from_utf8(bytes[10..10 + header].to_vec()).unwrap(), bytes[10 + header..].to_vec())
}

#[test]
fn every_array_of_a_file_comes_out_with_its_type_shape_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flop.buckets");
    let buckets: Vec<u32> = (0..1000).map(|hand| hand % 3).collect();
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round: Round::Flop,
        recipe: json!({"made": "up"}),
        parents: Vec::new(),
        facts: json!({}),
        buckets: &buckets,
        centres: &[0.5, 1.5, 2.5, 3.5, 4.5, 5.5],
        hands_in_bucket: &[334, 333, 333],
        deals_in_bucket: &[1 << 40, 2, 3],
        mean_strength: &[0.25, 0.5, 0.75],
        cost_per_iteration: &[],
    };
    contents.write(&path).unwrap();
    let arrays = export_arrays(&path, folder.path(), &Silent).unwrap();
    let expected: [(&str, &str, &str, Vec<u8>); 6] = [
        ("buckets", "'<u2'", "(1000, )", buckets.iter().flat_map(|&it| (it as u16).to_le_bytes()).collect()),
        ("centres", "'<f4'", "(3, 2, )", (0..6).flat_map(|it| (it as f32 + 0.5).to_le_bytes()).collect()),
        ("hands_in_bucket", "'<u8'", "(3, )", [334u64, 333, 333].iter().flat_map(|it| it.to_le_bytes()).collect()),
        ("deals_in_bucket", "'<u8'", "(3, )", [1u64 << 40, 2, 3].iter().flat_map(|it| it.to_le_bytes()).collect()),
        ("mean_strength", "'<f4'", "(3, )", [0.25f32, 0.5, 0.75].iter().flat_map(|it| it.to_le_bytes()).collect()),
        ("cost_per_iteration", "'<f8'", "(0, )", Vec::new()),
    ];
    assert_eq!(arrays.len(), expected.len());
    for (array, (name, element, shape, numbers)) in arrays.iter().zip(expected) {
        assert_eq!((array.name.as_str(), &array.file), (name, &folder.path().join(format!("flop.buckets-{name}.npy"))));
        let (header, found) = by_hand(&array.file);
        assert!(header.contains(element) && header.contains(shape) && header.contains("False"), "{name}: {header}");
        assert!(found == numbers, "{name}");
    }
    // What goes out comes in.
    assert_eq!(read_numbers(&arrays[0].file, 1000).unwrap(), buckets);
    // A damaged file is not exported.
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert!(matches!(export_arrays(&path, folder.path(), &Silent), Err(ExchangeError::Table(_))));
}

/// Makes a file of such an array.
fn written<T: npyz::AutoSerialize>(path: &Path, shape: &[u64], numbers: impl IntoIterator<Item = T>) {
    let mut writer = NpyWriter::<T>::create(path, shape).unwrap();
    writer.push(numbers).unwrap();
    writer.finish().unwrap();
}

#[test]
fn what_is_no_array_of_so_many_numbers_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("buckets.npy");
    let refused = |count: u64| {
        let error = read_numbers(&path, count).unwrap_err();
        assert!(error.is_input_error());
        error.to_string()
    };
    assert!(refused(3).contains("buckets.npy: cannot open it (No such file"), "{}", refused(3));
    fs::write(&path, b"three").unwrap();
    assert!(refused(3).contains("found 5 bytes"));
    fs::write(&path, [b'x'; 200]).unwrap();
    assert!(refused(3).contains("a .npy array of 3 whole numbers"));
    written(&path, &[3], [1.0f32, 2.0, 3.0]);
    assert!(refused(3).contains("float32 ('<f4') of shape [3]"), "{}", refused(3));
    written(&path, &[3, 1], [1u16, 2, 3]);
    assert!(refused(3).contains("[3, 1]"));
    written(&path, &[4], [1u16, 2, 3, 4]);
    assert!(refused(3).contains("[4]"));
    // A header that claims more than there is.
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    refused(4);
    for end in 0..bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        refused(4);
    }
    // A header that would take four gigabytes, found by fuzzing: nothing is set aside for it.
    fs::write(&path, [&b"\x93NUMPY\x03\x00"[..], &[0xff; 132]].concat()).unwrap();
    assert!(refused(3).contains("a header of 4294967307 bytes in a file of 140"));
    // Shapes that the library's reader would panic over, or read for minutes; found by fuzzing.
    for (shape, found) in [
        ("368934881474191032,51", "a shape beyond 64 bits"),
        ("0x3,", "not write them"),
        ("3_0,", "not write them"),
        ("1+1,1+1", "not write them"),
        ("{{{{{{{{{{{{{{{{{{{{{{{{{{{{3,", "more than a dictionary and a shape"),
    ] {
        let header = format!("{{'descr': '<u2', 'fortran_order': False, 'shape': ({shape}), }}\n");
        let start = [b"\x93NUMPY\x01\x00", &[header.len() as u8, 0][..]].concat();
        fs::write(&path, [&start, header.as_bytes(), &[0; 6]].concat()).unwrap();
        assert!(refused(3).contains(found), "{}", refused(3));
    }
    // A number too few does not become a file.
    let mut fewer = NpyWriter::<u16>::create(&folder.path().join("fewer.npy"), &[4]).unwrap();
    fewer.push([1, 2, 3]).unwrap();
    assert!(fewer.finish().is_err());
    assert!(!folder.path().join("fewer.npy").exists());
}

/// An array of one dimension as NumPy writes it.
fn numpy(element: &str, count: usize, numbers: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({count},), }}");
    [&b"\x93NUMPY\x01\x00\x76\x00"[..], format!("{header:<117}\n").as_bytes(), numbers].concat()
}

#[test]
fn whole_numbers_of_every_type_are_read_where_they_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels.npy");
    let wanted = [7u32, 0, 100];
    let bytes = |width: usize, is_big: bool| -> Vec<u8> {
        let number = |it: &u32| {
            let mut bytes = u64::from(*it).to_le_bytes()[..width].to_vec();
            if is_big {
                bytes.reverse();
            }
            bytes
        };
        wanted.iter().flat_map(number).collect()
    };
    for (kind, width) in ["u", "i"].into_iter().flat_map(|kind| [1, 2, 4, 8].map(|width| (kind, width))) {
        for order in if width == 1 { &["|"][..] } else { &["<", ">"] } {
            let element = format!("{order}{kind}{width}");
            fs::write(&path, numpy(&element, 3, &bytes(width, *order == ">"))).unwrap();
            assert_eq!(read_numbers(&path, 3).unwrap(), wanted, "{element}");
        }
    }
    for (element, number, said) in [
        ("<i8", 1i64 << 32, "found 4294967296 at place 1 of int64 ('<i8') of shape [2]"),
        ("<i8", -1, "found -1 at place 1 of int64"),
        ("<u8", -1, "found 18446744073709551615 at place 1 of uint64"),
        ("<f8", 1, "found float64 ('<f8') of shape [2]"),
        ("<c8", 1, "found complex64 ('<c8') of shape [2]"),
    ] {
        let numbers: Vec<u8> = [(1i64 << 32) - 1, number].iter().flat_map(|it| it.to_le_bytes()).collect();
        fs::write(&path, numpy(element, 2, &numbers)).unwrap();
        let error = read_numbers(&path, 2).unwrap_err();
        assert!(error.is_input_error() && error.to_string().contains(said), "{error}");
    }
    // Narrower numbers than their type says.
    fs::write(&path, numpy("<i8", 3, &bytes(4, false))).unwrap();
    assert!(read_numbers(&path, 3).unwrap_err().to_string().contains("in a file of 140 bytes"));
}

#[test]
fn row_n_of_the_hand_list_is_the_hand_with_index_n() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hands.npy");
    for (round, numbering) in [
        (Round::Preflop, Numbering::BoardFirst),
        (Round::Flop, Numbering::BoardFirst),
        (Round::Flop, Numbering::RoundsApart),
    ] {
        let shape = write_hands(Street::full(round), numbering, &path, &Silent).unwrap();
        let (header, cards) = by_hand(&path);
        assert_eq!(shape, [numbering.hands(Street::full(round)), if round == Round::Preflop { 2 } else { 5 }]);
        assert!(header.contains("'|u1'") && header.contains(&format!("({}, {}, )", shape[0], shape[1])), "{header}");
        assert_eq!(cards.len() as u64, shape[0] * shape[1]);
        for (row, cards) in cards.chunks_exact(shape[1] as usize).enumerate() {
            let cards: Vec<Card> = cards.iter().map(|&card| Card::from_number(card).unwrap()).collect();
            let hole = Holding::new(cards[0], cards[1]).unwrap();
            let index = match numbering {
                Numbering::BoardFirst => {
                    BoardFirst::of(Deck::FULL, round).index(hole, cards[2..].iter().copied().collect::<CardSet>())
                }
                Numbering::RoundsApart => RoundsApart::of(Deck::FULL, round).index(hole, &cards[2..]),
            };
            assert_eq!(index.0, row as u64);
        }
    }
}

#[test]
fn what_is_cut_off_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hands.npy");
    let outcome = write_hands(Street::full(Round::Flop), Numbering::BoardFirst, &path, &StopAfter::reports(0));
    assert!(matches!(outcome, Err(ExchangeError::Cancelled(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
