import type { RpcEvent, Snowflake } from "sdkpp/wire";
import type { Timer } from "../clock/clock.js";
import { PresenceWindow } from "../domain/rules/presence/presence-window.js";
import { desktopActor, type Actor } from "../domain/world/oauth2/actor.js";
import type { Caller } from "../domain/world/presence/caller.js";
import type { RpcContext } from "./context.js";
import { lacksScope } from "./scopes.js";
import { scopesOfEvent, Subscriptions } from "./subscriptions.js";

/** Writes to the game's socket. */
export interface GameSink {
  /** Sends an event. */
  dispatch(evt: RpcEvent, data: unknown): void;
  /** Sends CLOSE and ends the connection. */
  close(code: number, message: string): void;
}

/** A game after its handshake: whose it is, and what it may do and wants to hear. */
export class RpcGame implements Caller {
  readonly subscriptions = new Subscriptions();
  readonly presenceWindow = new PresenceWindow();
  /** The newest activity that waits for the rate limit window to open. */
  waitingActivity: { readonly timer: Timer; show: () => void } | undefined;
  /** The owner of the access token; undefined before AUTHENTICATE. */
  authenticated: Actor | undefined;
  /** Guilds of the user; follows joins and leaves. */
  readonly guildIds = new Set<Snowflake>();
  /** Whether AUTHORIZE waits for the user. */
  isAsking = false;
  readonly #context: RpcContext;

  constructor(
    context: RpcContext,
    readonly sessionId: string,
    readonly userId: Snowflake,
    readonly applicationId: Snowflake,
    readonly sink: GameSink,
  ) {
    this.#context = context;
  }

  /** Whether the token of AUTHENTICATE has a scope and is still valid. */
  hasScope(scope: string): boolean {
    const actor = this.authenticated;
    if (actor === undefined || !actor.scopes.has(scope)) return false;
    return actor.expiresAt === null || actor.expiresAt > this.#context.world.clock.now();
  }

  /** Sends an event if the game has subscribed to it and still has its scope. */
  hear(evt: RpcEvent, data: () => unknown, filter?: string): boolean {
    if (!this.subscriptions.has(evt, filter)) return false;
    if (lacksScope(scopesOfEvent(evt), (scope) => this.hasScope(scope)) !== undefined) return false;
    this.sink.dispatch(evt, data());
    return true;
  }

  /** The user acting in an application through the desktop app. @returns undefined when either no longer exists */
  actorIn(applicationId: Snowflake): Actor | undefined {
    const { applications, users } = this.#context.world;
    const application = applications.get(applicationId);
    const user = users.get(this.userId);
    return application === undefined || user === undefined ? undefined : desktopActor(application, user);
  }
}
