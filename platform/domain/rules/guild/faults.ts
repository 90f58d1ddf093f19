import { GUILD_ROLES_MAX, JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const bannedFromGuild = (): Fault =>
  new Fault(403, JsonErrorCode.BannedFromGuild, "The user is banned from this guild");

export const notInVoice = (): Fault =>
  new Fault(400, JsonErrorCode.NotInVoice, "Target user is not connected to voice");

export const invalidRole = (): Fault => new Fault(400, JsonErrorCode.InvalidRole, "Invalid role");

/** Of what a feature of the guild allows. */
export const boostsNeeded = (): Fault =>
  new Fault(403, JsonErrorCode.BoostsNeeded, "This server needs more boosts to perform this action");

export const tooManyRoles = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.RoleLimitReached,
    `Maximum number of guild roles reached (${GUILD_ROLES_MAX})`,
  );

/** An owner cannot leave its guild. */
export const invalidGuild = (): Fault => new Fault(400, JsonErrorCode.InvalidGuild, "Invalid Guild");

export const invalidAccessToken = (): Fault =>
  new Fault(403, JsonErrorCode.InvalidOAuth2Token, "Invalid OAuth2 access token provided");
