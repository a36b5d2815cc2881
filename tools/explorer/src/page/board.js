// The board: five places for cards, and a picker of all cards.

import { button, byId, element, refill } from "./element.js";
import { shownCard, spokenCard } from "./format.js";

const STREETS = ["Flop", "Flop", "Flop", "Turn", "River"];
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

// A card as an element; none is its back.
export function face(card, name = "span") {
  if (!card) return element(name, { className: "card back", "aria-label": "hidden card", role: "img" });
  return element(name, { className: "card " + SUIT_NAMES[card[1]], textContent: shownCard(card),
    "aria-label": spokenCard(card), role: "img" });
}

// Draws the board; `change` hears of the place and the card that is chosen for it. So many cards are fixed.
export function showBoard(box, board, start, change, fixed = 0) {
  const slots = STREETS.map((street, place) => {
    const card = board[place];
    const slot = button(card ? shownCard(card) : street, () => pick(start, board, place, change), {
      className: "card " + (card ? SUIT_NAMES[card[1]] : "none"),
      "aria-label": street + ": " + (card ? spokenCard(card) : "no card"),
      disabled: place < fixed || (place > board.length && place > 2),
    });
    return slot;
  });
  refill(box, ...slots);
}

function pick(start, board, place, change) {
  const dialog = byId("picker");
  const choose = (card) => {
    dialog.close();
    change(place, card);
  };
  const of = (suit) => start.cards.filter((card) => card[1] === suit).reverse();
  const suits = ["s", "h", "d", "c"].map((suit) => element("div", { className: "row" }, ...of(suit).map((card) =>
    button(shownCard(card), () => choose(card), {
      className: "card " + SUIT_NAMES[suit],
      "aria-label": spokenCard(card),
      disabled: board.includes(card) && board[place] !== card,
    }))));
  dialog.replaceChildren(...suits, element("div", { className: "row" },
    button("Empty from here", () => choose(null)), button("Cancel", () => dialog.close())));
  dialog.showModal();
}
