import { ArgumentRangeError, type Call, type Client } from "sdkpp";
import { isAllowed, type Allowed, type OperationName } from "sdkpp/surface";
import type { ToPage } from "../bridge/messages.js";
import type { Port } from "../bridge/port.js";
import { systemClock, type TimerClock } from "../bridge/system-clock.js";
import { CallLevels } from "./call-levels.js";
import type { CallEvent } from "./call-watch.js";
import { passEvents } from "./client-events.js";
import { DevicesWatch } from "./devices-watch.js";
import { InvitesWatch } from "./invites-watch.js";
import { MicrophoneWatch } from "./microphone-watch.js";
import { PageCalls } from "./page-calls.js";
import { PageFeed } from "./page-feed.js";
import { Page } from "./page.js";
import { Records } from "./records.js";
import { runOperation, type SignIn } from "./run-operation.js";
import { TalkKey } from "./talk-key.js";
import { WorldWatch } from "./world-watch.js";

export interface SocialServerOptions {
  readonly client: Client;
  /** who keeps the player signed in; default: nobody, and pages cannot */
  readonly signIn?: SignIn | undefined;
  /** Hears of each operation that a page has done, before the page does. */
  readonly done?: (name: OperationName, args: readonly unknown[]) => void;
  /** replaces the clock, for tests */
  readonly clock?: TimerClock | undefined;
}

/**
 * Serves pages at the other ends of ports: each gets a mirror of the client's state and may use the operations that its allow-list names. What is
 * not named is neither sent nor done.
 */
export class SocialServer {
  readonly #options: SocialServerOptions;
  readonly #clock: TimerClock;
  readonly #records = new Records();
  readonly #levels: CallLevels;
  readonly #microphone: MicrophoneWatch;
  readonly #devices: DevicesWatch;
  readonly #invites: InvitesWatch;
  readonly #talkKey = new TalkKey(() => this.#world.calls);
  readonly #world: WorldWatch;
  readonly #endEvents: () => void;
  readonly #pages = new Set<Page>();
  readonly #feeds = new Set<PageFeed>();

  constructor(options: SocialServerOptions) {
    const { client } = options;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const event: CallEvent = (name, args) => this.#feeds.forEach((feed) => feed.event(name, args));
    this.#levels = new CallLevels({
      calls: () => this.#world.calls,
      ownId: () => (this.#records.get("session", "") as { userId?: string } | undefined)?.userId,
      clock: this.#clock,
    });
    this.#world = new WorldWatch(client, this.#records, event, () => this.#callsChanged());
    this.#microphone = new MicrophoneWatch(client, this.#clock);
    this.#devices = new DevicesWatch(client, this.#records);
    this.#invites = new InvitesWatch(client, this.#records);
    this.#endEvents = passEvents(client, event, (userId) => this.#world.userMet(userId));
  }

  /** How many pages are served. */
  get pageCount(): number {
    return this.#pages.size;
  }

  /**
   * Serves a page.
   * @param allow what it may use and see, by the names of `sdkpp/surface`; nothing else
   * @returns ends it, and closes the port
   * @throws {ArgumentRangeError} for a name that the table does not have
   */
  attach(port: Port, allow: readonly Allowed[]): () => void {
    const names = new Set(allow.map(allowedName));
    if (names.has("devices")) this.#devices.begin();
    const page = this.#pageAt(port, names);
    this.#pages.add(page);
    const end = (): void => {
      if (this.#pages.delete(page)) page.end();
    };
    port.onClose(end);
    return end;
  }

  /** Somebody else than a page has started a call or chosen a device, which no event tells. */
  changed(): void {
    this.#world.settingsChanged();
    this.#devices.changed();
  }

  /** Sets the push-to-talk state of all calls, those that begin meanwhile included. Without a call it changes nothing. */
  setTalkKey(isDown: boolean): void {
    // calls that the game's own code has begun
    this.#world.settingsChanged();
    this.#talkKey.set(isDown);
    this.#world.settingsChanged();
  }

  /** Ends the service of all pages. The client stays as it is. */
  close(): void {
    for (const one of this.#pages) one.end();
    this.#pages.clear();
    this.#feeds.clear();
    this.#endEvents();
    this.#world.end();
    this.#devices.end();
    this.#invites.end();
    this.#levels.end();
    this.#microphone.end();
  }

  #callsChanged(): void {
    this.#levels.callsChanged();
    if (this.#talkKey.callsChanged()) this.#world.settingsChanged();
  }

  #pageAt(port: Port, allow: ReadonlySet<Allowed>): Page {
    const post = (message: ToPage): void => port.post(message);
    const clock = this.#clock;
    const callOf = (lobbyId: string): Call | undefined => this.#world.calls.get(lobbyId)?.call;
    const [records, levels, microphone] = [this.#records, this.#levels, this.#microphone];
    const feed = new PageFeed({ records, levels, microphone, callOf, clock, post, allow });
    const run = (name: OperationName, args: readonly unknown[], signal: AbortSignal): Promise<unknown> =>
      this.#run(name, args, signal);
    this.#feeds.add(feed);
    const ended = (): void => void this.#feeds.delete(feed);
    return new Page({ port, feed, calls: new PageCalls({ allow, run, post, clock }), ended });
  }

  async #run(name: OperationName, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const { client, signIn, done } = this.#options;
    try {
      const value = await runOperation({ client, signIn }, name, args, signal);
      this.#invites.done(name, args);
      done?.(name, args);
      return value;
    } finally {
      this.#world.settingsChanged();
      if (DEVICE_OPERATIONS.has(name)) this.#devices.changed();
    }
  }
}

const DEVICE_OPERATIONS: ReadonlySet<OperationName> = new Set(["setInputDevice", "setOutputDevice"]);
/** @throws {ArgumentRangeError} */
function allowedName(name: Allowed, at: number): Allowed {
  if (isAllowed(name)) return name;
  throw new ArgumentRangeError(`allow[${String(at)}]`, "a name of sdkpp/surface", JSON.stringify(name));
}
