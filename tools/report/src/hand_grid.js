// Grids of starting hands: the reader chooses what they show, points at a hand and reads its numbers.
"use strict";
for (const box of document.querySelectorAll("div.hands")) begin(box);

function begin(box) {
  const data = JSON.parse(box.querySelector("script").textContent);
  const cells = [...box.querySelectorAll("td")];
  const hands = cells.map((cell) => cell.firstChild.textContent);
  const combos = hands.map((hand) => (hand.length === 2 ? 6 : hand[2] === "s" ? 4 : 12));
  const side = Math.sqrt(cells.length);
  const told = box.querySelector(".told");
  const view = data.decisions ? strategies(data, hands, combos) : clusters(data, hands, combos);
  let active = 0;
  let grid;

  const choices = view.groups.map((group) => chooser(box.querySelector(".chooser"), group, choose));
  enterCells();
  readAddress();
  window.addEventListener("hashchange", readAddress);

  function choose(group, option) {
    view.choose(group, option);
    history.replaceState(null, "", "#" + box.id + "=" + view.address());
    draw();
  }

  function readAddress() {
    const [id, asked] = decodeURIComponent(location.hash.slice(1)).split("=");
    if (id === box.id && asked) {
      view.visit(asked.split(","));
      box.scrollIntoView();
    }
    draw();
  }

  function draw() {
    grid = view.grid();
    box.querySelector(".shown").textContent = grid.shown;
    choices.forEach((refresh, number) => refresh(view.groups[number]));
    cells.forEach((cell, place) => {
      const look = grid.look(place);
      cell.style.cssText = look.style;
      cell.title = look.told;
      cell.lastChild.textContent = look.below;
      cell.classList.toggle("unreached", Boolean(look.isDim));
    });
    box.querySelector(".legend").replaceChildren(...grid.legend.map(([colour, text]) => {
      const key = element("i");
      key.style.background = colour;
      const entry = element("span");
      entry.append(key, text);
      return entry;
    }));
    if (box.dataset.hand) tell(active);
  }

  function tell(place) {
    cells[active].tabIndex = -1;
    cells[active].removeAttribute("aria-selected");
    active = place;
    cells[active].tabIndex = 0;
    cells[active].setAttribute("aria-selected", "true");
    box.dataset.hand = hands[place];
    told.textContent = cells[place].title;
    cells.forEach((cell, other) => cell.classList.toggle("other", grid.isApart(place, other)));
  }

  function enterCells() {
    const table = box.querySelector("table");
    table.setAttribute("role", "grid");
    for (const row of table.rows) row.setAttribute("role", "row");
    cells.forEach((cell, place) => {
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = place ? -1 : 0;
      for (const happening of ["pointerenter", "click", "focus"]) cell.addEventListener(happening, () => tell(place));
    });
    table.addEventListener("keydown", (pressed) => {
      const to = placeAfter(pressed.key, active, side);
      if (to === undefined) return;
      pressed.preventDefault();
      cells[to].focus();
    });
  }
}

