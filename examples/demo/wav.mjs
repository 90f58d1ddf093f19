/** Samples of the first channel of a 16-bit WAV file, as far as a picture needs them. */
export function readWav(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 12;
  let rate = 48_000;
  let channels = 1;
  let bits = 16;
  while (at + 8 <= bytes.byteLength) {
    const id = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = Math.min(view.getUint32(at + 4, true), bytes.byteLength - at - 8);
    if (id === "fmt ") {
      channels = view.getUint16(at + 10, true);
      rate = view.getUint32(at + 12, true);
      bits = view.getUint16(at + 22, true);
    }
    if (id === "data") {
      if (bits !== 16)
        return { rate, samples: new Int16Array(0), seconds: size / (rate * channels * (bits / 8)) };
      const count = Math.floor(size / (2 * channels));
      const samples = Int16Array.from({ length: count }, (_, i) =>
        view.getInt16(at + 8 + i * 2 * channels, true),
      );
      return { rate, samples, seconds: count / rate };
    }
    at += 8 + size + (size & 1);
  }
  throw new Error("no samples found in the WAV file");
}
