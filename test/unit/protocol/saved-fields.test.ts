import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { FieldReader, FieldWriter, RestoreError, savedFields } from "../../../lib/protocol/index.js";
import type { Field } from "../../../lib/protocol/index.js";
import { seeded } from "../../support/seeded.js";

type Entry =
  | { number: number; kind: "number" | "signed" | "bytes" | "text"; value: string }
  | { number: number; kind: "time"; value: number }
  | { number: number; kind: "record"; value: Entry[] };

const test = path.resolve(import.meta.dirname, "../..");
const vector = JSON.parse(fs.readFileSync(path.join(test, "vectors/saved-fields.json"), "utf8")) as {
  now_ms: number;
  fields: Entry[];
  hex: string;
};
const FIELDS = savedFields({ count: 1, debt: 2, name: 3, child: 4, until: 5 });
const NOW = 1000;

const fieldOf = ({ number }: Entry): Field => ({ number, name: `field ${String(number)}` });

function write(out: FieldWriter, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const field = fieldOf(entry);
    if (entry.kind === "number") out.number(field, BigInt(entry.value));
    if (entry.kind === "signed") out.signed(field, BigInt(entry.value));
    if (entry.kind === "time") out.time(field, entry.value);
    if (entry.kind === "bytes") out.bytes(field, Buffer.from(entry.value, "hex"));
    if (entry.kind === "text") out.text(field, entry.value);
    if (entry.kind === "record") out.record(field, () => write(out, entry.value));
  }
}

/** The values of the first field of each number. */
function expectFields(reader: FieldReader, entries: readonly Entry[], laterMs: number): void {
  for (const entry of entries.filter(
    ({ number }, at) => entries.findIndex((e) => e.number === number) === at,
  )) {
    const field = fieldOf(entry);
    if (entry.kind === "number") expect(reader.u64(field)).toBe(BigInt(entry.value));
    if (entry.kind === "signed") expect(reader.signed(field)).toBe(BigInt(entry.value));
    if (entry.kind === "time") expect(reader.time(field)).toBe(entry.value + laterMs);
    if (entry.kind === "bytes") expect(Buffer.from(reader.bytes(field)).toString("hex")).toBe(entry.value);
    if (entry.kind === "text") expect(reader.text(field)).toBe(entry.value);
    if (entry.kind === "record") expectFields(reader.inner(field), entry.value, laterMs);
  }
}

function written(fill: (out: FieldWriter) => void): Uint8Array {
  const out = new FieldWriter(NOW);
  fill(out);
  return out.take();
}

const read = (bytes: Uint8Array, nowMs = NOW) => new FieldReader(bytes, nowMs, "parent");

