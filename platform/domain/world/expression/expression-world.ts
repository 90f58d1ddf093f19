import { Collection, type Store } from "../../../store/store.js";
import { emojiIndex, type Emoji } from "../../records/expression/emoji.js";
import { soundIndex, type Sound } from "../../records/expression/sound.js";
import { stickerIndex, type Sticker } from "../../records/expression/sticker.js";

/** Emojis, stickers and sounds. */
export interface ExpressionWorld {
  readonly emojis: Collection<Emoji>;
  readonly stickers: Collection<Sticker>;
  readonly sounds: Collection<Sound>;
}

export function expressionWorld(store: Store): ExpressionWorld {
  return {
    emojis: new Collection<Emoji>(store, "emoji", (one) => one.id, emojiIndex),
    stickers: new Collection<Sticker>(store, "sticker", (one) => one.id, stickerIndex),
    sounds: new Collection<Sound>(store, "sound", (one) => one.id, soundIndex),
  };
}
