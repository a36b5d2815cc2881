// A spot that is being solved: one request that ends with the answer, and short ones that say how far it has come.

import { gapText } from "./format.js";
import { get, post } from "./server.js";

const BETWEEN = 400;
// The server ends what the same part of this page has asked for before when it asks for another solving.
const PAGE = Math.random().toString(36).slice(2);

// Solves until the target is met, or until `signal` says to stop: then what there is is the answer.
export async function solved(asked, part, signal, told) {
  const page = PAGE + part;
  let isBegun = false;
  const timer = setInterval(async () => {
    const found = await get("/api/exact/progress", { page }).catch(() => null);
    if (!found || signal.aborted) return;
    isBegun ||= found.iterations > 0;
    told(found.waits ? "Another spot is being solved; this one waits." : progressText(found));
  }, BETWEEN);
  const ask = (more, until) => post("/api/exact/solve", { ...asked, ...more, page }, until);
  try {
    return await ask({}, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (!isBegun) throw new Error("Stopped before it began.");
    told("Stopping …");
    // What was learned is kept: one iteration in all has been played long ago.
    return await stopped(() => ask({ to: null, iterations: 1 }));
  } finally {
    clearInterval(timer);
  }
}

// The older request is still on its way to its end.
async function stopped(ask) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((done) => { setTimeout(done, 250); });
    }
  }
}

function progressText({ iterations, note, seconds }) {
  const gap = note ? ", a best response gains " + note : "";
  return "Solving: " + iterations.toLocaleString("en") + " iterations in " + seconds.toFixed(0) + " s" + gap + ".";
}

// What was found, in a line.
export function foundText({ exploitability_percent_of_pot: gap, iterations, seconds }) {
  const time = seconds === null ? "" : ", " + seconds.toFixed(seconds < 10 ? 1 : 0) + " s";
  return "A best response gains " + gapText(gap) + " (" + iterations.toLocaleString("en") + " iterations" + time + ").";
}
