/** A voice-like stereo signal with noise, one 20 ms block: harmonics that move, the same in every run. */
export function soundBlock(at) {
  const samples = new Int16Array(960 * 2);
  let noise = (at * 2_654_435_761 + 12_345) >>> 0;
  for (let sample = 0; sample < 960; sample += 1) {
    const time = (at * 960 + sample) / 48_000;
    const pitch = 140 + 30 * Math.sin(2 * Math.PI * 0.7 * time);
    let value = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1)
      value += Math.sin(2 * Math.PI * pitch * harmonic * time + harmonic) / harmonic;
    noise = (noise * 1_664_525 + 1_013_904_223) >>> 0;
    value += (noise / 2 ** 32 - 0.5) * 0.4;
    samples[sample * 2] = Math.round(value * 5000);
    samples[sample * 2 + 1] = Math.round(value * 4000);
  }
  return samples;
}

/** Blocks made beforehand, so that making them is in nobody's figure. */
export function soundBlocks(count) {
  return Array.from({ length: count }, (_, at) => soundBlock(at));
}

/** Such packets one behind the other, each behind its size in 16 bits. */
export function packedPackets(OpusScript, count) {
  return Buffer.concat(
    opusPackets(OpusScript, count).flatMap((packet) => [
      Buffer.from(Uint16Array.of(packet.length).buffer),
      packet,
    ]),
  );
}

/** 20 ms Opus packets of it, 64 kbit/s. @param OpusScript the strangers' encoder */
export function opusPackets(OpusScript, count) {
  const encoder = new OpusScript(48_000, 2, OpusScript.Application.AUDIO);
  encoder.setBitrate(64_000);
  return soundBlocks(count).map((block) => encoder.encode(Buffer.from(block.buffer), 960));
}
