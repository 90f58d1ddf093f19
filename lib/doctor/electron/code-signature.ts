import fs from "node:fs";
import { readAt } from "./app-file.js";

/** The permissions in the signature of a program for macOS. */
export interface CodeSignature {
  /** Whether the hardened runtime holds, which notarization requires. */
  readonly isHardened: boolean;
  /** The property list, as it was signed; empty: none. */
  readonly entitlements: string;
}

const HEADER_BYTES = 32;
const COMMANDS_MAX_BYTES = 1 << 20;
const SIGNATURE_MAX_BYTES = 16 << 20;
const BLOBS_MAX = 32;
const CODE_SIGNATURE_COMMAND = 0x1d;
const HARDENED_FLAG = 0x1_0000;
const Magic = {
  Program: 0xcffa_edfe,
  Universal: 0xcafe_babe,
  Blobs: 0xfade_0cc0,
  Directory: 0xfade_0c02,
  Entitlements: 0xfade_7171,
} as const;

/** Reads the signature of a program; of a universal one that of its first half. @returns undefined where it has none */
export function readSignature(file: string): CodeSignature | undefined {
  const descriptor = fs.openSync(file, "r");
  try {
    const start = readAt(descriptor, 0, HEADER_BYTES);
    const at = start.length >= 20 && start.readUInt32BE(0) === Magic.Universal ? start.readUInt32BE(16) : 0;
    const place = placeOfSignature(readAt(descriptor, at, HEADER_BYTES + COMMANDS_MAX_BYTES));
    return place === undefined ? undefined : parseSignature(readAt(descriptor, at + place.at, place.size));
  } finally {
    fs.closeSync(descriptor);
  }
}

interface Place {
  readonly at: number;
  readonly size: number;
}

/** @param program its first bytes, with the load commands */
function placeOfSignature(program: Buffer): Place | undefined {
  if (program.length < HEADER_BYTES || program.readUInt32BE(0) !== Magic.Program) return undefined;
  const end = Math.min(program.length, HEADER_BYTES + program.readUInt32LE(20));
  for (let at = HEADER_BYTES; at + 16 <= end;) {
    const [command, bytes] = [program.readUInt32LE(at), program.readUInt32LE(at + 4)];
    if (command === CODE_SIGNATURE_COMMAND)
      return {
        at: program.readUInt32LE(at + 8),
        size: Math.min(program.readUInt32LE(at + 12), SIGNATURE_MAX_BYTES),
      };
    if (bytes < 8) return undefined;
    at += bytes;
  }
  return undefined;
}

/** Reads the blobs of a signature. @returns undefined for bytes that are none */
export function parseSignature(bytes: Buffer): CodeSignature | undefined {
  if (bytes.length < 12 || bytes.readUInt32BE(0) !== Magic.Blobs) return undefined;
  const count = Math.min(bytes.readUInt32BE(8), BLOBS_MAX, Math.floor((bytes.length - 12) / 8));
  const blobs = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(12 + index * 8 + 4));
  const starting = (magic: number) =>
    blobs.find((at) => at + 16 <= bytes.length && bytes.readUInt32BE(at) === magic);
  const [directory, entitlements] = [starting(Magic.Directory), starting(Magic.Entitlements)];
  return {
    isHardened: directory !== undefined && (bytes.readUInt32BE(directory + 12) & HARDENED_FLAG) !== 0,
    entitlements:
      entitlements === undefined
        ? ""
        : bytes.toString("utf8", entitlements + 8, entitlements + bytes.readUInt32BE(entitlements + 4)),
  };
}
