// What a grid shows of a spot: how a seat plays, with what it comes, and what that is worth.

import { holdingsOf, meanOf, total } from "./by_class.js";
import { bigBlinds, capital, cardsText, chipsText, percent, worthText } from "./format.js";

const COLOURS = { f: "var(--passive)", c: "var(--middle)", r: "var(--aggressive)" };

// What can be shown, by the word of the address: of which seat (0 is to act), and what of it.
export const VIEWS = {
  "": { seat: 0, what: "strategy" },
  weight: { seat: 0, what: "weight" },
  equity: { seat: 0, what: "equity" },
  ev: { seat: 0, what: "ev" },
  range: { seat: 1, what: "weight" },
  "other-equity": { seat: 1, what: "equity" },
  "other-ev": { seat: 1, what: "ev" },
};
export const viewOf = (show) => VIEWS[show] ?? VIEWS[""];
export const wordOf = (seat, what) => Object.keys(VIEWS).find((word) =>
  VIEWS[word].seat === seat && VIEWS[word].what === what) ?? "range";
export const NAMES = { strategy: "Strategy", weight: "Range", equity: "Equity", ev: "EV" };

export const seatOf = (spot, seat) => (seat ? spot.other_seat : spot.seat);
export const reachOf = (spot, seat) => (seat ? spot.hands.other_reach : spot.hands.reach);

// The colour of each action; of several sizes the larger is the stronger.
export function coloursOf(actions) {
  const raises = actions.filter((action) => action.letter === "r");
  const last = Math.max(raises.length - 1, 1);
  const strength = (action) => 100 - (55 * (raises.length - 1 - raises.indexOf(action))) / last;
  return actions.map((action) => (action.letter === "r"
    ? "color-mix(in srgb, " + COLOURS.r + " " + strength(action) + "%, white)" : COLOURS[action.letter]));
}

// A look at what is known: `equity` and `values` are null while they are computed.
export function lookOf(start, { spot, equity, values }, view, name, filter) {
  const reach = reachOf(spot, view.seat);
  const isThere = (number) => reach[number] !== null && filter.has(number);
  const classes = holdingsOf(start).map((numbers) => numbers.filter(isThere));
  const cell = CELLS[view.what]({ spot, equity, values, classes, reach, seat: view.seat, isWhole: !filter.isOn() });
  return {
    name: name + ": " + cell.name,
    legend: cell.legend,
    cell(place) {
      const hand = start.classes[place];
      if (!classes[place].length) return empty(hand + ": not possible here");
      const often = total(classes[place], reach) / classes[place].length;
      const isPale = often < spot.least_reach;
      const shown = cell.of(place, isPale);
      if (!shown) return empty(hand + ": not in the range");
      const reached = isPale ? " (not reached)" : often < 1 ? " (reached " + percent(often) + ")" : "";
      return { ...shown, told: hand + reached + ": " + shown.told, isPale };
    },
  };
}

const CELLS = {
  // How the seat to act plays each starting hand.
  strategy({ spot, classes, reach, isWhole }) {
    const colours = coloursOf(spot.actions);
    const mean = (numbers) => spot.hands.shares.map((shares) => meanOf(numbers, shares, reach));
    const means = (isWhole && spot.mean) || mean(classes.flat());
    return {
      name: "what the " + spot.seat + " does",
      legend: spot.actions.map((action, number) => [colours[number], action.name + " " + percent(means[number])]),
      of(place, isPale) {
        const shares = mean(classes[place]);
        if (shares[0] === null) return null;
        const most = shares.indexOf(Math.max(...shares));
        const parts = spot.actions.map((action, number) => action.name + " " + percent(shares[number]));
        const below = isPale ? "" : spot.actions[most].name[0] + " " + Math.round(100 * shares[most]);
        return { parts: shares.map((share, number) => [colours[number], share]), below, told: parts.join(", ") };
      },
    };
  },
  // With which hands a seat has come here.
  weight({ spot, classes, reach, seat }) {
    const player = seatOf(spot, seat);
    return {
      name: "with what the " + player + " comes here",
      legend: [["var(--middle)", "how often the " + player + "’s own actions lead here with the hand"]],
      of(place, isPale) {
        const often = total(classes[place], reach) / classes[place].length;
        const told = isPale ? "never comes" : "comes " + percent(often);
        return { parts: filled(often), below: isPale ? "" : String(Math.round(100 * often)), told };
      },
    };
  },
  equity({ spot, equity, classes, seat }) {
    const player = seatOf(spot, seat);
    const found = equity?.seats[seat];
    return {
      name: "equity of the " + player,
      legend: [["var(--middle)", found ? "share of the pot if there is no more betting; the whole range "
        + percent(found.mean) : "being computed"]],
      of(place) {
        const share = found ? meanOf(classes[place], found.equity, found.weight) : null;
        if (share === null) return found ? null : waiting;
        return { parts: filled(share), below: String(Math.round(100 * share)), told: "equity " + percent(share) };
      },
    };
  },
  ev({ spot, equity, values, classes, reach, seat }) {
    const player = seatOf(spot, seat);
    const found = values?.here?.[seat];
    const weights = equity?.seats[seat].weight ?? reach;
    const of = (place) => (found ? meanOf(classes[place], found, weights) : null);
    const most = Math.max(...classes.map((_, place) => Math.abs(of(place) ?? 0)), 1e-9);
    const unit = spot.unit === "mbb" ? "big blinds won in the hand" : "chips of the pot";
    const why = seat && values?.is_exact && values.here?.length === 1 && !values.boards
      ? "not computed for this seat of an exact answer" : "being computed";
    return {
      name: "EV of the " + player,
      legend: found ? [["var(--wins)", "wins"], ["var(--loses)", "loses; " + unit]] : [["var(--empty)", why]],
      of(place) {
        const value = of(place);
        if (value === null) return found ? null : waiting;
        const strength = Math.round(15 + 85 * Math.sqrt(Math.abs(value) / most));
        const colour = "color-mix(in srgb, var(--" + (value < 0 ? "loses" : "wins") + ") " + strength + "%, white)";
        const short = spot.unit === "mbb" ? value / 1000 : value;
        const below = (short < 0 ? "−" : "") + Math.abs(short).toFixed(Math.abs(short) < 9.95 ? 1 : 0);
        return { parts: [[colour, 1]], below, told: "EV " + worthText(value, spot.unit) };
      },
    };
  },
};

const waiting = { parts: [], below: "…", told: "being computed" };
const empty = (told) => ({ parts: [], below: "–", told, isPale: true });

// A cell that is filled from below.
export const filled = (share) => [["var(--middle)", share]];

// The spot in one sentence.
export function said(start, spot) {
  const cards = spot.board ? " on " + cardsText(spot.board) : "";
  const amount = (chips) => chipsText(chips) + bigBlinds(chips, start, spot);
  const call = spot.to_call ? ", " + amount(spot.to_call) + " to call" : "";
  return capital(spot.street) + cards + ": " + spot.seat + " to act, " + amount(spot.pot) + " in the pot" + call + ".";
}
