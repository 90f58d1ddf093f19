import fs from "node:fs";
import { readAt } from "./app-file.js";

/** The switches inside the binary of Electron, in their order on its wire. */
const NAMES = [
  "RunAsNode",
  "EnableCookieEncryption",
  "EnableNodeOptionsEnvironmentVariable",
  "EnableNodeCliInspectArguments",
  "EnableEmbeddedAsarIntegrityValidation",
  "OnlyLoadAppFromAsar",
] as const;
export type FuseName = (typeof NAMES)[number];

/** "absent": not in this version of Electron. "mixed": the halves of a universal binary differ. */
export type FuseState = "on" | "off" | "absent" | "mixed";
export type Fuses = Readonly<Record<FuseName, FuseState>>;

/** The text in front of the wire. Here it is in two parts, so that no binary with this code in it has a second one. */
const SENTINEL = Buffer.from(["dL7pKGdnNz796Pbb", "jQWNKmHXBZaB9tsX"].join(""), "latin1");
/** Behind the sentinel: the version of the wire, its length, and one character for each fuse. */
const WIRE_VERSION = 1;
const WIRE_MAX_BYTES = 2 + 255;
const CHUNK_BYTES = 4 << 20;

/** Reads the fuses of a file of Electron; undefined: it has none that are known. */
export function readFuses(file: string): Fuses | undefined {
  const descriptor = fs.openSync(file, "r");
  try {
    const wires = placesOf(SENTINEL, descriptor).map((at) =>
      parseFuseWire(readAt(descriptor, at + SENTINEL.length, WIRE_MAX_BYTES)),
    );
    const [first] = wires;
    if (first === undefined || wires.includes(undefined)) return undefined;
    return Object.fromEntries(
      NAMES.map((name) => [
        name,
        wires.every((wire) => wire?.[name] === first[name]) ? first[name] : "mixed",
      ]),
    ) as Fuses;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Reads a wire. @param bytes behind the sentinel @returns undefined for one of another version, and one that is cut off */
export function parseFuseWire(bytes: Uint8Array): Fuses | undefined {
  const [version, length = 0] = bytes;
  if (version !== WIRE_VERSION || bytes.length < 2 + length) return undefined;
  const wire = bytes.subarray(2, 2 + length);
  return Object.fromEntries(NAMES.map((name, at) => [name, stateOf(wire[at])])) as Fuses;
}

function stateOf(byte: number | undefined): FuseState {
  if (byte === undefined) return "absent";
  const state = String.fromCharCode(byte);
  if (state === "1") return "on";
  return state === "0" ? "off" : "absent";
}

/** Whether a file contains a text. */
export function fileContains(file: string, text: string): boolean {
  const descriptor = fs.openSync(file, "r");
  try {
    return placesOf(Buffer.from(text, "latin1"), descriptor).length > 0;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** A binary of Electron has some 200 MB: it is read in pieces, which overlap. */
function placesOf(text: Buffer, descriptor: number): number[] {
  const places: number[] = [];
  const { size } = fs.fstatSync(descriptor);
  for (let from = 0; from < size; from += CHUNK_BYTES) {
    const piece = readAt(descriptor, from, CHUNK_BYTES + text.length - 1);
    for (let at = piece.indexOf(text); at >= 0; at = piece.indexOf(text, at + 1)) places.push(from + at);
  }
  return places;
}
