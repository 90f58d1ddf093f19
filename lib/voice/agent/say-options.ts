import { integerArgument, numberArgument, objectArgument } from "../../protocol/index.js";
import { gainOfDecibels } from "../player-options.js";
import type { AudioSource } from "../source.js";

/** A sound under an utterance: a murmur while the answer is thought out, or a typing sound. */
export interface Bed {
  source: AudioSource;
  /** how much softer than recorded, decibels, -100 to 0; default -18 */
  by?: number;
  /** as `loop` of `AudioPlayer.queue`; default false */
  loop?: boolean | number;
}

/** How something is said. */
export interface SayOptions {
  /**
   * Which answer it belongs to, 0 to 2^53-1; default: that of the newest one. The first utterance of a higher generation stops what
   * is left of the lower ones, and one of a lower generation than the newest is not said at all.
   */
  generation?: number;
  /** sounds from now on until the utterance ends */
  bed?: Bed;
  /**
   * Silence in front of it when the agent was silent before, milliseconds, 0–1,000; default 60. It is sent as sound: what jitter buffers
   * cut while they settle, and what services drop until they know who speaks, is then not the first word.
   */
  leadInMs?: number;
}

/** Options that were checked. */
export interface CheckedSay {
  readonly generation: number;
  readonly bed:
    { readonly source: AudioSource; readonly gain: number; readonly loop: boolean | number } | undefined;
  readonly leadInMs: number;
}

const USUAL_LEAD_IN_MS = 60;
const LONGEST_LEAD_IN_MS = 1000;
const USUAL_BED_DB = -18;

/**
 * @param newest generation
 * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option
 */
export function sayOptions(options: SayOptions, newest: number): CheckedSay {
  const { generation = newest, bed, leadInMs = USUAL_LEAD_IN_MS } = objectArgument("options", options);
  return {
    generation: integerArgument("options.generation", generation, 0, Number.MAX_SAFE_INTEGER),
    bed: bed === undefined ? undefined : bedOption(bed),
    leadInMs: integerArgument("options.leadInMs", leadInMs, 0, LONGEST_LEAD_IN_MS),
  };
}

function bedOption(bed: Bed): NonNullable<CheckedSay["bed"]> {
  const { source, by = USUAL_BED_DB, loop = false } = objectArgument("options.bed", bed);
  return { source, gain: gainOfDecibels(numberArgument("options.bed.by", by, -100, 0)), loop };
}
