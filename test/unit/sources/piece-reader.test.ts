import { once } from "node:events";
import { Duplex, PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { PieceReader } from "../../../lib/sources/index.js";

/** A stream of prism-media: whoever listens to it, or reads from it, does so at the output of its process. */
class Delegate extends Duplex {
  readonly reader = new PassThrough();

  constructor() {
    super();
    const inner = this.reader;
    Object.assign(this, {
      _readableState: Reflect.get(inner, "_readableState"),
      read: inner.read.bind(inner),
      pipe: inner.pipe.bind(inner),
      on: (event: string, listener: () => void) =>
        ["readable", "data", "end"].includes(event) ? inner.on(event, listener) : super.on(event, listener),
    });
  }
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const reader = new PieceReader(source);
  const pieces: T[] = [];
  for (let next = await reader.next(); next.done !== true; next = await reader.next())
    pieces.push(next.value);
  return pieces;
}

const text = (pieces: Buffer[]): string => Buffer.concat(pieces).toString();

describe("pieces of a Node stream", () => {
  it("come to their end", async () => {
    expect(await all(Readable.from(["a", "b"]))).toEqual(["a", "b"]);
    expect(await all(Readable.from([]))).toEqual([]);
  });

  it("come from a stream that emits by another one", async () => {
    const stream = new Delegate();
    const read = all<Buffer>(stream);
    stream.reader.write("late");
    await once(stream.reader, "readable");
    stream.reader.end(" and last");
    expect(text(await read)).toBe("late and last");
  });

  it("end with the error of the stream", async () => {
    const stream = new PassThrough();
    const read = all(stream);
    stream.destroy(new Error("cut"));
    await expect(read).rejects.toThrow("cut");
  });

  it("are not over when the stream is closed before its end", async () => {
    const stream = new PassThrough();
    const read = all(stream);
    stream.destroy();
    await expect(read).rejects.toThrow("Premature close");
  });

  it("are those that a stream had when it ended before it was read", async () => {
    const stream = new PassThrough();
    stream.end("early");
    await once(stream, "finish");
    expect(text(await all<Buffer>(stream))).toBe("early");
    expect(await all(stream)).toEqual([]);
  });

  it("destroy the stream when the reader is closed", async () => {
    const stream = new PassThrough();
    const reader = new PieceReader<Buffer>(stream);
    const waiting = reader.next();
    reader.close();
    await once(stream, "close");
    await expect(waiting).rejects.toThrow();
  });
});
