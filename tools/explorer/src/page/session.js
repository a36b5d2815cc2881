// The hands of a sitting: what each decision cost by the strategy's own values, a list of all, and each one again.

import { button, element, folded, refill, scrollable, table } from "./element.js";
import { bigBlinds, capital, cardsOf, cardsText, mbb, percent, plusMinus } from "./format.js";
import { saveAs } from "./holdings.js";
import { get } from "./server.js";

// Boards behind the values of a decision before the river.
const BOARDS = 32;
const CARDS_OF = [0, 3, 4, 5];
// The server ends what this part of the page has asked for before.
const PAGE = Math.random().toString(36).slice(2) + "play";

// What has happened, as a sentence; a raise says what it is to.
export function described(event, seen, start) {
  if (event.cards) return "— " + cardsText(event.cards);
  const who = event.is_own ? "You " : capital(seen.opponent) + " ";
  const verb = event.action + (event.is_own ? "" : "s");
  const [to, chips] = event.to ? [" to ", event.to] : [" ", event.paid];
  return who + verb + (chips ? (event.action === "bet" ? " " : to) + chips + bigBlinds(chips, start) : "");
}

export function session(start, { review, played }) {
  // What each decision of a hand lost, by strategy and hand.
  const losses = new Map();
  let [strategy, current, replayed] = [0, null, null];
  let leaving = new AbortController();

  const keyOf = (hand) => strategy + "/" + hand;

  // The hand on the table; once it is over its decisions are valued, and the list is longer.
  async function show(of, seen) {
    [strategy, current] = [of, seen];
    drawReview(review, seen);
    const { hands } = await get("/api/hands", { strategy: of });
    if (current !== seen) return;
    drawPlayed(hands);
    if (seen.won === null) return;
    await value(seen);
    if (current !== seen) return;
    drawReview(review, seen);
    drawPlayed(hands);
  }

  // What each decision lost against the best action, hand for hand, in thousandths of a big blind.
  async function value(seen) {
    const key = keyOf(seen.hand);
    if (losses.has(key)) return;
    const { signal } = leaving;
    const found = [];
    losses.set(key, found);
    for (const decision of seen.review) {
      const street = decision.betting.split("/").length - 1;
      const board = cardsOf(seen.board).slice(0, CARDS_OF[street]).join("");
      found.push(await lossOf(seen, decision, board, signal).catch(() => null));
      // What was broken off is found when it is looked at again.
      if (signal.aborted) return void losses.delete(key);
    }
  }

  // Nothing is computed any more for hands that are not looked at.
  function leave() {
    leaving.abort();
    leaving = new AbortController();
  }

  async function lossOf(seen, decision, board, signal) {
    const words = { strategy, board, betting: decision.betting };
    const [values, spot] = await Promise.all([get("/api/values", { ...words, boards: BOARDS, page: PAGE }, signal),
      get("/api/spot", words, signal)]);
    const [one, other] = cardsOf(seen.hole);
    const number = [one + other, other + one].map((hand) => start.holdings.indexOf(hand)).find((it) => it >= 0);
    const worth = values.mbb.map((of) => of[number]);
    const taken = spot.actions.findIndex((action) => action.name === decision.taken || (action.letter !== "r"
      && action.letter === decision.action) || (action.letter === "r" && decision.action === "r"));
    if (taken < 0 || worth.includes(null)) return null;
    const best = worth.indexOf(Math.max(...worth));
    const pair = [Math.max(taken, best), Math.min(taken, best)];
    const between = values.differences.find((it) => it.action === pair[0] && it.from === pair[1]);
    return { lost: worth[best] - worth[taken], error: taken === best ? 0 : between?.standard_errors[number] ?? null,
      best: spot.actions[best].name };
  }

  const lossText = (loss) => (loss === undefined ? "…" : loss === null ? "–" : loss.lost === 0 ? "best"
    : mbb(-loss.lost) + (loss.error ? " " + plusMinus(2 * loss.error) : "") + " to " + loss.best);

  function drawReview(box, seen, name = "Your decisions") {
    const found = losses.get(keyOf(seen.hand)) ?? [];
    const rows = seen.review.map((decision, number) => [
      decision.betting || "first decision", decision.taken, lossText(found[number]),
      decision.actions.map((action) => action.name + " " + percent(action.probability)).join(", ")]);
    const heading = element("h2", { textContent: "Your decisions, by the strategy’s own values" });
    refill(box, ...(rows.length ? [heading, scrollable(name,
      folded(table(["betting", "you", "EV lost, mbb", "strategy"], rows), "broad"))] : []));
  }

  // The hands so far, the last one first.
  function drawPlayed(hands) {
    const sum = (hand) => {
      const found = losses.get(keyOf(hand));
      return found?.every((it) => it) ? mbb(-found.reduce((sum, it) => sum + it.lost, 0)) : "–";
    };
    const rows = hands.toReversed().map((it) => [
      button("Hand " + it.hand, () => replay(it.hand, hands),
        { "aria-pressed": String(replayed?.seen.hand === it.hand) }),
      it.seat, cardsText(it.hole), cardsText(it.board) || "–", it.betting,
      mbb(it.won), it.corrected === null ? "–" : mbb(it.corrected), sum(it.hand)]);
    const headings = ["hand", "you were", "cards", "board", "betting", "chips", "without luck", "EV lost, mbb"];
    refill(played, element("h2", { textContent: "This sitting" }),
      ...(hands.length ? [scrollable("Hands", folded(table(headings, rows), "even")),
        element("div", { className: "row" },
          button("Download the list", () => saveList(headings, hands, sum)),
          element("a", { href: "/api/log?strategy=" + strategy, download: "hands.log",
            textContent: "Download the log" }))] : ["No hand is over yet."]),
      ...(replayed ? [replayBox(hands)] : []));
  }

  function saveList(headings, hands, sum) {
    const lines = hands.map((it) => [it.hand, it.seat, it.hole, it.board, it.betting, it.won, it.corrected ?? "",
      sum(it.hand).replace("−", "-").replace("–", "")].join(","));
    const names = headings.map((it) => (it.includes(",") ? '"' + it + '"' : it));
    saveAs("sitting.csv", [names.join(","), ...lines].join("\n") + "\n", "text/csv");
  }

  // One of the hands again, step by step.
  async function replay(hand, hands) {
    const seen = await get("/api/hands", { strategy, hand });
    replayed = { seen, step: 0 };
    drawPlayed(hands);
    await value(seen);
    if (replayed?.seen === seen) drawPlayed(hands);
  }

  function replayBox(hands) {
    const { seen, step } = replayed;
    const to = (step) => () => { replayed.step = step; drawPlayed(hands); };
    const isOver = step === seen.events.length;
    const steps = seen.events.slice(0, step).map((event) =>
      element("li", { textContent: described(event, seen, start) }));
    const end = isOver ? " You win " + mbb(seen.won) + " chips." : "";
    const box = element("div");
    if (isOver) drawReview(box, seen, "Your decisions in hand " + seen.hand);
    return element("div", { className: "replay", role: "group", "aria-label": "Hand " + seen.hand + " again" },
      element("p", { className: "said", textContent: "Hand " + seen.hand + ": you have " + cardsText(seen.hole)
        + " as the " + seen.seat + "." + end }),
      element("ol", { className: "history" }, ...steps),
      element("div", { className: "row" },
        button("Back", to(step - 1), { disabled: step === 0 }),
        button("Next step", to(step + 1), { disabled: isOver }),
        button("To the end", to(seen.events.length), { disabled: isOver }),
        button("Close", () => { replayed = null; drawPlayed(hands); })), box);
  }

  return { show, leave };
}
