// The chosen starting hand: each of its holdings, what actions are worth, and how strong it is.

import { holdingsOf } from "./by_class.js";
import { button, element, folded, refill, scrollable, table } from "./element.js";
import { cardsOf, cardsText, chips, mbb, percent, plusMinus } from "./format.js";
import { reachOf, seatOf } from "./look.js";
import { get } from "./server.js";

const WAIT = 120;
const MOST_KEPT = 500;
const strengths = new Map();
const buckets = new Map();
let [asked, openBucket] = [0, ""];

// Shows the holdings of a starting hand in the view of either seat; `values` and `equity` are null while they are being
// computed.
export function showDetail(figure, { start, strategy, data, view, filter, place, hand, choose }) {
  const { spot, values, equity } = data;
  const reach = reachOf(spot, view.seat);
  const isActor = view.seat === 0;
  const holdings = holdingsOf(start)[place].filter((number) => reach[number] !== null && filter.has(number)
    && (!isActor || spot.hands.shares[0][number] !== null));
  const chosen = holdings.find((number) => start.holdings[number] === hand) ?? likeliest(holdings, reach);
  const heading = element("h2", { textContent: start.classes[place] + ", " + seatOf(spot, view.seat) });
  if (chosen === undefined) {
    const why = reach.some((it, number) => it !== null && start.class_of[number] === place)
      ? "Not in the range, or not in the filter." : "Not possible on this board.";
    return refill(figure, heading, element("p", { textContent: why }));
  }
  const buckets = spot.hands.bucket;
  const ev = values?.here?.[view.seat];
  const rows = holdings.map((number) => [
    button(cardsText(start.holdings[number]), () => choose(start.holdings[number]),
      { "aria-pressed": String(number === chosen) }),
    ...(buckets ? [String(buckets[number])] : []),
    percent(reach[number]),
    equity ? percent(equity.seats[view.seat].equity[number]) : "…",
    ...(isActor ? spot.actions.map((_, action) => element("span", {}, percent(spot.hands.shares[action][number]),
      element("small", { textContent: worth(values, action, number) }),
      element("small", { textContent: behind(values, action, number) })))
      : [ev ? written(values)(ev[number]) : "…"]),
  ]);
  const headings = ["hand", ...(buckets ? ["bucket"] : []), "reached", "equity",
    ...(isActor ? spot.actions.map((action) => action.name + ", " + spot.unit) : ["EV, " + spot.unit])];
  const strength = element("div", { className: "strength" });
  const scroll = scrollable("Holdings", folded(table(headings, rows), "mixed", buckets ? 4 : 3));
  refill(figure, heading, scroll, element("p", { className: "note", textContent: source(values) }), strength);
  if (spot.hands.strength) strength.replaceChildren(...riverStrength(start, spot, view.seat, chosen));
  else showStrength(strength, start.holdings[chosen], spot.board);
  if (buckets && spot.board) figure.append(bucketPart(start, spot, strategy, chosen));
}

function likeliest(holdings, reach) {
  return holdings.reduce((best, number) => (best === undefined || reach[number] > reach[best] ? number : best),
    undefined);
}

// On the river: how strong, and what of the other seat's range that beats.
function riverStrength(start, spot, seat, chosen) {
  const { strength, made } = spot.hands;
  const opposing = reachOf(spot, 1 - seat);
  const cards = cardsOf(start.holdings[chosen]);
  const met = start.holdings.map((_, number) => number).filter((number) => strength[number] !== null
    && !cardsOf(start.holdings[number]).some((card) => cards.includes(card)));
  const parts = (numbers, weight) => [(it) => it < strength[chosen], (it) => it === strength[chosen],
    (it) => it > strength[chosen]].map((is) => numbers.filter((number) => is(strength[number]))
    .reduce((sum, number) => sum + weight(number), 0));
  const count = parts(met, () => 1);
  const share = (count[0] + count[1] / 2) / met.length;
  const whole = met.reduce((sum, number) => sum + opposing[number], 0);
  const rows = start.made_hands.map((name, kind) => {
    const those = met.filter((number) => made[number] === kind && opposing[number] > 0);
    const shares = parts(those, (number) => opposing[number] / whole);
    return those.length ? [name, ...shares.map((it) => (it ? percent(it) : ""))] : null;
  }).filter(Boolean).reverse();
  const all = parts(met, (number) => opposing[number] / whole);
  return [
    element("p", { textContent: "Strength " + share.toFixed(4) + " (" + cardsText(start.holdings[chosen]) + ", "
      + start.made_hands[made[chosen]] + "): beats " + count[0] + " of " + met.length + " hands, ties with " + count[1]
      + "." }),
    ...(whole > 0 ? [scrollable("What it beats", folded(table(
      ["of what the " + seatOf(spot, 1 - seat) + " holds", "beats", "ties", "loses to"],
      [["all", ...all.map(percent)], ...rows]), "slim"))] : []),
  ];
}

