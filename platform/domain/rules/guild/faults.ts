import { GUILD_CHANNELS_MAX, GUILD_ROLES_MAX, JsonErrorCode } from "sdkpp/wire";
import { Fault } from "../outcome.js";

export const bannedFromGuild = (): Fault =>
  new Fault(403, JsonErrorCode.BannedFromGuild, "The user is banned from this guild");

export const invalidRole = (): Fault => new Fault(400, JsonErrorCode.InvalidRole, "Invalid role");

/** Fault of an action that needs a feature of the guild. */
export const boostsNeeded = (): Fault =>
  new Fault(403, JsonErrorCode.BoostsNeeded, "This server needs more boosts to perform this action");

export const tooManyRoles = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.RoleLimitReached,
    `Maximum number of guild roles reached (${GUILD_ROLES_MAX})`,
  );

export const tooManyChannels = (): Fault =>
  new Fault(
    400,
    JsonErrorCode.ChannelLimitReached,
    `Maximum number of guild channels reached (${GUILD_CHANNELS_MAX})`,
  );

export const oneParentAtATime = (): Fault =>
  new Fault(400, JsonErrorCode.OneParentAtATime, "Only one channel can have a parent_id modified at a time");

export const unknownOverwrite = (): Fault =>
  new Fault(404, JsonErrorCode.UnknownOverwrite, "Unknown permission overwrite");

export const unknownBan = (): Fault => new Fault(404, JsonErrorCode.UnknownBan, "Unknown Ban");

/** Fault of a bulk ban that banned no user. */
export const banFailed = (): Fault => new Fault(400, JsonErrorCode.BanFailed, "Failed to ban users");

/** An owner cannot leave its guild. */
export const invalidGuild = (): Fault => new Fault(400, JsonErrorCode.InvalidGuild, "Invalid Guild");

export const invalidAccessToken = (): Fault =>
  new Fault(403, JsonErrorCode.InvalidOAuth2Token, "Invalid OAuth2 access token provided");
