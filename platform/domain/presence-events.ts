import { GatewayEvent, RelationshipType, type Snowflake } from "sdkpp/wire";
import { dispatch, type Dispatch, type PlatformEvent } from "./events.js";
import { gamesSeen, isWatching, presenceView, type Viewer } from "./presence.js";
import { PLATFORM } from "./relationship.js";
import type { World } from "./world.js";

/**
 * Tells those who watch a user how it looks now.
 * @param applicationId where it changed, which is all that game friends elsewhere would not see; undefined: everywhere
 */
export function presenceChanged(world: World, subjectId: Snowflake, applicationId?: Snowflake): Dispatch[] {
  return watchersOf(world, subjectId, applicationId).map((viewer) =>
    presenceUpdate(world, viewer, subjectId),
  );
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
  return [...watchers.values()];
}

function presenceUpdate(world: World, viewer: Viewer, subjectId: Snowflake): Dispatch {
  const { applicationId, userId } = viewer;
  return dispatch(GatewayEvent.PresenceUpdate, presenceView(world, viewer, subjectId), {
    to: "users",
    applicationId,
    userIds: [userId],
  });
}
