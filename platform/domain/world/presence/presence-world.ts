import type { LiveUsers } from "./live-users.js";
import type { SessionPresences } from "./session-presences.js";

/** Who is connected, and what their sessions show. */
export interface PresenceWorld {
  readonly live: LiveUsers;
  readonly presences: SessionPresences;
}
