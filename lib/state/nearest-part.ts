/**
 * Levenshtein distance from `wanted` to the nearest part of `text`: the least number of characters to insert, delete or
 * replace until `text` contains it.
 */
export function distanceToNearestPart(wanted: string, text: string): number {
  // A part may begin anywhere at no cost, and end anywhere.
  let row: number[] = Array.from({ length: text.length + 1 }, () => 0);
  for (let at = 0; at < wanted.length; at += 1) {
    const next = [at + 1];
    for (let column = 0; column < text.length; column += 1) {
      const replaced = (row[column] ?? 0) + (wanted[at] === text[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row);
}
