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
export const chips = (value) => signed(value, 2);

function signed(value, decimals) {
  if (value === null || value === undefined) return "–";
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return sign + Math.abs(value).toLocaleString("en", { maximumFractionDigits: decimals });
}

const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };
const RANKS = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };

export const shownCard = (card) => card[0].replace("T", "10") + SUITS[card[1]][0];
export const spokenCard = (card) => (RANKS[card[0]] || card[0]) + " of " + SUITS[card[1]][1];
export const cardsOf = (text) => text.match(/..?/g) || [];
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
