import type { IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { UserApplicationProfileHandle } from "../../handles/user-application-profile-handle.js";
import { UserHandle } from "../../handles/user-handle.js";
import type { UsersArea } from "./users-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf } from "../../core/operations/members.js";

/** Members of `Client`: users. */
export interface UsersMembers {
  /** @deprecated Use {@link getCurrentUserV2}, which returns undefined without a user. @mirrors Client::GetCurrentUser */
  getCurrentUser(): UserHandle;

  /**
   * Gets the player. @returns undefined until the first session has begun
   * @example
   * const player = client.getCurrentUserV2();
   * console.log(player?.displayName, player?.avatarUrl(UserHandle.AvatarType.Gif, UserHandle.AvatarType.Png));
   * @mirrors Client::GetCurrentUserV2
   */
  getCurrentUserV2(): UserHandle | undefined;

  /**
   * Gets a user from memory, without a request: users with a relationship, members of lobbies, and users that events have
   * mentioned.
   * @param userId a 64-bit id
   * @returns undefined for a user that the client does not know
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUser
   */
  getUser(userId: IdLike): UserHandle | undefined;

  /**
   * Gets a user's profile in this game, as `UserHandle.userApplicationProfiles` does, from memory.
   * @param userId a 64-bit id
   * @returns an empty list for a user without a profile, or that the client does not know
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUserApplicationProfiles
   */
  getUserApplicationProfiles(userId: IdLike): UserApplicationProfileHandle[];

  /**
   * The same as {@link getUserApplicationProfiles}: with a single thread there is no lock to hold.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUserApplicationProfilesNoLock
   */
  getUserApplicationProfilesNoLock(userId: IdLike): UserApplicationProfileHandle[];

  /**
   * Sets the callback for changes of a known user: name, picture, profile in the game, status, and entering or leaving the
   * game; undefined removes it.
   * @mirrors Client::SetUserUpdatedCallback
   */
  setUserUpdatedCallback(cb: ClientEvents["userUpdated"] | undefined): void;
}

interface Parts {
  users: UsersArea;
  events: EventHub<ClientEvents>;
}

export const usersMembers: MembersOf<UsersMembers, Parts> = {
  getCurrentUser: ({ users }) => users.current() ?? UserHandle.nullobj,
  getCurrentUserV2: ({ users }) => users.current(),
  getUser: ({ users }, userId) => users.handle(userId),
  getUserApplicationProfiles: ({ users }, userId) => users.profiles(userId),
  getUserApplicationProfilesNoLock: ({ users }, userId) => users.profiles(userId),
  setUserUpdatedCallback: ({ events }, cb) => events.setCallback("userUpdated", cb),
};
