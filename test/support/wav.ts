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

/** The samples of a file that a call recorded: 16 bit, interleaved stereo, behind a header of 44 bytes. */
export function samplesOf(file: Buffer): Int16Array {
  const samples = new Int16Array(Math.max(0, (file.length - 44) >> 1));
  for (let at = 0; at < samples.length; at += 1) samples[at] = file.readInt16LE(44 + at * 2);
  return samples;
}
