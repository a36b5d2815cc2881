// Explore: a spot is chosen by cards and betting, then shown; values follow when they are there.

import { showBoard } from "./board.js";
import { showDetail } from "./detail.js";
import { button, byId, element, refill } from "./element.js";
import { capital, cardsOf } from "./format.js";
import { grid } from "./grid.js";
import { showHandsApart, showSpots } from "./lists.js";
import { actionsLook, rangeLook, said } from "./look.js";
import {
  FLOP, boardOf, cardsNeeded, dealt, exactOf, isByItself, labelOf, namesOf, toAddress,
} from "./place.js";
import { get, refresh } from "./server.js";
import { foundText, solved } from "./solving.js";

// More and more boards, so that a first answer comes soon.
const SAMPLES = { preflop: [4, 16, 64], flop: [8, 32, 128], turn: [2], river: [2] };
const WAIT = 150;
// The server ends what this page has asked for before when it asks for other values.
const PAGE = Math.random().toString(36).slice(2);

// Whether two strategies are asked the same.
const isSameDecision = (one, other) => other !== undefined && one.street === other.street && one.seat === other.seat
  && JSON.stringify(one.actions) === JSON.stringify(other.actions);

const UNITS = {
  mbb: "Values are thousandths of a big blind (mbb) won in the whole hand, the strategy against itself.",
  chips: "Values are chips of the pot that the spot begins with, less those put in since, the answer against itself.",
};

