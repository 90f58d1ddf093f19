import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SealedKeyStore } from "../../../packages/electron/main/sealed-key-store.js";
import type { SafeStoragePart } from "../../../packages/electron/main/electron-parts.js";
import { asyncSafeStorage, safeStorage } from "../../support/electron/safe-storage.js";

const NAME = "123:1";
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at + 200);

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "sdkpp-keys-")), "keys");
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

const store = (storage: SafeStoragePart = safeStorage()): SealedKeyStore =>
  new SealedKeyStore(folder, { safeStorage: storage });

describe.each([
  ["before Electron 42", safeStorage],
  ["since Electron 42", asyncSafeStorage],
])("keys %s", (_when, storage) => {
  it("come back, and do not stand in their files", async () => {
    expect(await store(storage()).load(NAME)).toBeUndefined();
    await store(storage()).save(NAME, KEY);
    await store(storage()).save("other:1", KEY.slice(1));
    expect(await store(storage()).load(NAME)).toEqual(KEY);
    const files = await readdir(folder);
    expect(files.sort()).toEqual(["123%3A1.key", "other%3A1.key"]);
    const file = path.join(folder, files[0]!);
    const content = await readFile(file);
    expect(content.includes(Buffer.from(KEY))).toBe(false);
    expect(content.includes(Buffer.from(KEY).toString("base64"))).toBe(false);
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
    await store(storage()).save(NAME, KEY.slice(2));
    expect(await store(storage()).load(NAME)).toEqual(KEY.slice(2));
  });

  it("of another machine, or damaged, count as none", async () => {
    await store(storage({ key: "another" })).save(NAME, KEY);
    expect(await store(storage()).load(NAME)).toBeUndefined();
    for (const content of ["", "x", Buffer.alloc(64)]) {
      await writeFile(path.join(folder, "123%3A1.key"), content);
      expect(await store(storage()).load(NAME)).toBeUndefined();
    }
  });

  it("are refused without a key of the system, and the file stays as it is", async () => {
    await store(storage()).save(NAME, KEY);
    const locked = store(storage({ isAvailable: false }));
    await expect(locked.load(NAME)).rejects.toMatchObject({ code: "ENCRYPTION_UNAVAILABLE" });
    await expect(locked.save(NAME, KEY.slice(1))).rejects.toThrow("app.whenReady()");
    expect(await store(storage()).load(NAME)).toEqual(KEY);
  });
});

it("no name leads out of the folder", async () => {
  for (const name of ["..", "../escaped", "/escaped", "a\\b"]) {
    await store().save(name, KEY);
    expect(await store().load(name)).toEqual(KEY);
  }
  expect(await readdir(path.dirname(folder))).toEqual(["keys"]);
  expect(await readdir(folder)).toHaveLength(4);
});

it("a folder that cannot be written says so, and what is no path is refused by name", async () => {
  await writeFile(folder, "a file");
  await expect(store().save(NAME, KEY)).rejects.toMatchObject({ code: "EEXIST" });
  const made = (given: unknown) => () => new SealedKeyStore(given as string, { safeStorage: safeStorage() });
  expect(made(7)).toThrow("folder: expected a path, received number");
  expect(made("")).toThrow("folder: expected a path, received an empty text");
});
