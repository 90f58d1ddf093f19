import type { Mirror } from "@sdkpp/electron/renderer";
import type { Source } from "../store/source.js";
import type { Friend } from "./friend.js";
import type { RelationshipGroups } from "./friends.js";
import { FriendsSource } from "./friends-source.js";

interface FriendsSources {
  readonly groups: Source<RelationshipGroups>;
  readonly all: Source<readonly Friend[]>;
}

const SOURCES = new WeakMap<Mirror, FriendsSources>();

/** Returns the friends list of a mirror: all components share it, since it is worked out once for each change. */
export function friendsOf(state: Mirror): FriendsSources {
  const known = SOURCES.get(state);
  if (known !== undefined) return known;
  const { watch, read } = new FriendsSource(state);
  const made: FriendsSources = {
    groups: { watch, read: () => read().ids },
    all: { watch, read: () => read().all },
  };
  SOURCES.set(state, made);
  return made;
}
