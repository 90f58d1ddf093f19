import { Locator } from "../../packages/testing/listening/locate.js";

const RATE = 48_000;
const LOWEST_HZ = 300;
const HIGHEST_HZ = 2700;
/** 60 ms: no other piece of a sweep sounds like it. */
const PIECE = 2880;
/** A voice codec leaves that much of a loud sound. */
const LOUD = 1000;

/** A tone that rises all the time, so that each of its pieces tells its place; mono, 48 kHz. */
export function sweep(samples: number): Int16Array {
  const rise = (HIGHEST_HZ - LOWEST_HZ) / samples;
  return Int16Array.from({ length: samples }, (_, at) =>
    Math.round(8000 * Math.sin((2 * Math.PI * (LOWEST_HZ * at + (rise * at * at) / 2)) / RATE)),
  );
}

/** Whether a block of a sweep sounds. */
export const isLoud = (block: Int16Array): boolean => block.some((value) => Math.abs(value) > LOUD);

/**
 * The place in a sweep at which what was heard of it ends, samples per channel.
 * @param blocks interleaved stereo, 48 kHz
 */
export function endOf(heard: readonly Int16Array[], reference: Int16Array): number {
  const sound = heard.flatMap((block) => [...block].filter((_, at) => at % 2 === 0));
  const end = sound.findLastIndex((value) => Math.abs(value) > LOUD) + 1;
  const piece = Float32Array.from(sound.slice(Math.max(0, end - PIECE), end));
  const place = new Locator(Float32Array.from(reference), piece.length).locate(piece);
  if (place === undefined || place.fit < 0.8) throw new Error(`not found: ${JSON.stringify(place)}`);
  return place.at + piece.length;
}
