// The page: explores, plays, solves spots, or shows push-or-fold charts; its address says which, and where.

import { byId } from "./element.js";
import { explore } from "./explore.js";
import { fromAddress, namesOf, toAddress } from "./place.js";
import { play } from "./play.js";
import { pushFold } from "./push_fold.js";
import { get, refresh } from "./server.js";
import { spots } from "./spots.js";

const MODES = { explore: "", play: "play", spots: "spots", "push-fold": "push-fold" };

function say(problem) {
  byId("wrong").textContent = problem;
  byId("wrong").hidden = !problem;
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
    Object.assign(place, { strategy: number, other: null, board: exact.board, betting: "", hand: "" });
    show("");
  });

  function show(mode) {
    const hasSome = namesOf(start).length > 0;
    const needs = { "": hasSome, play: start.strategies.length > 0 };
    place.mode = needs[mode] === false ? "spots" : mode;
    byId("to-explore").disabled = !hasSome;
    byId("to-play").disabled = start.strategies.length === 0;
    for (const [name, of] of Object.entries(MODES)) {
      byId(name).hidden = of !== place.mode;
      byId("to-" + name).setAttribute("aria-pressed", String(of === place.mode));
    }
    byId("unit").hidden = place.mode !== "";
    // The browser's way back leads to what was shown before.
    const address = toAddress(place, namesOf(start));
    history[address === location.hash || !location.hash ? "replaceState" : "pushState"](null, "", address);
    if (place.mode === "") return explorer.go({});
    explorer.stop();
    if (place.mode === "play") table.sit();
    if (place.mode === "push-fold") charts.show();
  }

  for (const [name, mode] of Object.entries(MODES)) byId("to-" + name).addEventListener("click", () => show(mode));
  function follow() {
    Object.assign(place, fromAddress(namesOf(start)));
    const { missing } = place;
    show(place.mode);
    const named = missing.map((it) => "“" + it + "”").join(" and ");
    if (named) say("The address names " + named + ", not shown here.");
  }

  window.addEventListener("hashchange", follow);
  follow();
}

begin().catch((error) => say(error.message));
