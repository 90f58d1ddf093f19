import type {
  MediaLoad,
  MediaThreadStats,
  NativeAddon,
  NativeAudioDevice,
  NativeAudioSystem,
  NativeDeviceChanged,
  NativePlayer,
  NativePlayerEvent,
  NativePlayerOptions,
  NativeSessionOptions,
  NativeVoiceSession,
  SignallingOutput,
} from "../../lib/native/index.js";

type Call = [name: string, ...args: unknown[]];

/**
 * A session of the addon driven by a test: records every call and returns queued answers. For unit tests of parsing and of
 * carrying out; the end-to-end tests use the real addon.
 */
export class FakeNativeSession {
  readonly calls: Call[] = [];
  readonly outputs: SignallingOutput[] = [];
  readonly options: NativeSessionOptions;
  /** what {@link takeReceived} gives next */
  received: ArrayBuffer | undefined;
  /** answers of single members, by name */
  readonly answers = new Map<string, (...args: unknown[]) => unknown>();
  deadline: number | undefined;
  isClosed = false;

  constructor(options: NativeSessionOptions) {
    this.options = options;
  }

  /** Queues outputs and wakes the connection, as the addon's notifier does. */
  emit(...outputs: SignallingOutput[]): void {
    this.outputs.push(...outputs);
    this.options.onWake(true);
  }

  names(): string[] {
    return this.calls.map(([name]) => name);
  }

  argsOf(name: string): unknown[][] {
    return this.calls.filter(([each]) => each === name).map(([, ...args]) => args);
  }

  /** The tag under which a user is subscribed. */
  tagOf(userId: bigint): number {
    return this.argsOf("subscribe").findLast(([user]) => user === userId)?.[2] as number;
  }

  #takeReceived(): ArrayBuffer | undefined {
    const batch = this.received;
    this.received = undefined;
    return batch;
  }

  asSession(): NativeVoiceSession {
    const answer = (name: string, args: unknown[]): unknown => {
      switch (name) {
        case "poll":
          return this.outputs.shift();
        case "nextDeadline":
          return this.deadline;
        case "takeReceived":
          return this.#takeReceived();
      }
      if (this.isClosed && name !== "close")
        throw Object.assign(new Error("closed"), { code: "SESSION_CLOSED" });
      this.calls.push([name, ...args]);
      if (name === "close") this.isClosed = true;
      return this.answers.has(name)
        ? this.answers.get(name)?.(...args)
        : name === "acceptFrame"
          ? true
          : name === "openOggInput"
            ? 0
            : undefined;
    };
    const proxy = new Proxy(
      {},
      {
        get:
          (_target, name) =>
          (...args: unknown[]) =>
            answer(String(name), args),
      },
    );
    return proxy as NativeVoiceSession;
  }
}

/** A player of the addon driven by a test: records every call, and gives queued events. */
export class FakeNativePlayer {
  readonly calls: Call[] = [];
  readonly events: NativePlayerEvent[] = [];
  readonly options: NativePlayerOptions;
  /** answers of single members, by name */
  readonly answers = new Map<string, (...args: unknown[]) => unknown>();

  constructor(options: NativePlayerOptions) {
    this.options = options;
  }

  /** Queues events and wakes the player, as the addon's notifier does. */
  emit(...events: NativePlayerEvent[]): void {
    this.events.push(...events);
    this.options.onWake();
  }

  /** Calls but those that feed a track, in short: `openWav 1 now`. */
  get commands(): string[] {
    const scalars = (args: unknown[]): unknown[] => args.filter((each) => typeof each !== "object");
    return this.calls.map(([name, ...args]) => [name, ...scalars(args)].join(" "));
  }

