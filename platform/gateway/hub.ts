import { GatewayCloseCode, GatewayOpcode, type Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../clock/clock.js";
import { hears, reaches } from "../domain/reactions/audience.js";
import type { Dispatch, PlatformEvent, Reach, TokensRevoked } from "../domain/reactions/events.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import { introductions } from "../domain/reactions/user/identity-events.js";
import { closeSession, openSession } from "../domain/rules/presence/sessions.js";
import { guildIdsOf } from "../domain/world/guild/guilds.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import { closing } from "./closings.js";
import { isOnShard } from "./identify.js";
import { Delivery } from "./delivery.js";
import { controlFrame } from "./outgoing-event.js";
import { sendGuild, sendReady, type ReadyDetails } from "./ready.js";
import { GatewaySession, type FrameSink, type SessionIdentity } from "./session.js";

/** How long a session waits for a Resume (G§3), milliseconds. */
export const RESUME_WINDOW_MS = 120_000;

const GOING_AWAY = 1001;

/** How to end a session's socket: a close code, a TCP reset, or a half-open connection. */
export type GatewayCut = number | "reset" | "halfopen";

/** Ids of the sessions that an event is meant for. */
export interface EventAudience {
  readonly heard: string[];
  /** They lack the intent or the scope for it. */
  readonly withheld: string[];
}

/** The parts of the platform that the hub uses. */
export interface HubParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: Guard;
  /** Concurrent sessions that one user may have, including those that wait for a Resume. */
  readonly sessionsPerUser: number;
  /** Called for each session: the gateway's address and the encryption floor of calls. */
  readyDetails(): Omit<ReadyDetails, "disabledFunctions">;
}

/** Owns all gateway sessions: starts, resumes and ends them, and sends each the events of its audience. */
export class GatewayHub {
  /** Functions of the SDK, by name, that new sessions must not use. */
  disabledFunctions: readonly string[] = [];
  readonly #sessions = new Map<string, GatewaySession>();
  /** Most events go to a few users among many. */
  readonly #byUser = new Map<Snowflake, Set<GatewaySession>>();
  readonly #parts: HubParts;
  readonly #world: World;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#world = parts.world;
    parts.publisher.subscribe((event) => this.#hear(event));
  }

