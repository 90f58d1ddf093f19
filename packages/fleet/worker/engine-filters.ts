/** Filters of the engine's player, by Lavalink's names. Timescale is none of them: it would change positions and lengths. */
export const ENGINE_FILTERS = [
  "equalizer",
  "karaoke",
  "tremolo",
  "vibrato",
  "rotation",
  "distortion",
  "channelMix",
  "lowPass",
] as const;
