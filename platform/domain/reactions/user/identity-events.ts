import {
  GatewayEvent,
  type ApplicationIdentityRemovePayload,
  type ApplicationIdentityUpdatePayload,
  type DmChannelPayload,
  type GameRelationshipPayload,
  type GatewayLobbyPayload,
  type LobbyMemberEventPayload,
  type RelationshipPayload,
  type Snowflake,
} from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberIds } from "../../records/lobby/lobby.js";
import { otherOf } from "../../records/message/dm-channel.js";
import { PLATFORM } from "../../records/relationship/relationship.js";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import type { FactOf } from "../../facts/facts.js";
import { profileView } from "../../views/user/application-identity.js";
import { dmChannelsOf } from "../../world/message/dm-channels.js";
import { identityOf } from "../../world/user/identities.js";
import { gameRealmOf } from "../../world/oauth2/families.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch, type PlatformEvent, type Reach } from "../events.js";

/**
 * To the user, and to everybody in the same game whose READY lists the user: users in a relationship with it, members of
 * its lobbies, users of its stored conversations. A user who only blocked it hears of it at the next session.
 */
export function identityUpdated(world: World, { identity }: FactOf<"identityUpdated">): Dispatch[] {
  return toViewers(world, GatewayEvent.UserApplicationIdentityUpdate, updateOf(identity), identity);
}

/** Notifies the same users. */
export function identityRemoved(world: World, { identity }: FactOf<"identityRemoved">): Dispatch[] {
  const { applicationId, userId } = identity;
  const d: ApplicationIdentityRemovePayload = { user_id: userId, application_id: applicationId };
  return toViewers(world, GatewayEvent.UserApplicationIdentityRemove, d, identity);
}

/**
 * The profiles of the users that an event introduces, to send before it: a session that hears of a new lobby member or
 * friend has the profile already.
 */
export function introductions(world: World, event: PlatformEvent): Dispatch[] {
  if (event.kind !== "dispatch" || event.reach.to !== "users") return [];
  const { reach } = event;
  return introducedBy(event).flatMap((userId) => {
    const identity = identityOf(world, reach.applicationId, userId);
    return identity === undefined
      ? []
      : [dispatch(GatewayEvent.UserApplicationIdentityUpdate, updateOf(identity), reach)];
  });
}

function introducedBy({ t, d }: Dispatch): Snowflake[] {
  switch (t) {
    case GatewayEvent.LobbyCreate:
      return (d as GatewayLobbyPayload).members.map((member) => member.user_id);
    case GatewayEvent.LobbyMemberAdd:
      return [(d as LobbyMemberEventPayload).member.user_id];
    case GatewayEvent.RelationshipAdd:
    case GatewayEvent.GameRelationshipAdd:
      return [(d as RelationshipPayload | GameRelationshipPayload).id];
    case GatewayEvent.ChannelCreate:
      return (d as Partial<DmChannelPayload>).recipients?.map((user) => user.id) ?? [];
    default:
      return [];
  }
}

function updateOf(identity: ApplicationIdentity): ApplicationIdentityUpdatePayload {
  const { applicationId, userId } = identity;
  return { ...profileView(identity), user_id: userId, application_id: applicationId };
}

function toViewers(world: World, t: string, d: unknown, identity: ApplicationIdentity): Dispatch[] {
  const { applicationId } = identity;
  const reach: Reach = { to: "users", applicationId, userIds: viewersOf(world, identity) };
  return [dispatch(t, d, reach)];
}

function viewersOf(world: World, { applicationId, userId }: ApplicationIdentity): Snowflake[] {
  const related = world.relationships
    .listBy("owner", userId)
    .filter(({ realm }) => realm === PLATFORM || realm === gameRealmOf(world, applicationId))
    .map(({ otherId }) => otherId);
  const companions = world.lobbies.listBy("member", grantKey(applicationId, userId)).flatMap(memberIds);
  const partners = dmChannelsOf(world, userId).map((channel) => otherOf(channel, userId));
  return [...new Set([userId, ...related, ...companions, ...partners])];
}
