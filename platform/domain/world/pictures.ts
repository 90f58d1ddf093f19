import type { DigestPort } from "./ports.js";

const DATA_URI = /^data:image\/(png|jpeg|jpg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** How the bytes of each kind of picture begin, in base64. */
const BEGINNINGS: ReadonlyMap<string, string> = new Map([
  ["png", "iVBORw0KGgo"],
  ["jpeg", "/9j/"],
  ["jpg", "/9j/"],
  ["gif", "R0lGOD"],
  ["webp", "UklGR"],
]);

const HASH_LENGTH = 32;

/**
 * The hash under which the wire names a picture; animated ones begin with `a_`.
 * @param uri `data:image/png;base64,…`, also jpeg, gif and webp
 * @returns undefined for any other text, and for bytes that do not begin like such a picture
 */
export function pictureHash(world: DigestPort, uri: string): string | undefined {
  const [, kind = "", data = ""] = DATA_URI.exec(uri) ?? [];
  if (!data.startsWith(BEGINNINGS.get(kind) ?? " ")) return undefined;
  const hash = world.digest.sha256(data).slice(0, HASH_LENGTH);
  return kind === "gif" ? `a_${hash}` : hash;
}
