import { RpcEvent, type Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "../domain/reactions/events.js";
import { endCallsOfSession } from "../domain/rules/voice/calls.js";
import { endActivity } from "./activity.js";
import { Authorizations } from "./authorizations.js";
import type { RpcContext } from "./context.js";
import { hearEvent } from "./events.js";
import type { RpcGame } from "./game.js";
import { DesktopVoice } from "./voice/desktop-voice.js";

/** Something that a game asked the app to show to its user. */
export interface DesktopAction {
  /** Name on the wire: OPEN_MESSAGE, DEEP_LINK, SHARE_LINK … */
  readonly command: string;
  readonly applicationId: Snowflake;
  readonly args: object;
}

/** How long a party waits for its game to start, milliseconds. */
const LAUNCH_MS = 60_000;
/** Actions that an app remembers; older ones are forgotten. */
const ACTIONS_MAX = 100;

/** The desktop app of one user: the games that talk to it, and what its user sees and clicks. */
export class DesktopApp {
  readonly games = new Set<RpcGame>();
  readonly authorizations = new Authorizations();
  readonly #actions: DesktopAction[] = [];
  /** Secrets of the parties that its user wants to join, for games that do not run. */
  readonly #joins = new Map<Snowflake, { readonly secret: string; readonly until: number }>();
  readonly voice: DesktopVoice;

  /**
   * @param sessionId of the calls that its user enters with it
   * @param approvesAll whether its user agrees to every AUTHORIZE at once
   */
  constructor(
    readonly context: RpcContext,
    readonly userId: Snowflake,
    readonly sessionId: string,
    readonly approvesAll: boolean,
  ) {
    this.voice = new DesktopVoice(context, userId, this.games);
  }

  /** A game has shaken hands. */
  begin(game: RpcGame): void {
    const { world } = this.context;
    for (const { id } of world.guilds.listBy("member", this.userId)) game.guildIds.add(id);
    world.desktopGames.opened(game.applicationId, this.userId);
    this.games.add(game);
  }

  /** A game's connection has closed. */
  end(game: RpcGame): void {
    if (!this.games.delete(game)) return;
    this.context.world.desktopGames.closed(game.applicationId, this.userId);
    this.authorizations.withdraw(game);
    this.voice.release(game);
    endActivity(this.context, game);
  }

  /** Its user joins a party of a game. A game that starts within a minute gets the newest one. @returns how many games heard it */
  join(applicationId: Snowflake, secret: string): number {
    this.#joins.delete(applicationId);
    const heard = this.#dispatch(applicationId, RpcEvent.ActivityJoin, { secret });
    if (heard > 0) return heard;
    this.#joins.set(applicationId, { secret, until: this.context.clock.elapsed() + LAUNCH_MS });
    this.context.guard.remark(`no game of application ${applicationId} waits for ACTIVITY_JOIN: launch it`);
    return 0;
  }

  /** A game may have subscribed to what its user has joined meanwhile. */
  mayListen({ applicationId }: RpcGame): void {
    const waiting = this.#joins.get(applicationId);
    if (waiting === undefined) return;
    const { secret, until } = waiting;
    const isOver = this.context.clock.elapsed() >= until;
    if (isOver || this.#dispatch(applicationId, RpcEvent.ActivityJoin, { secret }) > 0)
      this.#joins.delete(applicationId);
  }

  /** Its user wants to link the account of a game. @returns how many games hear it */
  linkAccount(applicationId: Snowflake): number {
    return this.#dispatch(applicationId, RpcEvent.AuthorizeRequest, null);
  }

  /** Shows its user something. */
  show(action: DesktopAction): void {
    this.#actions.push(action);
    if (this.#actions.length > ACTIONS_MAX) this.#actions.shift();
  }

  /** Requests of games to show something, oldest first. */
  actions(): DesktopAction[] {
    return [...this.#actions];
  }

  /** The app has quit: the call that its user entered with it ends. */
  quit(): void {
    const { publisher, world } = this.context;
    publisher.perform(() => endCallsOfSession(world, this.sessionId));
  }

  hear(event: PlatformEvent): void {
    for (const game of this.games)
      this.context.guard.isolate("an event for a game", () => hearEvent(this.context.world, game, event));
  }

  #dispatch(applicationId: Snowflake, evt: RpcEvent, data: unknown): number {
    const games = [...this.games].filter((game) => game.applicationId === applicationId);
    return games.filter((game) => game.hear(evt, () => data)).length;
  }
}
