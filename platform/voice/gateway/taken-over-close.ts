import type { VoiceSink } from "./session.js";

export const TAKEN_OVER_CLOSES = [4014, 4006, "none"] as const;

/**
 * How the old socket of a voice session ends that is resumed on another one:
 * - `4014`: with a close code after which clients do not reconnect
 * - `4006`: with the close code of a session that is no longer valid, after which clients ask for a new one
 * - `"none"`: without a close frame, which clients see as 1006; they resume
 */
export type TakenOverClose = (typeof TAKEN_OVER_CLOSES)[number];

/** The default of a platform. As for a new session of the same user: the old client does not come back. */
export const DEFAULT_TAKEN_OVER_CLOSE: TakenOverClose = 4014;

const REASON = "the session was resumed on another socket";

/** Ends a socket whose session has another one. */
export function endTakenOver(old: VoiceSink, how: TakenOverClose): void {
  // From now on this socket ends nothing but itself, even when its client closes it with 1000.
  old.detach();
  if (how === "none") old.reset(REASON);
  else old.close(how, REASON);
}
