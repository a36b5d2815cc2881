// A range: its text, and a grid on which it is painted. The text is the truth: painting adds words to it, and of words
// that name a hand twice the last one counts.

import { element } from "./element.js";
import { percent } from "./format.js";
import { grid } from "./grid.js";
import { filled } from "./look.js";
import { post } from "./server.js";

const WAIT = 200;
const BRUSHES = [1, 0.75, 0.5, 0.25, 0];

// Builds the editor into a figure; `changed` hears of every new text.
export function rangeEditor(figure, start, name, changed) {
  const text = element("textarea", { rows: 3, spellcheck: false, "aria-label": name + ", as text" });
  const brushes = BRUSHES.map((weight) => new Option(weight ? percent(weight) : "nothing", weight));
  const brush = element("select", {}, ...brushes);
  const told = element("p", { className: "note", role: "status", "aria-live": "polite" });
  const painted = element("div", { className: "strategies hands" });
  figure.replaceChildren(element("h2", { textContent: name }), text,
    element("label", {}, "Paint with ", brush), painted, told);
  const cells = grid(painted, start.classes, () => {}, paint);
  let [weights, timer, turn] = [start.classes.map(() => 0), 0, 0];
  text.addEventListener("input", () => read());
  draw();

  function paint(place) {
    const weight = Number(brush.value);
    const word = start.classes[place] + (weight === 1 ? "" : ":" + weight);
    const isOther = (it) => it && it.split(":")[0] !== start.classes[place];
    text.value = [...text.value.split(/[\s,]+/).filter(isOther), word].join(",");
    weights[place] = weight;
    draw();
    read();
  }

  // What the text says, as soon as the typing pauses.
  function read() {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
    changed();
  }

  async function ask() {
    const mine = ++turn;
    const found = await post("/api/exact/range", { text: text.value }).catch((error) => error);
    if (mine !== turn) return;
    const isWrong = found instanceof Error;
    text.setAttribute("aria-invalid", String(isWrong));
    told.textContent = isWrong ? found.message : found.combos.toLocaleString("en") + " combinations";
    if (isWrong) return;
    weights = found.weights;
    draw();
  }

  function draw() {
    const cell = (place) => {
      const weight = weights[place];
      return { parts: filled(weight), below: weight ? String(Math.round(100 * weight)) : "", isPale: false,
        told: start.classes[place] + ": " + (weight ? percent(weight) : "not in the range") };
    };
    cells.draw({ name, legend: [], cell });
  }

  function set(value) {
    text.value = value;
    ask();
  }

  return { set, value: () => text.value };
}
