import type { Collection } from "../../../store/store.js";
import type { Emoji } from "../../records/expression/emoji.js";

/** What users say without words. */
export interface ExpressionWorld {
  readonly emojis: Collection<Emoji>;
}
