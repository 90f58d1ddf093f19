import type { EventArguments, EventName, LobbyId, UserId } from "sdkpp/surface";
import type { FromPage, ToPage } from "../bridge/messages.js";
import type { Port } from "../bridge/port.js";
import { Levels } from "./levels.js";
import { Microphone } from "./microphone.js";
import { Mirror } from "./mirror.js";
import { nextFrame } from "./next-frame.js";
import { Pace } from "./pace.js";
import { Requests, type OperationMembers } from "./requests.js";
import { PageTaps } from "./taps.js";
import { tell } from "./tell.js";
import { pageVisibility, type Visibility } from "./visibility.js";

type EventListener<K extends EventName> = (...args: EventArguments<K>) => void;
type AnyListener = (...args: never[]) => void;

/** The rate of `tap`, Hz. */
const TAP_RATE = 16_000;

export interface SocialOptions {
  /** replaces the frames of the screen, for tests: it runs the task with the next one */
  readonly nextFrame?: (task: () => void) => void;
  /** replaces what the document says, for tests */
  readonly visibility?: Visibility;
}

/**
 * The player's world in a page: a mirror of its state, operations by name, and events. It outlives the process at the other end: the state stays until
 * another process sends its own.
 */
export class Social {
  /** The part of the state that the page may see. */
  readonly state = new Mirror();
  /** Operations by name. Whatever its allow-list does not name rejects with NOT_ALLOWED. */
  readonly operations: OperationMembers;
  /** How loud those in calls are. */
  readonly levels: Levels;
  /** How loud the player's own microphone is, in a call or not. */
  readonly microphone: Microphone;
  readonly #taps: PageTaps;
  readonly #requests: Requests;
  readonly #pace: Pace;
  readonly #events = new Map<EventName, Set<AnyListener>>();
  readonly #connection = new Set<() => void>();
  #port: Port | undefined;
  #version: number | undefined;
  #isClosed = false;

  constructor({ nextFrame: frame = nextFrame, visibility = pageVisibility }: SocialOptions = {}) {
    const drawn = (version: number, frames: number): void =>
      void this.#post({ type: "drawn", version, frames });
    this.#pace = new Pace({ nextFrame: frame, visibility, drawn });
    this.#requests = new Requests((message) => this.#post(message));
    this.operations = this.#requests.members;
    this.#taps = new PageTaps((key, wanted) => void this.#post({ type: "tap", key, wanted }));
    this.levels = new Levels((wanted) => void this.#post({ type: "levels", wanted }));
    this.microphone = new Microphone((wanted) => void this.#post({ type: "microphone", wanted }));
  }

  /** Whether a process answers. */
  get isConnected(): boolean {
    return this.#port !== undefined;
  }

  /** Listens to {@link isConnected}. @returns ends it */
  watchConnection(listener: () => void): () => void {
    this.#connection.add(listener);
    return () => void this.#connection.delete(listener);
  }

  /** Listens to an event of `sdkpp/surface`. @returns ends it */
  on<K extends EventName>(event: K, listener: EventListener<K>): () => void {
    const listeners = this.#events.get(event) ?? new Set<AnyListener>();
    // one function may listen twice, and each subscription ends itself
    const own = ((...args: EventArguments<K>) => listener(...args)) as unknown as AnyListener;
    this.#events.set(event, listeners.add(own));
    return () => void listeners.delete(own);
  }

  /**
   * Listens to the sound of a user in a call, as `Call.listen` does: for transcripts, and for pictures that levels are too coarse for. It has to be named in
   * the allow-list, as `tap`, and costs 32 KB a second.
   * @param options `rate`: 16,000 Hz is what there is
   * @param listener takes mono samples; some milliseconds at a time, a second of them while the page is hidden. Pauses are left out
   * @returns ends it
   * @throws {RangeError} for another rate
   */
  tap(
    lobbyId: LobbyId,
    userId: UserId,
    { rate }: { readonly rate: 16_000 },
    listener: (samples: Int16Array) => void,
  ): () => void {
    if (rate !== TAP_RATE)
      throw new RangeError(`rate: expected ${String(TAP_RATE)}, received ${String(rate)}`);
    return this.#taps.open(lobbyId, userId, listener);
  }

  /** Goes on with another port; the one before is closed. */
  use(port: Port): void {
    if (this.#isClosed) return port.close();
    this.#leave();
    this.#port = port;
    port.onMessage((message) => {
      if (this.#port === port) this.#heard(message as ToPage);
    });
    port.onClose(() => {
      if (this.#port !== port) return;
      this.#leave();
      this.#tellConnection();
    });
    this.#sync();
    this.#taps.again();
    if (this.levels.isWatched) this.#post({ type: "levels", wanted: true });
    if (this.microphone.isWatched) this.#post({ type: "microphone", wanted: true });
    this.#tellConnection();
  }

  /** Whether {@link close} was called. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Leaves the process alone, for good: nothing changes any more. */
  close(): void {
    this.#isClosed = true;
    this.#leave();
    this.#pace.end();
    this.#tellConnection();
    this.#connection.clear();
    this.#events.clear();
  }

  #leave(): void {
    const port = this.#port;
    this.#port = undefined;
    this.#forgetVersion();
    port?.close();
    this.#requests.lost();
    this.levels.lost();
    this.microphone.lost();
  }

  #tellConnection(): void {
    tell(this.#connection);
  }

  #post(message: FromPage): boolean {
    this.#port?.post(message);
    return this.#port !== undefined;
  }

  #forgetVersion(): void {
    this.#version = undefined;
    this.#pace.lost();
  }

  #sync(): void {
    this.#forgetVersion();
    this.#post({ type: "sync" });
  }

  #heard(message: ToPage): void {
    switch (message.type) {
      case "snapshot":
        return this.#snapshot(message);
      case "frame":
        return this.#frame(message);
      case "done":
        return this.#requests.done(message.id, message.value);
      case "failed":
        return this.#requests.failed(message.id, message.failure);
    }
  }

  #snapshot({ piece, changes, version }: ToPage & { type: "snapshot" }): void {
    this.state.take(changes, piece === 0, version !== undefined);
    if (version === undefined) return;
    this.#version = version;
    this.#pace.began(version);
  }

  #frame(frame: ToPage & { type: "frame" }): void {
    const { version, changes, events, levels, order, microphone, sound = [] } = frame;
    // behind a request for the state, until it comes
    if (this.#version === undefined) return;
    if (version !== this.#version + 1) return this.#sync();
    this.#version = version;
    this.state.apply(changes);
    if (levels !== undefined) this.levels.heard(levels, order);
    if (microphone !== undefined) this.microphone.heard(microphone);
    for (const [key, samples] of sound) this.#taps.heard(key, samples);
    for (const [name, ...args] of events) this.#tell(name, args);
    this.#pace.took(version);
  }

  #tell(name: EventName, args: readonly unknown[]): void {
    tell(this.#events.get(name) ?? [], ...(args as never[]));
  }
}