// A row of buttons, or a list where there are many; returns what shows the group's present state.
function chooser(parent, group, choose) {
  const number = parent.children.length;
  const field = element("div");
  const name = element("span");
  name.textContent = group.name;
  name.id = parent.parentNode.id + "-choice-" + (number + 1);
  parent.append(field);
  if (group.options.length > 8) {
    const list = element("select");
    list.setAttribute("aria-labelledby", name.id);
    group.options.forEach((text) => list.append(new Option(text)));
    list.addEventListener("change", () => choose(number, list.selectedIndex));
    field.append(name, list);
    return (now) => { list.selectedIndex = now.chosen; };
  }
  const buttons = group.options.map((text, option) => {
    const button = element("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => choose(number, option));
    return button;
  });
  field.setAttribute("role", "group");
  field.setAttribute("aria-labelledby", name.id);
  field.append(name, ...buttons);
  field.hidden = buttons.length === 1;
  return (now) => buttons.forEach((button, option) => {
    button.setAttribute("aria-pressed", String(option === now.chosen));
    button.hidden = now.hidden ? now.hidden(option) : false;
  });
}

function strategies(data, hands, combos) {
  const inAddress = (text) => text.replaceAll(" ", "-");
  const [names, seats, bettings] = [data.names, data.seats, data.decisions.map((it) => it.label)].map(
    (options) => ({ options, chosen: 0 }));
  names.name = "Strategy";
  seats.name = "Seat";
  bettings.name = "Betting so far";
  bettings.hidden = (option) => data.decisions[option].seat !== seats.chosen;
  const visitDecision = (decision) => {
    bettings.chosen = decision;
    seats.chosen = data.decisions[decision].seat;
  };

  return {
    groups: [names, seats, bettings],
    choose(group, option) {
      if (group === 0) names.chosen = option;
      if (group === 1) visitDecision(data.decisions.findIndex((it) => it.seat === option));
      if (group === 2) visitDecision(option);
    },
    address() {
      const decision = data.decisions[bettings.chosen];
      const parts = [names.options[names.chosen], seats.options[seats.chosen], decision.betting];
      return parts.filter(Boolean).map((part) => encodeURIComponent(inAddress(part))).join(",");
    },
    // The betting says who acts; the seat alone stands for its first decision. What does not exist is passed over.
    visit([name, seat, betting]) {
      const strategy = names.options.findIndex((it) => inAddress(it) === name);
      const sitting = seats.options.findIndex((it) => inAddress(it) === seat);
      const same = (it) => (betting ? it.betting === betting : it.seat === sitting);
      const decision = data.decisions.findIndex(same);
      if (strategy >= 0) names.chosen = strategy;
      if (decision >= 0) visitDecision(decision);
    },
    grid() {
      const decision = data.decisions[bettings.chosen];
      const packed = data.grids[names.chosen][bettings.chosen];
      const shares = hands.map((_, place) => {
        const passive = unpacked(packed, 3 * place);
        const aggressive = unpacked(packed, 3 * place + 1);
        return [passive, 1000 - passive - aggressive, aggressive];
      });
      const reach = hands.map((_, place) => unpacked(packed, 3 * place + 2));
      const known = (place) => !Number.isNaN(shares[place][0]);
      const possible = [0, 1, 2].filter((action) => decision.actions[action]);
      const mean = (action) => {
        const present = hands.map((_, place) => place).filter(known);
        const sum = (value) => present.reduce((total, place) => total + combos[place] * reach[place] * value(place), 0);
        return sum(() => 1) ? percent(Math.round(sum((place) => shares[place][action]) / sum(() => 1))) : "–";
      };
      return {
        shown: [names.options[names.chosen], seats.options[seats.chosen], decision.label].join(", "),
        legend: possible.map((action) => [data.colours[action], decision.actions[action] + " " + mean(action)]),
        isApart: () => false,
        look(place) {
          if (!known(place)) return { style: "background:" + data.none, below: "–", told: hands[place] + ": –" };
          const [passive, middle] = shares[place];
          const most = possible.reduce((best, it) => (shares[place][it] > shares[place][best] ? it : best));
          const isDim = reach[place] === 0;
          const often =
            isDim ? " (not reached)" : reach[place] < 1000 ? " (reached " + percent(reach[place]) + ")" : "";
          const parts = possible.map((action) => decision.actions[action] + " " + percent(shares[place][action]));
          return {
            style: "--a:" + passive / 10 + "%;--b:" + (passive + middle) / 10 + "%",
            below: isDim ? "" : decision.actions[most][0] + " " + Math.floor((shares[place][most] + 5) / 10),
            told: hands[place] + often + ": " + parts.join(", "),
            isDim,
          };
        },
      };
    },
  };
}

function clusters(data, hands, combos) {
  const names = { name: "Show", options: data.names, chosen: 0 };
  return {
    groups: [names],
    choose(_, option) { names.chosen = option; },
    address: () => encodeURIComponent(names.options[names.chosen]),
    visit([name]) { names.chosen = Math.max(names.options.indexOf(name), 0); },
    grid() {
      const colours = data.colours[names.chosen].match(/#.{6}/g) || [];
      const count = colours.length / 2;
      const of = hands.map((_, place) => unpacked(data.clusters[names.chosen], place));
      const pairs = (cluster) => combos.filter((_, place) => of[place] === cluster).reduce((a, b) => a + b, 0);
      const written = (number) => number.toLocaleString("en");
      const entry = (cluster) => {
        const end = count === 1 ? "" : cluster === 1 ? ", weakest" : cluster === count ? ", strongest" : "";
        return [colours[2 * cluster - 2], cluster + ": " + written(pairs(cluster)) + " pairs" + end];
      };
      const all = Array.from({ length: count }, (_, number) => number + 1);
      return {
        shown: names.options[names.chosen],
        legend: (count > data.entries ? [1, count] : all).map(entry),
        isApart: (place, other) => of[place] !== of[other],
        look(place) {
          const cluster = of[place];
          if (Number.isNaN(cluster)) {
            return { style: "background:" + data.none, below: "–", told: hands[place] + ": –" };
          }
          const [colour, ink] = colours.slice(2 * cluster - 2);
          const size = "cluster " + cluster + " of " + count + ", with " + written(pairs(cluster));
          return {
            style: "background:" + colour + ";color:" + ink,
            below: String(cluster),
            told: hands[place] + ": " + size + " of the 1,326 pairs of hole cards",
          };
        },
      };
    },
  };
}

// The number at a place of a text with two digits of base 36 for each; not a number where it is missing.
function unpacked(packed, place) {
  return parseInt(packed.slice(2 * place, 2 * place + 2), 36);
}

// As the page writes shares elsewhere: a decimal only where a whole percentage would hide something, halves to even.
function percent(thousandths) {
  const nearAnEnd = (thousandths > 0 && 10 > thousandths) || (1000 > thousandths && thousandths > 990);
  if (nearAnEnd) return (thousandths / 10).toFixed(1) + " %";
  const [whole, rest] = [Math.floor(thousandths / 10), thousandths % 10];
  return whole + (rest > 5 || (rest === 5 && whole % 2) ? 1 : 0) + " %";
}

function element(name) {
  return document.createElement(name);
}
