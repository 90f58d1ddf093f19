import { GatewayEvent, RelationshipType, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberIds } from "../../records/lobby/lobby.js";
import { PLATFORM } from "../../records/relationship/relationship.js";
import type { FactOf } from "../../facts/facts.js";
import { guildPresenceView, presenceView } from "../../views/presence/presence.js";
import { gamesSeen, isWatching, type Viewer } from "../../views/presence/visibility.js";
import { gameRealmOf } from "../../world/oauth2/families.js";
import { listeningApplications } from "../../world/presence/listening-applications.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";

/** PRESENCE_UPDATE where others see a difference in one application; game friends of other games see none. */
export function presenceChanged(world: World, { user }: FactOf<"presenceChanged">): Dispatch[] {
  return presenceUpdates(world, user.userId, user.applicationId);
}

/** PRESENCE_UPDATE with the new name to everybody who sees the user. */
export function presenceOfUser(world: World, { user }: FactOf<"userChanged">): Dispatch[] {
  return presenceUpdates(world, user.id, undefined);
}

/** PRESENCE_UPDATE to each of two users who sees more or fewer games of the other than before. */
export function pairChanged(world: World, { sightsBefore }: FactOf<"pairChanged">): Dispatch[] {
  return sightsBefore
    .filter(
      ({ viewer, subjectId, games }) =>
        isWatching(world, viewer, subjectId) && gamesSeen(world, viewer, subjectId).join() !== games.join(),
    )
    .map(({ viewer, subjectId }) => presenceUpdate(world, viewer, subjectId));
}

function presenceUpdates(world: World, subjectId: Snowflake, changedIn: Snowflake | undefined): Dispatch[] {
  return [
    ...watchersOf(world, subjectId, changedIn).map((viewer) => presenceUpdate(world, viewer, subjectId)),
    ...guildPresenceUpdates(world, subjectId),
  ];
}

/** @param changedIn the application of the change; undefined: all of them */
function watchersOf(world: World, subjectId: Snowflake, changedIn: Snowflake | undefined): Viewer[] {
  const friendships = world.relationships
    .listBy("owner", subjectId)
    .filter(({ type }) => type === RelationshipType.Friend);
  const watchers = new Map<string, Viewer>();
  for (const { realm, otherId: userId } of friendships) {
    if (realm !== PLATFORM && changedIn !== undefined && realm !== gameRealmOf(world, changedIn)) continue;
    for (const applicationId of listeningApplications(world, userId)) {
      if (realm === PLATFORM || realm === gameRealmOf(world, applicationId))
        watchers.set(`${applicationId}:${userId}`, { applicationId, userId });
    }
  }
  for (const viewer of lobbyCompanions(world, subjectId, changedIn))
    watchers.set(`${viewer.applicationId}:${viewer.userId}`, viewer);
  return [...watchers.values()];
}

/** Members of the user's lobbies who are in a relationship with it. */
function lobbyCompanions(world: World, subjectId: Snowflake, changedIn: Snowflake | undefined): Viewer[] {
  const applicationIds = changedIn === undefined ? world.live.applicationsOf(subjectId) : [changedIn];
  return applicationIds.flatMap((applicationId) =>
    world.lobbies
      .listBy("member", grantKey(applicationId, subjectId))
      .flatMap(memberIds)
      .filter((userId) => userId !== subjectId && world.live.has(applicationId, userId))
      .map((userId) => ({ applicationId, userId }))
      .filter((viewer) => isWatching(world, viewer, subjectId)),
  );
}

function guildPresenceUpdates(world: World, userId: Snowflake): Dispatch[] {
  return world.guilds.listBy("member", userId).map(({ id: guildId }) => {
    const reach = { to: "guild", guildId, except: userId } as const;
    return dispatch(GatewayEvent.PresenceUpdate, guildPresenceView(world, guildId, userId), reach);
  });
}

function presenceUpdate(world: World, viewer: Viewer, subjectId: Snowflake): Dispatch {
  const { applicationId, userId } = viewer;
  return dispatch(GatewayEvent.PresenceUpdate, presenceView(world, viewer, subjectId), {
    to: "users",
    applicationId,
    userIds: [userId],
  });
}
