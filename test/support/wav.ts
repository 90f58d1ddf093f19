/** A WAV file of 16-bit samples. @param samples interleaved */
export function wavOf(samples: Int16Array, channels = 1, rate = 48_000): Buffer {
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

/** The samples of a file that a call recorded: 16 bit, interleaved stereo. */
export function samplesOf(file: Buffer): Int16Array {
  let at = 12;
  while (file.toString("latin1", at, at + 4) !== "data") at += 8 + file.readUInt32LE(at + 4);
  const data = file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4));
  return Int16Array.from({ length: data.length >> 1 }, (_value, index) => data.readInt16LE(index * 2));
}
