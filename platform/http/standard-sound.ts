/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono: its length in bytes follows from its header. */
const HEADER = Buffer.from([0xff, 0xfb, 0x90, 0xc4]);
const FRAME_BYTES = 417;
/** A second. */
const FRAMES = 38;

/** The file of the sounds that all users have: silence. Side information of zeros has no samples. */
export function standardSoundFile(): Buffer {
  const frame = Buffer.concat([HEADER], FRAME_BYTES);
  return Buffer.concat(Array.from({ length: FRAMES }, () => frame));
}
