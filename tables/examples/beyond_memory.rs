//! How fast rows of a regret table are changed in memory and in a working file larger than memory.
//!
//! `beyond_memory HOME ORDER GIB UPDATES [SWEEPS]`: HOME is `memory` or a folder for the working file; ORDER is
//! `blocks` (one block of 15 MB after the other), `turns` (the same, backwards in every other sweep) or `random` (all
//! over the table); UPDATES is how many rows are changed on each visit of a block. With `told-blocks` or `told-turns`
//! the kernel is notified which block comes next and which one is done. To run it under a memory limit set by a control
//! group:
//!
//! ```text
//! mkdir /sys/fs/cgroup/memory/room && echo 1G > /sys/fs/cgroup/memory/room/memory.limit_in_bytes
//! (echo $BASHPID > /sys/fs/cgroup/memory/room/cgroup.procs
//!  exec target/release/examples/beyond_memory . turns 1.5 9000)
//! ```

#![allow(clippy::print_stdout)]

use std::path::Path;
use std::time::Instant;
use tables::run::regret_table::RegretTable;
use tables::run::table_home::TableHome;

const CELLS: &str = "regrets";
/// A row of hold'em's later rounds: 26 actions of sixteen histories.
const CELLS_OF_A_ROW: usize = 26 * 16;
const ROWS_OF_A_BLOCK: usize = 9_000;
const USAGE: &str = "beyond_memory memory|FOLDER blocks|turns|told-blocks|told-turns|random GIB UPDATES [SWEEPS]";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [home, order, gib, updates, rest @ ..] = arguments.as_slice() else { return println!("{USAGE}") };
    let home = if home == "memory" { TableHome::Memory } else { TableHome::WorkingFile(Path::new(home)) };
    let bytes = gib.parse::<f64>().expect(USAGE) * (1u64 << 30) as f64;
    let updates: usize = updates.parse().expect(USAGE);
    let sweeps: usize = rest.first().map_or(3, |text| text.parse().expect(USAGE));
    let blocks = (bytes / (4 * CELLS_OF_A_ROW * ROWS_OF_A_BLOCK) as f64).round() as usize;
    let rows = blocks * ROWS_OF_A_BLOCK;
    let (told, order) = order.strip_prefix("told-").map_or((false, order.as_str()), |order| (true, order));
    let mut table = RegretTable::fresh(&[(CELLS, (rows * CELLS_OF_A_ROW) as u64)], home).expect("room for the table");
    let pages = table.pages();
    let cells = table.as_mut_slice(CELLS).expect("the array");
    let block_cells = |block: usize| {
        let size = ROWS_OF_A_BLOCK * CELLS_OF_A_ROW;
        block * size..(block + 1) * size
    };
    println!("{blocks} blocks, {} bytes", 4 * cells.len());
    // Every page exists before the clock starts.
    for block in 0..blocks {
        cells[block_cells(block)].iter_mut().step_by(1024).for_each(|cell| *cell = 1.0);
        pages.release(CELLS, block_cells(block));
    }
    let mut state = 1u64;
    for sweep in 0..sweeps {
        let (start, before) = (Instant::now(), traffic());
        for visit in 0..blocks {
            let backwards = order == "turns" && sweep % 2 == 1;
            let block = if backwards { blocks - 1 - visit } else { visit };
            if told {
                let next = if backwards { block.saturating_sub(1) } else { (block + 1).min(blocks - 1) };
                pages.read_ahead(CELLS, block_cells(next));
            }
            for _ in 0..updates {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let draw = (state >> 33) as usize;
                let row =
                    if order == "random" { draw % rows } else { block * ROWS_OF_A_BLOCK + draw % ROWS_OF_A_BLOCK };
                for cell in &mut cells[row * CELLS_OF_A_ROW..][..CELLS_OF_A_ROW] {
                    *cell += 1.0;
                }
            }
            if told {
                pages.release(CELLS, block_cells(block));
            }
        }
        let (seconds, after) = (start.elapsed().as_secs_f64(), traffic());
        println!(
            "sweep {sweep}: {:>9.0} updates/s, {:.2} s, {} major faults, {} MB read, {} MB dirtied",
            (blocks * updates) as f64 / seconds,
            seconds,
            after[0] - before[0],
            (after[1] - before[1]) / 1_000_000,
            (after[2] - before[2]) / 1_000_000,
        );
    }
    // Sums of small whole numbers are exact in any order: homes can be compared.
    println!("sum of all cells: {}", cells.iter().map(|&cell| f64::from(cell)).sum::<f64>());
}

/// Major page faults, bytes read and bytes of pages made dirty by this process; zeros where the system does not report
/// them.
fn traffic() -> [u64; 3] {
    let text = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    let (stat, io) = (text("stat"), text("io"));
    let faults = stat.rsplit(')').next().unwrap_or_default().split_whitespace().nth(9);
    let field = |name: &str| io.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap_or(0);
    [faults.and_then(|it| it.parse().ok()).unwrap_or(0), field("read_bytes:"), field("write_bytes:")]
}
