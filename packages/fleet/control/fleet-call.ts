import {
  HostedAudioPlayer,
  joinVoiceChannel,
  VoiceSupervisor,
  type HostedAudioPlayerOptions,
  type HostedJoinOptions,
  type HostedVoiceConnection,
  type VoiceProcess,
} from "sdkpp/voice";

/** How a call gets a place. */
export interface CallPlaces {
  /** @param without the voice process that it leaves @throws {SdkError} FLEET_FULL, FLEET_EMPTY */
  take(hadOne: boolean, without: string | undefined): Promise<VoiceProcess & { readonly process: string }>;
  /** In place of one: the call ends with the error. */
  none(error: unknown): VoiceProcess;
}

/** A call of the fleet: its supervisor is in this process, and its voice process with a worker. */
export class FleetCall {
  readonly connection: HostedVoiceConnection;
  readonly #supervisor: VoiceSupervisor;
  readonly #places: CallPlaces;
  #process: string | undefined;
  #moving: Promise<void> | undefined;

  constructor(options: Omit<HostedJoinOptions, "voiceHost">, places: CallPlaces, over: () => void) {
    this.#places = places;
    // its place is warm already: a second one would only cost a worker
    this.#supervisor = new VoiceSupervisor({ remote: true, spare: false, spawn: () => this.#spawn() });
    this.connection = joinVoiceChannel({ ...options, voiceHost: this.#supervisor });
    this.connection.on("stateChange", (status) => {
      if (status !== "disconnected") return;
      // behind what the connection itself still says
      queueMicrotask(() => this.#supervisor.close());
      over();
    });
  }

  /** The voice process that it is in, or moves to. */
  get process(): string | undefined {
    return this.#process;
  }

  get isMoving(): boolean {
    return this.#moving !== undefined;
  }

  createPlayer(options: Omit<HostedAudioPlayerOptions, "voiceHost">): HostedAudioPlayer {
    return new HostedAudioPlayer({ ...options, voiceHost: this.#supervisor });
  }

  /** Goes on in the voice process of another worker. @throws {SdkError} when no other one has it */
  move(): Promise<void> {
    this.#moving ??= this.#supervisor
      .replaceProcess()
      .then(() => undefined)
      .finally(() => (this.#moving = undefined));
    return this.#moving;
  }

  /** It leaves its channel. */
  close(): void {
    this.connection.destroy();
    this.#supervisor.close();
  }

  async #spawn(): Promise<VoiceProcess> {
    const [before, isMoving] = [this.#process, this.#moving !== undefined];
    try {
      const taken = await this.#places.take(before !== undefined, isMoving ? before : undefined);
      this.#process = taken.process;
      return taken;
    } catch (error) {
      // a call that moves stays where it is
      if (isMoving) throw error;
      return this.#places.none(error);
    }
  }
}
