import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileTokenStore, type StoredTokens } from "sdkpp";
import { SealedTokenStore } from "../../../packages/electron/main/sealed-token-store.js";
import type { SafeStoragePart } from "../../../packages/electron/main/electron-parts.js";
import { asyncSafeStorage, safeStorage } from "../../support/electron/safe-storage.js";

const TOKENS: StoredTokens = {
  kind: "account",
  accessToken: "access-canary",
  refreshToken: "refresh-canary",
  expiresAt: 2,
  renewAt: 1,
  scopes: "openid",
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sdkpp-sealed-"));
});
afterEach(() => rm(folder, { recursive: true }));

const pathOf = (): string => path.join(folder, "tokens");
const store = (storage: SafeStoragePart = safeStorage()): SealedTokenStore =>
  new SealedTokenStore(pathOf(), { safeStorage: storage });

describe.each([
  ["before Electron 42", safeStorage],
  ["since Electron 42", asyncSafeStorage],
])("tokens %s", (_when, storage) => {
  it("come back, and do not stand in the file", async () => {
    await store(storage()).save(TOKENS);
    expect(await store(storage()).load()).toEqual(TOKENS);
    const content = await readFile(pathOf(), "latin1");
    expect(content).not.toContain("canary");
    expect(await readdir(folder)).toEqual(["tokens"]);
    if (process.platform !== "win32") expect((await stat(pathOf())).mode & 0o777).toBe(0o600);
    await store(storage()).clear();
    expect(await store(storage()).load()).toBeUndefined();
  });

  it("of another machine, damaged or in plain text count as none", async () => {
    await store(storage({ key: "another" })).save(TOKENS);
    expect(await store(storage()).load()).toBeUndefined();
    await new FileTokenStore(pathOf()).save(TOKENS);
    expect(await store(storage()).load()).toBeUndefined();
    for (const content of ["", "x", Buffer.alloc(64)]) {
      await writeFile(pathOf(), content);
      expect(await store(storage()).load()).toBeUndefined();
    }
  });

  it("are refused without a key, and the file stays as it is", async () => {
    await store(storage()).save(TOKENS);
    const locked = store(storage({ isAvailable: false }));
    await expect(locked.load()).rejects.toMatchObject({ code: "ENCRYPTION_UNAVAILABLE" });
    await expect(locked.save(TOKENS)).rejects.toThrow("app.whenReady()");
    expect(await store(storage()).load()).toEqual(TOKENS);
  });

  it.runIf(process.platform === "linux")(
    "are refused with a key that everybody has, unless that is named",
    async () => {
      const basic = storage({ backend: "basic_text" });
      await expect(store(basic).load()).rejects.toMatchObject({ code: "PLAIN_TEXT_REFUSED" });
      await expect(store(basic).save(TOKENS)).rejects.toThrow('allowBackend: "basic_text"');
      expect(await readdir(folder)).toEqual([]);
      const named = new SealedTokenStore(pathOf(), { safeStorage: basic, allowBackend: "basic_text" });
      await named.save(TOKENS);
      expect(await named.load()).toEqual(TOKENS);
    },
  );
});

it("one work runs at a time, as with a file in plain text", async () => {
  const order: string[] = [];
  await Promise.all(
    ["a", "b"].map((name) =>
      store().exclusively(async () => {
        order.push(name);
        await readdir(folder);
        order.push(name);
      }),
    ),
  );
  expect(order[0]).toBe(order[1]);
});