export function explore(start, place, say) {
  const grids = ["grid", "grid-beside"].map((id) => grid(byId(id), start.classes, point));
  let [spot, beside, values, pointed, turn, work] = [null, null, null, 0, 0, null];
  let commonKey = "";
  // Ends what was asked for the spot before: it would keep the connections and the processor from the next.
  let leaving = new AbortController();
  enterControls();

  // Goes somewhere else: the address is kept, and what is there is asked for.
  async function go(changes) {
    Object.assign(place, changes);
    let problem = settle();
    const needed = cardsNeeded(place.betting, exactOf(start, place.strategy));
    const board = dealt(cardsOf(place.board), Math.max(needed, cardsOf(place.board).length), start.cards);
    place.board = board.join("");
    const address = toAddress(place, namesOf(start));
    // The browser's way back leads from spot to spot.
    const isNew = Object.keys(changes).length > 0 && address !== location.hash;
    history[isNew ? "pushState" : "replaceState"](null, "", address);
    const mine = ++turn;
    leave();
    const { signal } = leaving;
    try {
      const words = { board: place.board, betting: place.betting };
      const of = (strategy) => get("/api/spot", { strategy, ...words }, signal);
      const other = place.other === null ? null : of(place.other).catch(() => undefined);
      const found = await Promise.all([of(place.strategy), other]);
      if (mine !== turn) return;
      [spot, beside] = found;
      if (beside !== null && !isSameDecision(spot, beside)) {
        problem = "“" + namesOf(start)[place.other] + "” has no such decision, and does not stand beside any more.";
        [place.other, beside] = [null, null];
        history.replaceState(null, "", toAddress(place, namesOf(start)));
      }
      values = null;
      say(problem);
      if (work === null) byId("solving").textContent = "";
      draw();
      await Promise.all([askValues(mine, words, signal), askCommon(mine, signal)]);
    } catch (error) {
      if (mine === turn) say(error.message);
    }
  }

  // An exact answer speaks of its own board and betting, and is looked at from there. What had to change is said.
  function settle() {
    const exact = exactOf(start, place.strategy);
    if (!exact) return "";
    const board = boardOf(exact, place.board);
    const isThere = board !== null && place.betting.startsWith(exact.betting);
    const [wasBoard, wasBetting] = [place.board, place.betting];
    Object.assign(place, isThere ? { board } : { board: exact.board, betting: exact.betting });
    return isThere || (!wasBoard && !wasBetting) ? ""
      : "The answer begins" + (exact.betting ? " after " + exact.betting : "") + " on " + exact.board + ".";
  }

  function leave() {
    leaving.abort();
    leaving = new AbortController();
  }

  async function askValues(mine, words, signal) {
    await new Promise((done) => { setTimeout(done, WAIT); });
    const samples = exactOf(start, place.strategy) ? [2] : SAMPLES[spot.street];
    for (const boards of samples) {
      if (mine !== turn) return;
      const found = await get("/api/values", { strategy: place.strategy, ...words, boards, page: PAGE }, signal);
      if (mine !== turn) return;
      values = found;
      drawDetail();
      // More boards would take as long again.
      if (found.is_cut_short) return;
    }
  }

  async function askCommon(mine, signal) {
    const isExact = [place.strategy, place.other].some((it) => it !== null && exactOf(start, it));
    byId("common-here").hidden = isExact;
    byId("apart").hidden = isExact || place.other === null;
    if (isExact) return;
    const words = { strategy: place.strategy, other: place.other, board: spot.board };
    const key = JSON.stringify(words);
    if (key === commonKey) return;
    const found = await get("/api/common", words, signal);
    if (mine !== turn) return;
    commonKey = key;
    showSpots(byId("common"), found.common, (betting) => go({ betting }), false);
    showSpots(byId("apart").lastElementChild, found.apart, (betting) => go({ betting }), true);
  }

  function draw() {
    byId("strategy").value = place.strategy;
    byId("other").value = place.other ?? "";
    byId("board").value = place.board;
    byId("betting").value = spot.betting;
    byId("said").textContent = said(spot);
    const exact = exactOf(start, place.strategy);
    showBoard(byId("cards"), cardsOf(place.board), start, changeCard, exact ? exact.board.length / 2 : 0);
    for (const id of ["random-flop", "random-river"]) byId(id).hidden = exact !== undefined;
    byId("unit").textContent = spot.unit === "mbb" ? UNITS.mbb : UNITS.chips;
    drawExact();
    drawBetting();
    const isRange = place.show === "range";
    byId("show-actions").textContent = "What the " + spot.seat + " does";
    byId("show-range").textContent = "What the " + spot.other_seat + " holds";
    byId("show-actions").setAttribute("aria-pressed", String(!isRange));
    byId("show-range").setAttribute("aria-pressed", String(isRange));
    const look = isRange ? rangeLook : actionsLook;
    grids[0].draw(look(start, spot, labelOf(start, place.strategy)));
    byId("grid-beside").hidden = !beside;
    byId("apart-here").hidden = !beside;
    if (beside) {
      grids[1].draw(look(start, beside, labelOf(start, place.other)));
      showHandsApart(byId("apart-here").lastElementChild, start, spot, beside, chooseHand);
    }
    const chosen = start.holdings.indexOf(place.hand);
    if (chosen >= 0) pointed = start.class_of[chosen];
    grids.forEach((it) => it.mark(pointed));
    drawDetail();
  }

  function drawBetting() {
    refill(byId("way"), ...spot.way.map((step) => element("li", {},
      button(step.seat + " " + step.action, () => go({ betting: step.betting }),
        { title: capital(step.street) + ": back to this decision" }))));
    refill(byId("actions"), ...spot.actions.map((action) => button(
      capital(action.name) + (action.ends_in ? " (the hand ends)" : ""),
      () => go({ betting: action.leads_to }),
      { className: "action-" + action.letter, disabled: !action.leads_to })));
  }

  // Whether the spot can be solved here, which takes a strategy's ranges and a board.
  function drawExact() {
    byId("solve-exactly").hidden = exactOf(start, place.strategy) !== undefined || spot.street === "preflop";
    byId("solve-exactly").disabled = work !== null;
    byId("stop-solving").hidden = work === null;
  }

  async function solveExactly() {
    work = new AbortController();
    const at = { strategy: place.strategy, board: spot.board, betting: spot.betting };
    const told = (text) => { byId("solving").textContent = text; };
    told("Solving …");
    drawExact();
    let end = "";
    try {
      const found = await solved({ ...at, to: "0.5%" }, "explore", work.signal, told);
      await refresh(start);
      enterStrategies();
      end = foundText(found.answer);
      const isHere = at.strategy === place.strategy && !byId("explore").hidden && boardOf(found.exact, place.board);
      if (isHere && place.betting.startsWith(found.exact.betting)) await go({ other: found.number });
    } catch (error) {
      const isLarge = spot.street === "flop" && error.message.includes("memory");
      end = error.message + (isLarge ? "; the turn's spots are a fiftieth as large" : "");
    }
    work = null;
    told(end);
    drawExact();
  }

  function drawDetail() {
    showDetail(byId("detail"), { start, spot, values, place: pointed, hand: place.hand, choose: chooseHand });
  }

  function point(cell) {
    if (!spot || cell === pointed) return;
    pointed = cell;
    grids.forEach((it) => it.mark(cell));
    drawDetail();
  }

  function chooseHand(hand) {
    place.hand = hand;
    history.replaceState(null, "", toAddress(place, namesOf(start)));
    draw();
  }

  function changeCard(at, card) {
    const board = cardsOf(place.board);
    // A flop is empty or whole.
    if (card === null) board.length = at < FLOP ? 0 : Math.min(at, board.length);
    else board[Math.min(at, board.length)] = card;
    const count = board.length > 0 && board.length < FLOP ? FLOP : board.length;
    const exact = exactOf(start, place.strategy);
    const betting = cardsNeeded(place.betting, exact) > count ? "" : place.betting;
    go({ board: dealt(board, count, start.cards).join(""), betting });
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
      go({ board: byId("board").value.replaceAll(/[\s,]/g, ""), betting: byId("betting").value.trim() });
    });
    const random = (count, betting) => () => go({ board: dealt([], count, start.cards).join(""), betting });
    byId("random-flop").addEventListener("click", random(3, "rc/"));
    byId("random-river").addEventListener("click", random(5, "rc/crc/cc/"));
    byId("root").addEventListener("click", () => go({ betting: "", board: "" }));
    byId("solve-exactly").addEventListener("click", solveExactly);
    byId("stop-solving").addEventListener("click", () => work?.abort());
    byId("show-actions").addEventListener("click", () => go({ show: "" }));
    byId("show-range").addEventListener("click", () => go({ show: "range" }));
    byId("link").addEventListener("click", async () => {
      const copied = navigator.clipboard.writeText(location.href);
      byId("said").textContent = await copied.then(() => "The address of this spot is copied.",
        () => "The browser does not let the page copy; take the address from above.");
    });
  }

  // Another part of the page is shown: nothing is computed for this one.
  function stop() {
    turn += 1;
    leave();
  }

  return { go, stop, enterStrategies };
}
