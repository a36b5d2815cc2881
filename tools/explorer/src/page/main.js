// The page: explores, or plays; its address says which, and where.

import { byId } from "./element.js";
import { explore } from "./explore.js";
import { fromAddress, toAddress } from "./place.js";
import { play } from "./play.js";
import { get } from "./server.js";

function say(problem) {
  byId("wrong").textContent = problem;
  byId("wrong").hidden = !problem;
}

async function begin() {
  const start = await get("/api/start");
  const place = fromAddress(start.strategies);
  const explorer = explore(start, place, say);
  const table = play(start, place, say);

  function show(mode) {
    place.mode = mode;
    for (const name of ["explore", "play"]) {
      byId(name).hidden = name !== (mode || "explore");
      byId("to-" + name).setAttribute("aria-pressed", String(name === (mode || "explore")));
    }
    history.replaceState(null, "", toAddress(place, start.strategies));
    if (mode === "play") {
      explorer.stop();
      table.sit();
    } else explorer.go({});
  }

  byId("to-explore").addEventListener("click", () => show(""));
  byId("to-play").addEventListener("click", () => show("play"));
  window.addEventListener("hashchange", () => {
    Object.assign(place, fromAddress(start.strategies));
    show(place.mode);
  });
  show(place.mode);
}

begin().catch((error) => say(error.message));
