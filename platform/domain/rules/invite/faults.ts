import { INVITES_PER_GUILD_MAX, JsonErrorCode } from "sdkpp/wire";
import { BodyFault, Fault } from "../outcome.js";

export const unknownTargetUsers = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownInviteTargetUsers, "Unknown Invite Target Users");

export const unknownTargetJob = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownInviteTargetJob, "Unknown Invite Target Users Job");

export const tooManyInvites = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.InviteLimitReached,
    `Maximum number of invites reached (${String(INVITES_PER_GUILD_MAX)})`,
  );

/** Errors of an uploaded list, line by line; the real platform uses this form here only. */
export const badTargetUsersFile = (problems: readonly string[]): Fault =>
  new BodyFault({ target_users_file: problems });
