//! How things are kept: self-describing files, memory maps and checksums.
