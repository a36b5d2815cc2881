// What a grid shows of a spot: how either seat plays or what it may hold.

import { capital, percent } from "./format.js";

const COLOURS = { f: "passive", c: "middle", r: "aggressive" };

// How the seat to act plays each starting hand.
export function actionsLook(start, spot, name) {
  const share = (place, letter) => {
    const number = spot.actions.findIndex((action) => action.letter === letter);
    return number < 0 ? 0 : spot.classes[place].shares[number];
  };
  const legend = spot.actions.map((action, number) =>
    [COLOURS[action.letter], action.name + " " + percent(spot.mean && spot.mean[number])]);
  return {
    name: name + ": what the " + spot.seat + " does",
    isRange: false,
    legend,
    cell(place) {
      const { holdings, reach, shares } = spot.classes[place];
      const hand = start.classes[place];
      if (!holdings) return empty(hand + ": not possible on this board");
      const most = shares.indexOf(Math.max(...shares));
      const isPale = reach < spot.least_reach;
      const often = isPale ? " (not reached)" : reach < 1 ? " (reached " + percent(reach) + ")" : "";
      const parts = spot.actions.map((action, number) => action.name + " " + percent(shares[number]));
      const below = isPale ? "" : spot.actions[most].name[0] + " " + Math.round(100 * shares[most]);
      const passive = share(place, "f");
      const told = hand + often + ": " + parts.join(", ");
      return { passive, upTo: passive + share(place, "c"), below, told, isPale };
    },
  };
}

// With which hands the other seat has come here.
export function rangeLook(start, spot, name) {
  const seat = spot.other_seat;
  return {
    name: name + ": with what the " + seat + " comes here",
    isRange: true,
    legend: [["middle", "how often the " + seat + "’s own actions lead here with the hand"]],
    cell(place) {
      const { holdings, other_reach: reach } = spot.classes[place];
      const hand = start.classes[place];
      if (!holdings) return empty(hand + ": not possible on this board");
      const isPale = reach < spot.least_reach;
      const told = hand + ": " + (isPale ? "not reached" : "reached " + percent(reach));
      return { passive: 0, upTo: reach, below: isPale ? "" : String(Math.round(100 * reach)), told, isPale };
    },
  };
}

const empty = (told) => ({ passive: 0, upTo: 0, below: "–", told, isPale: true });

// The spot in one sentence.
export function said(spot) {
  const cards = spot.board ? " on " + spot.board : "";
  const call = spot.to_call ? ", " + spot.to_call + " to call" : "";
  return capital(spot.street) + cards + ": " + spot.seat + " to act, " + spot.pot + " chips in the pot" + call + ".";
}
