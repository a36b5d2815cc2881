
// A map of the rows: two columns of numbers, one of words for the colours. Returns what draws it.
function rowMap(box, names, firstNumber, isChoice, rows) {
  const [width, height, left, bottom, top, right] = [720, 340, 56, 44, 10, 10];
  const place = box.querySelector(".map");
  const fields = document.createElement("div");
  fields.className = "sifter";
  const numbers = names.map((name, column) => [name, column]).slice(firstNumber);
  const [first, second] = box.dataset.map.split(",").map((number) => Number(number) + firstNumber);
  const across = chosenIn(fields, "across", numbers, first);
  const up = chosenIn(fields, "upwards", numbers, second);
  const wordsOf = (column) => [...new Set(rows.map((it) => it.texts[column]))];
  const coloured = names.map((name, column) => [name, column])
    .filter(([, column]) => isChoice[column - 1] && wordsOf(column).length <= 4);
  const colour = chosenIn(fields, "colours", coloured, coloured[0]?.[1]);
  const svg = place.querySelector("svg");
  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  const made = (name, attributes) => madeIn(svg, name, attributes);
  const text = (content, attributes) => textIn(svg, content, attributes);
  const legend = document.createElement("p");
  legend.className = "legend";
  const told = document.createElement("p");
  told.className = "told";
  place.prepend(fields);
  place.append(legend, told);
  fields.addEventListener("input", draw);
  let dots = [];
  svg.addEventListener("pointermove", (moved) => tell(nearest(moved)));
  svg.addEventListener("click", (clicked) => {
    const dot = nearest(clicked);
    if (!dot) return;
    tell(dot);
    rows.forEach((it) => it.row.classList.toggle("found", it === dot.it));
    dot.it.row.scrollIntoView({ block: "nearest" });
  });
  return draw;

  function draw() {
    const [x, y] = [across, up].map((list) => Number(list.value));
    const shown = rows.filter((it) => !Number.isNaN(it.numbers[x]) && !Number.isNaN(it.numbers[y]));
    const toX = scale(shown.map((it) => it.numbers[x]), left, width - right);
    const toY = scale(shown.map((it) => it.numbers[y]), height - bottom, top);
    const words = colour.value === "" ? [] : wordsOf(Number(colour.value));
    svg.replaceChildren();
    svg.setAttribute("aria-label", "map of the " + box.dataset.rows + ": " + names[x] + " across, " + names[y] +
      " upwards; the table below has the same numbers");
    ticks(toX).forEach((value) => {
      svg.append(made("line", { class: "eq-rule", x1: toX(value), x2: toX(value), y1: top, y2: height - bottom }));
      svg.append(text(value, { x: toX(value), y: height - bottom + 16, "text-anchor": "middle" }));
    });
    ticks(toY).forEach((value) => {
      svg.append(made("line", { class: "eq-rule", x1: left, x2: width - right, y1: toY(value), y2: toY(value) }));
      svg.append(text(value, { x: left - 6, y: toY(value) + 4, "text-anchor": "end" }));
    });
    svg.append(text(names[x], { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }));
    const middle = (top + height - bottom) / 2;
    svg.append(text(names[y], { transform: "translate(14 " + middle + ") rotate(-90)", "text-anchor": "middle" }));
    dots = shown.map((it) => {
      const [cx, cy] = [toX(it.numbers[x]), toY(it.numbers[y])];
      const series = words.length ? words.indexOf(it.texts[colour.value]) : 0;
      const dot = made("circle", { cx, cy, r: 3, class: "eq-s" + series + (it.fits ? "" : " out") });
      return { it, dot, cx, cy };
    });
    // Those that are left lie on top.
    svg.append(...dots.filter(({ it }) => !it.fits).concat(dots.filter(({ it }) => it.fits)).map(({ dot }) => dot));
    legend.replaceChildren(...words.map((word, number) => {
      const [entry, mark] = [document.createElement("span"), document.createElement("i")];
      mark.className = "eq-s" + number;
      entry.append(mark, word);
      return entry;
    }));
    told.textContent = "Point at a dot to read its row; a click finds it in the table.";
  }

  function nearest(event) {
    const seen = svg.getBoundingClientRect();
    const x = (event.clientX - seen.left) * width / seen.width;
    const y = (event.clientY - seen.top) * height / seen.height;
    const far = ({ cx, cy }) => (cx - x) ** 2 + (cy - y) ** 2;
    const fitting = dots.filter(({ it }) => it.fits);
    const best = fitting.reduce((best, dot) => (!best || far(dot) < far(best) ? dot : best), null);
    return best && far(best) < 400 ? best : null;
  }

  function tell(dot) {
    if (!dot) return;
    dots.forEach((other) => other.dot.classList.toggle("pointed", other === dot));
    const named = names.map((name, column) => name + " " + dot.it.texts[column]).slice(firstNumber);
    told.textContent = dot.it.texts[0] + ": " + named.join(", ");
  }
}

function chosenIn(form, name, columns, chosen) {
  const list = field(form, name, document.createElement("select"));
  columns.forEach(([text, column]) => list.append(new Option(text, column, false, column === chosen)));
  list.parentNode.hidden = columns.length < 2;
  return list;
}

function madeIn(svg, name, attributes) {
  const element = document.createElementNS(svg.namespaceURI, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  return element;
}

function textIn(svg, content, attributes) {
  const element = madeIn(svg, "text", { class: "eq-muted", ...attributes });
  element.textContent = String(content).replace("-", "−");
  return element;
}

// From a column's numbers to places between two ends.
function scale(numbers, from, to) {
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const [first, span] = high > low ? [low, high - low] : [low - 0.5, 1];
  const toPlace = (number) => from + (number - first) / span * (to - from);
  return Object.assign(toPlace, { low: first, high: first + span });
}

// Round numbers within a scale, some five of them.
function ticks({ low, high }) {
  const rough = (high - low) / 5;
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((it) => it >= rough);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, number) => Number(((first + number) * step).toPrecision(12)));
}
