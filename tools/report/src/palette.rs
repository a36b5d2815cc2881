//! Scales of colours that colour-blind readers can distinguish, and the style sheets of drawings and of the page, in
//! light and dark.

use std::fmt::{self, Write};

/// An opaque colour of the sRGB space; it prints as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

const fn colour(rgb: u32) -> Colour {
    Colour { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8 }
}

/// What stands for "no value"; dark text reads on it.
pub const NO_VALUE: Colour = colour(0xd5dae0);

/// Viridis (Smith and van der Walt 2015, CC0) in ten stops: lightness rises steadily, so it survives grey printing.
const ORDERED: [Colour; 10] = [
    colour(0x440154),
    colour(0x482878),
    colour(0x3e4a89),
    colour(0x31688e),
    colour(0x26828e),
    colour(0x1f9e89),
    colour(0x35b779),
    colour(0x6dcd59),
    colour(0xb4de2c),
    colour(0xfde725),
];

/// Orange through near-white to blue: the pair that all common kinds of colour blindness keep apart.
const DIVERGING: [Colour; 7] = [
    colour(0xb35806),
    colour(0xe98b2c),
    colour(0xfbd0a0),
    colour(0xf4f4f2),
    colour(0xb7d5ea),
    colour(0x5a9fd0),
    colour(0x1f66a8),
];

/// Passive, middle, aggressive (grey, sky blue, vermilion: three steps of lightness as well), then the rest of the
/// palette of Okabe and Ito 2008.
const ACTIONS: [Colour; 7] = [
    colour(0xc9ced6),
    colour(0x56b4e9),
    colour(0xe0701a),
    colour(0xf0e442),
    colour(0x009e73),
    colour(0xcc79a7),
    colour(0xe69f00),
];

/// The ordered scale at `place` in 0..=1, dark to light; places outside are moved to the nearer end.
pub fn ordered(place: f64) -> Colour {
    between(&ORDERED, place)
}

/// The diverging scale at `place` in −1..=1, orange below zero, blue above; places outside are moved to the nearer end.
pub fn diverging(place: f64) -> Colour {
    between(&DIVERGING, (place + 1.0) / 2.0)
}

/// The colour of the action with that number; from the eighth on they repeat.
pub fn action(number: usize) -> Colour {
    ACTIONS[number % ACTIONS.len()]
}

/// Black or white, whichever stands out more; at least 4.5 : 1 on every colour.
pub fn text_on(background: Colour) -> Colour {
    let (black, white) = (colour(0), colour(0xffffff));
    if contrast(background, black) >= contrast(background, white) { black } else { white }
}

/// The contrast ratio of two colours, 1..=21, as WCAG 2 defines it.
pub fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Colour) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

fn between(stops: &[Colour], place: f64) -> Colour {
    let place = if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) } * (stops.len() - 1) as f64;
    let first = (place as usize).min(stops.len() - 2);
    let (a, b, share) = (stops[first], stops[first + 1], place - first as f64);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    Colour { red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue) }
}

/// How many colours the series have before they repeat.
pub(crate) const SERIES_COLOURS: usize = 8;

/// The same text in every drawing, so that several of them in one page cannot disagree; all names start with `eq-`.
pub(crate) const DRAWING_STYLE: &str = "\
.eq-drawing{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\
.eq-drawing text{font-variant-numeric:tabular-nums}\
.eq-paper{fill:#ffffff}.eq-ink{fill:#1c2024}.eq-muted{fill:#57606a}.eq-bar{fill:#0072b2}\
.eq-rule{stroke:#dfe3e8;stroke-width:1}.eq-axis{stroke:#6b747e;stroke-width:1}\
.eq-dim{opacity:.3}.eq-marker{stroke:#b34700;stroke-width:1.5;stroke-dasharray:4 3}.eq-marker-text{fill:#a03f00}\
.eq-s0{color:#0072b2}.eq-s1{color:#c04f00}.eq-s2{color:#007a5a}.eq-s3{color:#a8447e}\
.eq-s4{color:#7d6400}.eq-s5{color:#3a3f45}.eq-s6{color:#0b82a8}.eq-s7{color:#7449bd}\
@media screen and (prefers-color-scheme:dark){\
.eq-paper{fill:#1c2126}.eq-ink{fill:#e6e9ec}.eq-muted{fill:#a9b3bd}.eq-bar{fill:#56b4e9}\
.eq-rule{stroke:#343b43}.eq-axis{stroke:#8b95a0}\
.eq-marker{stroke:#ff9a55}.eq-marker-text{fill:#ffb27d}\
.eq-s0{color:#56b4e9}.eq-s1{color:#ff8a3c}.eq-s2{color:#2fd0a0}.eq-s3{color:#e9a0c8}\
.eq-s4{color:#f0e442}.eq-s5{color:#dfe3e7}.eq-s6{color:#8fe0f7}.eq-s7{color:#b79cf2}}";

const STYLE: &str = include_str!("page_style.css");

/// The style sheet, with that of the drawings (which do without their own in a page) and the rules that let sets of up
/// to `most_choices` figures be clicked through without a script: the n-th radio button shows the n-th panel.
pub fn page_style(most_choices: usize) -> String {
    let [passive, middle, aggressive] = [0, 1, 2].map(action);
    let mut style =
        format!("{STYLE}{DRAWING_STYLE}\n.hands{{--passive:{passive};--middle:{middle};--aggressive:{aggressive}}}\n");
    for number in 1..=most_choices {
        let chosen = format!(".set>input:nth-of-type({number}):checked~");
        let focused = format!(".set>input:nth-of-type({number}):focus-visible~");
        let label = format!(".choices label:nth-child({number})");
        let _ = write!(
            style,
            "{chosen}.scroll .panel:nth-child({number}){{display:block}}\n\
             {chosen}{label}{{background:var(--chosen);border-color:var(--chosen);color:var(--on-chosen)}}\n\
             {focused}{label}{{outline:2px solid var(--link);outline-offset:2px}}\n"
        );
    }
    style
}

/// A drawing without the style sheet that it needs as a file of its own: the page has it once for all.
pub(crate) fn within_page(svg: &str) -> String {
    svg.replacen(&format!("<style>{DRAWING_STYLE}</style>"), "", 1)
}
