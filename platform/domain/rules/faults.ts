import { INVALID_FORM_BODY_MESSAGE, JsonErrorCode, type FieldErrorTree } from "sdkpp/wire";
import { Fault } from "./outcome.js";

/** The faults that several resources share; the texts are the official short ones. */
export const unauthorized = (): Fault => new Fault(401, JsonErrorCode.General, "401: Unauthorized");

export const notFound = (): Fault => new Fault(404, JsonErrorCode.General, "404: Not Found");

export const methodNotAllowed = (): Fault => new Fault(405, JsonErrorCode.General, "405: Method Not Allowed");

export const internalError = (): Fault => new Fault(500, JsonErrorCode.General, "500: Internal Server Error");

export const missingAccess = (): Fault => new Fault(403, JsonErrorCode.MissingAccess, "Missing Access");

export const unknownLobby = (): Fault => new Fault(404, JsonErrorCode.UnknownLobby, "Unknown Lobby");

export const unknownUser = (): Fault => new Fault(404, JsonErrorCode.UnknownUser, "Unknown User");

export const unknownGuild = (): Fault => new Fault(404, JsonErrorCode.UnknownGuild, "Unknown Guild");

export const unknownInvite = (): Fault => new Fault(404, JsonErrorCode.UnknownInvite, "Unknown Invite");

export const wrongChannelType = (): Fault =>
  new Fault(400, JsonErrorCode.CannotExecuteOnChannelType, "Cannot execute action on this channel type");

export const unknownSession = (): Fault => new Fault(404, JsonErrorCode.UnknownSession, "Unknown Session");

export const unknownRole = (): Fault => new Fault(404, JsonErrorCode.UnknownRole, "Unknown Role");

export const unknownMember = (): Fault => new Fault(404, JsonErrorCode.UnknownMember, "Unknown Member");

export const unknownApplication = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownApplication, "Unknown Application");

export const notAuthorizedOnApplication = (): Fault =>
  new Fault(
    403,
    JsonErrorCode.NotAuthorizedOnApplication,
    "You are not authorized to perform this action on this application",
  );

export const tooLarge = (): Fault =>
  new Fault(413, JsonErrorCode.RequestEntityTooLarge, "Request entity too large");

export const fileTooLarge = (): Fault =>
  new Fault(400, JsonErrorCode.FileTooLarge, "File uploaded exceeds the maximum size");

/** No other file of the application may be kept. */
export const fileQuotaExceeded = (applicationId: string, bytesMax: number): Fault =>
  new Fault(
    413,
    JsonErrorCode.RequestEntityTooLarge,
    `The files of application ${applicationId} would take more than ${String(bytesMax / 1024 / 1024)} MiB: delete messages with files first.`,
  );

export const tooManyAttachments = (): Fault =>
  new Fault(400, JsonErrorCode.TooManyAttachments, "Maximum number of attachments in a message reached (10)");

export const badJson = (): Fault => new Fault(400, 50109, "The request body contains invalid JSON.");

export const unknownVersion = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidApiVersion, "Invalid API version provided");

export const botsOnly = (): Fault => new Fault(403, 20002, "Only bots can use this endpoint");

export const usersOnly = (): Fault => new Fault(403, 20001, "Bots cannot use this endpoint");

/** The token is good but was not granted this. */
export function missingScope(scope: string): Fault {
  return new Fault(403, JsonErrorCode.MissingOAuth2Scope, `Missing required OAuth2 scope: ${scope}`);
}

/** 50035 with a tree that mirrors the request. */
export function invalidForm(errors: FieldErrorTree): Fault {
  return new Fault(400, JsonErrorCode.InvalidFormBody, INVALID_FORM_BODY_MESSAGE, errors);
}

/** 50035 about no field: an address, or a header, that cannot be read. */
export const malformedRequest = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidFormBody, INVALID_FORM_BODY_MESSAGE);

/** 50035 about one field. */
export function invalidField(field: string, code: string, message: string): Fault {
  return invalidForm({ [field]: { _errors: [{ code, message }] } });
}

export const notInVoice = (): Fault =>
  new Fault(400, JsonErrorCode.NotInVoice, "Target user is not connected to voice");

export const unknownSound = (): Fault => new Fault(404, JsonErrorCode.UnknownSound, "Unknown sound");

export const unknownEvent = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownScheduledEvent, "Unknown Guild Scheduled Event");

export const unknownWebhook = (): Fault => new Fault(404, JsonErrorCode.UnknownWebhook, "Unknown Webhook");

export const invalidWebhookToken = (): Fault =>
  new Fault(401, JsonErrorCode.InvalidWebhookToken, "Invalid Webhook Token");

export const unknownChannel = (): Fault => new Fault(404, JsonErrorCode.UnknownChannel, "Unknown Channel");

export const missingPermissions = (): Fault =>
  new Fault(403, JsonErrorCode.MissingPermissions, "Missing Permissions");
