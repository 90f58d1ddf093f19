export { wavOf } from "./wav-file.mjs";

/** The samples of a file that a call recorded: 16 bit, interleaved stereo. */
export function samplesOf(file: Buffer): Int16Array {
  let at = 12;
  while (file.toString("latin1", at, at + 4) !== "data") at += 8 + file.readUInt32LE(at + 4);
  const data = file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4));
  return Int16Array.from({ length: data.length >> 1 }, (_value, index) => data.readInt16LE(index * 2));
}
