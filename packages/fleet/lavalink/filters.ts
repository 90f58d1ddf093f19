import { ENGINE_FILTERS } from "../worker/engine-filters.js";
import type { Filters } from "../worker/worker.js";
import { Refusal } from "./refusal.js";

const MOST_VOLUME = 5;

/** The filters of Lavalink. `pluginFilters` is none: it has those of plugins. */
const NAMES: readonly string[] = ["volume", "timescale", ...ENGINE_FILTERS];

/** Whether a filter changes nothing, so that clients that send all of them are not refused. */
const IS_NEUTRAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  equalizer: (bands) => Array.isArray(bands) && bands.every((band) => of(band, "gain", 0) === 0),
  timescale: (value) => ["speed", "pitch", "rate"].every((name) => of(value, name, 1) === 1),
  tremolo: (value) => of(value, "depth", 0.5) === 0,
  vibrato: (value) => of(value, "depth", 0.5) === 0,
  rotation: (value) => of(value, "rotationHz", 0) === 0,
  lowPass: (value) => of(value, "smoothing", 20) <= 1,
};

/** Filters that were checked. */
export interface CheckedFilters {
  /** factor of the amplitude, 0–5 */
  readonly gain: number;
  /** those of the worker's players */
  readonly ofWorker: Filters;
  /** as the client gave them, for the answer */
  readonly asked: Filters;
}

/** No filter. */
export const NO_FILTERS: CheckedFilters = { gain: 1, ofWorker: {}, asked: {} };

/** The filters that a door with such a worker has: what `/v4/info` lists. */
export function filterNames(ofWorker: readonly string[]): string[] {
  return NAMES.filter((name) => name === "volume" || ofWorker.includes(name));
}

/**
 * Keys that no filter of Lavalink has are left out. A filter that is missing here is refused by name, unless it changes nothing.
 * @param ofWorker filters that the worker's players have
 * @throws {Refusal} 400
 */
export function filtersOf(value: unknown, ofWorker: readonly string[]): CheckedFilters {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal(400, "filters: expected an object of filters");
  const asked = Object.fromEntries(
    Object.entries(value).filter(([name, each]) => NAMES.includes(name) && each !== null),
  );
  const { volume = 1, ...others } = asked;
  if (typeof volume !== "number" || volume < 0 || volume > MOST_VOLUME)
    throw new Refusal(400, `filters.volume: expected a number, 0 to ${String(MOST_VOLUME)}`);
  const meant = Object.entries(others).filter(([name, each]) => IS_NEUTRAL[name]?.(each) !== true);
  const missing = meant.map(([name]) => name).filter((name) => !ofWorker.includes(name));
  if (missing.length > 0) throw missingFilters(missing, ofWorker);
  return { gain: volume, ofWorker: Object.fromEntries(meant), asked };
}

function missingFilters(missing: readonly string[], ofWorker: readonly string[]): Refusal {
  const has = filterNames(ofWorker).join(", ");
  return new Refusal(400, `filters: this node has no ${missing.join(", ")}; it has ${has}. Leave it out`);
}

/** The number of that name, or the default of Lavalink. */
function of(value: unknown, name: string, unset: number): number {
  const number: unknown = (value as Record<string, unknown> | null)?.[name];
  return typeof number === "number" ? number : unset;
}
