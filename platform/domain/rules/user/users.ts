import { GatewayEvent, type Snowflake, type UserPayload } from "sdkpp/wire";
import { dispatch, type PlatformEvent } from "../../reactions/events.js";
import { presenceChanged } from "../../reactions/presence/presence-events.js";
import { grantKey } from "../../records/grant-key.js";
import { memberOf } from "../../records/lobby/lobby.js";
import { ownUserView, userView } from "../../views/user/user.js";
import { findDmChannel } from "../../world/message/dm-channels.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { World } from "../../world/world.js";
import { unknownUser } from "../faults.js";
import { done, type Result } from "../outcome.js";

/**
 * `GET /users/{id}`: bots see everybody; a player those it has to do with: friends and asked, partners of a conversation,
 * companions of a lobby (H§4).
 */
export function getUser(world: World, actor: Actor, userId: Snowflake): Result<UserPayload> {
  const user = world.users.get(userId);
  const isSeen = actor.kind === "bot" || userId === actor.user.id || isAcquainted(world, actor, userId);
  return user === undefined || !isSeen ? unknownUser() : done(userView(user));
}

function isAcquainted(world: World, { user, application }: Actor, otherId: Snowflake): boolean {
  if (world.relationships.listBy("pair", `${user.id}:${otherId}`).length > 0) return true;
  if (findDmChannel(world, user.id, otherId) !== undefined) return true;
  const lobbies = world.lobbies.listBy("member", grantKey(application.id, user.id));
  return lobbies.some((lobby) => memberOf(lobby, otherId) !== undefined);
}

/** Changes the name that others see; nothing happens to a user who does not exist. */
export function renameUser(world: World, userId: Snowflake, globalName: string | null): PlatformEvent[] {
  const before = world.users.get(userId);
  if (before === undefined) return [];
  const user = { ...before, globalName };
  world.users.put(user);
  const own = world.live.applicationsOf(userId).map((applicationId) =>
    // Without a scope: the e-mail address is no part of this.
    dispatch(GatewayEvent.UserUpdate, ownUserView(user, new Set()), {
      to: "users",
      applicationId,
      userIds: [userId],
    }),
  );
  return [...own, ...presenceChanged(world, userId)];
}
