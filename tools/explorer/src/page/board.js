// The board: five places for cards, and a picker that asks for those that are to be dealt.

import { button, byId, element, refill, spoken, unspoken } from "./element.js";
import { capital, cardsText, shownCard, spokenCard, suitName } from "./format.js";
import { FLOP, dealt } from "./place.js";

const STREETS = ["Flop", "Flop", "Flop", "Turn", "River"];
const SUITS = ["s", "h", "d", "c"];

// A card as an element; none is its back.
export function face(card, name = "span") {
  if (!card) return element(name, { className: "card back", "aria-label": "hidden card", role: "img" });
  return element(name, { className: "card " + suitName(card), textContent: shownCard(card),
    "aria-label": spokenCard(card), role: "img" });
}

// Draws the board; `change` hears of the place that is to be changed. So many cards are fixed.
export function showBoard(box, board, change, fixed = 0) {
  const slots = STREETS.map((street, place) => {
    const card = board[place];
    return element("button", {
      type: "button", className: "card " + (card ? suitName(card) : "none"), onclick: () => change(place),
      disabled: place < fixed || (place > board.length && place >= FLOP),
    }, unspoken(card ? shownCard(card) : street), spoken(street + ": " + (card ? spokenCard(card) : "no card")));
  });
  refill(box, ...slots);
}

// All cards, suit by suit; `offer` makes the button of one.
export function cardRows(start, offer) {
  const of = (suit) => start.cards.filter((card) => card[1] === suit).reverse();
  return SUITS.map((suit) => element("div", { className: "row cards-of-suit" }, ...of(suit).map(offer)));
}

// A card that can be pressed.
export function cardButton(card, press, more = {}) {
  return element("button", { type: "button", className: "card " + suitName(card), onclick: press, ...more },
    unspoken(shownCard(card)), spoken(spokenCard(card)));
}

// Asks for the cards that are to lie at the places from `first` up to `count`; those before stay. The answer is the
// whole board, with random cards for the rest where they are wanted, or null where nothing is to change.
export function askCards(start, board, first, count, canEmpty = false) {
  const dialog = byId("picker");
  const chosen = board.slice(0, first);
  // Later cards stay where they are, if they are not chosen for an earlier place.
  const later = () => board.slice(count).filter((card) => !chosen.includes(card));
  return new Promise((answer) => {
    const end = (found) => {
      answer(found);
      dialog.onclose = null;
      dialog.close();
    };
    const take = (card) => {
      chosen.push(card);
      if (chosen.length === count) end([...chosen, ...later()]);
      else draw();
    };
    const press = (card) => {
      if (!chosen.slice(first).includes(card)) return take(card);
      chosen.splice(chosen.indexOf(card), 1);
      draw();
    };
    function draw() {
      const lying = chosen.length ? " after " + cardsText(chosen.join("")) : "";
      const left = count - chosen.length;
      const heading = STREETS[chosen.length] + lying + ": choose " + (left === 1 ? "a card" : left + " cards");
      const focused = document.activeElement?.closest("#picker button")?.textContent;
      dialog.replaceChildren(element("h2", { textContent: capital(heading) }),
        ...cardRows(start, (card) => cardButton(card, () => press(card), {
          disabled: chosen.slice(0, first).includes(card), "aria-pressed": String(chosen.includes(card)) })),
        element("div", { className: "row" },
          button("Random", () => end([...dealt(chosen, count, start.cards.filter((card) => !later().includes(card))),
            ...later()])),
          ...(canEmpty ? [button("Empty from here", () => end(board.slice(0, first)))] : []),
          button("Cancel", () => end(null))));
      const same = [...dialog.querySelectorAll("button")].find((it) => it.textContent === focused);
      same?.focus();
    }
    dialog.onclose = () => end(null);
    draw();
    dialog.showModal();
  });
}
