import { GatewayOpcode } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import type { Fact } from "../domain/rules/facts.js";
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
 * Op 3. A session that may not say it is not heard; beyond the limit the newest one waits until the window opens.
 * @returns why the socket is closed, when it is no op 3
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
  const waitMs = presenceWindow.wait(context.clock.now());
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

/** Of a session that has ended meanwhile the rules know nothing, so nothing happens. */
function carryOut(context: PresenceContext, session: GatewaySession, command: PresenceCommand): void {
  session.presenceWindow.count(context.clock.now());
  context.perform(() => setPresence(context.world, session.identity, command));
}
