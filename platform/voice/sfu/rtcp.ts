import type { ReceptionReport } from "./reception.js";

/** Unencrypted bytes of an RTCP packet: the header and the sender's SSRC (3.6). */
export const RTCP_CLEAR_LENGTH = 8;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const BLOCK_LENGTH = 24;
const SENDER_INFO_LENGTH = 20;

export const rtcpSsrc = (packet: Buffer): number => packet.readUInt32BE(4);

/** The fields of a compound packet that the platform uses. */
export interface RtcpContent {
  /** The middle 32 bits of a sender report's NTP time. */
  readonly ntpMiddle: number | undefined;
  /** Loss per SSRC that the sender of this packet reports, in 1/256: 0 to 255. */
  readonly losses: readonly { readonly ssrc: number; readonly fractionLost: number }[];
}

/** Reads a compound packet up to the first part with an invalid length. */
export function readRtcp(clear: Buffer, plaintext: Buffer): RtcpContent {
  const whole = Buffer.concat([clear.subarray(0, RTCP_CLEAR_LENGTH), plaintext]);
  const losses: { ssrc: number; fractionLost: number }[] = [];
  let ntpMiddle: number | undefined;
  for (let offset = 0; offset + RTCP_CLEAR_LENGTH <= whole.length;) {
    const end = offset + 4 * (whole.readUInt16BE(offset + 2) + 1);
    if (end > whole.length) break;
    const type = whole.readUInt8(offset + 1);
    const body = whole.subarray(offset + RTCP_CLEAR_LENGTH, end);
    if (type === SENDER_REPORT && body.length >= SENDER_INFO_LENGTH) ntpMiddle = body.readUInt32BE(2);
    const blocks = type === SENDER_REPORT ? body.subarray(SENDER_INFO_LENGTH) : body;
    if (type === SENDER_REPORT || type === RECEIVER_REPORT)
      readBlocks(blocks, whole.readUInt8(offset) & 0x1f, losses);
    offset = end;
  }
  return { ntpMiddle, losses };
}

function readBlocks(blocks: Buffer, count: number, into: { ssrc: number; fractionLost: number }[]): void {
  for (let index = 0; index < count && (index + 1) * BLOCK_LENGTH <= blocks.length; index += 1) {
    const start = index * BLOCK_LENGTH;
    into.push({ ssrc: blocks.readUInt32BE(start), fractionLost: blocks.readUInt8(start + 4) });
  }
}

/**
 * Writes a receiver report with one block.
 * @param out receives the unencrypted header
 * @returns the part to be sealed
 */
export function writeReceiverReport(out: Buffer, reporter: number, report: ReceptionReport): Buffer {
  out.writeUInt8(0x81, 0);
  out.writeUInt8(RECEIVER_REPORT, 1);
  out.writeUInt16BE((RTCP_CLEAR_LENGTH + BLOCK_LENGTH) / 4 - 1, 2);
  out.writeUInt32BE(reporter, 4);
  const block = Buffer.alloc(BLOCK_LENGTH);
  block.writeUInt32BE(report.ssrc, 0);
  block.writeUInt8(report.fractionLost, 4);
  block.writeIntBE(clampSigned24(report.cumulativeLost), 5, 3);
  block.writeUInt32BE(report.extendedHighestSequence, 8);
  block.writeUInt32BE(report.jitter >>> 0, 12);
  block.writeUInt32BE(report.lastSr, 16);
  block.writeUInt32BE(report.delaySinceLastSr, 20);
  return block;
}

function clampSigned24(value: number): number {
  return Math.max(-0x80_0000, Math.min(0x7f_ffff, value));
}
