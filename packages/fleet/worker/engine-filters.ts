import { AudioPlayer } from "sdkpp/voice";
import type { Filters } from "./worker.js";

/** Those that the engine has, once its player has `setFilters`. Timescale is none of them: it would change positions and lengths. */
const ENGINE_FILTERS = [
  "equalizer",
  "karaoke",
  "tremolo",
  "vibrato",
  "rotation",
  "distortion",
  "channelMix",
  "lowPass",
];

/** A player of a version with filters. */
interface FilteringPlayer {
  setFilters(filters: Filters): void;
}

/** The filters of this version of the engine, by Lavalink's names. */
export const engineFilters: readonly string[] = "setFilters" in AudioPlayer.prototype ? ENGINE_FILTERS : [];

/** Replaces the filters of a player. A version without any is given none. @throws Error naming a value that is wrong */
export function setEngineFilters(player: AudioPlayer, filters: Filters): void {
  if (engineFilters.length > 0) (player as unknown as FilteringPlayer).setFilters(filters);
}
