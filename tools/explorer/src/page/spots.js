// Spots: a board, two ranges, a pot and what may be bet, given by hand and solved exactly.

import { askCards, showBoard } from "./board.js";
import { button, byId, element, folded, refill, scrollable, table } from "./element.js";
import { cardsOf, percent } from "./format.js";
import { FLOP } from "./place.js";
import { rangeEditor } from "./range.js";
import { post } from "./server.js";
import { foundText, solved } from "./solving.js";

const WAIT = 300;
const KEPT = "equipoise-spot";
const FIRST = { pot: "100", stack: "300", rake: "", cap: "", betting: "no-limit", bet: "50%, 100%, a", raise: "75%, a",
  most: "3", bets: "10, 20, 20", to: "0.5%", bits: "32", oop: "77+, A9s+, KTs+, QTs+, JTs, AJo+, KQo",
  ip: "22+, A2s+, K8s+, Q9s+, J9s+, T9s, ATo+, KJo+" };
const SIZES = "Shares of the pot (50%), multiples of the bet (2.5x), chips (300c), a for all-in, e for geometric.";
const STREETS = ["flop", "turn", "river"];
const LISTS = [["oop", "bet"], ["oop", "raise"], ["oop", "donk"], ["ip", "bet"], ["ip", "raise"]];
const SEATS = { oop: "out of position", ip: "in position" };

