// What a grid shows of a spot: how either seat plays or what it may hold.

import { capital, percent } from "./format.js";

const COLOURS = { f: "var(--passive)", c: "var(--middle)", r: "var(--aggressive)" };

// The colour of each action; of several sizes the larger is the stronger.
function coloursOf(actions) {
  const raises = actions.filter((action) => action.letter === "r");
  const last = Math.max(raises.length - 1, 1);
  const strength = (action) => 100 - (55 * (raises.length - 1 - raises.indexOf(action))) / last;
  return actions.map((action) => (action.letter === "r"
    ? "color-mix(in srgb, " + COLOURS.r + " " + strength(action) + "%, white)" : COLOURS[action.letter]));
}

// How the seat to act plays each starting hand.
export function actionsLook(start, spot, name) {
  const colours = coloursOf(spot.actions);
  const legend = spot.actions.map((action, number) =>
    [colours[number], action.name + " " + percent(spot.mean && spot.mean[number])]);
  return {
    name: name + ": what the " + spot.seat + " does",
    legend,
    cell(place) {
      const { holdings, held, reach, shares } = spot.classes[place];
      const hand = start.classes[place];
      if (!holdings) return empty(hand + ": not possible on this board");
      if (!held) return empty(hand + ": not in the range");
      const most = shares.indexOf(Math.max(...shares));
      const isPale = reach < spot.least_reach;
      const often = isPale ? " (not reached)" : reach < 1 ? " (reached " + percent(reach) + ")" : "";
      const parts = spot.actions.map((action, number) => action.name + " " + percent(shares[number]));
      const below = isPale ? "" : spot.actions[most].name[0] + " " + Math.round(100 * shares[most]);
      const told = hand + often + ": " + parts.join(", ");
      return { parts: shares.map((share, number) => [colours[number], share]), below, told, isPale };
    },
  };
}

// With which hands the other seat has come here.
export function rangeLook(start, spot, name) {
  const seat = spot.other_seat;
  return {
    name: name + ": with what the " + seat + " comes here",
    legend: [["var(--middle)", "how often the " + seat + "’s own actions lead here with the hand"]],
    cell(place) {
      const { holdings, other_reach: reach } = spot.classes[place];
      const hand = start.classes[place];
      if (!holdings) return empty(hand + ": not possible on this board");
      const isPale = reach < spot.least_reach;
      const told = hand + ": " + (isPale ? "not reached" : "reached " + percent(reach));
      return { parts: filled(reach), below: isPale ? "" : String(Math.round(100 * reach)), told, isPale };
    },
  };
}

const empty = (told) => ({ parts: [], below: "–", told, isPale: true });

// A cell that is filled from below.
export const filled = (share) => [["var(--middle)", share]];

// The spot in one sentence.
export function said(spot) {
  const cards = spot.board ? " on " + spot.board : "";
  const call = spot.to_call ? ", " + spot.to_call + " to call" : "";
  return capital(spot.street) + cards + ": " + spot.seat + " to act, " + spot.pot + " chips in the pot" + call + ".";
}
