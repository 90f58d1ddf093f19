import type { GuildVoiceEvents, VoiceCredentials, VoiceSession, VoiceStatus } from "sdkpp/voice";

type Listener = (...args: never[]) => void;

/** A source or player that a session was given. */
export interface GivenInput {
  readonly what: unknown;
  isOver: boolean;
  end: () => void;
}

/** Codes behind which a session that moves goes on with another server. */
const WAITED_FOR = [4014, 4022];

/** Stands for a session of the engine: the test says what happens to it. */
export class FakeVoiceSession {
  readonly credentials: VoiceCredentials;
  readonly userId: bigint;
  status: VoiceStatus = "joining";
  isDestroyed = false;
  encryption = { state: "off", version: 0, epoch: 0n, privacyCode: "" };
  speakers: { userId: bigint; ssrc: number }[] = [];
  readonly states: unknown[] = [];
  readonly inputs: GivenInput[] = [];
  readonly intakes: FakeIntake[] = [];
  readonly receiver = {
    subscribe: (userId: string) => {
      const intake = new FakeIntake(BigInt(userId));
      this.intakes.push(intake);
      return intake;
    },
  };
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(credentials: VoiceCredentials) {
    this.credentials = credentials;
    this.userId = BigInt(credentials.userId);
  }

  on(event: string, listener: Listener) {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all.add(listener));
    const dispose = (): void => void all.delete(listener);
    return { dispose, [Symbol.dispose]: dispose };
  }

  emit<K extends keyof GuildVoiceEvents>(event: K, ...args: Parameters<GuildVoiceEvents[K]>): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(args as unknown as never[]));
  }

  turn(status: VoiceStatus): void {
    const before = this.status;
    this.status = status;
    this.emit("stateChange", status, before, undefined, 0);
  }

  /** The voice gateway closes, as the engine tells it of a session on given credentials. */
  close(code: number, willRetry = false): void {
    const waits = WAITED_FOR.includes(code);
    this.emit("closed", { code, reason: "", willRetry, inMs: waits ? 5000 : 0 });
    this.turn(willRetry || waits ? "reconnecting" : "disconnected");
  }

  play(what: unknown) {
    return this.#take(what).playback;
  }

  subscribe(what: unknown) {
    const { input } = this.#take(what);
    const dispose = (): void => {
      input.isOver = true;
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  updateState(state: unknown): void {
    this.states.push(state);
  }

  getStats() {
    return { roundTripMs: 7, speakers: this.speakers };
  }

  verificationCode(userId: string): Promise<string | undefined> {
    return Promise.resolve(userId === "6" ? "code" : undefined);
  }

  destroy(): void {
    this.isDestroyed = true;
    this.status = "disconnected";
    for (const input of this.inputs) input.end();
    for (const intake of this.intakes) intake.close();
  }

  #take(what: unknown) {
    let settle: (value: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (settle = resolve));
    const end = (): void => {
      input.isOver = true;
      settle("stopped");
    };
    const input: GivenInput = { what, isOver: false, end };
    for (const other of this.inputs) other.end();
    this.inputs.push(input);
    return { input, playback: { ended, stop: end } };
  }
}

/** Stands for the packets of one user. */
export class FakeIntake {
  readonly userId: bigint;
  isClosed = false;
  readonly #packets: object[] = [];
  #wake: () => void = () => undefined;

  constructor(userId: bigint) {
    this.userId = userId;
  }

  arrive(data: Uint8Array, sequence: number, ssrc = 99): void {
    const rtpTimestamp = sequence * 960;
    this.#packets.push({ format: "opus", userId: this.userId, data, sequence, rtpTimestamp, ssrc });
    this.#wake();
  }

  close(): void {
    this.isClosed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      for (let next = this.#packets.shift(); next !== undefined; next = this.#packets.shift()) yield next;
      if (this.isClosed) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** Opens fake sessions, and keeps them. */
export class FakeEngine {
  readonly sessions: FakeVoiceSession[] = [];

  readonly open = (credentials: VoiceCredentials): VoiceSession => {
    const session = new FakeVoiceSession(credentials);
    this.sessions.push(session);
    return session as unknown as VoiceSession;
  };

  get newest(): FakeVoiceSession {
    return this.sessions.at(-1)!;
  }
}
