//! The style sheet inside every SVG: ink and paper for light and dark, and the colours of series.

/// How many colours the series have before they repeat.
pub(crate) const SERIES_COLOURS: usize = 8;

/// The same text in every drawing, so that several of them in one page cannot disagree; all names start with `eq-`.
pub(crate) const DRAWING_STYLE: &str = "\
.eq-drawing{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\
.eq-drawing text{font-variant-numeric:tabular-nums}\
.eq-paper{fill:#ffffff}.eq-ink{fill:#1c2024}.eq-muted{fill:#57606a}.eq-bar{fill:#0072b2}\
.eq-rule{stroke:#dfe3e8;stroke-width:1}.eq-axis{stroke:#6b747e;stroke-width:1}\
.eq-marker{stroke:#b34700;stroke-width:1.5;stroke-dasharray:4 3}.eq-marker-text{fill:#a03f00}\
.eq-s0{color:#0072b2}.eq-s1{color:#c04f00}.eq-s2{color:#007a5a}.eq-s3{color:#a8447e}\
.eq-s4{color:#7d6400}.eq-s5{color:#3a3f45}.eq-s6{color:#0b82a8}.eq-s7{color:#7449bd}\
@media screen and (prefers-color-scheme:dark){\
.eq-paper{fill:#1c2126}.eq-ink{fill:#e6e9ec}.eq-muted{fill:#a9b3bd}.eq-bar{fill:#56b4e9}\
.eq-rule{stroke:#343b43}.eq-axis{stroke:#8b95a0}\
.eq-marker{stroke:#ff9a55}.eq-marker-text{fill:#ffb27d}\
.eq-s0{color:#56b4e9}.eq-s1{color:#ff8a3c}.eq-s2{color:#2fd0a0}.eq-s3{color:#e9a0c8}\
.eq-s4{color:#f0e442}.eq-s5{color:#dfe3e7}.eq-s6{color:#8fe0f7}.eq-s7{color:#b79cf2}}";
