import type { IdLike } from "../../argument.js";
import { idArgument } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { Feature } from "../../core/events/feature.js";
import type { Handles } from "../../core/world/handles.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import type { UserApplicationProfileHandle } from "../../handles/user-application-profile-handle.js";
import type { UserHandle } from "../../handles/user-handle.js";

export interface UsersParts {
  handles: Pick<Handles, "currentUser" | "user" | "profiles">;
  world: LiveWorld;
  events: EventHub<ClientEvents>;
}

/** The users that the client knows, and their profiles in this game. */
export class UsersArea implements Feature {
  readonly #handles: UsersParts["handles"];

  constructor({ handles, world, events }: UsersParts) {
    this.#handles = handles;
    world.on("userUpdated", ({ userId }) => events.emit("userUpdated", userId));
  }

  current(): UserHandle | undefined {
    return this.#handles.currentUser();
  }

  handle(userId: IdLike): UserHandle | undefined {
    return this.#handles.user(idArgument("userId", userId));
  }

  profiles(userId: IdLike): UserApplicationProfileHandle[] {
    return this.#handles.profiles(idArgument("userId", userId));
  }
}
