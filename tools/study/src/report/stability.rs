//! The report's section on the luck of the seed: how alike buckets are that differ in their seeds only.

use report::number_format::{fixed, percent};
use report::page::Page;
use report::page_parts::DataTable;
use tables::run::folder::RunFolder;

use crate::results::stability::StabilityFile;

/// Adds the section; a run in which no buckets were compared has none.
pub fn stability_section(page: Page, folder: &RunFolder) -> Page {
    let comparisons = StabilityFile::read(folder).comparisons;
    if comparisons.is_empty() {
        return page;
    }
    let mut table =
        DataTable::new(&["buckets", "compared", "adjusted Rand index", "mutual information, bits", "share of all"], 2);
    for it in comparisons {
        table.rows.push(vec![
            it.file,
            it.other.map_or_else(|| format!("seed {}", it.seed), |other| format!("beside {other}")),
            fixed(it.adjusted_rand_index, 4),
            fixed(it.mutual_information, 3),
            percent(it.normalised_mutual_information),
        ]);
    }
    let intro = "The same recipes with other seeds, compared deal by deal. An adjusted Rand index of 1 means equal \
                 buckets, 0 that they are unrelated; the mutual information is what one bucket tells of the other, \
                 also as a share of all there is to tell.";
    page.section("Luck of the seed", intro).table(&table, "Buckets beside those of other seeds")
}
