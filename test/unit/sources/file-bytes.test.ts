import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FileBytes } from "../../../lib/sources/index.js";

let folder: string;
let file: FileBytes;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "sdkpp-file-"));
  await writeFile(path.join(folder, "song"), "0123456789");
  file = new FileBytes(path.join(folder, "song"));
});

afterAll(() => rm(folder, { recursive: true }));

it("a file says how long it is, and gives some of its bytes", async () => {
  expect(await file.size()).toBe(10);
  expect(Buffer.from(await file.readAt(3, 4)).toString()).toBe("3456");
  expect(Buffer.from(await file.readAt(8, 4)).toString()).toBe("89");
  expect((await file.readAt(20, 4)).length).toBe(0);
});

it("what is no file has no length, and nothing to read", async () => {
  const missing = new FileBytes(path.join(folder, "missing"));
  expect([await missing.size(), await new FileBytes(folder).size()]).toEqual([undefined, undefined]);
  await expect(missing.readAt(0, 4)).rejects.toMatchObject({ code: "SOURCE_UNREADABLE" });
});
