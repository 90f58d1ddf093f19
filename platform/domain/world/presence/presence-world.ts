import type { HeadlessSessions } from "./headless-sessions.js";
import type { LiveUsers } from "./live-users.js";
import type { SessionPresences } from "./session-presences.js";
import type { SessionStarts } from "./session-starts.js";

/** Who is connected, and what their sessions show. */
export interface PresenceWorld {
  readonly live: LiveUsers;
  /** Games that talk to a desktop app of their user; without a gateway session they are in no lobby and no call. */
  readonly desktopGames: LiveUsers;
  readonly headlessSessions: HeadlessSessions;
  readonly presences: SessionPresences;
  readonly sessionStarts: SessionStarts;
}
