// What each card that may come changes: the same betting on every turn or river; a click deals the card.

import { cardRows } from "./board.js";
import { element, refill, scrollable, spoken, unspoken } from "./element.js";
import { cardsText, percent, shownCard, spokenCard, suitName } from "./format.js";
import { coloursOf } from "./look.js";

// `found` is the server's answer, `lying` the card that lies there now, if any; `deal` hears of the card.
export function showRunouts(box, start, found, heading, lying, deal) {
  const colours = coloursOf(found.actions);
  const of = new Map(found.cards.map((it) => [it.card, it]));
  const offer = (card) => {
    const it = of.get(card);
    if (!it) return element("span", { className: "runout none", "aria-hidden": "true" });
    const shares = (it.mean ?? []).map((share, number) => found.actions[number].name + " " + percent(share));
    const told = ["equity " + percent(it.equity), ...(it.mean ? shares : ["never reached"])].join(", ");
    const made = element("button", { type: "button", className: "runout", onclick: () => deal(card), title: told,
      "aria-pressed": String(card === lying) },
    element("b", { className: suitName(card) }, unspoken(shownCard(card))),
    element("span", { className: "mix", "aria-hidden": "true" }, ...(it.mean ?? []).map((share, number) => {
      const part = element("i");
      part.style.width = 100 * share + "%";
      part.style.background = colours[number];
      return part;
    })), unspoken(it.equity === null ? "–" : String(Math.round(100 * it.equity))),
    spoken(spokenCard(card) + ": " + told));
    return made;
  };
  const rows = cardRows(start, offer);
  for (const row of rows) row.className = "runouts";
  refill(box, element("p", { className: "note", textContent: heading + " after " + cardsText(found.board)
    + ": what the " + found.seat + " does, and its equity in percent. A click deals the card." }),
  scrollable(heading, ...rows));
}
