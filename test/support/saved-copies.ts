import { FieldReader, FieldWriter, type Field } from "../../lib/protocol/index.js";

/** Leaves out one of the fields that an owner writes, counted from 0 in the order of writing. */
export class ForgetfulWriter extends FieldWriter {
  /** the field that was left out; undefined: there were not that many */
  forgotten: Field | undefined;
  #at = 0;

  constructor(
    nowMs: number,
    readonly which: number,
  ) {
    super(nowMs);
  }

  override number(field: Field, value: bigint | number | undefined): void {
    if (value !== undefined && this.#keeps(field)) super.number(field, value);
  }

  override signed(field: Field, value: bigint | undefined): void {
    if (value !== undefined && this.#keeps(field)) super.signed(field, value);
  }

  override bytes(field: Field, bytes: Uint8Array | undefined): void {
    if (bytes !== undefined && this.#keeps(field)) super.bytes(field, bytes);
  }

  override record(field: Field, write: (out: this) => void): void {
    if (this.#keeps(field)) super.record(field, write);
  }

  #keeps(field: Field): boolean {
    const isKept = this.#at !== this.which;
    if (!isKept) this.forgotten = field;
    this.#at += 1;
    return isKept;
  }
}

/** Saves into a record of its own. */
export function savedBytes(owner: { save(out: FieldWriter): void }, nowMs = 0): Uint8Array {
  const out = new FieldWriter(nowMs);
  owner.save(out);
  return out.take();
}

/** The names of all fields that may be missing without an error, and what each missing one was answered with. */
export function withoutEach(
  owner: { save(out: FieldWriter): void },
  nowMs: number,
  restore: (saved: FieldReader) => unknown,
): { readonly field: string; readonly error: unknown }[] {
  const answers: { field: string; error: unknown }[] = [];
  for (let which = 0; ; which += 1) {
    const out = new ForgetfulWriter(nowMs, which);
    owner.save(out);
    if (out.forgotten === undefined) return answers;
    answers.push({ field: out.forgotten.name, error: errorOf(() => restore(readerOf(out.take(), nowMs))) });
  }
}

export function readerOf(bytes: Uint8Array, nowMs = 0, record = "saved"): FieldReader {
  return new FieldReader(bytes, nowMs, record);
}

/** What it throws; undefined when it does not. */
export function errorOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