  asPlayer(): NativePlayer {
    const call = (name: string, args: unknown[]): unknown => {
      if (name === "poll") return this.events.shift();
      this.calls.push([name, ...args]);
      if (this.answers.has(name)) return this.answers.get(name)?.(...args);
      return name === "openOgg" ? 0 : undefined;
    };
    const get =
      (_target: object, name: string | symbol) =>
      (...args: unknown[]) =>
        call(String(name), args);
    return new Proxy({}, { get }) as NativePlayer;
  }
}

type Listed = Parameters<NativeAddon["listAudioDevices"]>[1];

export class FakeAddon implements NativeAddon {
  buildType: NativeAddon["buildType"] = "release";
  readonly sessions: FakeNativeSession[] = [];
  /** runs on each new session before its first use */
  prepare: (session: FakeNativeSession) => void = () => undefined;

  /** requested priorities, and why the next requests are rejected */
  readonly priorities: number[] = [];
  priorityRejection = "";
  readonly processorMasks: bigint[] = [];
  processorsRejection = "";

  setMediaThreads(): void {}

  openTides(): boolean {
    return false;
  }

  readTide(): undefined {}

  /** microphones that were opened for calls to come, and not released */
  readonly prepared = new Map<number, NativeDeviceChanged>();
  #preparations = 0;

  prepareDeviceInput(_system: NativeAudioSystem, _id: string, onChanged: NativeDeviceChanged): number {
    this.prepared.set((this.#preparations += 1), onChanged);
    return this.#preparations;
  }

  releaseDeviceInput(prepared: number): void {
    this.prepared.delete(prepared);
  }

  mediaThreads(): MediaThreadStats[] {
    return [];
  }

  /** what the game hears when media threads have too much to do */
  load: (load: MediaLoad) => void = () => undefined;

  onMediaLoad(onLoad: (load: MediaLoad) => void): void {
    this.load = onLoad;
  }

  setMediaThreadPriority(priority: number): string {
    this.priorities.push(priority);
    return this.priorityRejection;
  }

  setMediaThreadProcessors(mask: bigint): string {
    this.processorMasks.push(mask);
    return this.processorsRejection;
  }

  /** devices by direction, why listing fails, and how often it was asked for */
  devices: { input: NativeAudioDevice[]; output: NativeAudioDevice[] } = { input: [], output: [] };
  devicesError = "";
  isNullSystem = false;
  listings = 0;

  listAudioDevices(_system: NativeAudioSystem, onListed: Listed): void {
    this.listings += 1;
    const { input, output } = this.devices;
    queueMicrotask(() => onListed(this.devicesError, input, output, this.isNullSystem));
  }

  readonly players: FakeNativePlayer[] = [];
  /** runs on each new player before its first use */
  preparePlayer: (player: FakeNativePlayer) => void = () => undefined;

  createPlayer(options: NativePlayerOptions): NativePlayer {
    const player = new FakeNativePlayer(options);
    this.preparePlayer(player);
    this.players.push(player);
    return player.asPlayer();
  }

  /** what streams of bytes are taken for */
  probe: NativeAddon["probeStream"] = () => ({ verdict: "plays", name: "" });

  probeStream(start: Uint8Array, isAll: boolean): ReturnType<NativeAddon["probeStream"]> {
    return this.probe(start, isAll);
  }

  searchPlace(): undefined {
    return undefined;
  }

  hasAesHardware(): boolean {
    return true;
  }

  /** whether the media threads have no time for another session */
  isOverloaded = false;

  createVoiceSession(options: NativeSessionOptions): NativeVoiceSession {
    if (this.isOverloaded && options.admission === "usual")
      throw Object.assign(new Error("The media threads have no time"), { code: "MEDIA_OVERLOADED" });
    const session = new FakeNativeSession(options);
    this.sessions.push(session);
    this.prepare(session);
    return session.asSession();
  }

  liveCounts(): { sessions: number; players: number } {
    const sessions = this.sessions.filter((session) => !session.isClosed).length;
    return { sessions, players: this.players.length };
  }

  get newest(): FakeNativeSession {
    return this.sessions.at(-1)!;
  }
}
