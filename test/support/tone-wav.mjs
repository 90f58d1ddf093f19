/** A second of a 480 Hz tone as a WAV file. */
export function toneWav() {
  const file = Buffer.alloc(44 + 96_000);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(48_000, 24);
  file.writeUInt32LE(96_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(96_000, 40);
  for (let at = 0; at < 48_000; at += 1)
    file.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * at) / 100)), 44 + at * 2);
  return file;
}
