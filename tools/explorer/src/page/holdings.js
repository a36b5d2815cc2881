// All holdings in a table: sorted by any column, as the filter leaves them, and as a file.

import { button, element, folded, refill, scrollable } from "./element.js";
import { cardsText, percent } from "./format.js";
import { reachOf } from "./look.js";

const FEW = 50;

// What a table shows of each holding: heading, number or text, and how it is written.
function columnsOf(start, { spot, equity, values }, view) {
  const { hands } = spot;
  const found = equity?.seats[view.seat];
  const here = values?.here?.[view.seat];
  const ev = (value) => (value === null || value === undefined ? "–"
    : value.toFixed(spot.unit === "mbb" ? 0 : 2).replace("-", "−"));
  // `kept` is how a file has it: numbers with all their digits.
  const share = (of) => ({ of, written: percent, kept: String });
  const text = (of) => ({ of, written: (it) => it, kept: (it) => it });
  const named = (of, names) => ({ of, written: (it) => names[it], kept: (it) => names[it] });
  return [
    ["hand", { of: (it) => start.holdings[it], written: cardsText, kept: (it) => it }],
    ["class", text((it) => start.classes[start.class_of[it]])],
    ...(hands.made ? [["made hand", named((it) => hands.made[it], start.made_hands)],
      ["draw", named((it) => hands.draw[it], start.draws)]] : []),
    ...(hands.bucket ? [["bucket", { of: (it) => hands.bucket[it], written: String, kept: String }]] : []),
    ["reached", share((it) => reachOf(spot, view.seat)[it])],
    ...(found ? [["equity", share((it) => found.equity[it])]] : []),
    ...(here ? [["EV, " + spot.unit, { of: (it) => here[it], written: ev, kept: String }]] : []),
    ...(view.seat ? [] : spot.actions.map((action, number) => [action.name, share((it) => hands.shares[number][it])])),
  ];
}

export function holdingsTable(box, start, choose) {
  let [column, isDown, isAll, shown] = [0, false, false, null];

  // Cards and numbers from the highest down first, words from A.
  function sort(place) {
    [column, isDown] = [place, place === column ? !isDown : place > 1];
    draw();
  }

  function sorted(columns) {
    const { spot } = shown.data;
    const reach = reachOf(spot, shown.view.seat);
    const numbers = start.holdings.map((_, number) => number).filter((it) =>
      reach[it] !== null && shown.filter.has(it));
    const { of } = columns[Math.min(column, columns.length - 1)][1];
    const compare = (one, other) => (typeof one === "string" ? one.localeCompare(other) : one - other);
    const key = (it) => of(it) ?? -Infinity;
    return numbers.sort((one, other) => (isDown ? -1 : 1) * compare(key(one), key(other)) || one - other);
  }

  function draw() {
    const columns = columnsOf(start, shown.data, shown.view);
    const numbers = sorted(columns);
    const heads = columns.map(([name], place) => element("th", { scope: "col",
      "aria-sort": place === column ? (isDown ? "descending" : "ascending") : "none" },
    button(name + (place === column ? (isDown ? " ↓" : " ↑") : ""), () => sort(place))));
    const rows = numbers.slice(0, isAll ? numbers.length : FEW).map((number) => element("tr", {},
      ...columns.map(([, { of, written }], place) => (place
        ? element("td", { textContent: written(of(number)) })
        : element("th", { scope: "row" }, button(written(of(number)), () => choose(start.holdings[number])))))));
    refill(box, element("div", { className: "row" },
      button("Download as CSV", () => save(columns, numbers)),
      ...(numbers.length > FEW ? [button(isAll ? "Show " + FEW : "Show all " + numbers.length.toLocaleString("en"),
        () => { isAll = !isAll; draw(); })] : [])),
    scrollable("All holdings", folded(element("table", { className: "data" },
      element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)), "even")));
  }

  function save(columns, numbers) {
    const quoted = (text) => (/[",\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
    const line = (words) => words.map(quoted).join(",");
    const row = (number) => columns.map(([, { of, kept }]) => {
      const value = of(number);
      return value === null || value === undefined ? "" : kept(value);
    });
    const lines = [line(columns.map(([name]) => name)), ...numbers.map((number) => line(row(number)))];
    const { spot } = shown.data;
    saveAs(["holdings", spot.board, spot.betting.replaceAll("/", "-")].filter(Boolean).join("-") + ".csv",
      lines.join("\n") + "\n", "text/csv");
  }

  return { show(data, view, filter) { shown = { data, view, filter }; draw(); } };
}

// Hands a file to the browser, which keeps it where downloads go.
export function saveAs(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
