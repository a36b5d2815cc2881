// Where the reader is; the page's address holds all of it, so that it can be kept and sent.

import { cardsOf, gapText } from "./format.js";

export const FLOP = 3;
const CARDS_OF = [0, 3, 4, 5];
export const MODES = ["explore", "play", "spots", "push-fold"];
const WORDS = ["mode", "strategy", "other", "board", "betting", "hand", "show"];

// Reads the address; strategies are named there, since their numbers may change.
export function fromAddress(names) {
  const words = new Map(location.hash.slice(1).split("&").map((word) => word.split("=").map(decoded)));
  const number = (name) => names.indexOf(words.get(name));
  const place = Object.fromEntries(WORDS.map((word) => [word, words.get(word) || ""]));
  place.strategy = Math.max(number("strategy"), 0);
  // What the address names and is not here.
  place.missing = ["strategy", "other"].map((name) => words.get(name)).filter((it) => it && !names.includes(it));
  if (place.mode && !MODES.includes(place.mode)) place.missing.push(place.mode);
  place.other = number("other") >= 0 ? number("other") : null;
  place.mode = MODES.includes(place.mode) ? place.mode : "explore";
  return place;
}

export function toAddress(place, names) {
  const word = (name) => (name === "strategy" || name === "other" ? names[place[name]] : place[name]);
  const given = WORDS.filter((name) => word(name)).map((name) => name + "=" + encodeURIComponent(word(name)));
  return "#" + given.join("&").replaceAll("%2F", "/");
}

function decoded(text) {
  try {
    return decodeURIComponent(text || "");
  } catch {
    return "";
  }
}

// The names of all that can be looked at: strategies, then exact answers.
export const namesOf = (start) => [...start.strategies, ...start.exact.map((it) => it.name)];

// The exact answer with a number; `undefined` for strategies.
export const exactOf = (start, number) => start.exact[number - start.strategies.length];

// What a strategy or an answer is called, with how exact it is.
export function labelOf(start, number) {
  const gap = exactOf(start, number)?.exploitability_percent_of_pot;
  return namesOf(start)[number] + (gap === undefined || gap === null ? "" : ", within " + gapText(gap));
}

// A spot by itself is no place of the strategies' game.
export const isByItself = (exact) => exact !== undefined && exact.betting === "";

// The board as an exact answer writes it; `null` where its own cards do not lie first.
export function boardOf(exact, board) {
  const count = exact.board.length / 2;
  const own = cardsOf(exact.board);
  return cardsOf(board).slice(0, count).every((card) => own.includes(card)) && board.length >= exact.board.length
    ? exact.board + board.slice(exact.board.length) : null;
}

// How many cards the betting needs: a slash opens a street. That of a spot by itself begins on its own board.
export function cardsNeeded(betting, exact = undefined) {
  const slashes = betting.split("/").length - 1;
  return isByItself(exact) ? Math.min(exact.board.length / 2 + slashes, 5) : CARDS_OF[Math.min(slashes, 3)];
}

// As many cards as wanted, those that lie there first.
export function dealt(board, count, deck) {
  const cards = board.slice(0, count);
  const free = deck.filter((card) => !cards.includes(card));
  while (cards.length < count) cards.push(free.splice(Math.floor(Math.random() * free.length), 1)[0]);
  return cards;
}