// `explore` hears of the answer that is to be looked at.
export function spots(start, explore) {
  let [board, timer, turn, work] = [[], 0, 0, null];
  const fields = {};
  const cards = element("div", { className: "cards", role: "group", "aria-label": "Board: choose a card" });
  const [oop, ip] = ["oop", "ip"].map((seat) => element("figure", { className: "hands range-editor" }));
  const tree = element("div", { role: "status", "aria-live": "polite" });
  const told = element("p", { className: "said", role: "status", "aria-live": "polite" });
  const answer = element("div");
  const solve = button("Solve", begin);
  const stop = button("Stop and show what there is", () => work?.abort(), { disabled: true });
  byId("spots").replaceChildren(
    element("p", { textContent: "One board, two ranges, a pot and stacks: what is right there, exactly." }),
    element("h2", { textContent: "Board" }), cards,
    element("div", { className: "row" }, field("pot", "Pot"),
      element("span", { className: "no-limit" }, field("stack", "Stack left")),
      field("rake", "Rake, %"), field("cap", "Rake at most, chips")),
    element("div", { className: "blocks" }, oop, ip),
    element("h2", { textContent: "Bets" }), sizes(),
    element("h2", { textContent: "The tree" }), tree,
    element("div", { className: "row" }, field("to", "Solve to, of the pot or chips"),
      choice("bits", "Precision", { 32: "32 bits", 16: "16 bits, half the memory" }), solve, stop),
    told, answer);
  const ranges = { oop: rangeEditor(oop, start, "Range out of position", changed),
    ip: rangeEditor(ip, start, "Range in position", changed) };
  set(kept());

  function field(name, label, more = {}) {
    fields[name] = element("input", { size: 8, spellcheck: false, autocomplete: "off", oninput: changed, ...more });
    return element("label", {}, label + " ", fields[name]);
  }

  function choice(name, label, options) {
    const made = Object.entries(options).map(([value, text]) => new Option(text, value));
    fields[name] = element("select", { onchange: changed }, ...made);
    return element("label", {}, label + " ", fields[name]);
  }

  function sizes() {
    const own = (street) => [street, ...LISTS.map(([seat, list]) => {
      const name = [street, seat, list].join("-");
      const label = list + " " + SEATS[seat] + " on the " + street;
      field(name, "", { size: 7, "aria-label": label, disabled: list === "donk" && street === "flop" });
      return fields[name];
    })];
    const headings = ["street", ...LISTS.map(([seat, list]) => list + ", " + SEATS[seat])];
    return element("div", {},
      element("div", { className: "row" }, choice("betting", "Betting", { "no-limit": "no-limit", limit: "limit" }),
        element("span", { className: "row no-limit" }, field("bet", "Bets", { size: 16 }),
          field("raise", "Raises", { size: 16 }), field("most", "Bets on a street, at most", { size: 3 })),
        element("span", { className: "row", id: "limit" }, field("bets", "Bets of flop, turn, river", { size: 12 }),
          field("limit-most", "at most", { size: 3 }))),
      element("p", { className: "note no-limit", textContent: SIZES }),
      element("details", { className: "no-limit" },
        element("summary", { textContent: "Other sizes by street and player" }),
        element("p", { className: "note", textContent: "Empty: as above. A dash: none." }),
        scrollable("Sizes by street", folded(table(headings, STREETS.map(own)), "broad"))));
  }

  function set(values) {
    for (const [name, input] of Object.entries(fields)) input.value = values[name] ?? "";
    board = cardsOf(values.board ?? "");
    ranges.oop.set(values.oop);
    ranges.ip.set(values.ip);
    drawBoard();
    changed();
  }

  // What was last typed in this browser.
  function kept() {
    try {
      const found = { ...FIRST, "limit-most": "4", ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
      if (!cardsOf(found.board ?? "").every((card) => start.cards.includes(card))) found.board = "";
      return found;
    } catch {
      return { ...FIRST, "limit-most": "4" };
    }
  }

  function drawBoard() {
    showBoard(cards, board, async (at) => {
      const isNew = at < FLOP && board.length < FLOP;
      const asked = await askCards(start, board, isNew ? board.length : at, isNew ? FLOP : at + 1, true);
      if (asked === null) return;
      board = asked;
      drawBoard();
      changed();
    });
  }

  // The spot with the keys of its file.
  function spot() {
    const of = (name) => fields[name].value.trim();
    const list = (text) => (text === "-" ? [] : text.split(/[\s,]+/).filter(Boolean));
    const number = (text, label) => {
      if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(label + ": '" + text + "' is no number");
      return Number(text);
    };
    const whole = (text, label) => {
      if (!/^\d+$/.test(text)) throw new Error(label + ": '" + text + "'; give a whole number");
      return Number(text);
    };
    const made = { board: board.join(""), pot: whole(of("pot"), "Pot"), oop: ranges.oop.value(),
      ip: ranges.ip.value() };
    if (start.deck !== 52) made.deck = start.deck;
    if (of("rake")) made.rake = number(of("rake"), "Rake") / 100;
    if (of("cap")) made.rake_cap = number(of("cap"), "Rake at most");
    if (fields.betting.value === "limit") {
      const bets = list(of("bets")).map((it) => whole(it, "Bets"));
      return { ...made, limit: { bets, cap: whole(of("limit-most"), "Bets on a street") } };
    }
    const most = whole(of("most"), "Bets on a street");
    const own = { cap: [most, most, most, most], all: { bet: list(of("bet")), raise: list(of("raise")) } };
    for (const street of STREETS) {
      for (const [seat, name] of LISTS) {
        const text = of([street, seat, name].join("-"));
        if (text) ((own[street] ??= {})[seat] ??= {})[name] = list(text);
      }
    }
    return { ...made, stack: whole(of("stack"), "Stack left"), sizes: own };
  }

  function changed() {
    if (work === null) {
      told.textContent = "";
      answer.replaceChildren();
    }
    for (const it of byId("spots").querySelectorAll(".no-limit")) it.hidden = fields.betting.value === "limit";
    byId("limit").hidden = fields.betting.value !== "limit";
    clearTimeout(timer);
    timer = setTimeout(preview, WAIT);
  }

  // A browser may forbid it.
  function keep(values) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(values));
    } catch {
      // Then the spot is given again next time.
    }
  }

  async function preview() {
    const mine = ++turn;
    const values = Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value]));
    const all = { ...values, board: board.join(""), oop: ranges.oop.value(), ip: ranges.ip.value() };
    keep(all);
    if (board.length < 3) {
      solve.disabled = true;
      return refill(tree, element("p", { textContent: "Choose a board of three to five cards." }));
    }
    const found = await asked().catch((error) => error);
    if (mine !== turn) return;
    solve.disabled = found instanceof Error || work !== null;
    if (found instanceof Error) return refill(tree, element("p", { className: "wrong", textContent: found.message }));
    drawTree(found);
  }

  const asked = async () => post("/api/exact/preview", { spot: spot() });

  function drawTree({ tree: { boards, rounds }, memory_bytes: [all, half], sizes, remarks }) {
    const number = (it) => it.toLocaleString("en");
    const rows = rounds.map((it) => [it.street, number(it.decisions), number(it.entries), number(it.ends)]);
    const used = sizes.map((it) => [[it.street, it.seat ?? "", it.kind, it.size].filter(Boolean).join(" "),
      it.chips ? [...new Set(it.chips)].map(number).join(" to ") : "–", number(it.decisions),
      Object.entries(it.missing).map(([why, count]) => why + " " + number(count)).join(", ")]);
    refill(tree, table(["street", "decisions", "ways in", "ends"], rows),
      ...(used.length ? [element("details", {}, element("summary", { textContent: "Sizes in chips" }),
        scrollable("Sizes in chips",
          folded(table(["size", "player’s chips, whole spot", "decisions", "missing"], used), "broad")))] : []),
      element("p", { textContent: number(boards) + (boards === 1 ? " board, " : " boards, ") + bytes(all)
        + " of memory at 32 bits, " + bytes(half) + " at 16." }),
      ...remarks.map((it) => element("p", { className: "note", textContent: it })));
  }

  async function begin() {
    work = new AbortController();
    solve.disabled = true;
    stop.disabled = false;
    told.textContent = "Solving …";
    answer.replaceChildren();
    try {
      const more = { to: fields.to.value.trim() || null, bits: Number(fields.bits.value) };
      const given = spot();
      const say = (text) => { told.textContent = text; };
      const found = await solved({ spot: given, ...more }, "editor", work.signal, say);
      told.textContent = foundText(found.answer);
      drawAnswer(found, given.pot);
    } catch (error) {
      told.textContent = error.message;
    }
    work = null;
    solve.disabled = false;
    stop.disabled = true;
  }

  function drawAnswer(found, pot) {
    const { values, equity, root } = found.answer;
    const worth = (chips) => chips.toFixed(2) + " chips, " + percent(chips / pot) + " of the pot";
    const rows = [["out of position gets", worth(values.oop)], ["in position gets", worth(values.ip)],
      ["share of showdowns without a bet", percent(equity) + " out of position"],
      ...root.map((it) => ["first: " + rootAction(it), percent(it.frequency)])];
    const further = found.checkpoint_bytes === null ? "" : " The checkpoint beside it, " + bytes(found.checkpoint_bytes)
      + ", is only needed to solve further.";
    answer.replaceChildren(table(["answer", ""], rows),
      button("Explore the answer", () => explore(found)),
      element("p", { className: "note", textContent: "Kept in " + found.exact.file + "." + further }));
    // Whoever waits goes on with the keyboard; whoever types is not disturbed.
    if ([document.body, solve, stop].includes(document.activeElement)) answer.querySelector("button").focus();
  }
}

// Nothing has been bet yet.
const rootAction = ({ action, chips }) => (action === "c" ? "check" : "bet " + chips);

function bytes(number) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(number, 1)) / 3), units.length - 1);
  return (number / 1000 ** power).toFixed(power ? 1 : 0) + " " + units[power];
}
