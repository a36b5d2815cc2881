// The page: explores, plays, solves spots, or shows push-or-fold charts; its address says which, and where.

import { byId } from "./element.js";
import { explore } from "./explore.js";
import { MODES, fromAddress, namesOf, toAddress } from "./place.js";
import { play } from "./play.js";
import { pushFold } from "./push_fold.js";
import { get, refresh } from "./server.js";
import { spots } from "./spots.js";


// What the address named and the page does not have; it stands until the reader goes on.
let note = "";

function say(problem, goesOn = false) {
  if (goesOn) note = "";
  const text = [note, problem].filter(Boolean).join(" ");
  byId("wrong").textContent = text;
  byId("wrong").hidden = !text;
}

async function begin() {
  const start = await get("/api/start");
  const place = fromAddress(namesOf(start));
  const explorer = explore(start, place, say);
  const table = play(start, place, say);
  const charts = pushFold(say);
  spots(start, async ({ number, exact }) => {
    await refresh(start);
    explorer.enterStrategies();
    Object.assign(place, { strategy: number, other: null, board: exact.board, betting: exact.betting, hand: "" });
    show("explore");
  });

  function show(mode) {
    const hasSome = namesOf(start).length > 0;
    const needs = { explore: hasSome, play: start.strategies.length > 0 };
    place.mode = needs[mode] === false ? "spots" : mode;
    byId("to-explore").disabled = !hasSome;
    byId("to-play").disabled = start.strategies.length === 0;
    for (const name of MODES) {
      byId(name).hidden = name !== place.mode;
      byId("to-" + name).setAttribute("aria-pressed", String(name === place.mode));
    }
    byId("unit").hidden = place.mode !== "explore";
    // The browser's way back leads to what was shown before.
    const address = toAddress(place, namesOf(start));
    history[address === location.hash || !location.hash ? "replaceState" : "pushState"](null, "", address);
    if (place.mode !== "play") table.leave();
    if (place.mode === "explore") return explorer.follow();
    explorer.stop();
    if (place.mode === "play") table.sit();
    if (place.mode === "push-fold") charts.show();
  }

  for (const mode of MODES) byId("to-" + mode).addEventListener("click", () => show(mode));
  function follow() {
    Object.assign(place, fromAddress(namesOf(start)));
    const named = place.missing.map((it) => "“" + it + "”").join(" and ");
    note = named && "The address names " + named + ", not shown here.";
    say("");
    show(place.mode);
  }

  window.addEventListener("hashchange", follow);
  follow();
}

begin().catch((error) => say(error.message));
