import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  displayableCode,
  keyFingerprint,
  pairwiseFingerprint,
  verificationCode,
} from "../../../lib/protocol/index.js";

interface Vectors {
  displayable_codes: { data: string; length: number; group: number; code: string }[];
  fingerprints: Record<
    "key_a" | "user_a" | "key_b" | "user_b" | "key_fingerprint_a" | "key_fingerprint_b" | "pairwise" | "code",
    string
  >[];
}

const file = path.resolve(import.meta.dirname, "../../vectors/voice-e2ee.json");
const vectors = JSON.parse(fs.readFileSync(file, "utf8")) as Vectors;
const bytes = (hex: string) => Buffer.from(hex, "hex");

describe("displayable codes", () => {
  it.each(vectors.displayable_codes)(
    "$length digits in groups of $group: $code",
    ({ data, length, group, code }) => {
      expect(displayableCode(bytes(data), length, group)).toBe(code);
    },
  );

  it.each([
    ["no digit per group", 32, 30, 0],
    ["too many digits per group", 32, 32, 8],
    ["a group cut short", 32, 12, 5],
    ["too few bytes", 29, 30, 5],
  ])("rejects %s", (_name, size, length, group) => {
    expect(() => displayableCode(new Uint8Array(size), length, group)).toThrow(RangeError);
  });
});

describe("fingerprints", () => {
  it.each(vectors.fingerprints)("of users $user_a and $user_b", async (vector) => {
    const one = { userId: BigInt(vector.user_a), publicKey: bytes(vector.key_a) };
    const other = { userId: BigInt(vector.user_b), publicKey: bytes(vector.key_b) };
    expect(Buffer.from(keyFingerprint(one)).toString("hex")).toBe(vector.key_fingerprint_a);
    expect(Buffer.from(keyFingerprint(other)).toString("hex")).toBe(vector.key_fingerprint_b);
    const pairwise = await pairwiseFingerprint(one, other);
    expect(Buffer.from(pairwise).toString("hex")).toBe(vector.pairwise);
    expect(await pairwiseFingerprint(other, one)).toEqual(pairwise);
    expect(verificationCode(pairwise)).toBe(vector.code);
  });
});
