import type { Snowflake } from "sdkpp/wire";
import type { PlayableSound } from "./sound.js";

/** The sounds that all users have. */
export const STANDARD_SOUNDS: readonly PlayableSound[] = (
  [
    ["1", "quack", "🦆"],
    ["2", "airhorn", "🔊"],
    ["3", "cricket", "🦗"],
    ["4", "golf clap", "👏"],
    ["5", "sad horn", "🎺"],
    ["7", "ba dum tss", "🥁"],
  ] as const
).map(([id, name, emojiName]) => ({ id, name, volume: 1, emojiId: null, emojiName }));

export function standardSound(id: Snowflake): PlayableSound | undefined {
  return STANDARD_SOUNDS.find((one) => one.id === id);
}
