import { beforeEach, describe, expect, it } from "vitest";
import { Guard } from "../../../platform/guard/guard.js";
import { Readable } from "node:stream";
import { FileStore } from "../../../platform/files/file-store.js";
import { MemoryPlace } from "../../../platform/files/memory-place.js";
import { FaultError } from "../../../platform/http/fault-error.js";
import { MESSAGE_FORM } from "../../../platform/http/message-form.js";
import { MultipartReader } from "../../../platform/http/multipart-reader.js";

import { contentOf } from "./support-world.js";

const TYPE = "multipart/form-data; boundary=X";
const lines: string[] = [];
const guard = new Guard("http", (line) => lines.push(line));
let place: MemoryPlace;
let files: FileStore;
let reader: MultipartReader;
beforeEach(() => {
  place = new MemoryPlace();
  files = new FileStore({ place, isNamed: () => false, guard });
  reader = new MultipartReader(files, guard);
});
const read = (body: Buffer) => reader.read(MESSAGE_FORM, TYPE, Readable.from([body]));

/** Names of what is kept, once nothing is doubted. */
async function kept(): Promise<string[]> {
  await files.stop();
  const names: string[] = [];
  for await (const name of place.all()) names.push(name);
  return names;
}

const part = (text: string, index = 0) =>
  `--X\r\nContent-Disposition: form-data; name="files[${String(index)}]"; filename="a.txt"\r\n\r\n${text}\r\n`;

/** How often others have their turn while a body is read. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  return turns;
}

describe("a body with files", () => {
  it("is read in slices, between which others have their turn", async () => {
    const file = Buffer.alloc(4 << 20, "x");
    const reading = read(Buffer.from(`${part(file.toString())}--X--\r\n`));
    expect(await turnsDuring(reading)).toBeGreaterThan(50);
    const body = await reading;
    expect(body.uploads).toEqual([{ index: "0", filename: "a.txt", content: contentOf(file.toString()) }]);
    body.release();
    expect(await kept()).toEqual([]);
  });

  it("is read no further than its first fault", async () => {
    // Half a million parts that have nothing but a header.
    const body = Buffer.from("--X\r\nX: y\r\n\r\n\r\n".repeat(8 * 65_536));
    const reading = read(body);
    expect(await turnsDuring(reading)).toBeLessThan(10);
    await expect(reading).rejects.toThrow(FaultError);
    expect(lines).toEqual([]);
  });

  it("keeps nothing of what came before its first fault", async () => {
    const body = `${part("one")}${part("two", 1)}${part("twice", 1)}${part("late", 2)}--X--\r\n`;
    await expect(read(Buffer.from(body))).rejects.toThrow(FaultError);
    expect(await kept()).toEqual([]);
  });

  it("that its sender cuts off leaves nothing", async () => {
    const body = new Readable({ read: () => undefined });
    const reading = reader.read(MESSAGE_FORM, TYPE, body);
    body.push(part("x".repeat(300_000)));
    setImmediate(() => body.destroy(new Error("aborted")));
    await expect(reading).rejects.toThrow(FaultError);
    expect(await kept()).toEqual([]);
  });

  it("for which the disk has no room fails with that, and leaves nothing", async () => {
    const full = { write: () => Promise.reject(new Error("ENOSPC")) };
    const store = new FileStore({
      place: Object.assign(new MemoryPlace(), full),
      isNamed: () => false,
      guard,
    });
    const body = Readable.from([Buffer.from(`${part("x".repeat(300_000))}--X--\r\n`)]);
    await expect(new MultipartReader(store, guard).read(MESSAGE_FORM, TYPE, body)).rejects.toThrow("ENOSPC");
  });

  it.each([
    ["ends in the middle", '--X\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\nabc'],
    ["has another boundary", "--Y\r\n\r\n--Y--\r\n"],
    ["is empty", ""],
    ["has something behind its end", "--X--\r\nmore"],
  ])("is refused when it %s", async (_name, text) => {
    await expect(read(Buffer.from(text))).rejects.toThrow(FaultError);
  });
});