// The other hands of a hand's bucket: on this board, and where they are asked for on others.
function bucketPart(start, spot, strategy, chosen) {
  const bucket = spot.hands.bucket[chosen];
  const same = start.holdings.filter((_, number) => spot.hands.bucket[number] === bucket && number !== chosen);
  const found = element("div");
  const words = { strategy, board: spot.board, hole: start.holdings[chosen] };
  const key = JSON.stringify(words);
  // The panel is drawn again whenever more is known; what was opened stays open.
  const part = element("details", { className: "bucket", open: openBucket === key },
    element("summary", { textContent: "Bucket " + bucket + ": " + same.length + " more hands on this board" }),
    element("p", { textContent: same.length ? same.map(cardsText).join(", ") : "None." }), found);
  part.addEventListener("toggle", async () => {
    openBucket = part.open ? key : openBucket === key ? "" : openBucket;
    if (!part.open || found.firstChild) return;
    found.textContent = "Looking through the bucket file …";
    const text = await kept(buckets, key, () => get("/api/bucket", words)).then(bucketRows, (error) => [error.message]);
    found.replaceChildren(...text);
  });
  return part;
}

function bucketRows({ hands, share, mean_strength: mean, of, mates }) {
  const rows = mates.map((it) => [cardsText(it.hole), cardsText(it.board), it.strength.toFixed(3)]);
  return [
    element("p", { textContent: "On all boards: " + hands.toLocaleString("en") + " hands, " + percent(share)
      + " of all deals, one of " + of + " buckets. Its centre: strength " + mean.toFixed(3) + " on the mean." }),
    table(["some of its hands", "board", "strength"], rows)];
}

function worth(values, action, number) {
  if (!values) return "…";
  const value = values[values.unit][action][number];
  if (value === null) return "–";
  return written(values)(value) + errorText(values.standard_errors?.[action][number]);
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
  return mbb(-Math.abs(found.mbb[number])) + errorText(found.standard_errors[number]) + " to best";
}

// A single board of the sample leaves room for the hand: how far it may be off is unknown.
function errorText(error) {
  if (error === null) return " ± ?";
  return error ? " " + plusMinus(2 * error) : "";
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
  }
  try {
    const hand = await kept(strengths, key, () => get("/api/hand", { hole, board }));
    if (turn === asked) box.replaceChildren(...drawStrength(hand));
  } catch (error) {
    box.textContent = error.message;
  }
}

// What the server has said before, if it did not refuse.
function kept(answers, key, ask) {
  if (!answers.has(key)) {
    if (answers.size >= MOST_KEPT) answers.clear();
    const answer = ask();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
  }
  return answers.get(key);
}

function drawStrength(hand) {
  const most = Math.max(...hand.hsd);
  const bars = hand.hsd.map((share, bin) => {
    const bar = element("i", { title: bin * 2 + " to " + (bin + 1) * 2 + " %: " + percent(share) });
    bar.style.height = (100 * share) / most + "%";
    return bar;
  });
  const text = "Expected strength on the river " + hand.strength.toFixed(4) + " (" + cardsText(hand.hole) + ")";
  const label = "Distribution of the strength on the river, from 0 to 1";
  return [
    element("p", { textContent: text }),
    element("div", { className: "bars", role: "img", "aria-label": label }, ...bars),
    element("p", { className: "note scale" }, element("span", { textContent: "0" }),
      element("span", { textContent: "strength on the river" }), element("span", { textContent: "1" })),
  ];
}
