//! The style sheet of the page: light and dark, desktop, phone and print.

use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#f6f7f8;--card:#ffffff;--ink:#1c2024;--muted:#57606a;--rule:#d8dde3;--link:#0b5a9c;--chosen:#0b5a9c;--on-chosen:#ffffff}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1c2126;--ink:#e6e9ec;--muted:#a9b3bd;--rule:#363d45;--link:#7ab8ea;--chosen:#7ab8ea;--on-chosen:#10151a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:break-word}
main,header,footer{max-width:1120px;margin:0 auto;padding:0 1rem}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2.2rem);line-height:1.2;margin:1.6rem 0 .5rem}
h2{font-size:1.35rem;line-height:1.3;margin:2.4rem 0 .4rem;padding-top:.5rem;border-top:1px solid var(--rule)}
p{max-width:46rem;margin:.5rem 0}
.lead{font-size:1.1rem;color:var(--muted)}
a{color:var(--link)}
nav{margin:1rem 0}
nav ol{margin:.2rem 0;padding-left:1.4rem;columns:16rem}
nav li{break-inside:avoid;padding:.1rem 0}
.blocks{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start;margin:.8rem 0}
.text,.table{flex:1 1 100%;min-width:0}
figure{flex:1 1 25rem;min-width:0;max-width:100%;margin:0;background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:.4rem}
figure.table{flex-basis:100%}
figure:has(svg.eq-wide){flex-basis:100%}
figcaption{color:var(--muted);font-size:.9rem;padding:.3rem .5rem;max-width:46rem}
.scroll{overflow-x:auto;max-width:100%}
.scroll:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.scroll svg{display:block;margin:0 auto}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top}
thead th,thead td{color:var(--muted);font-weight:600;vertical-align:bottom}
tbody th,tfoot th{font-weight:600}
tfoot th,tfoot td{font-weight:600}
table>:last-child>tr:last-child>*{border-bottom:0}
.number{text-align:right;white-space:nowrap}
.stages th[scope=row],.stages td:nth-child(2){white-space:nowrap}
.stages td:last-child{min-width:11rem}
.stages thead th:nth-child(n+3):nth-child(-n+6){text-align:right}
.cross td,.cross thead th{text-align:center}
.cross td{white-space:nowrap;padding:.35rem .45rem}
.cross td,.cross th[scope=row]{vertical-align:middle}
.cross th[scope=row]{position:sticky;left:0;background:var(--card);min-width:6rem;max-width:12rem}
.half{display:block;font-size:.85em}
.facts{width:100%}
.facts th{width:35%;color:var(--muted)}
.facts td{overflow-wrap:anywhere}
.note{color:var(--muted);font-size:.9rem;padding:0 .5rem}
pre{margin:0;padding:.4rem;font:.85rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;tab-size:4}
.set{position:relative}
.set>input{position:absolute;opacity:0;width:1px;height:1px;margin:0}
.choices{display:flex;flex-wrap:wrap;gap:.35rem;padding:.3rem .5rem .5rem}
.choices label{border:1px solid var(--rule);border-radius:6px;padding:.35rem .65rem;font-size:.9rem;line-height:1.3;cursor:pointer}
.panel{display:none}
.panel-name{display:none;font-weight:600}
footer{color:var(--muted);font-size:.9rem;padding-top:1.5rem;padding-bottom:2rem}
@media print{
body{background:#ffffff;font-size:11pt}
nav,.choices,.set>input{display:none}
h2{break-after:avoid}
figure,tr{break-inside:avoid}
figure.set{break-inside:auto}
.panel{display:block;break-inside:avoid}
.panel-name{display:block}
.scroll{overflow:visible}
.scroll svg{min-width:0!important;max-width:14cm!important}
pre{white-space:pre-wrap}
td{print-color-adjust:exact;-webkit-print-color-adjust:exact}
svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
";

/// The style sheet with the rules that let sets of up to `most_choices` figures be clicked through without a script:
/// the n-th radio button shows the n-th panel.
pub(crate) fn page_style(most_choices: usize) -> String {
    let mut style = STYLE.to_string();
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
