/** Selects everything. */
export function whole<T>(value: T): T {
  return value;
}
