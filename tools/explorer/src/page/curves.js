// Both whole ranges: what they are worth, and curves from each one's best hand to its worst.

import { element, refill, scrollable, table } from "./element.js";
import { percent, worthText } from "./format.js";
import { seatOf } from "./look.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [520, 200, 46, 22];

function drawn(name, given, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// The points of a range's curve: the share of the range that is at least as good, and how good.
function points(values, weights) {
  const hands = values.map((value, number) => [value, weights[number]]).filter(([value, weight]) =>
    value !== null && weight > 0).sort(([one], [other]) => other - one);
  const all = hands.reduce((sum, [, weight]) => sum + weight, 0);
  let sum = 0;
  return hands.flatMap(([value, weight]) => {
    const from = sum;
    sum += weight / all;
    return [[from, value], [sum, value]];
  });
}

// A chart of the ranges of both seats; `written` makes text of a value.
function chart(label, ranges, written) {
  const values = ranges.flatMap(({ curve }) => curve.map(([, value]) => value));
  if (!values.length) return "";
  const [least, most] = label === "Equity" ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const x = (share) => LEFT + share * (WIDTH - LEFT - 6);
  const y = (value) => 8 + ((most - value) / (most - least || 1)) * (HEIGHT - BOTTOM - 8);
  const text = (at, words, more) => drawn("text", { x: at[0], y: at[1], class: "eq-muted", "font-size": 11, ...more },
    words);
  const lines = ranges.map(({ curve, seat }, number) => drawn("polyline", {
    class: "eq-s" + number, fill: "none", stroke: "currentColor", "stroke-width": 2,
    "stroke-dasharray": number ? "6 3" : "none",
    points: curve.map(([share, value]) => x(share).toFixed(1) + "," + y(value).toFixed(1)).join(" ") },
  drawn("title", {}, seat)));
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const levels = [most, (most + least) / 2, least];
  return scrollable(label + " curves", drawn("svg", {
    viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", class: "eq-drawing curve",
    "aria-label": label + " of both ranges, from each one’s best hand to its worst" },
  ...levels.map((value) => drawn("line", { class: "eq-rule", x1: LEFT, x2: WIDTH - 6, y1: y(value), y2: y(value) })),
  ...levels.map((value) => text([LEFT - 4, y(value) + 4], written(value), { "text-anchor": "end" })),
  ...shares.map((share) => text([x(share), HEIGHT - 6], percent(share),
    { "text-anchor": share === 1 ? "end" : "middle" })), ...lines));
}

// What is known by now of either range.
export function showRanges(box, { spot, equity, values }) {
  if (!equity) return refill(box, element("p", { textContent: "Being computed." }));
  const seats = equity.seats.map((it) => it.seat);
  // Nothing is taken out of the pot in the strategies' game: one seat wins what the other loses.
  const other = spot.unit === "mbb" && typeof values?.mean === "number" ? -values.mean : null;
  const error = values?.mean_error ? " ± " + (2 * values.mean_error).toFixed(0) : "";
  const ev = [values?.mean ?? null, other].map((it) => (it === null ? "–" : worthText(it, spot.unit) + error));
  const rows = seats.map((seat, number) => [
    element("span", { className: "key eq-s" + number }, number ? "╌ " : "━ ", seatOf(spot, number)),
    percent(equity.seats[number].mean), ev[number]]);
  const curves = (of) => seats.map((seat, number) => {
    const found = of(number);
    return { seat, curve: found ? points(found, equity.seats[number].weight) : [] };
  });
  const short = (value) => (spot.unit === "mbb" ? (value / 1000).toFixed(1) + " bb" : value.toFixed(1));
  refill(box, table(["range", "equity", "EV"], rows),
    element("h3", { textContent: "Equity" }),
    chart("Equity", curves((number) => equity.seats[number].equity), percent),
    element("h3", { textContent: "EV" }),
    values?.here ? chart("EV", curves((number) => values.here[number]), short) : "Being computed.",
    element("p", { className: "note", textContent: "From each range’s best hand on the left to its worst. Equity: the"
      + " share of the pot if there is no more betting." }));
}
