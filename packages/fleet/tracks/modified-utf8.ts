/**
 * Writes a text as Java does: each UTF-16 unit by itself in one to three bytes, and U+0000 in two. Source: the interface
 * `java.io.DataInput`, "Modified UTF-8".
 */
export function writeModifiedUtf8(text: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x01 && unit <= 0x7f) bytes.push(unit);
    else if (unit <= 0x7ff) bytes.push(0xc0 | (unit >> 6), continuation(unit));
    else bytes.push(0xe0 | (unit >> 12), continuation(unit >> 6), continuation(unit));
  }
  return Buffer.from(bytes);
}

/** Reads such a text. @returns undefined when the bytes are none */
export function readModifiedUtf8(bytes: Uint8Array): string | undefined {
  const units: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = sizeOf(bytes[at] ?? 0);
    const rest = bytes.subarray(at + 1, at + size);
    if (size === 0 || rest.length < size - 1 || rest.some((byte) => byte >> 6 !== 0b10)) return undefined;
    units.push(String.fromCharCode(unitOf(bytes[at] ?? 0, rest)));
    at += size;
  }
  return units.join("");
}

const continuation = (bits: number): number => 0x80 | (bits & 0x3f);

/** How many bytes a unit has that begins so; 0: none begins so. */
function sizeOf(first: number): number {
  if (first >> 7 === 0) return 1;
  if (first >> 5 === 0b110) return 2;
  return first >> 4 === 0b1110 ? 3 : 0;
}

function unitOf(first: number, rest: Uint8Array): number {
  const mask = rest.length === 0 ? 0x7f : rest.length === 1 ? 0x1f : 0x0f;
  return rest.reduce((bits, byte) => (bits << 6) | (byte & 0x3f), first & mask);
}
