import { JsonErrorCode, PINS_MAX } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const unknownEmoji = (): Fault => new Fault(400, JsonErrorCode.UnknownEmoji, "Unknown Emoji");

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

export const messageBlocked = (): Fault =>
  new Fault(400, JsonErrorCode.MessageBlocked, "Message was blocked by automatic moderation");

export const pollOver = (): Fault => new Fault(400, JsonErrorCode.PollExpired, "Poll expired");

export const noPollHere = (): Fault =>
  new Fault(400, JsonErrorCode.NoPollHere, "Invalid channel type for poll creation");

export const noPoll = (): Fault => new Fault(400, JsonErrorCode.NoPoll, "Cannot expire a non-poll message");

export const tooOldToBulkDelete = (): Fault =>
  new Fault(400, JsonErrorCode.TooOldToBulkDelete, "A message provided was too old to bulk delete");
