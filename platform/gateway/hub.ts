import { GatewayCloseCode, GatewayOpcode, type Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import { heardAs, hears } from "../domain/reactions/audience.js";
import type { Dispatch, PlatformEvent } from "../domain/reactions/events.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import { introductions } from "../domain/reactions/user/identity-events.js";
import { closeSession, openSession } from "../domain/rules/presence/sessions.js";
import { guildIdsOf } from "../domain/world/guild/guilds.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import { closing } from "./closings.js";
import { isOnShard } from "./identify.js";
import { sendGuild, sendReady, type ReadyDetails } from "./ready.js";
import { GatewaySession, type FrameSink, type SessionIdentity } from "./session.js";

/** How long a session waits for a Resume (G§3), milliseconds. */
export const RESUME_WINDOW_MS = 120_000;

const GOING_AWAY = 1001;

/** How a session's socket can be made to end. */
export type GatewayCut = number | "reset" | "halfopen";

/** What the hub needs of the rest of the platform. */
export interface HubParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
  /** Sessions that one user may have at once, those that wait for a Resume among them. */
  readonly sessionsPerUser: number;
  /** Called for each session: where the gateway is, and what calls need. */
  readyDetails(): Omit<ReadyDetails, "disabledFunctions">;
}

/** All gateway sessions: begins, resumes and ends them, and hands each the events it hears. */
export class GatewayHub {
  /** Functions of the SDK, by name, that new sessions must not use. */
  disabledFunctions: readonly string[] = [];
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #parts: HubParts;
  readonly #world: World;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#world = parts.world;
    parts.publisher.subscribe((event) => this.#hear(event));
  }

  /**
   * Makes room for one more session of a user: ends the oldest that only waits for a Resume.
   * @returns false when all of them have sockets
   */
  makeRoom(userId: Snowflake): boolean {
    const sessions = this.ofUser(userId);
    if (sessions.length < this.#parts.sessionsPerUser) return true;
    const oldest = sessions.find(({ sink }) => sink === undefined);
    if (oldest !== undefined) this.end(oldest);
    return oldest !== undefined;
  }

  /** Begins a session that identified: READY first, then the events for others. */
  begin(identity: SessionIdentity, sink: FrameSink): GatewaySession {
    const session = new GatewaySession(identity);
    session.sink = sink;
    const { disabledFunctions } = this;
    const events = this.#parts.publisher.commit(() => openSession(this.#world, identity));
    this.#sessions.set(identity.sessionId, session);
    try {
      sendReady(this.#world, session, { ...this.#parts.readyDetails(), disabledFunctions });
    } catch (error) {
      this.end(session);
      throw error;
    }
    this.#parts.publisher.publish(events);
    return session;
  }

  find(sessionId: string): GatewaySession | undefined {
    return this.#sessions.get(sessionId);
  }

  ofUser(userId: Snowflake): GatewaySession[] {
    return [...this.#sessions.values()].filter((session) => session.identity.userId === userId);
  }

  /** Moves a session to a new socket; one that it still had is closed, and not so that it would resume again. */
  attach(session: GatewaySession, sink: FrameSink): void {
    session.expiry?.cancel();
    const old = session.sink;
    session.sink = sink;
    old?.detach();
    old?.close(closing(GatewayCloseCode.SessionTimedOut, "the session was resumed on another socket"));
  }

  /** The socket is gone; the session stays for a Resume. */
  release(session: GatewaySession, sink: FrameSink): void {
    if (session.sink !== sink) return;
    session.sink = undefined;
    session.expiry = this.#parts.clock.after(RESUME_WINDOW_MS, () => this.end(session));
  }

  /** The session is over for good. */
  end(session: GatewaySession): void {
    if (!this.#sessions.delete(session.identity.sessionId)) return;
    session.expiry?.cancel();
    session.waitingPresence?.timer.cancel();
    session.sink = undefined;
    this.#parts.publisher.perform(() => closeSession(this.#world, session.identity));
  }

  /** Asks these clients to reconnect and resume. */
  askToReconnect(sessions: readonly GatewaySession[]): void {
    for (const { sink } of sessions) sink?.send({ op: GatewayOpcode.Reconnect, d: null, s: null, t: null });
  }

  /** Calls sessions invalid. @param isResumable whether they may be resumed on the same socket */
  invalidate(sessions: readonly GatewaySession[], isResumable: boolean): void {
    for (const session of sessions) {
      const { sink } = session;
      sink?.send({ op: GatewayOpcode.InvalidSession, d: isResumable, s: null, t: null });
      sink?.detach();
      if (sink !== undefined) this.release(session, sink);
      if (!isResumable) this.end(session);
    }
  }

  cut(sessions: readonly GatewaySession[], how: GatewayCut): void {
    for (const { sink } of sessions) {
      if (how === "reset") sink?.reset();
      else if (how === "halfopen") sink?.freeze();
      else sink?.close({ code: how, reason: "closed by the control of the platform" });
    }
  }

  stop(): void {
    for (const session of this.#sessions.values()) {
      session.expiry?.cancel();
      session.sink?.close({ code: GOING_AWAY, reason: "the platform stops" });
    }
    this.#sessions.clear();
  }

  #hear(event: PlatformEvent): void {
    if (event.kind === "tokens.revoked") this.#revoke(event.applicationId, event.userId);
    if (event.kind === "guild.joined") this.#enterGuild(event.guildId, event.userId);
    if (event.kind !== "dispatch") return;
    const first = introductions(this.#world, event);
    for (const session of this.#sessions.values()) {
      if (!hears(session.identity, event)) continue;
      this.#parts.guard.run(
        "an event for a session",
        () => deliver(session, event, first),
        () => session.sink?.close(closing(GatewayCloseCode.UnknownError)),
      );
    }
  }

  /** The user's sessions belong to the guild from now on, where scopes and shards let them. */
  #enterGuild(guildId: Snowflake, userId: Snowflake): void {
    const guild = this.#world.guilds.get(guildId);
    if (guild === undefined) return;
    for (const session of this.ofUser(userId)) {
      const { identity } = session;
      if (!guildIdsOf(this.#world, identity.actor).includes(guildId)) continue;
      if (!isOnShard(guildId, identity.shard)) continue;
      identity.guildIds.add(guildId);
      sendGuild(this.#world, session, guild);
    }
  }

  #revoke(applicationId: Snowflake, userId: Snowflake): void {
    for (const session of this.ofUser(userId)) {
      const { identity, sink } = session;
      if (identity.applicationId !== applicationId) continue;
      this.end(session);
      sink?.close(closing(GatewayCloseCode.AuthenticationFailed, "the token was revoked"));
    }
  }
}

/** @param first events that have to come before this one */
function deliver(session: GatewaySession, event: Dispatch, first: readonly Dispatch[]): void {
  for (const one of first) if (hears(session.identity, one)) session.dispatch(one.t, one.d);
  session.dispatch(event.t, heardAs(session.identity, event));
}
