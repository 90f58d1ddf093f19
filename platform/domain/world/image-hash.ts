import type { DigestPort } from "./ports.js";

const DATA_URI = /^data:image\/(png|jpeg|jpg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
/** Hexadecimal digits of the hash of a picture. */
const HASH_LENGTH = 32;

/** How the bytes of a picture begin, hexadecimal. */
const SIGNATURES: ReadonlyMap<string, RegExp> = new Map([
  ["png", /^89504e470d0a1a0a/],
  ["jpeg", /^ffd8ff/],
  ["jpg", /^ffd8ff/],
  ["gif", /^47494638/],
  ["webp", /^52494646.{8}57454250/],
]);

/**
 * The hash that stands for an uploaded picture; the platform does not keep its bytes. That of an animation begins with `a_`.
 * @param data `data:image/png;base64,…`
 * @returns undefined when it is not a PNG, JPEG, GIF or WebP
 */
export function imageHash(world: DigestPort, data: string): string | undefined {
  const [, type = "", base64 = ""] = DATA_URI.exec(data) ?? [];
  const beginning = Buffer.from(base64.slice(0, 16), "base64").toString("hex");
  if (SIGNATURES.get(type)?.test(beginning) !== true) return undefined;
  const hash = Buffer.from(world.digest.sha256(base64), "base64url").toString("hex").slice(0, HASH_LENGTH);
  return type === "gif" ? `a_${hash}` : hash;
}
