import { JsonErrorCode, LOBBIES_PER_USER_MAX, LOBBY_MEMBERS_MAX, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import type { World } from "../../world/world.js";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";

/** Only text channels of guilds can be linked. */
export const notLinkableType = (): Fault =>
  new Fault(400, JsonErrorCode.CannotExecuteOnChannelType, "Cannot execute action on this channel type");

/** The lobby has no channel into which one could be invited. */
export const noLinkedChannel = (): Fault => new Fault(400, JsonErrorCode.UnknownChannel, "Unknown Channel");

/** About `channel_id` of a request to link. */
export function refusedChannel(why: string): Fault {
  return invalidField("channel_id", "CHANNEL_NOT_LINKABLE", why);
}

/** @param field of the request that would have let somebody in */
export function lobbyIsFull(field: string): Fault {
  return invalidField(field, "BASE_TYPE_MAX_LENGTH", `The lobby has ${LOBBY_MEMBERS_MAX} members.`);
}

/** Why a user may not enter one more lobby of this application, if so. */
export function lobbyCountFault(
  world: World,
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
