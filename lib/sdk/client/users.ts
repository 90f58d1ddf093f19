import { idArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import type { UserApplicationProfileHandle } from "../handles/user-application-profile-handle.js";
import { UserHandle } from "../handles/user-handle.js";
import { ClientWithPlatformApp } from "./local-app.js";

/** Whom the client knows. */
export abstract class ClientWithUsers extends ClientWithPlatformApp {
  /** @deprecated {@link getCurrentUserV2} says when there is nobody. @mirrors Client::GetCurrentUser */
  getCurrentUser(): UserHandle {
    return this.core.currentUser() ?? UserHandle.nullobj;
  }

  /** @returns undefined until the first data is there. @mirrors Client::GetCurrentUserV2 */
  getCurrentUserV2(): UserHandle | undefined {
    return this.core.currentUser();
  }

  /**
   * Out of memory, nothing is fetched: everybody in a relationship, in a lobby, or heard of otherwise.
   * @param userId a 64-bit id
   * @returns undefined for a user the client does not know
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUser
   */
  getUser(userId: IdLike): UserHandle | undefined {
    return this.core.user(idArgument("userId", userId));
  }

  /**
   * Who a user is in this game: what `UserHandle.userApplicationProfiles` gives, by id. Out of memory, nothing is
   * fetched.
   * @param userId a 64-bit id
   * @returns empty for a user without such an identity, or whom the client does not know
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUserApplicationProfiles
   */
  getUserApplicationProfiles(userId: IdLike): UserApplicationProfileHandle[] {
    return this.core.profiles(idArgument("userId", userId));
  }

  /**
   * The same as {@link getUserApplicationProfiles}: here is one thread, and no lock that could be held.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors Client::GetUserApplicationProfilesNoLock
   */
  getUserApplicationProfilesNoLock(userId: IdLike): UserApplicationProfileHandle[] {
    return this.getUserApplicationProfiles(userId);
  }

  /**
   * A known user has another name or picture, another profile in the game, came online or went, entered the game or
   * left it; undefined removes.
   * @mirrors Client::SetUserUpdatedCallback
   */
  setUserUpdatedCallback(cb: ClientEvents["userUpdated"] | undefined): void {
    this.core.events.setCallback("userUpdated", cb);
  }
}
