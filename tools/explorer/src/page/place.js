// Where the reader is; the page's address holds all of it, so that it can be kept and sent.

export const FLOP = 3;
const CARDS_OF = [0, 3, 4, 5];
const MODES = ["play", "spots"];
const WORDS = ["strategy", "other", "board", "betting", "hand", "show", "mode"];

// Reads the address; strategies are named there, since their numbers may change.
export function fromAddress(names) {
  const words = new Map(location.hash.slice(1).split("&").map((word) => word.split("=").map(decoded)));
  const number = (name) => names.indexOf(words.get(name));
  const place = Object.fromEntries(WORDS.map((word) => [word, words.get(word) || ""]));
  place.strategy = Math.max(number("strategy"), 0);
  place.other = number("other") >= 0 ? number("other") : null;
  place.mode = MODES.includes(place.mode) ? place.mode : "";
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

// Whether an exact answer has something to say on a board after some betting.
export const covers = (exact, { board, betting }) => board.startsWith(exact.board) && betting.startsWith(exact.betting);

// How many cards the betting needs: a slash opens a street. That of a spot by itself begins on its own board.
export function cardsNeeded(betting, exact = undefined) {
  const slashes = betting.split("/").length - 1;
  const isByItself = exact && !exact.betting;
  return isByItself ? Math.min(exact.board.length / 2 + slashes, 5) : CARDS_OF[Math.min(slashes, 3)];
}

// As many cards as wanted, those that lie there first.
export function dealt(board, count, deck) {
  const cards = board.slice(0, count);
  const free = deck.filter((card) => !cards.includes(card));
  while (cards.length < count) cards.push(free.splice(Math.floor(Math.random() * free.length), 1)[0]);
  return cards;
}
