import { SEAL_OVERHEAD } from "./aead.js";

export const RTP_HEADER_LENGTH = 12;
const PREAMBLE_LENGTH = 4;
/** The one-byte form of header extensions, the only one that simple receivers support. */
const ONE_BYTE_PROFILE = 0xbede;

const VERSION_2 = 0x80;
const PADDING_BIT = 0x20;
const EXTENSION_BIT = 0x10;
const CSRC_MASK = 0x0f;

export const rtpSsrc = (packet: Buffer): number => packet.readUInt32BE(8);
export const rtpSequence = (packet: Buffer): number => packet.readUInt16BE(2);
export const rtpTimestamp = (packet: Buffer): number => packet.readUInt32BE(4);

/**
 * Length of the unencrypted part: fixed header, CSRC list, and the extension's preamble without its elements (3.5).
 * @returns undefined when the packet is shorter than its header says
 */
export function rtpClearLength(packet: Buffer): number | undefined {
  const first = packet.readUInt8(0);
  const clear =
    RTP_HEADER_LENGTH + 4 * (first & CSRC_MASK) + ((first & EXTENSION_BIT) === 0 ? 0 : PREAMBLE_LENGTH);
  return clear + SEAL_OVERHEAD <= packet.length ? clear : undefined;
}

/** A packet that every receiver can read: its header and the range of its plaintext. */
export interface NormalRtp {
  /** Length of the content of {@link NormalRtp.header} */
  headerLength: number;
  /** Reused: the next packet overwrites it. */
  readonly header: Buffer;
  /** Offsets within the opened plaintext. */
  start: number;
  end: number;
}

export function makeNormalRtp(): NormalRtp {
  return { headerLength: 0, header: Buffer.alloc(RTP_HEADER_LENGTH + PREAMBLE_LENGTH), start: 0, end: 0 };
}

/**
 * Converts a packet to the form that simple receivers support (6.2): no CSRC list, no padding, and an extension only in the
 * one-byte form.
 * @returns whether the packet was well formed
 */
export function normalizeRtp(packet: Buffer, plaintext: Buffer, into: NormalRtp): boolean {
  const first = packet.readUInt8(0);
  into.start = 0;
  into.end = plaintext.length;
  into.headerLength = RTP_HEADER_LENGTH;
  packet.copy(into.header, 0, 0, RTP_HEADER_LENGTH);
  into.header.writeUInt8(VERSION_2, 0);
  if ((first & PADDING_BIT) !== 0 && !cutPadding(plaintext, into)) return false;
  return (first & EXTENSION_BIT) === 0 || takeExtension(packet, first, into);
}

function cutPadding(plaintext: Buffer, into: NormalRtp): boolean {
  const count = plaintext.length === 0 ? 0 : plaintext.readUInt8(plaintext.length - 1);
  into.end = plaintext.length - count;
  return count !== 0 && into.end >= 0;
}

function takeExtension(packet: Buffer, first: number, into: NormalRtp): boolean {
  const preamble = RTP_HEADER_LENGTH + 4 * (first & CSRC_MASK);
  const elements = 4 * packet.readUInt16BE(preamble + 2);
  if (elements > into.end) return false;
  if (packet.readUInt16BE(preamble) !== ONE_BYTE_PROFILE) {
    into.start = elements;
    return true;
  }
  into.header.writeUInt8(VERSION_2 | EXTENSION_BIT, 0);
  packet.copy(into.header, RTP_HEADER_LENGTH, preamble, preamble + PREAMBLE_LENGTH);
  into.headerLength = RTP_HEADER_LENGTH + PREAMBLE_LENGTH;
  return true;
}
