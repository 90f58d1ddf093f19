import type { Snowflake } from "sdkpp/wire";
import type { PlayableSound } from "../../records/expression/sound.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";

/** A VOICE_CHANNEL_EFFECT_SEND for a sound of the soundboard. */
export function soundEffectView(
  world: ExpressionWorld,
  { guild, channel }: PlacedChannel,
  userId: Snowflake,
  sound: PlayableSound,
): Record<string, unknown> {
  return {
    channel_id: channel.id,
    guild_id: guild.id,
    user_id: userId,
    emoji: emojiOf(world, sound),
    sound_id: sound.id,
    sound_volume: sound.volume,
  };
}

function emojiOf(world: ExpressionWorld, { emojiId, emojiName }: PlayableSound) {
  const emoji = emojiId === null ? undefined : world.emojis.get(emojiId);
  if (emoji !== undefined) return { id: emoji.id, name: emoji.name, animated: emoji.animated };
  return emojiName === null ? null : { id: null, name: emojiName };
}
