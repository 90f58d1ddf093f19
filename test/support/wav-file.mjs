/**
 * A WAV file of 16-bit samples.
 * @param {Int16Array} samples interleaved
 * @param {number} [channels]
 * @param {number} [rate] Hz
 */
export function wavOf(samples, channels = 1, rate = 48_000) {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((value, at) => file.writeInt16LE(value, 44 + at * 2));
  return file;
}
