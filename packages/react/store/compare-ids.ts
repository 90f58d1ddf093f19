/** Compares ids by their numbers, which grow with time. */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : 1;
}
