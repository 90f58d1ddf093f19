// Fits a logistic function by Newton's method.

/**
 * @param rows measures, all of the same length; @param truths 0 or 1 for each; @param weights of each row
 * @returns coefficients, the last of which is the offset
 */
export function fitLogistic(rows, truths, { steps = 12, ridge = 1, weights } = {}) {
  const size = rows[0].length + 1;
  let found = new Float64Array(size);
  for (let step = 0; step < steps; step += 1) {
    const { slope, bend } = derivatives(rows, truths, weights, found, ridge);
    const move = solve(bend, slope);
    found = found.map((value, at) => value + move[at]);
  }
  return found;
}

export const logit = (row, found) =>
  row.reduce((sum, value, at) => sum + value * found[at], found[found.length - 1]);
export const logistic = (sum) => 1 / (1 + Math.exp(-sum));

function derivatives(rows, truths, weights, found, ridge) {
  const size = found.length;
  const slope = found.map((value, at) => (at < size - 1 ? -ridge * value : 0));
  const bend = Array.from({ length: size }, (_, at) => {
    const line = new Float64Array(size);
    line[at] = ridge;
    return line;
  });
  rows.forEach((row, index) => {
    const chance = logistic(logit(row, found));
    const weight = weights?.[index] ?? 1;
    const off = weight * (truths[index] - chance);
    const spread = weight * chance * (1 - chance);
    for (let at = 0; at < size; at += 1) {
      const value = at < size - 1 ? row[at] : 1;
      slope[at] += off * value;
      for (let other = 0; other <= at; other += 1)
        bend[at][other] += spread * value * (other < size - 1 ? row[other] : 1);
    }
  });
  for (let at = 0; at < size; at += 1)
    for (let other = at + 1; other < size; other += 1) bend[at][other] = bend[other][at];
  return { slope, bend };
}

/** Gauss's elimination. */
function solve(matrix, right) {
  const size = right.length;
  const lines = matrix.map((line, at) => [...line, right[at]]);
  for (let at = 0; at < size; at += 1) {
    const best = lines
      .slice(at)
      .reduce(
        (most, line, below) => (Math.abs(line[at]) > Math.abs(lines[most][at]) ? at + below : most),
        at,
      );
    [lines[at], lines[best]] = [lines[best], lines[at]];
    for (let below = at + 1; below < size; below += 1) {
      const share = lines[below][at] / lines[at][at];
      for (let column = at; column <= size; column += 1) lines[below][column] -= share * lines[at][column];
    }
  }
  const found = new Float64Array(size);
  for (let at = size - 1; at >= 0; at -= 1) {
    let rest = lines[at][size];
    for (let column = at + 1; column < size; column += 1) rest -= lines[at][column] * found[column];
    found[at] = rest / lines[at][at];
  }
  return found;
}
