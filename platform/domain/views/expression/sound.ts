import type { PlayableSound, Sound } from "../../records/expression/sound.js";
import type { Guild } from "../../records/guild/guild.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { userView } from "../user/user.js";

/** A sound that all users have. */
export function standardSoundView(sound: PlayableSound): Record<string, unknown> {
  return {
    sound_id: sound.id,
    name: sound.name,
    volume: sound.volume,
    emoji_id: sound.emojiId,
    emoji_name: sound.emojiName,
    available: true,
  };
}

/** A server's sound as everybody sees it. */
export function soundView(sound: Sound): Record<string, unknown> {
  return { ...standardSoundView(sound), guild_id: sound.guildId };
}

/** The same, with the user who uploaded it. */
export function soundWithCreator(world: UserWorld, sound: Sound): Record<string, unknown> {
  const user = world.users.get(sound.userId);
  return { ...soundView(sound), ...(user && { user: userView(user) }) };
}

/** All sounds of a server. */
export function guildSoundsView(world: ExpressionWorld, guild: Guild): Record<string, unknown>[] {
  return world.sounds.listBy("guild", guild.id).map(soundView);
}
