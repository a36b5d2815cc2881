// Starting points: the likeliest spots of a board, and what two strategies do most differently.

import { holdingsOf, meanOf } from "./by_class.js";
import { button, refill, table } from "./element.js";
import { percent } from "./format.js";

const SHOWN = 12;

// Spots of a board; `go` hears of the betting that is chosen.
export function showSpots(box, spots, go, hasDifference) {
  const rows = spots.map((spot) => [
    button(spot.betting || "first decision", () => go(spot.betting)),
    spot.seat,
    percent(spot.probability),
    ...(hasDifference ? [percent(spot.difference)] : []),
  ]);
  const headings = ["betting", "to act", "reached", ...(hasDifference ? ["other action"] : [])];
  refill(box, rows.length ? table(headings, rows) : "None.");
}

// The starting hands that two strategies play most differently at a spot, weighed by how often the first comes here
// with them.
export function showHandsApart(box, start, spot, beside, choose) {
  const reach = spot.hands.reach;
  const of = holdingsOf(start).map((numbers) => numbers.filter((it) =>
    spot.hands.shares[0][it] !== null && beside.hands.shares[0][it] !== null));
  const played = (shown, numbers) => shown.hands.shares.map((shares) => meanOf(numbers, shares, reach));
  const apart = (number) => spot.actions.reduce((sum, _, action) => sum + Math.abs(
    spot.hands.shares[action][number] - beside.hands.shares[action][number]) / 2, 0);
  const weighed = of.map((numbers, place) => [place, numbers.reduce((sum, it) => sum + reach[it] * apart(it), 0)]);
  weighed.sort(([one, weight], [other, otherWeight]) => otherWeight - weight || one - other);
  const text = (shares) => spot.actions.map((action, place) => action.name + " " + percent(shares[place])).join(", ");
  const rows = weighed.slice(0, SHOWN).filter(([, weight]) => weight > 0).map(([place]) => [
    button(start.classes[place], () => choose(place)),
    text(played(spot, of[place])),
    text(played(beside, of[place])),
  ]);
  refill(box, rows.length ? table(["hand", "strategy", "beside"], rows) : "None.");
}
