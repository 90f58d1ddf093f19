import { JsonErrorCode, LOBBIES_PER_USER_MAX, LOBBY_MEMBERS_MAX, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { LinkObstacle } from "../../views/guild/linkable-channel.js";
import type { LobbyWorld } from "../../world/lobby/lobby-world.js";
import { invalidField, missingPermissions } from "../faults.js";
import { Fault } from "../outcome.js";

/** Only text channels of guilds can be linked. */
const notLinkableType = (): Fault =>
  new Fault(400, JsonErrorCode.CannotExecuteOnChannelType, "Cannot execute action on this channel type");

/** The lobby has no channel to invite into. */
export const noLinkedChannel = (): Fault => new Fault(400, JsonErrorCode.UnknownChannel, "Unknown Channel");

/** About `channel_id` of a request to link. */
export function channelNotLinkable(why: string): Fault {
  return invalidField("channel_id", "CHANNEL_NOT_LINKABLE", why);
}

/** The fault for each obstacle. */
export const LINK_FAULTS: Readonly<Record<LinkObstacle, () => Fault>> = {
  permissions: missingPermissions,
  type: notLinkableType,
  nsfw: () => channelNotLinkable("The channel is age-restricted."),
  linked: () => channelNotLinkable("The channel is linked to another lobby."),
};

/** @param field the field of the request that would have added a member */
export function lobbyIsFull(field: string): Fault {
  return invalidField(field, "BASE_TYPE_MAX_LENGTH", `The lobby has ${LOBBY_MEMBERS_MAX} members.`);
}

/** The fault of a user who is in as many lobbies of this application as allowed. */
export function lobbyCountFault(
  world: LobbyWorld,
  applicationId: Snowflake,
  userId: Snowflake,
): Fault | undefined {
  const count = world.lobbies.listBy("member", grantKey(applicationId, userId)).length;
  if (count < LOBBIES_PER_USER_MAX) return undefined;
  return invalidField(
    "lobby",
    "BASE_TYPE_MAX_LENGTH",
    `Must be in ${LOBBIES_PER_USER_MAX} or fewer lobbies.`,
  );
}
