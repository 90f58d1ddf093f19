/**
 * - `damaged`: the bytes do not divide into fields
 * - `missing`: a field that must be there is not
 * - `outOfRange`: a field has a value that the record cannot have
 */
export type RestoreProblem = "damaged" | "missing" | "outOfRange";

/** A record cannot be restored. The message names the record and the field, and never shows what is in it. */
export class RestoreError extends Error {
  readonly code: RestoreProblem;
  readonly record: string;
  /** "" when the record as a whole is damaged */
  readonly field: string;

  constructor(
    code: RestoreProblem,
    { record, field = "" }: { readonly record: string; readonly field?: string },
    expected: string,
    received: string,
    options?: { cause?: unknown },
  ) {
    const name = field === "" ? record : `${record}.${field}`;
    super(`${name}: expected ${expected}, received ${received}`, options);
    this.name = "RestoreError";
    this.code = code;
    this.record = record;
    this.field = field;
  }
}
