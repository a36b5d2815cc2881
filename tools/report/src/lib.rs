//! What it looks like: plain values drawn as SVG and one self-contained HTML page.
