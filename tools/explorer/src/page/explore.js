// Explore: a spot is chosen by cards and betting, then shown; what it is worth follows when it is there.

import { askCards, showBoard } from "./board.js";
import { holdingsOf, likeliest } from "./by_class.js";
import { showDetail } from "./detail.js";
import { button, byId, element, refill } from "./element.js";
import { actionText, capital, cardsOf } from "./format.js";
import { handFilter } from "./filter.js";
import { grid } from "./grid.js";
import { NAMES, lookOf, reachOf, said, seatOf, viewOf, wordOf } from "./look.js";
import { panels } from "./panels.js";
import {
  FLOP, boardOf, cardsNeeded, dealt, exactOf, isByItself, labelOf, namesOf, toAddress,
} from "./place.js";
import { get, post, refresh } from "./server.js";
import { foundText, solved } from "./solving.js";

// A passing pointer changes the address once it rests.
const REST = 300;

// Whether two strategies are asked the same.
const isSameDecision = (one, other) => other !== undefined && one.street === other.street && one.seat === other.seat
  && JSON.stringify(one.actions) === JSON.stringify(other.actions);

const UNITS = {
  mbb: "Values are thousandths of a big blind (mbb) won in the whole hand, the strategy against itself.",
  chips: "Values are chips of the pot that the spot begins with, less those put in since, the answer against itself.",
};

