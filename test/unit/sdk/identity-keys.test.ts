import { describe, expect, it } from "vitest";
import { SignatureKeys } from "../../../lib/call/index.js";
import { generateSignatureKey } from "../../../lib/protocol/index.js";
import type { ClientLogs } from "../../../lib/sdk/core/logs/client-logs.js";
import { IdentityKeys } from "../../../lib/sdk/areas/calls/identity-keys.js";
import type { IdentityKeyStore } from "../../../lib/sdk/identity-key-store.js";
import { seededBytes } from "../../support/seeded-bytes.js";

class MemoryStore implements IdentityKeyStore {
  readonly saved = new Map<string, Uint8Array>();

  load(name: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.saved.get(name));
  }

  save(name: string, privateKey: Uint8Array): Promise<void> {
    this.saved.set(name, privateKey);
    return Promise.resolve();
  }
}

function scene(store: IdentityKeyStore | undefined) {
  const lines: string[] = [];
  const logs = { write: (_area: string, _severity: number, line: string) => lines.push(line) };
  const keys = new SignatureKeys(seededBytes(1));
  return { lines, keys, identity: new IdentityKeys(store, keys, logs as unknown as ClientLogs) };
}

const ready = (identity: IdentityKeys, userId: bigint) =>
  new Promise<void>((resolve) => identity.whenReady(userId, resolve));

describe("identity keys", () => {
  it("without a store, calls do not wait and each has its own key", () => {
    const { identity, keys } = scene(undefined);
    let isReady = false;
    identity.whenReady(5n, () => (isReady = true));
    expect(isReady).toBe(true);
    const first = keys.lease(5n);
    const { publicKey } = first.key();
    first.release();
    expect(keys.lease(5n).key().publicKey).not.toEqual(publicKey);
  });

  it("are created and saved the first time, and stay the same after a restart", async () => {
    const store = new MemoryStore();
    const first = scene(store);
    await ready(first.identity, 5n);
    const { publicKey } = first.keys.lease(5n).key();
    expect([...store.saved].map(([name, key]) => [name, key.length])).toEqual([["5:1", 32]]);
    const second = scene(store);
    await ready(second.identity, 5n);
    expect(second.keys.lease(5n).key().publicKey).toEqual(publicKey);
  });

  it("are loaded once, and a later call does not wait", async () => {
    const store = new MemoryStore();
    const { identity } = scene(store);
    const waiting = ready(identity, 5n);
    expect(identity.isLoading).toBe(true);
    await waiting;
    expect(identity.isLoading).toBe(false);
    let isReady = false;
    identity.whenReady(5n, () => (isReady = true));
    expect(isReady).toBe(true);
  });

  it.each([
    ["fails to load", { load: () => Promise.reject(new Error("locked")), save: () => Promise.resolve() }],
    [
      "fails to save",
      { load: () => Promise.resolve(undefined), save: () => Promise.reject(new Error("locked")) },
    ],
    ["holds no key", { load: () => Promise.resolve(new Uint8Array(31)), save: () => Promise.resolve() }],
    [
      "holds a key out of range",
      { load: () => Promise.resolve(new Uint8Array(32)), save: () => Promise.resolve() },
    ],
  ] satisfies [string, IdentityKeyStore][])(
    "a store that %s is logged, and the call continues",
    async (_name, store) => {
      const { identity, keys, lines } = scene(store);
      await ready(identity, 5n);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^the identity key store failed, so each call uses a new key: /);
      expect(keys.lease(5n).key()).toHaveProperty("publicKey");
    },
  );

  it("are not wiped when the last call ends", async () => {
    const store = new MemoryStore();
    const key = generateSignatureKey(seededBytes(7));
    store.saved.set("5:1", Uint8Array.from(key.privateKey));
    const { identity, keys } = scene(store);
    await ready(identity, 5n);
    keys.lease(5n).release();
    expect(keys.lease(5n).key().publicKey).toEqual(key.publicKey);
    expect(store.saved.get("5:1")).toEqual(key.privateKey);
  });
});
