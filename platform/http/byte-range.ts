import type { ByteRange } from "../files/file-place.js";

const ONE_RANGE = /^bytes[\t ]*=[\t ]*(?<first>\d*)-(?<last>\d*)[\t ]*$/i;

/**
 * The part of a file that a request asks for (RFC 9110, 14.2).
 * @param header `Range`
 * @param size of the whole file, bytes
 * @returns "none" when the file has no byte of it; undefined: the whole is asked for, also by what is no range and by several ranges
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | "none" | undefined {
  const { first = "", last = "" } = ONE_RANGE.exec(header ?? "")?.groups ?? {};
  if (first === "") return last === "" ? undefined : lastBytes(Number(last), size);
  const [start, end] = [Number(first), last === "" ? Infinity : Number(last)];
  if (end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : "none";
}

function lastBytes(count: number, size: number): ByteRange | "none" {
  return count === 0 || size === 0 ? "none" : { start: Math.max(0, size - count), end: size - 1 };
}

/** Whether one of the tags of `If-None-Match` is that of a file, which a cache then has. @param tag quoted */
export function isKnown(header: string | undefined, tag: string): boolean {
  const known = (header ?? "").split(",").map((one) => one.trim());
  return known.includes("*") || known.includes(tag) || known.includes(`W/${tag}`);
}

/** Whether a range is meant for this very file: `If-Range` names no other one. Dates are of none, because files have none. */
export function isStillMeant(header: string | string[] | undefined, tag: string): boolean {
  return header === undefined || String(header).trim() === tag;
}
