import type { Snowflake } from "sdkpp/wire";
import { dispatch, type Reach } from "../../domain/reactions/events.js";
import type { World } from "../../domain/world/world.js";
import type { EventAudience, GatewayCut, GatewayHub } from "../../gateway/hub.js";
import type { GatewaySession } from "../../gateway/session.js";
import { flag, members, mistake, optional, text } from "../../guard/arguments.js";
import { gatewayEventShape, ownData } from "../event-shapes/own-data.js";
import * as inputs from "../inputs.js";
import { knownGuild, knownUser } from "../known.js";

export interface ControlGatewayParts {
  readonly world: World;
  readonly hub: GatewayHub;
}

/** The recipients of an event: a user, a server or one session. */
export interface EventTarget {
  /** All sessions of a user; with `guildId` as a member of that server. */
  readonly userId?: Snowflake;
  /** The sessions of its members. */
  readonly guildId?: Snowflake;
  /** One session, whatever its intents; without `userId` and `guildId`. */
  readonly sessionId?: string;
}

/** Sessions of the main gateway. */
export class ControlGateway {
  readonly #parts: ControlGatewayParts;

  /** @internal */
  constructor(parts: ControlGatewayParts) {
    this.#parts = parts;
  }

  /** Ids of a user's main gateway sessions, oldest first. */
  sessions(userId: Snowflake): string[] {
    inputs.id("userId", userId);
    return this.#parts.hub.ofUser(userId).map(({ identity }) => identity.sessionId);
  }

  /**
   * Ends a user's main gateway sockets, or one of them; the sessions can resume.
   * @throws {RangeError} when a close frame cannot carry the code
   */
  close(userId: Snowflake, how: GatewayCut, sessionId?: string): void {
    inputs.cut("how", how);
    this.#parts.hub.cut(this.#sessions(userId, sessionId), how);
  }

  /** Sends op 7 to a user's clients, or to one of them. */
  reconnect(userId: Snowflake, sessionId?: string): void {
    this.#parts.hub.askToReconnect(this.#sessions(userId, sessionId));
  }

  /** Sends op 9 to a user's clients, or to one of them. @param isResumable false ends the sessions */
  invalidate(userId: Snowflake, isResumable: boolean, sessionId?: string): void {
    flag("isResumable", isResumable);
    this.#parts.hub.invalidate(this.#sessions(userId, sessionId), isResumable);
  }

  /** Drops the replay buffers of a user's gateway sessions, so that their next resume fails. */
  overflowReplay(userId: Snowflake): void {
    for (const session of this.#sessions(userId, undefined)) session.replay.overflow();
  }

  /**
   * Sends an event with data of your own, as if something had happened: nothing of the world changes, and what the data names need not
   * exist. Sessions get it as every other event: those with the intent or the scope for it, numbered, and again after a resume.
   * @param event its name, such as `ENTITLEMENT_CREATE`
   * @param data `d` of the message: has the members that clients rely on; others are sent as they are
   * @returns the sessions that it was meant for
   * @throws {RangeError} when no such event comes at any time, a member of the data is missing or wrong, or the target does not exist
   */
  dispatch(event: string, data: unknown, target: EventTarget): EventAudience {
    const d = ownData("data", data, gatewayEventShape("event", event));
    return this.#parts.hub.send(dispatch(event, d, this.#reachOf(target)));
  }

  #reachOf(target: EventTarget): Reach {
    const { userId, guildId, sessionId } = members("target", target);
    const { world, hub } = this.#parts;
    if (sessionId !== undefined && (userId ?? guildId) !== undefined)
      throw mistake(true, "target", "a sessionId, or a userId and a guildId", target);
    if (sessionId !== undefined) {
      const id = text("target.sessionId", sessionId);
      if (hub.find(id) === undefined) throw mistake(true, "target.sessionId", "a session of the gateway", id);
      return { to: "session", sessionId: id };
    }
    const user = optional("target.userId", userId, (name, value) => knownUser(world, name, value).id);
    if (guildId !== undefined) {
      const { id } = knownGuild(world, inputs.id("target.guildId", guildId));
      return { to: "guild", guildId: id, ...(user !== undefined && { only: [user] }) };
    }
    if (user === undefined) throw mistake(false, "target", "a userId, a guildId or a sessionId", target);
    return { to: "accounts", userIds: [user] };
  }

  #sessions(userId: Snowflake, sessionId: string | undefined): GatewaySession[] {
    inputs.id("userId", userId);
    optional("sessionId", sessionId, text);
    const all = this.#parts.hub.ofUser(userId);
    return sessionId === undefined ? all : all.filter(({ identity }) => identity.sessionId === sessionId);
  }
}
