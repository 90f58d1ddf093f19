import type { ClockPort } from "../ports.js";
import { HeadlessSessions } from "./headless-sessions.js";
import { LiveUsers } from "./live-users.js";
import { SessionPresences } from "./session-presences.js";
import { SessionStarts } from "./session-starts.js";

/** Connected users, and the presences of their sessions. */
export interface PresenceWorld {
  readonly live: LiveUsers;
  /** Games that talk to a desktop app of their user; without a gateway session they are in no lobby and no call. */
  readonly desktopGames: LiveUsers;
  readonly headlessSessions: HeadlessSessions;
  readonly presences: SessionPresences;
  readonly sessionStarts: SessionStarts;
}

export function presenceWorld({ clock }: ClockPort): PresenceWorld {
  return {
    live: new LiveUsers(),
    desktopGames: new LiveUsers(),
    headlessSessions: new HeadlessSessions(),
    presences: new SessionPresences(),
    sessionStarts: new SessionStarts(clock),
  };
}
