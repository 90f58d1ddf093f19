import {
  HostedAudioPlayer,
  joinVoiceChannel,
  VoiceSupervisor,
  type HostedAudioPlayerOptions,
  type HostedJoinOptions,
  type HostedVoiceConnection,
  type VoiceProcess,
} from "sdkpp/voice";

/** A place of a call with a worker. */
export interface CallPlace extends VoiceProcess {
  /** names the voice process */
  readonly process: string;
  readonly isOver: boolean;
}

/** How a call gets a place. */
export interface CallPlaces {
  /** @param without the voice process that it leaves @throws {SdkError} FLEET_FULL, FLEET_EMPTY */
  take(hadOne: boolean, without: string | undefined): Promise<CallPlace>;
  /** In place of one: the call ends with the error. */
  none(error: unknown): VoiceProcess;
}

/** A call of the fleet: its supervisor is in this process, and its voice process with a worker. */
export class FleetCall {
  readonly connection: HostedVoiceConnection;
  readonly #supervisor: VoiceSupervisor;
  readonly #places: CallPlaces;
  #place: CallPlace | undefined;
  /** The place that it moves to, or has moved to because the other one ended. */
  #next: CallPlace | undefined;
  /** Why there is none. */
  #noPlace: unknown;
  #moving: Promise<void> | undefined;
  #isMoving = false;

  /** @param restarts in 60 s that follow at once */
  constructor(
    options: Omit<HostedJoinOptions, "voiceHost">,
    places: CallPlaces,
    restarts: number,
    over: () => void,
  ) {
    this.#places = places;
    // its place is warm already: a second one would only cost a worker
    const spawn = (): Promise<VoiceProcess> => this.#spawn();
    this.#supervisor = new VoiceSupervisor({ remote: true, spare: false, restarts, spawn });
    this.connection = joinVoiceChannel({ ...options, voiceHost: this.#supervisor });
    this.connection.on("stateChange", (status) => {
      if (status !== "disconnected") return;
      // behind what the connection itself still says
      queueMicrotask(() => this.#supervisor.close());
      over();
    });
  }

  /** The voice process that it is in. */
  get process(): string | undefined {
    const isElsewhere = this.#place?.isOver === true && this.#next !== undefined;
    return (isElsewhere ? this.#next : this.#place)?.process;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  createPlayer(options: Omit<HostedAudioPlayerOptions, "voiceHost">): HostedAudioPlayer {
    return new HostedAudioPlayer({ ...options, voiceHost: this.#supervisor });
  }

  /** Goes on in the voice process of another worker. @throws {SdkError} when no other one has it */
  move(): Promise<void> {
    if (this.#moving !== undefined) return this.#moving;
    // the next place is asked for at once
    this.#isMoving = true;
    this.#moving = this.#move().finally(() => {
      this.#isMoving = false;
      this.#moving = undefined;
    });
    return this.#moving;
  }

  /** It leaves its channel. */
  close(): void {
    this.connection.destroy();
    this.#supervisor.close();
  }

  async #move(): Promise<void> {
    this.#noPlace = undefined;
    try {
      await this.#supervisor.replaceProcess();
      this.#place = this.#next ?? this.#place;
      this.#next = undefined;
    } catch (error) {
      throw this.#noPlace ?? error;
    }
  }

  async #spawn(): Promise<VoiceProcess> {
    const [before, isMoving] = [this.process, this.#isMoving];
    try {
      const taken = await this.#places.take(before !== undefined, isMoving ? before : undefined);
      if (isMoving) this.#next = taken;
      else [this.#place, this.#next] = [taken, undefined];
      return taken;
    } catch (error) {
      if (!isMoving) return this.#places.none(error);
      // a call that moves stays where it is
      this.#noPlace = error;
      throw error;
    }
  }
}
