// The chosen starting hand: each of its holdings, what actions are worth, and how strong it is.

import { button, element, refill, table } from "./element.js";
import { cardsOf, chips, mbb, percent, shownCard } from "./format.js";
import { get } from "./server.js";

const WAIT = 120;
const MOST_KEPT = 500;
const strengths = new Map();
let asked = 0;

// Shows the holdings of a starting hand; `values` is null while they are being computed.
export function showDetail(figure, { start, spot, values, place, hand, choose }) {
  const holdings = start.holdings.map((_, number) => number)
    .filter((number) => start.class_of[number] === place && spot.hands.shares[0][number] !== null);
  const chosen = holdings.find((number) => start.holdings[number] === hand) ?? likeliest(holdings, spot);
  const heading = element("h2", { textContent: start.classes[place] });
  if (chosen === undefined) {
    return refill(figure, heading, element("p", { textContent: absence(spot.classes[place]) }));
  }
  const buckets = spot.hands.bucket;
  const rows = holdings.map((number) => [
    button(cardsOf(start.holdings[number]).map(shownCard).join(" "), () => choose(start.holdings[number]),
      { "aria-pressed": String(number === chosen) }),
    ...(buckets ? [String(buckets[number])] : []),
    percent(spot.hands.reach[number]),
    ...spot.actions.map((_, action) => element("span", {}, percent(spot.hands.shares[action][number]),
      element("small", { textContent: worth(values, action, number) }),
      element("small", { textContent: behind(values, action, number) }))),
  ]);
  const headings = ["hand", ...(buckets ? ["bucket"] : []), "reached",
    ...spot.actions.map((action) => action.name + ", " + spot.unit)];
  const strength = element("div", { className: "strength" });
  const scroll = element("div", { className: "scroll", tabIndex: 0 }, table(headings, rows));
  refill(figure, heading, element("p", { className: "note", textContent: source(values) }), scroll, strength);
  showStrength(strength, start.holdings[chosen], spot.board);
}

const absence = ({ holdings }) => (holdings ? "Not in the range." : "Not possible on this board.");

function likeliest(holdings, spot) {
  const reach = (number) => spot.hands.reach[number];
  return holdings.reduce((best, number) => (best === undefined || reach(number) > reach(best) ? number : best),
    undefined);
}

function worth(values, action, number) {
  if (!values) return "…";
  const value = values[values.unit][action][number];
  if (value === null) return "–";
  return written(values)(value) + plusMinus(values.standard_errors?.[action][number]);
}

const written = (values) => (values.unit === "mbb" ? mbb : chips);

// How far an action is behind the best one with the hand. All actions are valued on the same boards, so that this is
// known better than the values themselves.
function behind(values, action, number) {
  const of = values ? values[values.unit].map((worths) => worths[number]) : [];
  if (of.length < 2 || of.includes(null)) return "";
  const best = of.indexOf(Math.max(...of));
  if (action === best) return "best";
  const pair = [Math.max(action, best), Math.min(action, best)];
  const found = values.differences?.find((it) => it.action === pair[0] && it.from === pair[1]);
  if (!found) return written(values)(of[action] - of[best]) + " to best";
  return mbb(-Math.abs(found.mbb[number])) + plusMinus(found.standard_errors[number]) + " to best";
}

// A single board of the sample leaves room for the hand: how far it may be off is unknown.
function plusMinus(error) {
  if (error === null) return " ± ?";
  return error ? " ± " + mbb(2 * error).slice(1) : "";
}

// Where the values come from.
function source(values) {
  if (!values) return "Values are being computed.";
  if (values.is_exact) return "Values are exact, over all boards that may follow.";
  const of = values.of ? " of " + values.of.toLocaleString("en") : "";
  const cut = values.is_cut_short ? " (there was no time for more)" : "";
  return "Values from " + values.boards + of + " boards" + cut + ", ± two standard errors.";
}

// Only the hand on which the pointer rests is asked for.
async function showStrength(box, hole, board) {
  const key = hole + board;
  const turn = ++asked;
  if (!strengths.has(key)) {
    await new Promise((done) => { setTimeout(done, WAIT); });
    if (turn !== asked) return;
    if (strengths.size >= MOST_KEPT) strengths.clear();
    strengths.set(key, get("/api/hand", { hole, board }));
  }
  try {
    const hand = await strengths.get(key);
    if (turn === asked) box.replaceChildren(...drawStrength(hand));
  } catch (error) {
    strengths.delete(key);
    box.textContent = error.message;
  }
}

function drawStrength(hand) {
  const most = Math.max(...hand.hsd);
  const bars = hand.hsd.map((share, bin) => {
    const bar = element("i", { title: bin * 2 + " to " + (bin + 1) * 2 + " %: " + percent(share) });
    bar.style.height = (100 * share) / most + "%";
    return bar;
  });
  const kind = hand.is_expected ? "Expected strength on the river " : "Strength ";
  const text = kind + hand.strength.toFixed(4) + " (" + cardsOf(hand.hole).map(shownCard).join(" ") + ")";
  const label = "Distribution of the strength on the river, from 0 to 1";
  return [
    element("p", { textContent: text }),
    element("div", { className: "bars", role: "img", "aria-label": label }, ...bars),
    element("p", { className: "note scale" }, element("span", { textContent: "0" }),
      element("span", { textContent: "strength on the river" }), element("span", { textContent: "1" })),
  ];
}
