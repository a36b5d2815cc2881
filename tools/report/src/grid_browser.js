// Grids of starting hands: the reader chooses what they show, points at a hand and reads its numbers.
"use strict";
for (const box of document.querySelectorAll("div.hands")) begin(box);

function begin(box) {
  const { groups, grids, looks } = JSON.parse(box.querySelector("script").textContent);
  const cells = [...box.querySelectorAll("td")];
  const hands = cells.map((cell) => cell.firstChild.textContent);
  const side = Math.sqrt(cells.length);
  const told = box.querySelector(".told");
  const marksAlike = box.classList.contains("clusters");
  let active = 0;
  let grid = grids[0];

  const choices = groups.map((group) => chooser(box.querySelector(".chooser"), group, choose));
  enterCells();
  readAddress();
  window.addEventListener("hashchange", readAddress);

  // Of the grids with that option, the first that differs least from the one shown.
  function visit(group, option) {
    const alike = (it) => it.chosen.filter((other, number) => other === grid.chosen[number]).length;
    const offered = grids.filter((it) => it.chosen[group] === option);
    grid = offered.reduce((best, it) => (alike(it) > alike(best) ? it : best));
  }

  function choose(group, option) {
    visit(group, option);
    const words = groups.map(({ options }, number) => options[grid.chosen[number]][1]);
    history.replaceState(null, "", "#" + box.id + "=" + words.filter(Boolean).map(encodeURIComponent).join(","));
    draw();
  }

  // An address stands for one grid, whatever was shown before; what does not exist is passed over.
  function readAddress() {
    const [id, asked] = decodeURIComponent(location.hash.slice(1)).split("=");
    if (id === box.id && asked) {
      grid = grids[0];
      asked.replaceAll(" ", "-").split(",").slice(0, groups.length).forEach((word, group) => {
        const option = groups[group].options.findIndex((it) => it[1] === word);
        if (option >= 0) visit(group, option);
      });
      box.scrollIntoView();
    }
    draw();
  }

  // Whether there is a grid with that option under what was chosen before it.
  function isOffered(group, option) {
    const fits = (it) => it.chosen.slice(0, group).every((other, number) => other === grid.chosen[number]);
    return grids.some((it) => it.chosen[group] === option && fits(it));
  }

  function draw() {
    box.querySelector(".shown").textContent =
      groups.map(({ options }, number) => options[grid.chosen[number]][0]).join(", ");
    choices.forEach((refresh, group) => refresh(grid.chosen[group], (option) => isOffered(group, option)));
    cells.forEach((cell, place) => {
      const [style, below, numbers, isDim] = looks[grid.cells[place]];
      cell.style.cssText = style;
      cell.title = hands[place] + numbers;
      cell.lastChild.textContent = below;
      cell.classList.toggle("unreached", isDim);
    });
    box.querySelector(".legend").replaceChildren(...grid.legend.map(([colour, text]) => {
      const key = element("i");
      key.style.background = colour;
      const entry = element("span");
      entry.append(key, text);
      return entry;
    }));
    box.querySelector(".reading").textContent = grid.note;
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
    cells.forEach((cell, other) => cell.classList.toggle("other", marksAlike && grid.cells[place] !== grid.cells[other]));
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

// A row of buttons, or a list where there are many; returns what shows the option chosen and those on offer.
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
    group.options.forEach(([text]) => list.append(new Option(text)));
    list.addEventListener("change", () => choose(number, list.selectedIndex));
    field.append(name, list);
    return (chosen) => { list.selectedIndex = chosen; };
  }
  const buttons = group.options.map(([text], option) => {
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
  return (chosen, isOffered) => buttons.forEach((button, option) => {
    button.setAttribute("aria-pressed", String(option === chosen));
    button.hidden = !isOffered(option);
  });
}

function element(name) {
  return document.createElement(name);
}