export function explore(start, place, say) {
  const grids = ["grid", "grid-beside"].map((id) => grid(byId(id), start.classes, point));
  const data = { spot: null, beside: null, equity: null, values: null };
  const filter = handFilter();
  const below = panels(start, place, data, filter,
    { go, choose: chooseHand, chooseClass: (cell) => point(cell, true), changed: draw });
  // `shown` is the place that is on the page: what is refused leads back to it.
  let [pointed, turn, work, shown, resting, isMeant, isLink] = [0, 0, null, null, 0, false, false];
  // Ends what was asked for the spot before: it would keep the connections and the processor from the next.
  let leaving = new AbortController();
  enterControls();

  // Goes somewhere else: what is there is asked for, and the address says where it is.
  async function go(changes, told = "") {
    const mine = ++turn;
    leave();
    const { signal } = leaving;
    try {
      Object.assign(place, changes);
      const problem = await settle();
      if (mine !== turn) return;
      if (problem === null) return back(mine, "");
      const words = { board: place.board, betting: place.betting };
      const of = (strategy) => get("/api/spot", { strategy, ...words }, signal);
      const other = place.other === null ? null : of(place.other).catch(() => undefined);
      const [spot, beside] = await Promise.all([of(place.strategy), other]);
      if (mine !== turn) return;
      Object.assign(data, { spot, beside, equity: null, values: null });
      filter.show(spot);
      const isNew = shown !== null && Object.keys(changes).length > 0;
      say([told, problem, settleBeside(), settleHand()].filter(Boolean).join(" "), isNew);
      isLink = false;
      arrive(isNew);
      await ask(mine);
    } catch (error) {
      if (mine === turn) await back(mine, error.message);
    }
  }

  // The browser's way back leads from spot to spot.
  function arrive(isNew) {
    shown = { ...place };
    keepAddress(isNew);
    if (work === null) tell("");
    draw();
  }

  const ask = (mine) => below.ask(leaving.signal, () => mine === turn).catch((error) => {
    if (mine === turn) say(error.message);
  });

  // What was refused is said; the page and its address stay where they were, or begin at the beginning.
  async function back(mine, problem) {
    if (shown === null && (place.board || place.betting)) {
      return go({ board: "", betting: "", hand: "" }, problem);
    }
    if (shown !== null) {
      Object.assign(place, shown);
      keepAddress(false);
      ask(mine);
    }
    say(problem);
  }

  function keepAddress(isNew) {
    clearTimeout(resting);
    const address = toAddress(place, namesOf(start));
    history[isNew && address !== location.hash ? "pushState" : "replaceState"](null, "", address);
  }

  // Cards as they were typed become those of addresses; those that the betting needs are asked for. What had to change
  // is said; null where nothing is to change.
  async function settle() {
    for (const name of ["board", "hand"]) {
      if (/^([2-9TJQKA][cdhs])*$/.test(place[name])) continue;
      place[name] = (await post("/api/cards", { text: place[name] })).cards;
    }
    const problem = settleExact();
    const board = cardsOf(place.board);
    if (board.length === 5) return problem;
    const { strategy, betting } = place;
    const { cards: needed } = await get("/api/betting", { strategy, betting });
    if (board.length >= needed) return problem;
    const asked = isLink ? dealt(board, needed, start.cards) : await askCards(start, board, board.length, needed);
    if (asked === null) return null;
    place.board = asked.join("");
    return isLink ? "The address leaves out cards; they were dealt at random." : problem;
  }

  // An exact answer speaks of its own board and betting, and is looked at from there.
  function settleExact() {
    const exact = exactOf(start, place.strategy);
    if (!exact) return "";
    const board = boardOf(exact, place.board);
    const isThere = board !== null && place.betting.startsWith(exact.betting);
    const [wasBoard, wasBetting] = [place.board, place.betting];
    Object.assign(place, isThere ? { board } : { board: exact.board, betting: exact.betting });
    return isThere || (!wasBoard && !wasBetting) ? ""
      : "The answer begins" + (exact.betting ? " after " + exact.betting : "") + " on " + exact.board + ".";
  }

  function settleBeside() {
    if (data.beside === null || isSameDecision(data.spot, data.beside)) return "";
    const problem = "“" + namesOf(start)[place.other] + "” has no such decision, and does not stand beside any more.";
    [place.other, data.beside] = [null, null];
    return problem;
  }

  // A hand that was chosen stays as long as it is possible; otherwise it is the one that comes most often.
  function settleHand() {
    const { spot } = data;
    const [one, other] = cardsOf(place.hand);
    const number = [one + other, other + one].map((hand) => start.holdings.indexOf(hand)).find((it) => it >= 0) ?? -1;
    const reach = reachOf(spot, viewOf(place.show).seat);
    const isPossible = number >= 0 && reach[number] !== null;
    if (isMeant && isPossible) {
      [place.hand, pointed] = [start.holdings[number], start.class_of[number]];
      return "";
    }
    const problem = isMeant && isLink ? "“" + place.hand + "” cannot be held here." : "";
    isMeant = false;
    pointed = likeliest(holdingsOf(start), reach, (it) => reach[it] !== null);
    place.hand = handOf(pointed);
    return problem;
  }

  // The holding of a starting hand that comes most often.
  function handOf(cell) {
    const reach = reachOf(data.spot, viewOf(place.show).seat);
    const possible = holdingsOf(start)[cell].filter((it) => reach[it] !== null);
    const best = possible.reduce((best, it) => (best !== null && reach[best] >= reach[it] ? best : it), null);
    return best === null ? "" : start.holdings[best];
  }

  function leave() {
    leaving.abort();
    leaving = new AbortController();
  }

  function draw() {
    const { spot, beside } = data;
    byId("strategy").value = place.strategy;
    byId("other").value = place.other ?? "";
    byId("board").value = place.board;
    byId("betting").value = spot.betting;
    byId("said").textContent = said(start, spot);
    const exact = exactOf(start, place.strategy);
    showBoard(byId("cards"), cardsOf(place.board), changeCard, exact ? exact.board.length / 2 : 0);
    for (const id of ["random-flop", "random-river"]) byId(id).hidden = exact !== undefined;
    byId("unit").textContent = spot.unit === "mbb" ? UNITS.mbb : UNITS.chips;
    drawExact();
    drawBetting();
    drawViews();
    const view = viewOf(place.show);
    grids[0].draw(lookOf(start, data, view, labelOf(start, place.strategy), filter));
    // What hands are worth is computed for the strategy itself.
    const isBeside = beside && ["strategy", "weight"].includes(view.what);
    byId("grid-beside").hidden = !isBeside;
    if (isBeside) grids[1].draw(lookOf(start, { spot: beside }, view, labelOf(start, place.other), filter));
    grids.forEach((it) => it.mark(pointed));
    drawDetail();
    below.draw();
  }

  function drawBetting() {
    const { spot } = data;
    refill(byId("way"), ...spot.way.map((step) => element("li", {},
      button(step.seat + " " + step.action, () => go({ betting: step.betting }),
        { title: capital(step.street) + ": back to this decision" }))));
    refill(byId("actions"), ...spot.actions.map((action) => button(
      actionText(action, start, spot) + (action.ends_in ? " (the hand ends)" : ""),
      () => go({ betting: action.leads_to }),
      { className: "action-" + action.letter, disabled: !action.leads_to })));
  }

  // Whose hands are shown, and what of them.
  function drawViews() {
    const { spot } = data;
    const view = viewOf(place.show);
    const show = (seat, what) => () => look(wordOf(seat, what));
    refill(byId("views"),
      ...[0, 1].map((seat) => button(capital(seatOf(spot, seat)),
        show(seat, seat && view.what === "strategy" ? "weight" : view.what),
        { "aria-pressed": String(seat === view.seat) })),
      element("span", { className: "gap" }),
      ...Object.keys(NAMES).map((what) => button(NAMES[what], show(view.seat, what),
        { "aria-pressed": String(what === view.what), disabled: what === "strategy" && view.seat === 1 })));
  }

  function look(word) {
    place.show = word;
    settleHand();
    arrive(true);
  }

  // Whether the spot can be solved here, which takes a strategy's ranges and a board.
  function drawExact() {
    byId("solve-exactly").hidden = exactOf(start, place.strategy) !== undefined || data.spot?.street === "preflop";
    byId("solve-exactly").disabled = work !== null;
    byId("stop-solving").hidden = work === null;
  }

  function tell(text) {
    byId("solving").textContent = text;
    byId("solving").parentElement.hidden = !text;
  }

  async function solveExactly() {
    work = new AbortController();
    const at = { strategy: place.strategy, board: data.spot.board, betting: data.spot.betting };
    byId("more").open = false;
    tell("Solving …");
    drawExact();
    let end = "";
    try {
      const found = await solved({ ...at, to: "0.5%" }, "explore", work.signal, tell);
      await refresh(start);
      enterStrategies();
      end = foundText(found.answer);
      const isHere = at.strategy === place.strategy && !byId("explore").hidden && boardOf(found.exact, place.board);
      if (isHere && place.betting.startsWith(found.exact.betting)) await go({ other: found.number });
    } catch (error) {
      const isLarge = data.spot.street === "flop" && error.message.includes("memory");
      end = error.message + (isLarge ? "; the turn's spots are a fiftieth as large" : "");
    }
    work = null;
    tell(end);
    drawExact();
  }

  function drawDetail() {
    showDetail(byId("detail"), { start, strategy: place.strategy, data, view: viewOf(place.show), filter,
      place: pointed, hand: place.hand, choose: chooseHand });
  }

  function point(cell, isChosen) {
    if (!data.spot || (cell === pointed && !isChosen)) return;
    isMeant ||= isChosen;
    if (cell !== pointed) place.hand = handOf(cell);
    pointed = cell;
    shown.hand = place.hand;
    grids.forEach((it) => it.mark(cell));
    drawDetail();
    clearTimeout(resting);
    resting = setTimeout(() => keepAddress(false), isChosen ? 0 : REST);
  }

  function chooseHand(hand) {
    isMeant = true;
    place.hand = shown.hand = hand;
    pointed = start.class_of[start.holdings.indexOf(hand)];
    keepAddress(false);
    draw();
  }

  // A flop is empty or whole.
  async function changeCard(at) {
    const board = cardsOf(place.board);
    const isNew = at < FLOP && board.length < FLOP;
    const asked = await askCards(start, board, isNew ? 0 : at, isNew ? FLOP : at + 1, at >= FLOP || !isNew);
    if (asked === null) return;
    const count = asked.length < FLOP ? 0 : asked.length;
    const exact = exactOf(start, place.strategy);
    const betting = cardsNeeded(place.betting, exact) > count ? "" : place.betting;
    go({ board: asked.slice(0, count).join(""), betting });
  }

  function enterStrategies() {
    const options = (none) => [...none, ...namesOf(start).map((name, number) => new Option(name, number))];
    byId("strategy").replaceChildren(...options([]));
    byId("other").replaceChildren(...options([new Option("none", "")]));
    byId("strategy").value = place.strategy;
    byId("other").value = place.other ?? "";
  }

  // An answer by itself has betting of its own: whatever it leads to or from begins anew.
  function change(strategy) {
    const isOther = [place.strategy, strategy].some((it) => isByItself(exactOf(start, it)));
    const { board, betting } = exactOf(start, strategy) ?? { board: "", betting: "" };
    go(isOther ? { strategy, board, betting } : { strategy });
  }

  function enterControls() {
    enterStrategies();
    byId("strategy").addEventListener("change", (it) => change(Number(it.target.value)));
    byId("other").addEventListener("change", (it) =>
      go({ other: it.target.value === "" ? null : Number(it.target.value) }));
    byId("asked").addEventListener("submit", (it) => {
      it.preventDefault();
      go({ board: byId("board").value.trim(), betting: byId("betting").value.trim() });
    });
    const random = (count, betting) => () => go({ board: dealt([], count, start.cards).join(""), betting });
    byId("random-flop").addEventListener("click", random(3, "rc/"));
    byId("random-river").addEventListener("click", random(5, "rc/crc/cc/"));
    byId("root").addEventListener("click", () => go({ betting: "", board: "" }));
    byId("solve-exactly").addEventListener("click", solveExactly);
    byId("stop-solving").addEventListener("click", () => work?.abort());
    byId("link").addEventListener("click", async () => {
      keepAddress(false);
      const copied = navigator.clipboard.writeText(location.href);
      byId("said").textContent = await copied.then(() => "The address of this spot is copied.",
        () => "The browser does not let the page copy; take the address from above.");
    });
    // What was chosen there closes it.
    byId("more").addEventListener("click", (it) => { if (it.target.tagName === "BUTTON") byId("more").open = false; });
    byId("more").addEventListener("keydown", (it) => { if (it.key === "Escape") byId("more").open = false; });
  }

  // The place has come from the address.
  function follow() {
    [isMeant, isLink] = [Boolean(place.hand), true];
    return go({});
  }

  // Another part of the page is shown: nothing is computed for this one.
  function stop() {
    turn += 1;
    leave();
  }

  return { go, follow, stop, enterStrategies };
}
