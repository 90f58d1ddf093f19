import { JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const unknownEmoji = (): Fault => new Fault(404, JsonErrorCode.UnknownEmoji, "Unknown Emoji");

/** @param limit how many there are already */
export const tooManyEmojis = (limit: number): Fault =>
  new Fault(400, JsonErrorCode.EmojiLimitReached, `Maximum number of emojis reached (${String(limit)})`);
