// Numbers of holdings as numbers of starting hands: means over the holdings that the board and the filter leave.

// The holdings of each starting hand, in the order of the grid.
export function holdingsOf(start) {
  const holdings = start.classes.map(() => []);
  start.class_of.forEach((place, number) => { if (place !== null) holdings[place].push(number); });
  return holdings;
}

// The mean of some holdings' values by their weights, or plainly where none has any; null where there are no values.
export function meanOf(numbers, values, weights) {
  let [all, sum, plain, count] = [0, 0, 0, 0];
  for (const number of numbers) {
    const value = values[number];
    if (value === null || value === undefined) continue;
    const weight = weights[number] ?? 0;
    all += weight;
    sum += weight * value;
    plain += value;
    count += 1;
  }
  return all > 0 ? sum / all : count ? plain / count : null;
}

export const total = (numbers, values) => numbers.reduce((sum, number) => sum + (values[number] ?? 0), 0);

// The starting hand that comes most often, all its holdings together.
export function likeliest(classes, reach, isThere) {
  const often = classes.map((numbers) => total(numbers.filter(isThere), reach));
  return often.indexOf(Math.max(...often));
}
