// Push or fold: the exact charts of any stack, drawn again with every change.

import { byId, element } from "./element.js";
import { mbb, percent } from "./format.js";
import { grid } from "./grid.js";
import { filled } from "./look.js";
import { get } from "./server.js";

const PARTS = [
  { key: "jam", name: "The button jams", does: "jams" },
  { key: "call", name: "The big blind calls", does: "calls" },
];

export function pushFold(say) {
  const stack = element("input", { type: "number", min: 1, max: 500, step: 0.1, value: 10, className: "amount" });
  const said = element("p", { className: "said", role: "status", "aria-live": "polite" });
  const told = element("p", { className: "note" });
  const figures = PARTS.map(() => element("figure", { className: "hands strategies" }));
  const ranges = PARTS.map(() => element("p", { className: "note" }));
  byId("push-fold").replaceChildren(
    element("form", { className: "row", onsubmit: (it) => it.preventDefault() },
      element("label", {}, "Both have, in big blinds ", stack)),
    said, element("div", { className: "blocks" }, ...figures), told, ...ranges);
  stack.addEventListener("input", () => show());
  let shown = null;
  let grids = null;

  // What a hand does, and what that wins more than folding.
  function tell(place) {
    const of = (part) => {
      const { shares, advantages_mbb: advantages } = shown[part.key];
      return part.does + " " + percent(shares[place]) + " (" + mbb(advantages[place]) + " mbb beyond folding)";
    };
    told.textContent = shown.classes[place] + ": the button " + of(PARTS[0]) + "; the big blind " + of(PARTS[1]) + ".";
  }

  async function show() {
    if (!stack.checkValidity() || !stack.value) return;
    try {
      const asked = stack.value;
      const found = await get("/api/push-fold", { stack: asked });
      // A newer one is on its way.
      if (asked !== stack.value) return;
      shown = found;
      say("");
    } catch (error) {
      return say(error.message);
    }
    grids = grids || figures.map((figure) => grid(figure, shown.classes, tell));
    PARTS.forEach((part, number) => {
      const { share, shares, range } = shown[part.key];
      const name = part.name + " with " + percent(share) + " of hands";
      const cell = (place) => ({
        parts: filled(shares[place]),
        below: shares[place] ? String(Math.round(100 * shares[place])) : "",
        told: shown.classes[place] + ": " + part.does + " " + percent(shares[place]),
        isPale: false,
      });
      grids[number].draw({ name, legend: [["var(--middle)", "how often, in percent"]], cell });
      ranges[number].textContent = part.name + ": " + (range.replaceAll(",", ", ") || "nothing") + ".";
    });
    said.textContent = "With " + shown.stack + " big blinds each, and nothing but all-in or folding, a hand is worth " +
      mbb(shown.value_mbb) + " mbb to the button.";
  }

  return { show };
}
