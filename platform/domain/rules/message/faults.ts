import { JsonErrorCode, MESSAGE_CONTENT_MAX, PINS_MAX, USER_INSTALL_FOLLOW_UPS_MAX } from "sdkpp/wire";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

export const unknownMessage = (): Fault => new Fault(404, JsonErrorCode.UnknownMessage, "Unknown Message");

export const emptyMessage = (): Fault =>
  new Fault(400, JsonErrorCode.EmptyMessage, "Cannot send an empty message");

export const unknownEmoji = (): Fault => new Fault(400, JsonErrorCode.UnknownEmoji, "Unknown Emoji");

export const invalidSticker = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidSticker, "Invalid sticker sent");

export const fixedStickers = (): Fault =>
  new Fault(400, JsonErrorCode.FixedStickers, "Cannot edit stickers within a message");

export const tooManyReactions = (): Fault =>
  new Fault(400, JsonErrorCode.TooManyReactions, "Maximum number of reactions reached (20)");

export const reactionBlocked = (): Fault =>
  new Fault(403, JsonErrorCode.ReactionBlocked, "Reaction was blocked");

export const tooManyPins = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.TooManyPins,
    `Maximum number of pins reached for the channel (${String(PINS_MAX)})`,
  );

export const othersMessage = (): Fault =>
  new Fault(403, JsonErrorCode.OthersMessage, "Cannot edit a message authored by another user");

export const cannotMessageUser = (): Fault =>
  new Fault(403, JsonErrorCode.CannotMessageUser, "Cannot send messages to this user");

export const noMutualGuild = (): Fault =>
  new Fault(
    403,
    JsonErrorCode.NoMutualGuild,
    "Cannot send messages to this user due to having no mutual guilds",
  );

export const cannotExecuteOnDm = (): Fault =>
  new Fault(403, JsonErrorCode.CannotExecuteOnDm, "Cannot execute action on a DM channel");

export const nonTextChannel = (): Fault =>
  new Fault(400, JsonErrorCode.NonTextChannel, "Cannot send messages in a non-text channel");

export const invalidRecipients = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidRecipients, "Invalid Recipient(s)");

export const systemMessage = (): Fault =>
  new Fault(403, JsonErrorCode.SystemMessage, "Cannot execute action on a system message");

export const alreadyCrossposted = (): Fault =>
  new Fault(400, JsonErrorCode.AlreadyCrossposted, "This message has already been crossposted");

export const invalidMessageType = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidMessageType, "Invalid message type");

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

export const messageBlocked = (): Fault =>
  new Fault(400, JsonErrorCode.MessageBlocked, "Message was blocked by automatic moderation");

export const pollOver = (): Fault => new Fault(400, JsonErrorCode.PollExpired, "Poll expired");

export const noPollHere = (): Fault =>
  new Fault(400, JsonErrorCode.NoPollHere, "Invalid channel type for poll creation");

export const fixedPoll = (): Fault => new Fault(400, JsonErrorCode.FixedPoll, "Cannot edit a poll message");

export const noPoll = (): Fault => new Fault(400, JsonErrorCode.NoPoll, "Cannot expire a non-poll message");

export const tooOldToBulkDelete = (): Fault =>
  new Fault(400, JsonErrorCode.TooOldToBulkDelete, "A message provided was too old to bulk delete");

/** The text of a message, which must be neither empty nor too long. */
export function checkContent(content: string | null | undefined): string | Fault {
  const text = checkLength(content);
  return text === "" ? emptyMessage() : text;
}

/** The same, for a message that may do without text. */
export function checkLength(content: string | null | undefined): string | Fault {
  if (content === undefined || content === null || content.trim() === "") return "";
  if (content.length <= MESSAGE_CONTENT_MAX) return content;
  return invalidField(
    "content",
    "BASE_TYPE_MAX_LENGTH",
    `Must be ${MESSAGE_CONTENT_MAX} or fewer in length.`,
  );
}

/** @param waitMs until the user may write again */
export const slowModeLimit = (waitMs: number): Fault =>
  new Fault(
    429,
    JsonErrorCode.SlowModeLimit,
    "This action cannot be performed due to slowmode rate limit",
    undefined,
    { retry_after: waitMs / 1000, global: false },
  );

export const unknownInteraction = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownInteraction, "Unknown interaction");

export const alreadyAcknowledged = (): Fault =>
  new Fault(400, JsonErrorCode.InteractionAcknowledged, "Interaction has already been acknowledged.");

export const tooManyFollowUps = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.FollowUpLimitReached,
    `Maximum number of follow-up messages for this interaction reached (${String(USER_INSTALL_FOLLOW_UPS_MAX)})`,
  );

/** A response that this kind of interaction cannot have. */
export const wrongCallback = (why: string): Fault =>
  invalidField("type", "INTERACTION_CALLBACK_TYPE_INVALID", why);
