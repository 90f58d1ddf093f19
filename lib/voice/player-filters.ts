import { integerArgument, numberArgument, objectArgument, showType } from "../protocol/index.js";
import { ArgumentError, ArgumentRangeError } from "../wire/index.js";
import type { NativeFilters, NativePlayer } from "../native/index.js";

/**
 * What a player does to all that it plays, in this order, which is Lavalink's: `lowPass`, `channelMix`, `rotation`, `distortion`, `vibrato`, `tremolo`,
 * `karaoke`, `equalizer`, and then its volume. A filter that is left out is off; a number that is left out is the default. Names, ranges and defaults are those of
 * Lavalink 4; where it has no range, one is set here, so that every result is a number.
 */
export interface PlayerFilters {
  /** Raises and lowers bands of sound. A band that is named twice has the last gain. */
  equalizer?: readonly EqualizerBand[];
  /** Removes what is the same on both sides, as most voices are. */
  karaoke?: {
    /** how much of the middle is removed, 0–1; default 1, 0 is off */
    level?: number;
    /** how much of the middle's own band comes back, 0–1; default 1 */
    monoLevel?: number;
    /** the centre of that band in Hz, 0–24,000; default 220 */
    filterBand?: number;
    /** the width of that band in Hz, 0–24,000; default 100 */
    filterWidth?: number;
  };
  /** Makes the sound softer and louder in turn. */
  tremolo?: {
    /** how often, Hz, above 0, to 24,000; default 2 */
    frequency?: number;
    /** above 0, to 1: the amplitude moves between 1 - depth and 1; default 0.5 */
    depth?: number;
  };
  /** Moves the pitch up and down in turn. */
  vibrato?: {
    /** how often, Hz, above 0, to 14; default 2 */
    frequency?: number;
    /** above 0, to 1: 1 delays the sound by up to 2 ms and back; default 0.5 */
    depth?: number;
  };
  /** Moves the sound from one side to the other, as if it went around the listener. */
  rotation?: {
    /** rounds in a second, -24,000 to 24,000; default 0, which is off. 0.2 is slow; below 0 it begins towards the right */
    rotationHz?: number;
  };
  /**
   * Bends each sample x, from -1 to 1: offset + scale * (sinOffset + sin(sinScale x)) * (cosOffset + cos(cosScale x)) * (tanOffset + tan(tanScale x)),
   * cut at full scale. With all defaults it is off.
   */
  distortion?: {
    /** -1,000,000 to 1,000,000; default 0 */
    sinOffset?: number;
    /** -1,000,000 to 1,000,000; default 1 */
    sinScale?: number;
    /** -1,000,000 to 1,000,000; default 0 */
    cosOffset?: number;
    /** -1,000,000 to 1,000,000; default 1 */
    cosScale?: number;
    /** -1,000,000 to 1,000,000; default 0 */
    tanOffset?: number;
    /** -1,000,000 to 1,000,000; default 1 */
    tanScale?: number;
    /** -1,000,000 to 1,000,000; default 0 */
    offset?: number;
    /** -1,000,000 to 1,000,000; default 1 */
    scale?: number;
  };
  /** Makes each side of both; 0.5 four times is mono. */
  channelMix?: {
    /** the part of the left side in the left one, 0–1; default 1 */
    leftToLeft?: number;
    /** the part of the left side in the right one, 0–1; default 0 */
    leftToRight?: number;
    /** the part of the right side in the left one, 0–1; default 0 */
    rightToLeft?: number;
    /** the part of the right side in the right one, 0–1; default 1 */
    rightToRight?: number;
  };
  /** Suppresses high sound. */
  lowPass?: {
    /** 0–1,000,000; with each sample the output goes 1 / smoothing of the way to the input. Default 20; up to 1 it is off */
    smoothing?: number;
  };
}

/** A band of {@link PlayerFilters.equalizer}. */
export interface EqualizerBand {
  /** 0–14: 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000, 6300, 10000, 16000 Hz */
  band: number;
  /** -0.25 to 1: -0.25 mutes the band, 0 leaves it, 0.25 doubles it, 1 makes it five times as loud */
  gain: number;
}

interface NumberRow {
  readonly least: number;
  readonly most: number;
  readonly initial: number;
  /** the least is not allowed itself */
  readonly isAbove?: boolean;
}

type Tables = { readonly [F in keyof NativeFilters]: { readonly [K in keyof NativeFilters[F]]: NumberRow } };

const BANDS = 15;
const LEAST_GAIN = -0.25;
const HALF_RATE = 24_000;
const FASTEST_VIBRATO = 14;
const MOST = 1_000_000;

