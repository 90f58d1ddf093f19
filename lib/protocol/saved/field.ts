/**
 * A field of a saved record: a number that keeps its meaning for good, because a process of another version reads it,
 * and a name for errors.
 */
export interface Field {
  /** 1 to 255 */
  readonly number: number;
  readonly name: string;
}

/** Bytes in front of the content of a field: its number (1), the size of its content (3, big endian). */
export const FIELD_HEAD_BYTES = 4;

/** The largest content of a field, bytes. */
export const FIELD_CONTENT_LIMIT = 2 ** 24 - 1;

/** The fields of a record, by name. A number is never given to another field, also when its field is gone. */
export function savedFields<const T extends Readonly<Record<string, number>>>(
  numbers: T,
): { readonly [Name in keyof T]: Field } {
  const fields = Object.entries(numbers).map(([name, number]) => [name, { name, number }] as const);
  return Object.fromEntries(fields) as { [Name in keyof T]: Field };
}
