// The grid of starting hands, 13 by 13 in the full deck: one cell can be reached with Tab, arrow keys lead to others.

import { element, spoken } from "./element.js";
import { placeAfter } from "./grid_keys.js";

// Colours from below, each with its share; what is left over stays empty.
function stripes(parts) {
  let sum = 0;
  const stops = parts.map(([colour, share]) => {
    const from = sum;
    sum += 100 * share;
    return colour + " " + from.toFixed(2) + "% " + sum.toFixed(2) + "%";
  });
  return "linear-gradient(to top, " + [...stops, "var(--empty) " + sum.toFixed(2) + "% 100%"].join(", ") + ")";
}

// A cell with the focus is kept: the pointer may cross others on its way to the numbers beside the grid.
const isHeld = () => document.activeElement?.closest("[role=grid]");

// Builds a grid into a figure; `choose` hears of the place that is pointed at, focused or clicked, and whether it was
// more than the pointer passing, and `paint`, where it is given, of those that are pressed, crossed with the button
// held down, or chosen with Enter or the space bar.
export function grid(figure, classes, choose, paint = null) {
  const cells = classes.map((name, place) => {
    const cell = element("td", { role: "gridcell", tabIndex: place ? -1 : 0 },
      element("b", { textContent: name, "aria-hidden": "true" }), element("i", { "aria-hidden": "true" }), spoken(""));
    for (const happening of ["click", "focus"]) cell.addEventListener(happening, () => move(place, true));
    cell.addEventListener("pointerenter", (it) => {
      if (paint && it.pointerType === "mouse" && it.buttons === 1) paint(place);
      if (!isHeld()) move(place, false);
    });
    if (paint) {
      // A finger that is put down may be about to scroll: only a tap paints.
      let pressed = "";
      cell.addEventListener("pointerdown", (it) => {
        pressed = it.pointerType;
        if (pressed === "mouse" && it.button === 0) paint(place);
      });
      cell.addEventListener("click", () => {
        if (pressed !== "mouse") paint(place);
        pressed = "";
      });
    }
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
    if (paint && (pressed.key === "Enter" || pressed.key === " ")) {
      pressed.preventDefault();
      paint(active);
    }
    const to = placeAfter(pressed.key, active, side);
    if (to === undefined) return;
    pressed.preventDefault();
    cells[to].focus();
  });

  function move(place, isMeant) {
    mark(place);
    choose(place, isMeant);
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
    cells.forEach((cell, place) => {
      const { parts, below, told, isPale } = look.cell(place);
      cell.style.background = stripes(parts);
      cell.children[1].textContent = below;
      cell.title = told;
      cell.lastChild.textContent = told;
      cell.classList.toggle("unreached", isPale);
    });
    legend.replaceChildren(...look.legend.map(([colour, text]) => {
      const key = element("i");
      key.style.background = colour;
      return element("span", {}, key, text);
    }));
  }

  return { draw, mark };
}
