import { Readable } from "node:stream";
import { vi } from "vitest";
import {
  createAudioPlayer,
  createAudioResource,
  StreamType,
  type AudioPlayer,
  type AudioResource,
  type CreateAudioPlayerOptions,
  type CreateAudioResourceOptions,
} from "../../../packages/discordjs-voice/index.js";
import { FakePlayers, type FakeEnginePlayer } from "../../support/fake-engine-player.js";
import { Scene } from "./scene.js";
import { turnOfEvents } from "./turn-of-events.js";

/** A stream of Opus packets that never ends by itself. */
export const endless = (): Readable => new Readable({ objectMode: true, read: () => undefined });

export function resourceOf(
  input: Readable = endless(),
  options: Omit<CreateAudioResourceOptions<unknown>, "metadata"> = {},
): AudioResource {
  return createAudioResource(input, { inputType: StreamType.Opus, metadata: undefined, ...options });
}

/** A player over an engine that the test plays, with connections to it; timers stand still until the test advances them. */
export class PlayerScene {
  readonly players = new FakePlayers();
  readonly player: AudioPlayer;
  readonly told: string[] = [];
  readonly errors: Error[] = [];
  readonly scenes: Scene[] = [];

  constructor(options: CreateAudioPlayerOptions = {}) {
    this.player = createAudioPlayer({ openEnginePlayer: this.players.open, ...options });
    this.player.on("stateChange", (before, now) => this.told.push(`${before.status} ${now.status}`));
    this.player.on("error", (error) => this.errors.push(error));
  }

  get engine(): FakeEnginePlayer {
    return this.players.newest;
  }

  get status(): string {
    return this.player.state.status;
  }

  /** A connection that is ready and subscribed. */
  subscribe(guildId = "1"): Scene {
    const scene = new Scene({ guildId }).ready();
    this.scenes.push(scene);
    scene.connection.subscribe(this.player);
    return scene;
  }

  /** Plays a resource until it sounds. */
  playing(resource = resourceOf()): AudioResource {
    this.player.play(resource);
    this.engine.emit("started");
    this.told.length = 0;
    return resource;
  }

  end(): void {
    this.player.stop(true);
    for (const scene of this.scenes) scene.end();
  }
}

/** Timers stand still; promises and immediates run. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
}

/** Lets promises and immediates run, and those that they begin. */
export async function turn(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await turnOfEvents();
}
