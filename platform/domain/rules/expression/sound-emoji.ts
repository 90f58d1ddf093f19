import type { Snowflake } from "sdkpp/wire";
import type { Sound } from "../../records/expression/sound.js";
import { emojiNamed } from "../../records/message/emoji.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import { invalidField } from "../faults.js";
import type { Fault } from "../outcome.js";
import { unknownEmoji } from "./faults.js";

/** The emoji of a sound in a request: one of the server, or a Unicode emoji; undefined leaves as it is. */
export interface EmojiInput {
  readonly emoji_id?: string | number | null | undefined;
  readonly emoji_name?: string | null | undefined;
}

type SoundEmoji = Pick<Sound, "emojiId" | "emojiName">;

const NONE: SoundEmoji = { emojiId: null, emojiName: null };

/** The emoji that a sound has after a request. An emoji of the server wins over a Unicode emoji. */
export function soundEmoji(
  world: ExpressionWorld,
  guildId: Snowflake,
  { emoji_id: id, emoji_name: name }: EmojiInput,
  { emojiId, emojiName }: SoundEmoji = NONE,
): SoundEmoji | Fault {
  if (id != null) {
    const emoji = world.emojis.get(String(id));
    return emoji?.ownerId === guildId ? { emojiId: emoji.id, emojiName: null } : unknownEmoji();
  }
  if (name != null)
    return emojiNamed(name)?.id === null
      ? { emojiId: null, emojiName: name }
      : invalidField("emoji_name", "EMOJI_INVALID", "Expected one Unicode emoji.");
  return { emojiId: id === null ? null : emojiId, emojiName: name === null ? null : emojiName };
}
