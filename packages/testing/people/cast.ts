import type { Platform } from "@sdkpp/platform";
import { countsOf, type Counts } from "../hearing/counts.js";
import type { Present } from "../hearing/cause.js";
import type { HearingFigures } from "../hearing/figures.js";
import { hear } from "../hearing/hear.js";
import type { HearOptions } from "../hearing/listening-for.js";
import { randomFrom, type Random } from "../sound/random.js";
import { Actor, idOf, type Somebody } from "./actor.js";

export interface CastOptions {
  /** What is random follows from it, such as the phases of tones; default 1. */
  readonly seed?: number;
  /** The game of the actors, and the application of their commands; default: the one that each platform has. */
  readonly applicationId?: string;
}

/** Nobody was counted before. */
const NOTHING: Counts = { sent: 0, atPlatform: 0, received: 0, undecryptable: 0, lost: 0 };

/** The people of a test. */
export class Cast implements AsyncDisposable {
  readonly #platform: Platform;
  readonly #applicationId: string;
  readonly #random: Random;
  readonly #actors = new Map<string, Actor>();
  /** by listener and speaker: what had been counted when the listener began to listen, or listened last */
  readonly #before = new Map<string, Counts>();

  /** @internal */
  constructor(platform: Platform, { seed = 1, applicationId = platform.seeded.applicationId }: CastOptions) {
    this.#platform = platform;
    this.#applicationId = applicationId;
    this.#random = randomFrom(seed);
  }

  /**
   * The person with this user name: one that the platform begins with, such as ada and ben, or a new one. The same name is the same
   * person.
   */
  async actor(name: string): Promise<Actor> {
    const known = this.#actors.get(name);
    if (known !== undefined) return known;
    const actor = new Actor(this.#userNamed(name), name, {
      platform: this.#platform,
      applicationId: this.#applicationId,
      random: this.#random,
      hear: (listener, speaker, options) => this.#hear(listener, speaker, options),
      seated: (listener) => this.#remember(listener),
    });
    this.#actors.set(name, actor);
    return actor;
  }

  /** Ends all that its people have opened. Idempotent. */
  async close(): Promise<void> {
    await Promise.all([...this.#actors.values()].map((actor) => actor.goOffline()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #userNamed(name: string): string {
    const { seeded, control } = this.#platform;
    const there = seeded.userIds.find((id) => seeded.names[id] === name);
    return there ?? control.users.create({ username: name }).id;
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
          present: () => ({
            listener: this.#present(listener, listener.id),
            speaker: this.#present(listener, speakerId),
          }),
        },
        options,
      );
    } finally {
      heard()?.startAnew();
      this.#before.set(keyOf(listener, speakerId), await this.#counts(listener, speakerId));
    }
  }

  /** Whether somebody is in the server or lobby of the listener's call, and how. */
  #present(listener: Actor, userId: string): Present | undefined {
    if (listener.seat === undefined) return undefined;
    const members = this.#platform.control.voice.members(listener.seat.serverId);
    return members.find((member) => member.userId === userId);
  }

  async #counts(listener: Actor, speakerId: string): Promise<Counts> {
    const platform = await this.#platform.control.voice.stats();
    const speaker = this.#actorWith(speakerId)?.seat?.stats();
    return countsOf({ speakerId, speaker, listener: listener.seat?.stats(), platform });
  }

  /** What others sent before somebody could listen does not count. */
  async #remember(listener: Actor): Promise<void> {
    const { sessions } = await this.#platform.control.voice.stats();
    const speakers = new Set([
      ...sessions.map(({ userId }) => userId),
      ...[...this.#actors.values()].map(({ id }) => id),
    ]);
    for (const speakerId of speakers)
      this.#before.set(keyOf(listener, speakerId), await this.#counts(listener, speakerId));
  }

  #actorWith(userId: string): Actor | undefined {
    return [...this.#actors.values()].find(({ id }) => id === userId);
  }

  #nameOf(userId: string): string {
    return this.#actorWith(userId)?.name ?? this.#platform.seeded.names[userId] ?? `user ${userId}`;
  }
}

/**
 * Opens the stage for people on a running platform. Close it before the platform: what people have opened would try to connect again.
 * @example
 * await using cast = await openCast(platform);
 * const ada = await cast.actor("ada");
 */
export async function openCast(platform: Platform, options: CastOptions = {}): Promise<Cast> {
  return new Cast(platform, options);
}

function keyOf(listener: Actor, speakerId: string): string {
  return `${listener.id}:${speakerId}`;
}
