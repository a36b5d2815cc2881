// Play: heads-up against a strategy, with buttons or the keys f, c, r and n.

import { face } from "./board.js";
import { button, byId, element, table as tableOf } from "./element.js";
import { bigBlinds, capital, cardsOf, cardsText, chipsText, mbb, plusMinus } from "./format.js";
import { namesOf, toAddress } from "./place.js";
import { post } from "./server.js";
import { described, session } from "./session.js";

const KEYS = { f: "f", c: "c", r: "r", k: "c", b: "r" };

export function play(start, place, say) {
  const chooser = element("select", { onchange: change }, ...start.strategies.map((name, number) =>
    new Option(name, number)));
  const cards = element("div", { className: "felt" });
  const said = element("p", { className: "said", role: "status", "aria-live": "polite" });
  const acts = element("div", { className: "row", role: "group", "aria-label": "Your action" });
  const history = element("ol", { className: "history", "aria-label": "What has happened in this hand" });
  const result = element("div", { className: "result" });
  const review = element("div");
  const played = element("figure", { className: "list wide" });
  const files = element("p", { className: "note" });
  byId("play").replaceChildren(element("label", {}, "Against ", chooser), cards, said, acts,
    element("div", { className: "blocks" }, element("figure", { className: "list" }, result, files),
      element("figure", { className: "list" }, element("h2", { textContent: "This hand" }), history, review), played));
  const hands = session(start, { review, played });
  let seen = null;
  let isBusy = false;
  let luck = new AbortController();
  document.addEventListener("keydown", press);

  const sit = () => {
    // Exact answers are no opponents.
    if (place.strategy >= start.strategies.length) {
      Object.assign(place, { strategy: 0, other: null, board: "", betting: "", hand: "" });
      keepAddress();
    }
    return send("sit", {});
  };

  // Sends one request after the other; the answer is the table as it stands.
  async function send(what, more) {
    if (isBusy) return;
    isBusy = true;
    const strategy = place.strategy;
    try {
      chooser.value = strategy;
      seen = await post("/api/play/" + what, { strategy, ...more });
      say("");
      draw();
      if (what === "sit" && seen.awaits_luck) findLuck(strategy);
    } catch (error) {
      say(error.message);
    }
    isBusy = false;
    // Another strategy was chosen meanwhile.
    if (place.strategy !== strategy && !byId("play").hidden) sit();
  }

  // What takes the luck out of the hands is found while the first ones are played.
  async function findLuck(strategy) {
    luck.abort();
    luck = new AbortController();
    const found = await post("/api/play/luck", { strategy }, luck.signal).catch(() => null);
    const isSame = found && place.strategy === strategy && found.hand === seen.hand && found.betting === seen.betting;
    // Where the hand has gone on meanwhile, the answer to what is done next has it, too.
    if (!isSame || isBusy) return;
    seen = found;
    drawResult();
    hands.show(strategy, seen);
  }

  // Nothing is computed for this part of the page any more.
  function leave() {
    luck.abort();
    hands.leave();
  }

  function change() {
    place.strategy = Number(chooser.value);
    keepAddress();
    say("", true);
    sit();
  }

  const keepAddress = () => window.history.replaceState(null, "", toAddress(place, namesOf(start)));

  const act = (action) => send("act", { hand: seen.hand, betting: seen.betting, action });
  const next = () => send("next", { hand: seen.hand });

  function press(key) {
    // A key that is held down acts once.
    const isElsewhere = key.ctrlKey || key.altKey || key.metaKey || /INPUT|SELECT/.test(key.target.tagName);
    if (key.repeat || byId("play").hidden || !seen || isElsewhere) return;
    const letter = KEYS[key.key.toLowerCase()];
    const meant = seen.legal.find((action) => action.letter === letter);
    if (meant) act(meant.action);
    else if (key.key.toLowerCase() === "n" && seen.won !== null) next();
  }

  function draw() {
    const hole = (text) => (text ? cardsOf(text) : [null, null]).map((card) => face(card));
    const seat = (name, text, paid) => element("div", { className: "seat" }, element("b", { textContent: name }),
      element("span", { className: "cards" }, ...hole(text)),
      element("span", { textContent: amount(paid) }));
    const other = seen.seat === "button" ? "big blind" : "button";
    cards.replaceChildren(
      seat(seen.opponent + ", " + other, seen.other_hole, seen.paid[1]),
      element("div", { className: "cards", role: "group", "aria-label": "Board" }, ...cardsOf(seen.board).map((card) =>
        face(card)), element("span", { textContent: "pot " + amount(seen.paid[0] + seen.paid[1]) })),
      seat("you, " + seen.seat, seen.hole, seen.paid[0]));
    said.textContent = news() + sentence();
    drawActions();
    history.replaceChildren(...seen.events.map((event) =>
      element("li", { textContent: described(event, seen, start) })));
    drawResult();
    hands.show(place.strategy, seen);
    drawFiles();
  }

  const amount = (chips) => chipsText(chips) + bigBlinds(chips, start);

  // Whether finished hands are in the files; those that are not are written as soon as that is possible.
  function drawFiles() {
    const hands = seen.unsaved === 1 ? "1 hand is not saved" : seen.unsaved + " hands are not saved";
    files.className = seen.unsaved ? "wrong" : "note";
    files.textContent = seen.unsaved ? hands + ": " + seen.problem + ". It is tried again with every hand."
      : "Hands are kept in " + seen.files.join(" and ") + ".";
  }

  function drawActions() {
    const isFirst = (action) => seen.legal.find((it) => it.letter === action.letter) === action;
    const key = (action) => (isFirst(action) ? " (" + action.letter + ")" : "");
    const legal = seen.legal.map((action) => button(capital(action.name) + key(action),
      () => act(action.action), { className: "action-" + action.letter }));
    acts.replaceChildren(...(seen.won === null ? [...legal, ...anyRaise()] : [button("Next hand (n)", next)]));
    // The keyboard stays with the choices, and what it finds there is not the dearest one.
    if (document.activeElement === document.body) acts.querySelector(".action-c, .row > :only-child")?.focus();
  }

  // Without a limit, any amount: what it makes the street's total.
  function anyRaise() {
    if (!seen.raise || seen.raise.least === seen.raise.most) return [];
    const { least, most, before } = seen.raise;
    const amount = element("input", { type: "number", min: least, max: most, value: least, className: "amount",
      "aria-label": "Chips of this street, " + least + " to " + most });
    const send = (event) => {
      event.preventDefault();
      act("r" + (before + Math.round(Number(amount.value))));
    };
    return [element("form", { onsubmit: send }, amount, element("button", { textContent: "Bet this" }))];
  }

  function sentence() {
    if (seen.won !== null) {
      const won = seen.won > 0 ? "You win " + amount(seen.won) : seen.won < 0 ? "You lose " + amount(-seen.won)
        : "The pot is split";
      return won + (seen.is_showdown ? " at the showdown." : " without a showdown.");
    }
    const call = seen.paid[1] - seen.paid[0];
    return "Your turn with " + cardsText(seen.hole) + (call ? ": " + amount(call) + " to call." : ".");
  }

  // What has happened since the person's last action.
  function news() {
    const last = seen.events.map((event) => event.is_own === true).lastIndexOf(true);
    return seen.events.slice(last + 1).map((event) => described(event, seen, start) + ". ").join("");
  }

  function drawResult() {
    const row = (name, score) => [name, score ? mbb(score.mbb_per_game) : "–",
      score && score.ci95 !== null ? plusMinus(score.ci95) : "–"];
    const heading = seen.hands + (seen.hands === 1 ? " hand, " : " hands, ") + mbb(seen.chips) + " chips";
    const rows = [row("as it fell", seen.raw), row("without luck", seen.corrected)];
    result.replaceChildren(element("h2", { textContent: "You so far: " + heading }),
      tableOf(["mbb a hand", "mean", "95 %"], rows));
  }

  return { sit, leave };
}
