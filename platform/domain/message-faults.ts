import { JsonErrorCode, MESSAGE_CONTENT_MAX } from "sdkpp/wire";
import { invalidField } from "./faults.js";
import { Fault } from "./outcome.js";

export const unknownMessage = (): Fault => new Fault(404, JsonErrorCode.UnknownMessage, "Unknown Message");
export const unknownChannel = (): Fault => new Fault(404, JsonErrorCode.UnknownChannel, "Unknown Channel");
export const emptyMessage = (): Fault =>
  new Fault(400, JsonErrorCode.EmptyMessage, "Cannot send an empty message");
export const othersMessage = (): Fault =>
  new Fault(403, JsonErrorCode.OthersMessage, "Cannot edit a message authored by another user");
export const missingPermissions = (): Fault =>
  new Fault(403, JsonErrorCode.MissingPermissions, "Missing Permissions");
export const cannotMessageUser = (): Fault =>
  new Fault(403, JsonErrorCode.CannotMessageUser, "Cannot send messages to this user");
export const noMutualGuild = (): Fault =>
  new Fault(
    403,
    JsonErrorCode.NoMutualGuild,
    "Cannot send messages to this user due to having no mutual guilds",
  );

/** The text of a message, or why it is none: something must stand there, and not too much. */
export function checkContent(content: string | null | undefined): string | Fault {
  if (content === undefined || content === null || content.trim() === "") return emptyMessage();
  if (content.length <= MESSAGE_CONTENT_MAX) return content;
  return invalidField(
    "content",
    "BASE_TYPE_MAX_LENGTH",
    `Must be ${MESSAGE_CONTENT_MAX} or fewer in length.`,
  );
}
