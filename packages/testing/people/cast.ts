import type { VoiceStats } from "@sdkpp/platform";
import { countsOf, type Counts } from "../hearing/counts.js";
import type { Present } from "../hearing/cause.js";
import type { HearingFigures } from "../hearing/figures.js";
import { hear } from "../hearing/hear.js";
import type { HearOptions } from "../hearing/listening-for.js";
import { randomFrom, type Random } from "../sound/random.js";
import { SdkError } from "sdkpp";
import { objectWith, text, within } from "../arguments.js";
import { Actor, idOf, type Somebody } from "./actor.js";
import type { Stage } from "./stage.js";

export interface CastOptions {
  /** The seed of everything random, such as the phases of tones; default 1. */
  readonly seed?: number;
  /** The game of the actors, and the application of their commands; default: the one that each platform has. */
  readonly applicationId?: string;
}

/** Counts before anything was heard. */
const NOTHING: Counts = { sent: 0, atPlatform: 0, received: 0, undecryptable: 0, lost: 0 };

/** The people of a test. */
export class Cast implements AsyncDisposable {
  readonly #stage: Stage;
  readonly #applicationId: string;
  readonly #random: Random;
  readonly #called = new Map<string, Promise<Actor>>();
  readonly #actors = new Map<string, Actor>();
  /** by listener and speaker: what had been counted when the listener began to listen, or listened last */
  readonly #before = new Map<string, Counts>();

  #isClosed = false;

  /** @internal */
  constructor(stage: Stage, seed: number, applicationId: string) {
    this.#stage = stage;
    this.#applicationId = applicationId;
    this.#random = randomFrom(seed);
  }

  /**
   * The person with this user name: one that the platform begins with, such as ada and ben, or a new one. The same name is the same
   * person.
   */
  async actor(name: string): Promise<Actor> {
    const known = this.#called.get(text("name", name));
    if (known !== undefined) return known;
    this.#assertOpen();
    const called = this.#call(name);
    this.#called.set(name, called);
    // A name that the platform refuses may be tried again.
    called.catch(() => this.#called.delete(name));
    return called;
  }

  /** Ends all that its people have opened; what they do in games and calls fails from then on. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#actors.values()].map((actor) => actor.goOffline()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new SdkError("CAST_CLOSED", "the cast is closed; openCast() opens another one");
  }

  async #call(name: string): Promise<Actor> {
    const actor = new Actor(await this.#userNamed(name), name, {
      stage: this.#stage,
      applicationId: this.#applicationId,
      random: this.#random,
      assertOpen: () => this.#assertOpen(),
      hear: (listener, speaker, options) => this.#hear(listener, speaker, options),
      seated: (listener) => this.#remember(listener),
    });
    this.#actors.set(actor.id, actor);
    return actor;
  }

  async #userNamed(name: string): Promise<string> {
    const { seeded, control } = this.#stage;
    const there = seeded.userIds.find((id) => seeded.names[id] === name);
    return there ?? (await control.users.create({ username: name })).id;
  }

  async #hear(listener: Actor, speaker: Somebody, options: HearOptions): Promise<HearingFigures> {
    const speakerId = idOf(speaker);
    const heard = () => listener.seat?.ear.of(speakerId);
    try {
      return await hear(
        {
          names: { listener: listener.name, speaker: this.#nameOf(speakerId) },
          heard,
          before: this.#before.get(keyOf(listener, speakerId)) ?? NOTHING,
          counts: () => this.#counts(listener, speakerId),
          present: async () => ({
            listener: await this.#present(listener, listener.id),
            speaker: await this.#present(listener, speakerId),
          }),
        },
        options,
      );
    } finally {
      heard()?.startAnew();
      // Of a platform that has stopped meanwhile nothing is known; the outcome of listening is.
      const counts = await this.#counts(listener, speakerId).catch(() => NOTHING);
      this.#before.set(keyOf(listener, speakerId), counts);
    }
  }

  /** Whether somebody is in the server or lobby of the listener's call, and how. */
  async #present(listener: Actor, userId: string): Promise<Present | undefined> {
    if (listener.seat === undefined) return undefined;
    const members = await this.#stage.control.voice.members(listener.seat.serverId);
    return members.find((member) => member.userId === userId);
  }

  async #counts(listener: Actor, speakerId: string): Promise<Counts> {
    return this.#countsIn(await this.#stage.control.voice.stats(), listener, speakerId);
  }

  #countsIn(platform: VoiceStats, listener: Actor, speakerId: string): Counts {
    const speaker = this.#actors.get(speakerId)?.seat?.stats();
    return countsOf({ speakerId, speaker, listener: listener.seat?.stats(), platform });
  }

  /** Leaves out what others sent before somebody could listen. */
  async #remember(listener: Actor): Promise<void> {
    const platform = await this.#stage.control.voice.stats();
    const speakers = new Set([...platform.sessions.map(({ userId }) => userId), ...this.#actors.keys()]);
    for (const speakerId of speakers)
      this.#before.set(keyOf(listener, speakerId), this.#countsIn(platform, listener, speakerId));
  }

  #nameOf(userId: string): string {
    return this.#actors.get(userId)?.name ?? this.#stage.seeded.names[userId] ?? `user ${userId}`;
  }
}

/**
 * Lets people act on a running platform. Close it before the platform: what people have opened would try to connect again.
 * @param stage the platform, or what `connectPlatform` returns for one in another process
 * @example
 * await using cast = await openCast(platform);
 * const ada = await cast.actor("ada");
 */
export async function openCast(stage: Stage, options: CastOptions = {}): Promise<Cast> {
  objectWith("stage", stage, ["endpoints", "seeded", "control"]);
  const { seed = 1, applicationId = stage.seeded.applicationId } = objectWith("options", options, []);
  within("seed", seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return new Cast(stage, seed, text("applicationId", applicationId));
}

function keyOf(listener: Actor, speakerId: string): string {
  return `${listener.id}:${speakerId}`;
}
