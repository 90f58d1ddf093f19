import { GatewayEvent, RelationshipType, type Snowflake } from "sdkpp/wire";
import { grantKey } from "../../records/grant-key.js";
import { memberIds } from "../../records/lobby/lobby.js";
import { PLATFORM } from "../../records/relationship/relationship.js";
import { guildPresenceView, lookOf, presenceView } from "../../views/presence/presence.js";
import { gamesSeen, isWatching, type Viewer } from "../../views/presence/visibility.js";
import type { World } from "../../world/world.js";
import { type Dispatch, dispatch, type PlatformEvent } from "../events.js";

/**
 * Tells those who watch a user how it looks now.
 * @param applicationId where it changed, which is all that game friends elsewhere would not see; undefined: everywhere
 */
export function presenceChanged(world: World, subjectId: Snowflake, applicationId?: Snowflake): Dispatch[] {
  return [
    ...watchersOf(world, subjectId, applicationId).map((viewer) => presenceUpdate(world, viewer, subjectId)),
    ...guildPresenceUpdates(world, subjectId),
  ];
}

/** Carries out a change of a user's sessions in one game and tells it, if others see a difference. */
export function shownAnew(world: World, where: Viewer, change: () => void): Dispatch[] {
  const before = looksOf(world, where);
  change();
  return looksOf(world, where) === before ? [] : presenceChanged(world, where.userId, where.applicationId);
}

/** To friends, and to those who see this game only. */
function looksOf(world: World, { applicationId, userId }: Viewer): string {
  const sessions = world.presences.visibleOf(userId);
  const inGame = sessions.filter((session) => session.applicationId === applicationId);
  return JSON.stringify([lookOf(world, sessions), lookOf(world, inGame)]);
}

/** Carries out a change between two users and tells what each then sees of the other that it did not see before. */
export function withPresence(
  world: World,
  left: Snowflake,
  right: Snowflake,
  change: () => PlatformEvent[],
): PlatformEvent[] {
  const looks = [...looksAt(world, left, right), ...looksAt(world, right, left)];
  const events = change();
  const different = looks.filter(
    ({ viewer, subjectId, games }) =>
      isWatching(world, viewer, subjectId) && gamesSeen(world, viewer, subjectId).join() !== games.join(),
  );
  return [...events, ...different.map(({ viewer, subjectId }) => presenceUpdate(world, viewer, subjectId))];
}

function looksAt(world: World, userId: Snowflake, subjectId: Snowflake) {
  return world.live.applicationsOf(userId).map((applicationId) => {
    const viewer = { applicationId, userId };
    return { viewer, subjectId, games: gamesSeen(world, viewer, subjectId) };
  });
}

function watchersOf(world: World, subjectId: Snowflake, changedIn: Snowflake | undefined): Viewer[] {
  const friendships = world.relationships
    .listBy("owner", subjectId)
    .filter(({ type }) => type === RelationshipType.Friend);
  const watchers = new Map<string, Viewer>();
  for (const { realm, otherId: userId } of friendships) {
    if (realm !== PLATFORM && changedIn !== undefined && realm !== changedIn) continue;
    for (const applicationId of world.live.applicationsOf(userId)) {
      if (realm === PLATFORM || realm === applicationId)
        watchers.set(`${applicationId}:${userId}`, { applicationId, userId });
    }
  }
  for (const viewer of lobbyCompanions(world, subjectId, changedIn))
    watchers.set(`${viewer.applicationId}:${viewer.userId}`, viewer);
  return [...watchers.values()];
}

/** Members of the user's lobbies who are no strangers to it. */
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
