import { describe, expect, it } from "vitest";
import { SignatureKeys } from "../../../lib/call/index.js";
import { generateSignatureKey } from "../../../lib/protocol/index.js";
import { seededBytes } from "../../support/seeded-bytes.js";

describe("signature keys", () => {
  it("are shared by concurrent calls, and wiped with the last", () => {
    const keys = new SignatureKeys(seededBytes(1));
    const first = keys.lease(5n);
    const second = keys.lease(5n);
    const key = first.key();
    expect(second.key()).toBe(key);
    first.release();
    first.release();
    expect(second.key()).toBe(key);
    expect(key.privateKey.some((byte) => byte !== 0)).toBe(true);
    second.release();
    expect(key.privateKey.every((byte) => byte === 0)).toBe(true);
    expect(keys.lease(5n).key().publicKey).not.toEqual(key.publicKey);
  });

  it("of two users differ", () => {
    const keys = new SignatureKeys(seededBytes(2));
    expect(keys.lease(5n).key().publicKey).not.toEqual(keys.lease(6n).key().publicKey);
  });

  it("that are stored elsewhere outlive the call", () => {
    const random = seededBytes(3);
    const keys = new SignatureKeys(random);
    const key = generateSignatureKey(random);
    keys.keep(5n, key);
    const lease = keys.lease(5n);
    expect(lease.key()).toBe(key);
    lease.release();
    expect(keys.lease(5n).key()).toBe(key);
    expect(key.privateKey.some((byte) => byte !== 0)).toBe(true);
  });
});
