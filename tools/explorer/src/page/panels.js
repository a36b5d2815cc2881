// What stands below the grid, and the numbers behind it: asked for when the spot is there, drawn as they come.

import { byId, element } from "./element.js";
import { cardsOf } from "./format.js";
import { showBreakdown } from "./filter.js";
import { holdingsTable } from "./holdings.js";
import { showHandsApart, showSpots } from "./lists.js";
import { viewOf } from "./look.js";
import { FLOP, exactOf } from "./place.js";
import { showRanges } from "./curves.js";
import { showRunouts } from "./runouts.js";
import { get } from "./server.js";

// More and more boards, so that a first answer comes soon; the other seat's values, which take as long again, last.
const BOTH = { seats: "both" };
const SAMPLES = {
  preflop: [{ boards: 4 }, { boards: 16 }, { boards: 64, ...BOTH }],
  flop: [{ boards: 8 }, { boards: 32 }, { boards: 128, ...BOTH }],
  turn: [{ boards: 2 }, { boards: 2, ...BOTH }],
  river: [{ boards: 2, ...BOTH }],
};
const WAIT = 150;
// The server ends what this page has asked for before when it asks for other values.
const PAGE = Math.random().toString(36).slice(2);

// `data` holds what is known of the spot; `go` leads elsewhere, `choose` and `chooseClass` to a hand, `changed` draws
// anew.
export function panels(start, place, data, filter, { go, choose, chooseClass, changed }) {
  const holdings = holdingsTable(byId("holdings"), start, choose);
  let commonKey = "";
  byId("holdings-part").addEventListener("toggle", () => { if (data.spot) draw(); });

  // Asks for all there is to know; `isHere` says whether the spot is still shown.
  async function ask(signal, isHere) {
    const words = { strategy: place.strategy, board: place.board, betting: place.betting };
    const took = (name) => (found) => {
      if (!isHere()) return;
      data[name] = found;
      changed();
    };
    const equity = get("/api/equity", words, signal).then(took("equity"));
    await Promise.all([equity, askRunouts(words, signal, isHere), askCommon(signal, isHere),
      askValues(words, signal, isHere, took("values"))]);
  }

  async function askValues(words, signal, isHere, took) {
    await new Promise((done) => { setTimeout(done, WAIT); });
    const samples = exactOf(start, place.strategy) ? [{}] : SAMPLES[data.spot.street];
    for (const sample of samples) {
      if (!isHere()) return;
      const found = await get("/api/values", { ...words, ...sample, page: PAGE }, signal);
      took(found);
      // More boards would take as long again.
      if (found.is_cut_short) return;
    }
  }

  // The card that lies there exchanged for others, and the next one if there is no more betting.
  async function askRunouts({ strategy, betting }, signal, isHere) {
    const box = byId("runouts");
    const { spot } = data;
    const board = cardsOf(spot.board);
    const fixed = cardsOf(exactOf(start, strategy)?.board ?? "").length;
    const parts = [];
    const call = spot.actions.find((action) => action.letter === "c");
    if (board.length >= FLOP && board.length < 5 && call.leads_to) {
      const next = call.leads_to.endsWith("/") ? call.leads_to : call.leads_to + "c/";
      parts.push({ betting: next, before: board, heading: "Next card" });
    }
    if (board.length > FLOP && board.length > fixed) {
      parts.push({ betting, before: board.slice(0, -1), heading: "Other " + spot.street + " cards",
        lying: board.at(-1) });
    }
    byId("runouts-here").hidden = parts.length === 0;
    const boxes = parts.map(() => element("div"));
    for (const [number, part] of parts.entries()) {
      const lying = part.before.join("");
      const found = await get("/api/runouts", { strategy, board: lying, betting: part.betting }, signal);
      if (!isHere()) return;
      const deal = (card) => go({ board: lying + card, betting: part.betting });
      showRunouts(boxes[number], start, found, part.heading, part.lying, deal);
      box.replaceChildren(...boxes);
    }
  }

  async function askCommon(signal, isHere) {
    const isExact = [place.strategy, place.other].some((it) => it !== null && exactOf(start, it));
    byId("common-here").hidden = isExact;
    byId("apart").hidden = isExact || place.other === null;
    if (isExact) return;
    const words = { strategy: place.strategy, other: place.other, board: data.spot.board };
    const key = JSON.stringify(words);
    if (key === commonKey) return;
    const found = await get("/api/common", words, signal);
    if (!isHere()) return;
    commonKey = key;
    showSpots(byId("common"), found.common, (betting) => go({ betting }), false);
    showSpots(byId("apart").querySelector(".scroll"), found.apart, (betting) => go({ betting }), true);
  }

  function draw() {
    const view = viewOf(place.show);
    showRanges(byId("ranges"), data);
    showBreakdown(byId("breakdown"), start, data, view, filter, changed);
    byId("apart-here").hidden = !data.beside;
    if (data.beside) {
      showHandsApart(byId("apart-here").querySelector(".scroll"), start, data.spot, data.beside, chooseClass);
    }
    if (byId("holdings-part").open) holdings.show(data, view, filter);
  }

  return { ask, draw };
}
