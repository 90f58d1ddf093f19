import type { ApplicationProfileEvent } from "./application-profile-events.js";
import type { ApplicationProfileStore } from "./application-profile-store.js";
import type { WorldChange } from "./events.js";
import type { UserStore } from "./user-store.js";

/** The stores that an event about profiles reads and changes. */
interface ProfileWorld {
  readonly users: UserStore;
  readonly profiles: ApplicationProfileStore;
}

const EVENT_TYPES: ReadonlySet<string> = new Set<ApplicationProfileEvent["type"]>([
  "profilesReady",
  "profile",
  "profileRemoved",
]);

export function isApplicationProfileEvent(event: { type: string }): event is ApplicationProfileEvent {
  return EVENT_TYPES.has(event.type);
}

/** Reports a changed profile as a change of the user, where the user is known: a profile may arrive first. */
export function applyApplicationProfileEvent(
  world: ProfileWorld,
  event: ApplicationProfileEvent,
): WorldChange[] {
  return changedUsers(world, event)
    .filter((userId) => world.users.get(userId) !== undefined)
    .map((userId) => ({ type: "userUpdated", userId }));
}

function changedUsers({ profiles }: ProfileWorld, event: ApplicationProfileEvent): bigint[] {
  switch (event.type) {
    case "profilesReady": {
      const isFirst = !profiles.isLoaded;
      const changed = profiles.replaceAll(event.profiles);
      // The first set is part of becoming ready and reports nothing.
      return isFirst ? [] : changed;
    }
    case "profile":
      return profiles.put(event.profile) ? [event.profile.userId] : [];
    case "profileRemoved":
      return profiles.delete(event.userId) ? [event.userId] : [];
  }
}
