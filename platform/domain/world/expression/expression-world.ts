import type { Collection } from "../../../store/store.js";
import type { Emoji } from "../../records/expression/emoji.js";
import type { Sticker } from "../../records/expression/sticker.js";

/** What users say without words. */
export interface ExpressionWorld {
  readonly emojis: Collection<Emoji>;
  readonly stickers: Collection<Sticker>;
}
