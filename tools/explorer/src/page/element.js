// Elements with attributes, properties and children, without writing HTML by hand.

export function element(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "role") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export const byId = (id) => document.getElementById(id);

export function button(text, press, given = {}) {
  return element("button", { type: "button", textContent: text, onclick: press, ...given });
}

// What the eye sees and what is spoken in its place; its name begins with what is seen where that can be spoken.
export const spoken = (text) => element("span", { className: "spoken", textContent: text });
export const unspoken = (text) => element("span", { "aria-hidden": "true", textContent: text });

// A box that scrolls sideways, by the keyboard as well.
export function scrollable(name, ...children) {
  return element("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": name }, ...children);
}

// Puts children into a box; the keyboard stays at the button, or what can be scrolled, in the same place as before.
export function refill(box, ...children) {
  const stops = () => [...box.querySelectorAll("button, .scroll")];
  const place = stops().indexOf(document.activeElement);
  box.replaceChildren(...children);
  if (place < 0) return;
  const stop = [stops()[place], ...stops()].find((it) => it && !it.disabled);
  if (stop) stop.focus({ preventScroll: true });
}

// A table with a heading; each row is a list of texts or elements, its first entry a heading of its own.
export function table(headings, rows) {
  const line = (name) => (entries) => element("tr", {}, ...entries.map((entry, place) => {
    const heads = name === "th" || place === 0;
    const cell = heads ? element("th", { scope: name === "th" ? "col" : "row" }, entry) : element("td", {}, entry);
    if (typeof entry === "string" && /^[−+±\d–]/.test(entry)) cell.className = "number";
    return cell;
  }));
  const body = element("tbody", {}, ...rows.map(line("td")));
  return element("table", { className: "data" }, element("thead", {}, line("th")(headings)), body);
}

const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };

// A table whose rows take several lines each on a narrow screen, heads and cells alike, so that nothing is to be
// scrolled sideways; `width` is how wide a column is: "slim", "even" or "broad", or four in a line up to those that
// `wide` counts on from, of which there are three. Laid out like that it would be no table to a screen reader but for
// its roles.
export function folded(made, width, wide = Infinity) {
  made.classList.add("fold", width);
  for (const row of made.rows) [...row.cells].slice(wide).forEach((cell) => cell.classList.add("wide"));
  for (const part of [made, ...made.querySelectorAll("thead, tbody, tr, th, td")]) {
    part.setAttribute("role", ROLES[part.tagName] ?? (part.scope === "row" ? "rowheader" : "columnheader"));
  }
  return made;
}