  /**
   * Makes room for one more session of a user by ending the oldest one that waits for a Resume.
   * @returns false when every session has a socket
   */
  makeRoom(userId: Snowflake): boolean {
    const sessions = this.ofUser(userId);
    if (sessions.length < this.#parts.sessionsPerUser) return true;
    const oldest = sessions.find(({ sink }) => sink === undefined);
    if (oldest !== undefined) this.end(oldest);
    return oldest !== undefined;
  }

  /** Starts a session after Identify: sends READY first, then notifies other sessions. */
  begin(identity: SessionIdentity, sink: FrameSink): GatewaySession {
    const session = new GatewaySession(identity);
    session.sink = sink;
    const { disabledFunctions } = this;
    const events = this.#parts.publisher.commit(() => openSession(this.#world, identity));
    this.#add(session);
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
    return [...(this.#byUser.get(userId) ?? [])];
  }

  #add(session: GatewaySession): void {
    const { sessionId, userId } = session.identity;
    this.#sessions.set(sessionId, session);
    const own = this.#byUser.get(userId);
    if (own === undefined) this.#byUser.set(userId, new Set([session]));
    else own.add(session);
  }

  /** @returns false when it is not there any more */
  #remove(session: GatewaySession): boolean {
    const { sessionId, userId } = session.identity;
    if (!this.#sessions.delete(sessionId)) return false;
    const own = this.#byUser.get(userId);
    own?.delete(session);
    if (own?.size === 0) this.#byUser.delete(userId);
    return true;
  }

  /** The sessions that an event may reach: its audience, or more. */
  *#near(reach: Reach): Iterable<GatewaySession> {
    if (reach.to === "guild") return yield* this.#sessions.values();
    if (reach.to === "session") {
      const session = this.#sessions.get(reach.sessionId);
      return yield* session === undefined ? [] : [session];
    }
    for (const userId of new Set(reach.userIds)) yield* this.#byUser.get(userId) ?? [];
  }

  /** Moves a session to a new socket. Closes the old socket, if any, with a code after which clients do not resume. */
  attach(session: GatewaySession, sink: FrameSink): void {
    session.expiry?.cancel();
    const old = session.sink;
    session.sink = sink;
    old?.detach();
    old?.close(closing(GatewayCloseCode.SessionTimedOut, "the session was resumed on another socket"));
  }

  /** Keeps a session whose socket is gone until it resumes or the resume window ends. */
  release(session: GatewaySession, sink: FrameSink): void {
    if (session.sink !== sink) return;
    session.sink = undefined;
    session.expiry = this.#parts.clock.after(RESUME_WINDOW_MS, () => this.end(session));
  }

  /** Ends a session; it cannot resume. */
  end(session: GatewaySession): void {
    if (!this.#remove(session)) return;
    session.stop();
    session.sink = undefined;
    this.#parts.publisher.perform(() => closeSession(this.#world, session.identity));
  }

  /**
   * Ends every session of a world that is no more: clients are told that theirs is invalid, and identify anew. Nobody hears of it as
   * of people who leave.
   */
  startOver(): void {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    this.#byUser.clear();
    for (const session of sessions) {
      session.stop();
      session.sink?.send(controlFrame(GatewayOpcode.InvalidSession, false));
      session.sink?.detach();
    }
  }

  /** Asks these clients to reconnect and resume. */
  askToReconnect(sessions: readonly GatewaySession[]): void {
    for (const { sink } of sessions) sink?.send(controlFrame(GatewayOpcode.Reconnect, null));
  }

  /** Sends Invalid Session. @param isResumable whether clients may resume on the same socket */
  invalidate(sessions: readonly GatewaySession[], isResumable: boolean): void {
    for (const session of sessions) {
      const { sink } = session;
      sink?.send(controlFrame(GatewayOpcode.InvalidSession, isResumable));
      sink?.detach();
      if (sink !== undefined) this.release(session, sink);
      if (!isResumable) this.end(session);
    }
  }

  cut(sessions: readonly GatewaySession[], how: GatewayCut): void {
    for (const { sink } of sessions) {
      if (how === "reset") sink?.reset();
      else if (how === "halfopen") sink?.freeze();
      else sink?.close({ code: how, reason: "closed through the platform's control API" });
    }
  }

  stop(): void {
    for (const session of this.#sessions.values()) {
      session.stop();
      session.sink?.close({ code: GOING_AWAY, reason: "the platform is stopping" });
    }
    this.#sessions.clear();
    this.#byUser.clear();
  }

  #hear(event: PlatformEvent): void {
    if (event.kind === "tokens.revoked") this.#revoke(event);
    if (event.kind === "guild.joined") this.#enterGuild(event.guildId, event.userId);
    if (event.kind === "guild.left") this.#leaveGuild(event.guildId, event.userId);
    if (event.kind === "dispatch") this.#deliver(event);
  }

  /** Sends an event that nothing caused: only sessions of the gateway get it, as they get every other. */
  send(event: Dispatch): EventAudience {
    const meant = [...this.#near(event.reach)]
      .map(({ identity }) => identity)
      .filter((identity) => reaches(event.reach, identity));
    const ids = (isHeard: boolean): string[] =>
      meant.filter((identity) => hears(identity, event) === isHeard).map(({ sessionId }) => sessionId);
    const audience = { heard: ids(true), withheld: ids(false) };
    this.#deliver(event);
    return audience;
  }

  #deliver(event: Dispatch): void {
    const first = introductions(this.#world, event).map((one) => new Delivery(one));
    const delivery = new Delivery(event);
    for (const session of [...this.#near(event.reach)]) {
      if (hears(session.identity, event)) this.#send(session, first, delivery);
    }
  }

  /** @param first events that must precede the other one */
  #send(session: GatewaySession, first: readonly Delivery[], delivery: Delivery): void {
    this.#parts.guard.run(
      "delivering an event to a session",
      () => {
        for (const one of first) one.sendTo(session);
        delivery.sendTo(session);
      },
      () => session.sink?.close(closing(GatewayCloseCode.UnknownError)),
    );
  }

  /** Adds a guild to the sessions of a new member, where scopes and shards allow it. */
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

  #leaveGuild(guildId: Snowflake, userId: Snowflake): void {
    for (const { identity } of this.ofUser(userId)) identity.guildIds.delete(guildId);
  }

  #revoke({ applicationId, userId, authSession }: TokensRevoked): void {
    for (const session of this.ofUser(userId)) {
      const { identity, sink } = session;
      if (identity.applicationId !== applicationId) continue;
      if (authSession !== undefined && identity.actor.authSession !== authSession) continue;
      this.end(session);
      sink?.close(closing(GatewayCloseCode.AuthenticationFailed, "the token was revoked"));
    }
  }
}
