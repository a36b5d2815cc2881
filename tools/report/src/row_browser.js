// Long tables: the reader sorts them by a column's head, filters their rows and reads the means of those left.
"use strict";
for (const box of document.querySelectorAll("div.rows")) browse(box);

function browse(box) {
  const table = box.querySelector("table");
  const heads = [...table.tHead.rows[0].cells];
  const names = heads.map((head) => head.textContent);
  const isChoice = box.dataset.choices.split(",").map((it) => it === "1");
  const firstNumber = 1 + isChoice.length;
  const isSum = names.map((_, column) => box.dataset.sums.split(",").includes(String(column - firstNumber)));
  const rows = [...table.tBodies[0].rows].map((row, order) => {
    const texts = [...row.cells].map((cell) => cell.textContent);
    const numbers = texts.map((text, column) => (column < firstNumber ? NaN : numberOf(text)));
    const words = texts.slice(0, firstNumber).join(" ").toLowerCase();
    return { row, order, texts, numbers, words, weight: Number(row.dataset.weight), fits: true };
  });
  const sorted = { column: -1, isDown: false };
  const told = box.querySelector(".count");
  const means = meansRow(table, names.length);
  const filter = sifter(box, names, isChoice, rows, sift);
  const map = rowMap(box, names, firstNumber, isChoice, rows);
  heads.forEach(makeSortable);
  giveRoles(table);
  sift();

  function sift() {
    const fits = filter();
    rows.forEach((it) => {
      it.fits = fits(it);
      it.row.hidden = !it.fits;
    });
    const left = rows.filter((it) => it.fits);
    const share = sumOf(left) / sumOf(rows);
    told.textContent = left.length.toLocaleString("en") + " of " + rows.length.toLocaleString("en") + " " +
      box.dataset.rows + (left.length < rows.length ? ", " + (100 * share).toFixed(1) + " % of their weight" : "");
    writeMeans(left);
    map();
  }

  // Means by weight, but plain sums of what is counted.
  function writeMeans(left) {
    names.forEach((_, column) => {
      if (column < firstNumber) return;
      const known = left.filter((it) => !Number.isNaN(it.numbers[column]));
      const weightOf = (it) => (isSum[column] ? 1 : it.weight);
      const sum = known.reduce((sum, it) => sum + weightOf(it) * it.numbers[column], 0);
      const shown = isSum[column] ? sum : sum / sumOf(known);
      means[column].textContent = Number.isFinite(shown) ? written(shown, decimalsOf(column)) : "–";
    });
  }

  function decimalsOf(column) {
    return (rows[0].texts[column].split(".")[1] || "").length;
  }

  // A button in each head; the numbers begin with the highest.
  function makeSortable(head, column) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = names[column];
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      sorted.isDown = sorted.column === column ? !sorted.isDown : column >= firstNumber;
      sorted.column = column;
      heads.forEach((it) => it.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", sorted.isDown ? "descending" : "ascending");
      const sign = sorted.isDown ? -1 : 1;
      rows.sort((one, other) => sign * compared(one, other, column) || one.order - other.order);
      table.tBodies[0].append(...rows.map((it) => it.row));
    });
  }

  // Rows without a number come last, whichever way they are sorted.
  function compared(one, other, column) {
    if (column < firstNumber) return one.texts[column].localeCompare(other.texts[column], "en");
    const last = sorted.isDown ? -Infinity : Infinity;
    const [a, b] = [one, other].map((it) => (Number.isNaN(it.numbers[column]) ? last : it.numbers[column]));
    return a === b ? 0 : a - b;
  }
}

// Where a narrow screen lays its rows out in several lines each, only roles make it a table to a screen reader.
function giveRoles(table) {
  const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TFOOT: "rowgroup", TR: "row", TD: "cell" };
  for (const part of [table, ...table.querySelectorAll("thead, tbody, tfoot, tr, th, td")]) {
    part.setAttribute("role", roles[part.tagName] ?? (part.scope === "row" ? "rowheader" : "columnheader"));
  }
}

function sumOf(rows) {
  return rows.reduce((sum, it) => sum + it.weight, 0);
}

function written(number, decimals) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return number.toLocaleString("en", digits).replace("-", "−");
}

function numberOf(text) {
  return parseFloat(text.replace("−", "-").replaceAll(",", ""));
}

// The last row of the table: the means or sums of the rows that are shown.
function meansRow(table, count) {
  const row = table.createTFoot().insertRow();
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = "these together";
  row.append(head);
  while (row.cells.length < count) row.insertCell();
  return [...row.cells];
}

// The fields by which rows are chosen; returns what makes the test for a row.
function sifter(box, names, isChoice, rows, changed) {
  const form = box.querySelector(".sifter");
  const firstNumber = 1 + isChoice.length;
  const search = field(form, "search", document.createElement("input"));
  search.type = "search";
  search.placeholder = "words in a row";
  const choices = isChoice.flatMap((is, number) => (is ? [number + 1] : [])).map((column) => {
    const list = field(form, names[column], document.createElement("select"));
    const words = [...new Set(rows.map((it) => it.texts[column]))];
    list.append(new Option("any", ""), ...words.map((word) => new Option(word)));
    return [column, list];
  });
  const column = field(form, "column", document.createElement("select"));
  names.slice(firstNumber).forEach((name, number) => column.append(new Option(name, number + firstNumber)));
  const [least, most] = ["from", "to"].map((name) => field(form, name, document.createElement("input")));
  for (const input of [least, most]) {
    input.type = "number";
    input.step = "any";
  }
  const all = document.createElement("button");
  all.type = "button";
  all.textContent = "show all";
  all.addEventListener("click", () => {
    for (const input of [search, least, most, ...choices.map((it) => it[1])]) input.value = "";
    changed();
  });
  form.append(all);
  form.addEventListener("input", changed);
  return () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = choices.filter(([, list]) => list.value !== "");
    const [low, high] = [least, most].map((input) => (input.value === "" ? NaN : Number(input.value)));
    return (it) => wanted.every((word) => it.words.includes(word)) &&
      chosen.every(([column, list]) => it.texts[column] === list.value) &&
      !(it.numbers[column.value] < low) && !(it.numbers[column.value] > high) &&
      !(Number.isNaN(it.numbers[column.value]) && !(Number.isNaN(low) && Number.isNaN(high)));
  };
}

function field(form, name, input) {
  const label = document.createElement("label");
  const text = document.createElement("span");
  text.textContent = name;
  label.append(text, input);
  form.append(label);
  return input;
}
