import { Collection, type Store } from "../../../store/store.js";
import { emojiIndex, type Emoji } from "../../records/expression/emoji.js";
import { stickerIndex, type Sticker } from "../../records/expression/sticker.js";

/** Emojis and stickers. */
export interface ExpressionWorld {
  readonly emojis: Collection<Emoji>;
  readonly stickers: Collection<Sticker>;
}

export function expressionWorld(store: Store): ExpressionWorld {
  return {
    emojis: new Collection<Emoji>(store, "emoji", (one) => one.id, emojiIndex),
    stickers: new Collection<Sticker>(store, "sticker", (one) => one.id, stickerIndex),
  };
}
