import type { AudioPlayer, AudioSource, Playback } from "sdkpp/voice";

type Listener = (...args: never[]) => void;

/** A source that a player was given. */
export class FakePlayback {
  readonly source: AudioSource;
  readonly ended: Promise<string>;
  isOver = false;
  #settle: (end: string) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(source: AudioSource) {
    this.source = source;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    this.ended.catch(() => undefined);
  }

  end(outcome: string): void {
    this.isOver = true;
    this.#settle(outcome);
  }

  fail(error: unknown): void {
    this.isOver = true;
    this.#fail(error);
  }

  stop(): void {
    if (!this.isOver) this.end("stopped");
  }
}

/** Stands for the engine's player: the test says what sounds. */
export class FakeEnginePlayer {
  readonly options: object;
  readonly playbacks: FakePlayback[] = [];
  /** Commands in order. */
  readonly commands: string[] = [];
  positionMs = 0;
  isClosed = false;
  /** What `play` throws. */
  refusal: Error | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(options: object) {
    this.options = options;
  }

  get newest(): FakePlayback {
    return this.playbacks.at(-1)!;
  }

  get current(): FakePlayback | undefined {
    return this.playbacks.at(-1)?.isOver === false ? this.newest : undefined;
  }

  play(source: AudioSource): Playback {
    if (this.refusal !== undefined) throw this.refusal;
    this.current?.end("stopped");
    this.playbacks.push(new FakePlayback(source));
    this.positionMs = 0;
    return this.newest as unknown as Playback;
  }

  on(event: string, listener: Listener) {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
    const dispose = (): void => void all.delete(listener);
    return { dispose, [Symbol.dispose]: dispose };
  }

  emit(event: "started" | "starved" | "refilled", playback = this.newest): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...([playback] as unknown as never[]));
  }

  setGain(gain: number): void {
    this.commands.push(`gain ${String(gain)}`);
  }

  pause(): void {
    this.commands.push("pause");
  }

  resume(): void {
    this.commands.push("resume");
  }

  close(): void {
    this.current?.stop();
    this.isClosed = true;
  }
}

/** Opens fake players, and keeps them. */
export class FakePlayers {
  readonly all: FakeEnginePlayer[] = [];

  readonly open = (options: object): AudioPlayer => {
    const player = new FakeEnginePlayer(options);
    this.all.push(player);
    return player as unknown as AudioPlayer;
  };

  get newest(): FakeEnginePlayer {
    return this.all.at(-1)!;
  }
}
