// How numbers and cards are written.

export function percent(share) {
  if (share === null || share === undefined) return "–";
  const hundredths = 100 * share;
  const nearAnEnd = (hundredths > 0 && hundredths < 1) || (hundredths > 99 && hundredths < 100);
  return hundredths.toFixed(nearAnEnd ? 1 : 0) + " %";
}

// A gap in percent of the pot.
export const gapText = (gap) => (gap >= 10 ? gap.toFixed(0) : gap.toPrecision(2)) + " % of the pot";

export const mbb = (value) => signed(value, Math.abs(value) < 100 ? 1 : 0);
// A half width, which has no sign of its own.
export const plusMinus = (half) => "± " + mbb(half).replace("+", "");
export const chips = (value) => signed(value, 2);

function signed(value, decimals) {
  if (value === null || value === undefined) return "–";
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + Math.abs(value).toLocaleString("en", { maximumFractionDigits: decimals });
}

// A value with its unit.
export const worthText = (value, unit) => (unit === "mbb" ? mbb(value) + " mbb" : chips(value) + " chips");

export const chipsText = (count) => count.toLocaleString("en") + (count === 1 ? " chip" : " chips");

// The same in big blinds, where the game has any: a spot by itself is given in chips alone.
export function bigBlinds(count, start, spot = { unit: "mbb" }) {
  if (spot.unit !== "mbb") return "";
  return " (" + (count / start.big_blind).toLocaleString("en", { maximumFractionDigits: 2 }) + " bb)";
}

// What a button says: what a raise is to, what a call costs.
export function actionText(action, start, spot) {
  const isNamed = /\d/.test(action.name);
  const amount = (count) => (isNamed ? "" : " " + count.toLocaleString("en")) + bigBlinds(count, start, spot);
  const to = isNamed || action.name === "bet" ? "" : " to";
  if (action.letter === "r") return capital(action.name) + to + amount(action.to);
  if (action.letter === "c" && spot.to_call) return capital(action.name) + amount(spot.to_call);
  return capital(action.name);
}

const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };
const RANKS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };

export const shownCard = (card) => card[0].replace("T", "10") + SUITS[card[1]][0];
export const spokenCard = (card) => (RANKS[card[0]] || card[0]) + " of " + SUITS[card[1]][1];
export const suitName = (card) => SUITS[card[1]][1];
export const cardsOf = (text) => text.match(/..?/g) || [];
export const cardsText = (text) => cardsOf(text).map(shownCard).join(" ");
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
