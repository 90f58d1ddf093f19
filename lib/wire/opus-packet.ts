/** Samples at 48 kHz in a frame, by the upper five bits of a packet. */
const SILK = [480, 960, 1920, 2880];
const HYBRID = [480, 960];
const CELT = [120, 240, 480, 960];
/** 120 ms. */
const MOST_SAMPLES = 5760;

/**
 * The length of the sound in a packet of Opus, in samples at 48 kHz: 120 to 5,760, which is 2.5 to 120 ms (RFC 6716, section 3.1).
 * @returns 0 if the bytes are not an Opus packet
 */
export function opusPacketSamples(packet: Uint8Array): number {
  const [toc, count = 0] = packet;
  if (toc === undefined) return 0;
  const config = toc >> 3;
  const table = config < 12 ? SILK : config < 16 ? HYBRID : CELT;
  const frame = table[config % table.length] ?? 0;
  const frames = (toc & 3) === 0 ? 1 : (toc & 3) < 3 ? 2 : count & 0x3f;
  const samples = frame * frames;
  return samples <= MOST_SAMPLES ? samples : 0;
}
