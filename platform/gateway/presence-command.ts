import { GatewayOpcode } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import type { Fact } from "../domain/facts/facts.js";
import { maySetPresence, setPresence } from "../domain/rules/presence/presence.js";
import type { World } from "../domain/world/world.js";
import type { Closing } from "../sockets/closing.js";
import { malformed } from "./closings.js";
import { readPresence, type PresenceCommand } from "./payload-shapes.js";
import type { GatewaySession } from "./session.js";

interface PresenceContext {
  readonly world: World;
  readonly clock: TimerClock;
  perform(rule: () => readonly Fact[]): void;
}

/**
 * Handles op 3. Ignores sessions that may not set a presence. Above the rate limit only the newest presence waits until the
 * window opens.
 * @returns the close code and reason when the payload is not a valid op 3
 */
export function updatePresence(
  context: PresenceContext,
  session: GatewaySession,
  d: unknown,
): Closing | undefined {
  const command = readPresence(d);
  if (command === undefined) return malformed(GatewayOpcode.PresenceUpdate, readPresence, d);
  if (!maySetPresence(session.identity)) return undefined;
  const { waitingPresence, presenceWindow } = session;
  const waitMs = presenceWindow.wait(context.clock.elapsed());
  if (waitingPresence !== undefined) waitingPresence.command = command;
  else if (waitMs === 0) carryOut(context, session, command);
  else {
    const timer = context.clock.after(waitMs, () => release(context, session));
    session.waitingPresence = { timer, command };
  }
  return undefined;
}

function release(context: PresenceContext, session: GatewaySession): void {
  const waiting = session.waitingPresence;
  session.waitingPresence = undefined;
  if (waiting !== undefined) carryOut(context, session, waiting.command);
}

/** Has no effect when the session has ended in the meantime: the rules no longer know it. */
function carryOut(context: PresenceContext, session: GatewaySession, command: PresenceCommand): void {
  session.presenceWindow.count(context.clock.elapsed());
  context.perform(() => setPresence(context.world, session.identity, command));
}
