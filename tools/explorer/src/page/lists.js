// Starting points: the likeliest spots of a board, and what two strategies do most differently.

import { button, refill, table } from "./element.js";
import { cardsOf, percent, shownCard } from "./format.js";

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

// The hands of a spot that two strategies play most differently, weighed by how often the first comes here with them.
export function showHandsApart(box, start, spot, beside, choose) {
  const apart = (number) => {
    const differences = spot.actions.map((_, action) =>
      Math.abs(spot.hands.shares[action][number] - beside.hands.shares[action][number]));
    return differences.reduce((sum, it) => sum + it, 0) / 2;
  };
  const possible = start.holdings.map((_, number) => number).filter((number) =>
    spot.hands.shares[0][number] !== null && beside.hands.shares[0][number] !== null);
  const weighed = possible.map((number) => [number, spot.hands.reach[number] * apart(number)]);
  weighed.sort(([one, weight], [other, otherWeight]) => otherWeight - weight || one - other);
  const shares = (of, number) => spot.actions.map((action, place) =>
    action.name + " " + percent(of.hands.shares[place][number])).join(", ");
  const rows = weighed.slice(0, SHOWN).filter(([, weight]) => weight > 0).map(([number]) => [
    button(cardsOf(start.holdings[number]).map(shownCard).join(" "), () => choose(start.holdings[number])),
    shares(spot, number),
    shares(beside, number),
  ]);
  refill(box, rows.length ? table(["hand", "strategy", "beside"], rows) : "None.");
}
