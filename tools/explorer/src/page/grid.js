// The grid of starting hands, 13 by 13 in the full deck: one cell can be reached with Tab, arrow keys lead to others.

import { element } from "./element.js";
import { placeAfter } from "./grid_keys.js";

// A cell with the focus is kept: the pointer may cross others on its way to the numbers beside the grid.
const isHeld = () => document.activeElement?.closest("[role=grid]");

// Builds a grid into a figure; `choose` hears of the place that is pointed at, focused or clicked.
export function grid(figure, classes, choose) {
  const cells = classes.map((name, place) => {
    const cell = element("td", { role: "gridcell", tabIndex: place ? -1 : 0 }, element("b", { textContent: name }),
      element("i"));
    for (const happening of ["click", "focus"]) cell.addEventListener(happening, () => move(place));
    cell.addEventListener("pointerenter", () => { if (!isHeld()) move(place); });
    return cell;
  });
  const side = Math.sqrt(cells.length);
  const rows = Array.from({ length: side }, (_, row) => cells.slice(side * row, side * (row + 1)));
  const body = element("tbody", {}, ...rows.map((row) => element("tr", { role: "row" }, ...row)));
  const table = element("table", { role: "grid" }, body);
  const shown = element("p", { className: "shown" });
  const legend = element("p", { className: "legend" });
  figure.replaceChildren(shown, table, legend);
  let active = 0;

  table.addEventListener("keydown", (pressed) => {
    const to = placeAfter(pressed.key, active, side);
    if (to === undefined) return;
    pressed.preventDefault();
    cells[to].focus();
  });

  function move(place) {
    mark(place);
    choose(place);
  }

  function mark(place) {
    cells[active].tabIndex = -1;
    cells[active].removeAttribute("aria-selected");
    active = place;
    cells[active].tabIndex = 0;
    cells[active].setAttribute("aria-selected", "true");
  }

  // Shows a look: its name, each cell, and what the colours mean.
  function draw(look) {
    shown.textContent = look.name;
    table.setAttribute("aria-label", look.name);
    table.classList.toggle("range", look.isRange);
    cells.forEach((cell, place) => {
      const { passive, upTo, below, told, isPale } = look.cell(place);
      cell.style.setProperty("--a", 100 * passive + "%");
      cell.style.setProperty("--b", 100 * upTo + "%");
      cell.lastChild.textContent = below;
      cell.title = told;
      cell.setAttribute("aria-label", told);
      cell.classList.toggle("unreached", isPale);
    });
    legend.replaceChildren(...look.legend.map(([colour, text]) => {
      const key = element("i");
      key.style.background = "var(--" + colour + ")";
      return element("span", {}, key, text);
    }));
  }

  return { draw, mark };
}