function problemOf(run: () => unknown): RestoreError {
  try {
    run();
  } catch (error) {
    if (error instanceof RestoreError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the vector that the addon shares", () => {
  it("is what the writer writes", () => {
    const out = new FieldWriter(vector.now_ms);
    write(out, vector.fields);
    expect(Buffer.from(out.take()).toString("hex")).toBe(vector.hex);
  });

  it("is what the reader reads, on another time line too", () => {
    const reader = new FieldReader(Buffer.from(vector.hex, "hex"), vector.now_ms + 500, "vector");
    expectFields(reader, vector.fields, 500);
    const numbers: bigint[] = [];
    reader.eachU64({ number: 255, name: "list" }, (value) => numbers.push(value));
    reader.each({ number: 15, name: "list" }, (inner) => numbers.push(inner.u64(FIELDS.count)));
    expect(numbers).toEqual([3n, 256n, 7n, 8n]);
  });

  it("stands in the test of the addon too", () => {
    const native = fs.readFileSync(path.join(test, "native/base/fields_vector_test.cc"), "utf8");
    expect(native.replace(/"\s*"/g, "")).toContain(vector.hex);
  });
});

describe("fields", () => {
  it("keep numbers of every size", () => {
    for (const shift of [0n, 1n, 7n, 8n, 15n, 16n, 31n, 32n, 47n, 62n]) {
      for (const value of [2n ** shift - 1n, 2n ** shift, 2n ** shift + 1n]) {
        const reader = read(
          written((out) => {
            out.number(FIELDS.count, value);
            out.signed(FIELDS.debt, -value);
          }),
        );
        expect(reader.u64(FIELDS.count)).toBe(value);
        expect(reader.signed(FIELDS.debt)).toBe(-value);
      }
    }
  });

  it("know a value that is too large", () => {
    const bytes = written((out) => out.number(FIELDS.count, 256));
    expect(problemOf(() => read(bytes).number(FIELDS.count, 255))).toMatchObject({
      code: "outOfRange",
      record: "parent",
      field: "count",
      message: "parent.count: expected 0 to 255, received another number",
    });
    const long = written((out) => out.bytes(FIELDS.count, new Uint8Array(9)));
    expect(problemOf(() => read(long).u64(FIELDS.count)).code).toBe("outOfRange");
  });

  it("pass over what they do not know", () => {
    const bytes = written((out) => {
      out.text({ number: 200, name: "of a later version" }, "new");
      out.number(FIELDS.count, 7);
    });
    expect(read(bytes).number(FIELDS.count)).toBe(7);
    expect(read(bytes).maybeNumber(FIELDS.debt)).toBeUndefined();
  });

  it("name the record and the field that is missing", () => {
    const bytes = written((out) => out.record(FIELDS.child, () => out.number(FIELDS.count, 1)));
    const child = read(bytes).inner(FIELDS.child);
    expect(problemOf(() => child.number(FIELDS.debt))).toMatchObject({
      code: "missing",
      record: "child",
      field: "debt",
      message: "child.debt: expected a number, received nothing",
    });
  });

  it("carry time as time left, to the nanosecond", () => {
    const bytes = written((out) => {
      out.time(FIELDS.until, NOW + 3000.25);
      out.time(FIELDS.debt, NOW - 1000);
      out.time(FIELDS.count, Infinity);
      out.time(FIELDS.name, -Infinity);
    });
    const reader = read(bytes, 77_000);
    expect(reader.time(FIELDS.until)).toBe(80_000.25);
    expect(reader.time(FIELDS.debt)).toBe(76_000);
    expect(reader.time(FIELDS.count)).toBeUndefined();
    expect(reader.time(FIELDS.name)).toBeUndefined();
  });

  it("refuse a time nobody waits for", () => {
    const bytes = written((out) => out.signed(FIELDS.until, 2n ** 62n));
    expect(problemOf(() => read(bytes).time(FIELDS.until))).toMatchObject({ code: "outOfRange" });
  });

  it("refuse what is no text, no choice and no flag", () => {
    const bytes = written((out) => {
      out.bytes(FIELDS.name, Uint8Array.of(0xff));
      out.number(FIELDS.count, 2);
    });
    expect(problemOf(() => read(bytes).text(FIELDS.name)).code).toBe("outOfRange");
    expect(problemOf(() => read(bytes).choice(FIELDS.count, ["a", "b"])).code).toBe("outOfRange");
    expect(problemOf(() => read(bytes).flag(FIELDS.count)).code).toBe("outOfRange");
    expect(problemOf(() => read(bytes).bytesOf(FIELDS.name, 2)).code).toBe("outOfRange");
  });

  it("are copies: the saved bytes may be wiped", () => {
    const bytes = Buffer.from(written((out) => out.bytes(FIELDS.name, Uint8Array.of(1, 2, 3))));
    const copy = read(bytes).bytes(FIELDS.name);
    bytes.fill(0);
    expect([...copy]).toEqual([1, 2, 3]);
  });

  it("know cut bytes", () => {
    const whole = written((out) => {
      out.text(FIELDS.name, "name");
      out.record(FIELDS.child, () => out.number(FIELDS.count, 70_000));
    });
    for (let size = 1; size < whole.length; size += 1) {
      problemOf(() => {
        const reader = read(whole.subarray(0, size));
        reader.text(FIELDS.name);
        reader.inner(FIELDS.child).number(FIELDS.count);
      });
    }
  });

  it("end for any bytes", () => {
    const random = seeded(11);
    for (let round = 0; round < 500; round += 1) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 40) }, () =>
        Math.floor(random() ** 3 * 256),
      );
      try {
        const reader = read(bytes);
        reader.each(FIELDS.child, (inner) => void inner.maybeText(FIELDS.name));
        reader.eachU64(FIELDS.count, () => undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(RestoreError);
      }
    }
  });
});

describe("the writer", () => {
  it("wipes the buffers that it outgrew, and the last one", () => {
    const buffers: Uint8Array[] = [];
    const set = Uint8Array.prototype.set;
    Uint8Array.prototype.set = function (this: Uint8Array, ...given: Parameters<typeof set>) {
      buffers.push(this);
      set.apply(this, given);
    };
    try {
      const out = new FieldWriter(NOW);
      for (let at = 0; at < 40; at += 1) out.bytes(FIELDS.name, new Uint8Array(100).fill(7));
      const taken = out.take();
      expect(taken).toHaveLength(40 * 104);
      const others = [...new Set(buffers)].filter((each) => each.buffer !== taken.buffer);
      expect(others.length).toBeGreaterThan(2);
      for (const each of others) expect(each.every((byte) => byte === 0)).toBe(true);
      expect(out.take()).toHaveLength(0);
    } finally {
      Uint8Array.prototype.set = set;
    }
  });

  it("refuses numbers that it cannot write", () => {
    const out = new FieldWriter(NOW);
    expect(() => out.number(FIELDS.count, -1)).toThrow(RangeError);
    expect(() => out.number(FIELDS.count, 2n ** 64n)).toThrow(RangeError);
    expect(() => out.signed(FIELDS.count, 2n ** 63n)).toThrow(RangeError);
    expect(() => out.choice(FIELDS.count, ["a"], "b")).toThrow(RangeError);
  });

  it("writes content longer than its first buffer", () => {
    const bytes = written((out) =>
      out.record(FIELDS.child, () => out.bytes(FIELDS.name, new Uint8Array(70_000).fill(9))),
    );
    expect(read(bytes).inner(FIELDS.child).bytes(FIELDS.name)).toHaveLength(70_000);
  });
});
