import { DAVESession } from "@snazzah/davey";
import { describe, expect, it } from "vitest";
import { createKeyPackage, generateSignatureKey, importSignatureKey } from "../../../lib/protocol/index.js";
import { isPrivateKey, isPublicKey } from "../../../lib/protocol/mls/p256.js";
import { SignatureVerifier, Signer } from "../../../lib/protocol/mls/signature.js";
import { checkKeyPackage } from "../../../lib/protocol/mls/leaf-checks.js";
import { decodeKeyPackage } from "../../../lib/wire/index.js";
import { offCurve } from "../../support/mls/flaws.js";
import { hexOf } from "../../support/mls/members.js";
import { seededBytes } from "../../support/mls/random.js";

const random = seededBytes("keys");
const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

describe("private keys", () => {
  it.each([
    ["zero", "00".repeat(32), false],
    ["one", `${"00".repeat(31)}01`, true],
    ["the order − 1", `${ORDER.slice(0, -1)}0`, true],
    ["the order", ORDER, false],
    ["more than the order", "ff".repeat(32), false],
    ["31 bytes", "01".repeat(31), false],
    ["33 bytes", "01".repeat(33), false],
  ])("%s", (_what, bytes, isOne) => {
    expect(isPrivateKey(hex(bytes))).toBe(isOne);
    if (isOne) expect(importSignatureKey(hex(bytes)).publicKey).toHaveLength(65);
    else expect(() => importSignatureKey(hex(bytes))).toThrow(RangeError);
  });

  it("imported are copies", () => {
    const bytes = hex(`${"00".repeat(31)}07`);
    const { privateKey } = importSignatureKey(bytes);
    bytes.fill(0);
    expect(privateKey[31]).toBe(7);
  });

  it("generated come from the source, which must work", () => {
    const candidates = [hex(ORDER), hex("00".repeat(32)), hex(`${"00".repeat(31)}02`)];
    expect(generateSignatureKey(() => candidates.shift()!).privateKey[31]).toBe(2);
    expect(() => generateSignatureKey(() => new Uint8Array(32))).toThrow(/source of randomness/);
  });
});

describe("public keys", () => {
  const { publicKey } = generateSignatureKey(random);

  it.each([
    ["a point", publicKey, true],
    ["a point off the curve", offCurve(publicKey), false],
    ["a coordinate above the field", hex(`04${"ff".repeat(64)}`), false],
    ["a compressed point", Uint8Array.of(2, ...publicKey.subarray(1, 33)), false],
    ["zeros", new Uint8Array(65), false],
  ])("%s", (_what, bytes, isOne) => {
    expect(isPublicKey(bytes)).toBe(isOne);
  });
});

describe("signatures", () => {
  const key = generateSignatureKey(random);
  const content = hex("c0ffee");
  const signature = new Signer(key).sign("Label", content);

  it("are rejected for another key, label or content, and when invalid", () => {
    const verifier = new SignatureVerifier();
    expect(verifier.verify(key.publicKey, "Label", content, signature)).toBe(true);
    expect(verifier.verify(generateSignatureKey(random).publicKey, "Label", content, signature)).toBe(false);
    expect(verifier.verify(key.publicKey, "Lebal", content, signature)).toBe(false);
    expect(verifier.verify(key.publicKey, "Label", hex("c0ffef"), signature)).toBe(false);
    expect(verifier.verify(key.publicKey, "Label", content, hex("3000"))).toBe(false);
    expect(verifier.verify(key.publicKey, "Label", content, hex(""))).toBe(false);
    expect(verifier.verify(offCurve(key.publicKey), "Label", content, signature)).toBe(false);
  });

  it("with a high S are accepted", () => {
    const { r, s } = integersOf(signature);
    const high = derOf(r, BigInt(`0x${ORDER}`) - s);
    const verifier = new SignatureVerifier();
    expect(verifier.verify(key.publicKey, "Label", content, high)).toBe(true);
  });

  it("are verified after more keys than are cached", () => {
    const verifier = new SignatureVerifier();
    verifier.verify(key.publicKey, "Label", content, signature);
    for (let at = 0; at < 600; at += 1)
      verifier.verify(generateSignatureKey(random).publicKey, "Label", content, signature);
    expect(verifier.verify(key.publicKey, "Label", content, signature)).toBe(true);
  });
});

describe("a key package", () => {
  const key = generateSignatureKey(random);
  const own = createKeyPackage(0x1122334455667788n, key, random);

  it("has the form of DAVE 1.1.4", () => {
    expect(hexOf(own.bytes.subarray(0, 4))).toBe("00010002");
    // credential, capabilities, lifetime, no extensions
    const fixed =
      "0001081122334455667788" + "020001020002000002000101" + "0000000000000000ffffffffffffffff" + "00";
    expect(hexOf(own.bytes)).toContain(fixed);
    const decoded = decodeKeyPackage(own.bytes);
    expect(decoded.extensions).toEqual([]);
    checkKeyPackage(new SignatureVerifier(), decoded);
  });

  it("has the form of another implementation's, keys and signatures apart", () => {
    const theirs = decodeKeyPackage(new DAVESession(1, "1234", "5").getSerializedKeyPackage());
    const { keyPackage: ours } = createKeyPackage(1234n, key, random);
    const form = ({ version, cipherSuite, extensions, leaf }: typeof ours) => {
      const { capabilities, source, identity, extensions: leafExtensions } = leaf;
      return { version, cipherSuite, extensions, capabilities, source, identity, leafExtensions };
    };
    expect(form(ours)).toEqual(form(theirs));
  });

  it("is different each time, and keeps nothing of its private keys when wiped", () => {
    const again = createKeyPackage(0x1122334455667788n, key, random);
    expect(again.reference).not.toEqual(own.reference);
    again.wipe();
    expect(again.initKey.privateKey).toEqual(new Uint8Array(32));
    expect(again.encryptionKey.privateKey).toEqual(new Uint8Array(32));
    expect(key.privateKey).not.toEqual(new Uint8Array(32));
  });
});

function integersOf(der: Uint8Array): { r: bigint; s: bigint } {
  const length = der[3]!;
  const integer = (bytes: Uint8Array) => BigInt(`0x${hexOf(bytes)}`);
  return { r: integer(der.subarray(4, 4 + length)), s: integer(der.subarray(6 + length)) };
}

function derOf(...integers: readonly bigint[]): Uint8Array {
  const encoded = integers.map((integer) => {
    const bytes = hex(integer.toString(16).padStart(64, "0"));
    const start = bytes.findIndex((byte) => byte !== 0);
    const sign = bytes[start]! >= 0x80 ? [0] : [];
    const contents = [...sign, ...bytes.subarray(start)];
    return [2, contents.length, ...contents];
  });
  const body = encoded.flat();
  return Uint8Array.of(0x30, body.length, ...body);
}
