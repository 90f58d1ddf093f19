import type { ApplicationProfileRecord, ApplicationProfileStore } from "./application-profile-store.js";
import type { WorldChange } from "./events.js";
import type { UserStore } from "./user-store.js";

/** What was told of how this game shows its users. */
export type ApplicationProfileEvent =
  /** the complete set of a new session */
  | { type: "profilesReady"; profiles: readonly ApplicationProfileRecord[] }
  | { type: "profile"; profile: ApplicationProfileRecord }
  | { type: "profileRemoved"; userId: bigint };

/** The stores an event about profiles changes, and what it looks at. */
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

/** Told as a change of the user, where the user is known: the profile may come before. */
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
      // Nothing is told of the first set: it is there when the client is ready.
      return isFirst ? [] : changed;
    }
    case "profile":
      return profiles.put(event.profile) ? [event.profile.userId] : [];
    case "profileRemoved":
      return profiles.delete(event.userId) ? [event.userId] : [];
  }
}