const part = (initial: number): NumberRow => ({ least: 0, most: 1, initial });
const bend = (initial: number): NumberRow => ({ least: -MOST, most: MOST, initial });
const above0 = (most: number, initial: number): NumberRow => ({ least: 0, most, initial, isAbove: true });

const TABLES: Tables = {
  karaoke: {
    level: part(1),
    monoLevel: part(1),
    filterBand: { least: 0, most: HALF_RATE, initial: 220 },
    filterWidth: { least: 0, most: HALF_RATE, initial: 100 },
  },
  tremolo: { frequency: above0(HALF_RATE, 2), depth: above0(1, 0.5) },
  vibrato: { frequency: above0(FASTEST_VIBRATO, 2), depth: above0(1, 0.5) },
  distortion: {
    sinOffset: bend(0),
    sinScale: bend(1),
    cosOffset: bend(0),
    cosScale: bend(1),
    tanOffset: bend(0),
    tanScale: bend(1),
    offset: bend(0),
    scale: bend(1),
  },
  rotation: { rotationHz: { least: -HALF_RATE, most: HALF_RATE, initial: 0 } },
  channelMix: { leftToLeft: part(1), leftToRight: part(0), rightToLeft: part(0), rightToRight: part(1) },
  lowPass: { smoothing: { least: 0, most: MOST, initial: 20 } },
};

/** No filters. */
export const NO_FILTERS: PlayerFilters = Object.freeze({});

/**
 * A frozen copy of the filters. Keys that no filter has are left out.
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the property
 */
export function filtersArgument(filters: PlayerFilters): PlayerFilters {
  const given = objectArgument("filters", filters);
  const checked: Record<string, unknown> = {};
  if (given.equalizer !== undefined) checked["equalizer"] = bandsArgument(given.equalizer);
  for (const name of Object.keys(TABLES) as (keyof NativeFilters)[]) {
    const values: object | undefined = given[name];
    if (values !== undefined) checked[name] = valuesArgument(`filters.${name}`, values, TABLES[name]);
  }
  return Object.freeze(checked);
}

/** @param filters those that {@link filtersArgument} has returned */
export function setNativeFilters(player: NativePlayer, filters: PlayerFilters): void {
  const { equalizer } = filters;
  player.setFilters(
    equalizer === undefined ? null : gainsOf(equalizer),
    allOf("karaoke", filters),
    allOf("tremolo", filters),
    allOf("vibrato", filters),
    allOf("distortion", filters),
    allOf("rotation", filters),
    allOf("channelMix", filters),
    allOf("lowPass", filters),
  );
}

function bandsArgument(bands: readonly EqualizerBand[]): readonly EqualizerBand[] {
  if (!Array.isArray(bands)) throw new ArgumentError("filters.equalizer", "an array", showType(bands));
  const checked = Array.from(bands as readonly EqualizerBand[], (each, at) => {
    const name = `filters.equalizer[${String(at)}]`;
    const { band, gain } = objectArgument(name, each);
    return Object.freeze({
      band: integerArgument(`${name}.band`, band, 0, BANDS - 1),
      gain: numberArgument(`${name}.gain`, gain, LEAST_GAIN, 1),
    });
  });
  return Object.freeze(checked);
}

function valuesArgument(name: string, values: object, table: Readonly<Record<string, NumberRow>>): object {
  const given = objectArgument(name, values) as Readonly<Record<string, number | undefined>>;
  const checked: Record<string, number> = {};
  for (const [key, row] of Object.entries(table)) {
    const value = given[key];
    if (value !== undefined) checked[key] = rowArgument(`${name}.${key}`, value, row);
  }
  return Object.freeze(checked);
}

function rowArgument(name: string, value: number, { least, most, isAbove = false }: NumberRow): number {
  if (isAbove && typeof value === "number" && value <= least)
    throw new ArgumentRangeError(name, `above ${String(least)}, to ${String(most)}`, String(value));
  return numberArgument(name, value, least, most);
}

function gainsOf(bands: readonly EqualizerBand[]): number[] {
  const gains = Array.from({ length: BANDS }, () => 0);
  for (const { band, gain } of bands) gains[band] = gain;
  return gains;
}

/** With the defaults of what is left out; null when the filter is off. */
function allOf<F extends keyof NativeFilters>(name: F, filters: PlayerFilters): NativeFilters[F] | null {
  const values: object | undefined = filters[name];
  if (values === undefined) return null;
  const rows = Object.entries<NumberRow>(TABLES[name]).map(([key, { initial }]) => [key, initial]);
  return { ...(Object.fromEntries(rows) as NativeFilters[F]), ...values };
}
