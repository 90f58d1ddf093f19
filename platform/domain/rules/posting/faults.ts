import { JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const unknownMessage = (): Fault => new Fault(404, JsonErrorCode.UnknownMessage, "Unknown Message");

export const emptyMessage = (): Fault =>
  new Fault(400, JsonErrorCode.EmptyMessage, "Cannot send an empty message");

export const invalidSticker = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidSticker, "Invalid sticker sent");

export const fixedStickers = (): Fault =>
  new Fault(400, JsonErrorCode.FixedStickers, "Cannot edit stickers within a message");

export const noReplyWithoutHistory = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.NoReplyWithoutHistory,
    "Cannot reply without permission to read message history",
  );

export const unreadableForward = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.UnreadableForward,
    "You cannot forward a message whose content you cannot read.",
  );

export const fixedPoll = (): Fault => new Fault(400, JsonErrorCode.FixedPoll, "Cannot edit a poll message");

/** @param waitMs until the user may write again */
export const slowModeLimit = (waitMs: number): Fault =>
  new Fault(
    429,
    JsonErrorCode.SlowModeLimit,
    "This action cannot be performed due to slowmode rate limit",
    undefined,
    { retry_after: waitMs / 1000, global: false },
  );
