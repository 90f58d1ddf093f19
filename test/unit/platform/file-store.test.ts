import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileContent } from "../../../platform/domain/records/message/file-content.js";
import type { FilePlace } from "../../../platform/files/file-place.js";
import { FileStore } from "../../../platform/files/file-store.js";
import { FolderPlace } from "../../../platform/files/folder-place.js";
import { streamOf } from "../../../platform/files/intake.js";
import { MemoryPlace } from "../../../platform/files/memory-place.js";
import { StartError } from "../../../platform/guard/start-error.js";
import { Guard } from "../../../platform/guard/guard.js";
import { contentOf } from "./support-world.js";

let folder: string;
let named: Set<string>;
let lines: string[];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "sdkpp-files-")), "files");
  named = new Set();
  lines = [];
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const storeOf = (place: FilePlace): FileStore =>
  new FileStore({
    place,
    isNamed: (hash) => named.has(hash),
    guard: new Guard("files", (line) => lines.push(line)),
  });
const keep = (store: FileStore, text: string) => store.keep(streamOf(Buffer.from(text)));
const fileOf = ({ hash }: FileContent): string => join(folder, hash.slice(0, 2), hash);

async function textOf(store: FileStore, content: FileContent): Promise<string | undefined> {
  const opened = await store.open(content);
  if (opened === undefined) return undefined;
  const pieces = await opened.read({ start: 0, end: content.size - 1 }).toArray();
  return Buffer.concat(pieces as Buffer[]).toString();
}

async function namesIn(place: FilePlace): Promise<string[]> {
  const names: string[] = [];
  for await (const name of place.all()) names.push(name);
  return names.sort();
}

describe.each<[string, () => FilePlace]>([
  ["in memory", () => new MemoryPlace()],
  ["in a folder", () => FolderPlace.open(folder)],
])("files %s", (_form, make) => {
  let place: FilePlace;
  let store: FileStore;
  beforeEach(() => {
    place = make();
    store = storeOf(place);
  });
  afterEach(() => store.stop());

  it("have the name of what they hold, and go when no record names it", async () => {
    const held = await keep(store, "hello");
    expect(held.content).toEqual(contentOf("hello"));
    named.add(held.content.hash);
    held.release();
    held.release();
    await store.sweep();
    expect(await textOf(store, held.content)).toBe("hello");
    named.clear();
    store.doubt(held.content.hash);
    await store.stop();
    expect(await store.open(held.content)).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it("of equal content are one, which stays for the other record, and for whoever holds it", async () => {
    const [one, other] = await Promise.all([keep(store, "same"), keep(store, "same")]);
    expect(await namesIn(place)).toEqual([one.content.hash]);
    one.release();
    await store.sweep();
    expect(await textOf(store, one.content)).toBe("same");
    named.add(one.content.hash);
    other.release();
    store.doubt(one.content.hash);
    await store.stop();
    expect(await namesIn(place)).toEqual([one.content.hash]);
  });

  it("are looked at after the running transaction: what it takes back stays", async () => {
    const { content, release } = await keep(store, "kept");
    release();
    named.add(content.hash);
    await store.stop();
    expect(await namesIn(place)).toEqual([content.hash]);
  });

  it("that come again while the same ones go are there", async () => {
    for (let round = 0; round < 50; round += 1) {
      const first = await keep(store, "again");
      first.release();
      const again = await keep(store, "again");
      expect(await textOf(store, again.content)).toBe("again");
      again.release();
    }
    await store.stop();
    expect(await namesIn(place)).toEqual([]);
  });

  it("whose stream fails leave nothing", async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(300_000);
      await Promise.resolve();
      throw new Error("cut off");
    }
    await expect(store.keep(Readable.from(broken(), { objectMode: false }))).rejects.toThrow("cut off");
    expect(await namesIn(place)).toEqual([]);
  });

  it("that still come when the platform stops leave nothing, and do not keep it", async () => {
    const source = new Readable({ read: () => undefined });
    source.push(Buffer.alloc(300_000));
    const keeping = store.keep(source);
    const outcome = expect(keeping).rejects.toThrow();
    await store.stop();
    await outcome;
    expect(await namesIn(place)).toEqual([]);
  });

  it("are read in part, across the portions that they came in", async () => {
    const text = Array.from({ length: 50_000 }, (_, n) => String(n % 100_000).padStart(5, "0")).join("");
    const { content } = await keep(store, text);
    for (const [start, end] of [
      [0, 0],
      [131_070, 131_075],
      [5, text.length - 1],
    ] as const) {
      const opened = (await store.open(content))!;
      const pieces = await opened.read({ start, end }).toArray();
      expect(Buffer.concat(pieces as Buffer[]).toString()).toBe(text.slice(start, end + 1));
    }
  });
});

describe("a folder of files", () => {
  const arriving = () => readdirSync(join(folder, "arriving"));

  it("is for its user only", async () => {
    const { content } = await keep(storeOf(FolderPlace.open(folder)), "mine");
    const modes = [folder, join(folder, "arriving"), join(fileOf(content), ".."), fileOf(content)];
    const texts = modes.map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(texts).toEqual(["700", "700", "700", "600"]);
    expect(arriving()).toEqual([]);
  });

  it("has at its next start neither what was arriving when the process was killed nor what no record names", async () => {
    const before = storeOf(FolderPlace.open(folder));
    const [kept, lost] = [await keep(before, "kept"), await keep(before, "lost")];
    named.add(kept.content.hash);
    writeFileSync(join(folder, "arriving", "half"), "ha");
    const place = FolderPlace.open(folder);
    expect(arriving()).toEqual([]);
    await storeOf(place).sweep();
    expect(await namesIn(place)).toEqual([kept.content.hash]);
    expect(await textOf(storeOf(place), lost.content)).toBeUndefined();
  });

  it("takes bytes at once, again and again under one name", () => {
    const place = FolderPlace.open(folder);
    for (let times = 0; times < 2; times += 1) {
      expect(place.writeNow(Buffer.from("moved"))).toEqual(contentOf("moved"));
      expect(readFileSync(fileOf(contentOf("moved")), "utf8")).toBe("moved");
    }
    expect(arriving()).toEqual([]);
  });

  it("leaves foreign names alone, and opens no file of another size", async () => {
    const place = FolderPlace.open(folder);
    const { content } = await keep(storeOf(place), "whole");
    writeFileSync(join(folder, "notes.txt"), "mine");
    writeFileSync(join(fileOf(content), "..", "other"), "mine");
    named.add(content.hash);
    await storeOf(place).sweep();
    expect(readdirSync(folder)).toContain("notes.txt");
    writeFileSync(fileOf(content), "cut");
    expect(await place.open(content)).toBeUndefined();
  });

  it("that is a file is an error that names it", () => {
    writeFileSync(folder, "");
    expect(() => FolderPlace.open(folder)).toThrow(StartError);
    expect(() => FolderPlace.open(folder)).toThrow(folder);
  });

  it("reports what cannot be removed, and goes on with the others", async () => {
    const place = FolderPlace.open(folder);
    const store = storeOf(place);
    const [stuck, other] = [await keep(store, "stuck"), await keep(store, "other")];
    rmSync(join(folder, "arriving"), { recursive: true });
    writeFileSync(join(folder, "arriving"), "");
    stuck.release();
    await store.stop();
    expect(lines.join()).toContain("fault in the removal of a file");
    rmSync(join(folder, "arriving"));
    mkdirSync(join(folder, "arriving"));
    const next = storeOf(place);
    next.hold(other.content).release();
    await next.sweep();
    expect(await namesIn(place)).toEqual([]);
  });
});
