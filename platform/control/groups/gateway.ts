import type { Snowflake } from "sdkpp/wire";
import type { GatewayCut, GatewayHub } from "../../gateway/hub.js";
import type { GatewaySession } from "../../gateway/session.js";
import { flag, optional, text } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";

export interface ControlGatewayParts {
  readonly hub: GatewayHub;
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

  #sessions(userId: Snowflake, sessionId: string | undefined): GatewaySession[] {
    inputs.id("userId", userId);
    optional("sessionId", sessionId, text);
    const all = this.#parts.hub.ofUser(userId);
    return sessionId === undefined ? all : all.filter(({ identity }) => identity.sessionId === sessionId);
  }
}
