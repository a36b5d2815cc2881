// The place to which a key leads in a square grid that is read row by row; undefined for a key that leads nowhere.
function placeAfter(key, place, side) {
  const [row, column] = [Math.floor(place / side), place % side];
  const moves = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, side - 1],
  };
  if (!moves[key]) return undefined;
  const [to, across] = moves[key].map((line) => Math.min(Math.max(line, 0), side - 1));
  return to * side + across;
}
