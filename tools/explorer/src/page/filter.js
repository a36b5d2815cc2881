// Which hands are looked at: all, or those of some made hands and draws; and a range by what it makes of the board.

import { meanOf, total } from "./by_class.js";
import { button, element, folded, refill, scrollable, table } from "./element.js";
import { capital, percent } from "./format.js";
import { reachOf, seatOf } from "./look.js";

const KINDS = ["made", "draw"];

// The filter; `hands` are those of the spot that is shown.
export function handFilter() {
  const chosen = { made: new Set(), draw: new Set() };
  let hands = {};
  const isOn = () => hands.made !== undefined && KINDS.some((kind) => chosen[kind].size > 0);
  return {
    isOn,
    isChosen: (kind, number) => chosen[kind].has(number),
    show(spot) { hands = spot.hands; },
    toggle(kind, number) { if (!chosen[kind].delete(number)) chosen[kind].add(number); },
    clear() { KINDS.forEach((kind) => chosen[kind].clear()); },
    has: (number) => !isOn() || KINDS.every((kind) => !chosen[kind].size || chosen[kind].has(hands[kind][number])),
  };
}

// The range of a seat by made hands and by draws: what each is a share of, and what is done with it.
export function showBreakdown(box, start, { spot, equity }, view, filter, changed) {
  if (!spot.hands.made) return refill(box, element("p", { textContent: "There is no board yet." }));
  const reach = reachOf(spot, view.seat);
  const all = reach.map((_, number) => number).filter((number) => reach[number] !== null);
  const whole = total(all, reach);
  const isPlayed = view.seat === 0;
  const row = (kind) => (name, number) => {
    const those = all.filter((it) => spot.hands[kind][it] === number);
    const share = total(those, reach) / whole;
    if (!(share > 0) && !filter.isChosen(kind, number)) return null;
    const found = equity?.seats[view.seat];
    return [
      button(name, () => { filter.toggle(kind, number); changed(); },
        { "aria-pressed": String(filter.isChosen(kind, number)) }),
      percent(share),
      found ? percent(meanOf(those, found.equity, found.weight)) : "…",
      ...(isPlayed ? spot.hands.shares.map((shares) => percent(meanOf(those, shares, reach))) : []),
    ];
  };
  const headings = (first) => [first, "of range", "equity", ...(isPlayed ? spot.actions.map((it) => it.name) : [])];
  const shown = (first, kind, names) => {
    const rows = names.map(row(kind)).filter(Boolean).reverse();
    return scrollable(capital(first) + " by share", folded(table(headings(first), rows), "slim"));
  };
  refill(box, element("p", { className: "note", textContent: "The " + seatOf(spot, view.seat)
    + "’s range; choose what the grid and the table of holdings are to show." }),
    shown("made hand", "made", start.made_hands),
    ...(spot.street === "river" ? [] : [shown("draw", "draw", start.draws)]),
    button("Show all hands", () => { filter.clear(); changed(); }, { disabled: !filter.isOn() }));
}
