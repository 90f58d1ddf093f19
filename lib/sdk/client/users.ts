import { idArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import { UserHandle } from "../handles/user-handle.js";
import { ClientConnection } from "./connection.js";

/** Whom the client knows. */
export abstract class ClientWithUsers extends ClientConnection {
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
   * @throws {TypeError} when not a 64-bit id
   * @mirrors Client::GetUser
   */
  getUser(userId: IdLike): UserHandle | undefined {
    return this.core.user(idArgument("userId", userId));
  }

  /**
   * A known user has another name or picture, came online or went, entered the game or left it; undefined
   * removes.
   * @mirrors Client::SetUserUpdatedCallback
   */
  setUserUpdatedCallback(cb: ClientEvents["userUpdated"] | undefined): void {
    this.core.events.setCallback("userUpdated", cb);
  }
}
