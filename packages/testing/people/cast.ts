import type { VoiceStats } from "@sdkpp/platform";
import type { Seat } from "../calls/seat.js";
import { countsOf, type Counts } from "../hearing/counts.js";
import type { Present } from "../hearing/cause.js";
import type { HearingFigures } from "../hearing/figures.js";
import { hear, type View } from "../hearing/hear.js";
import { listenTo, type ListeningFigures, type ListenOptions } from "../hearing/listen-to.js";
import type { HearOptions } from "../hearing/listening-for.js";
import { randomFrom, type Random } from "../sound/random.js";
import { SdkError } from "sdkpp";
import { objectWith, text, whole, within, wrong } from "../arguments.js";
import { Actor, type Somebody } from "./actor.js";
import type { Stage } from "./stage.js";
import { Waits } from "./waits.js";

export interface CastOptions {
  /** The seed of everything random, such as the phases of tones; default 1. */
  readonly seed?: number;
  /** The game of the actors, and the application of their commands; default: the one that each platform has. */
  readonly applicationId?: string;
  /** How many people there may be, and how many may wait at once with `sees` and `heard`; 1 to 100,000, default 1,000. */
  readonly most?: number;
}

const MOST_PEOPLE = 1_000;
const MOST_PEOPLE_EVER = 100_000;

/** Counts before anything was heard. */
const NOTHING: Counts = { sent: 0, atPlatform: 0, received: 0, undecryptable: 0, lost: 0 };

/** The people of a test. */
export class Cast implements AsyncDisposable {
  readonly #stage: Stage;
  readonly #applicationId: string;
  readonly #random: Random;
  readonly #most: number;
  readonly #waits: Waits;
  readonly #called = new Map<string, Promise<Actor>>();
  readonly #actors = new Map<string, Actor>();
  /** by listener and speaker: what had been counted when the listener began to listen, or listened last */
  readonly #before = new Map<string, Counts>();

  #isClosed = false;

  /** @internal */
  constructor(stage: Stage, { seed, applicationId, most }: Required<CastOptions>) {
    this.#stage = stage;
    this.#applicationId = applicationId;
    this.#random = randomFrom(seed);
    this.#most = most;
    this.#waits = new Waits(most);
  }

  /**
   * The person with this user name: one that the platform has, such as ada and ben, or a new one. The same name is the
   * same person, as long as the platform has it: after a snapshot from before they came is loaded, it is a newcomer.
   * @param name the user name of who acts; nobody has it: a new user gets it
   * @throws {SdkError} TOO_MANY_PEOPLE
   */
  async actor(name: string): Promise<Actor> {
    const called = this.#called.get(text("name", name));
    if (called !== undefined) return this.#known(name, called);
    this.#assertOpen();
    if (this.#called.size >= this.#most)
      throw new SdkError(
        "TOO_MANY_PEOPLE",
        `a cast of at most ${String(this.#most)} people has no room for ${name.slice(0, 40)}; let somebody else do it`,
      );
    const newcomer = this.#call(name);
    this.#called.set(name, newcomer);
    // A name that the platform refuses may be tried again.
    newcomer.catch(() => this.#called.delete(name));
    return newcomer;
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

  /** Somebody who was called before; a newcomer if the platform was put back to a time before that. */
  async #known(name: string, called: Promise<Actor>): Promise<Actor> {
    const actor = await called;
    if (this.#isClosed || (await this.#isThere(actor.id))) return actor;
    if (this.#called.get(name) === called) this.#called.delete(name);
    this.#actors.delete(actor.id);
    await actor.goOffline();
    return this.actor(name);
  }

  async #isThere(userId: string): Promise<boolean> {
    try {
      await this.#stage.control.users.get(userId);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  async #call(name: string): Promise<Actor> {
    const actor = new Actor(await this.#userNamed(name), name, {
      stage: this.#stage,
      applicationId: this.#applicationId,
      random: this.#random,
      assertOpen: () => this.#assertOpen(),
      idOf: (somebody) => this.#idOf(somebody),
      waits: this.#waits,
      hear: (listener, speaker, options) =>
        this.#waits.during(listener.name, () => this.#hear(listener, speaker, options)),
      listenTo: (listener, seat, speaker, options) =>
        this.#waits.during(listener.name, () => this.#listenTo(listener, seat, speaker, options)),
      seated: (listener) => this.#remember(listener),
    });
    this.#actors.set(actor.id, actor);
    return actor;
  }

  async #userNamed(name: string): Promise<string> {
    const { seeded, control } = this.#stage;
    const seededId = seeded.userIds.find((id) => seeded.names[id] === name);
    if (seededId !== undefined) return seededId;
    const users = await control.users.list();
    const there = users.find(({ username, bot }) => username === name && !bot);
    return (there ?? (await control.users.create({ username: name }))).id;
  }

  #idOf(somebody: Somebody): string {
    if (somebody instanceof Actor) return somebody.id;
    if (typeof somebody === "string" && /^\d{1,20}$/.test(somebody)) return somebody;
    const named = [...this.#actors.values()].find(({ name }) => name === somebody);
    if (named !== undefined) return named.id;
    throw wrong("somebody", "an actor or the name of one, or the id of a user", somebody);
  }

  async #hear(listener: Actor, speaker: Somebody, options: HearOptions): Promise<HearingFigures> {
    const speakerId = this.#idOf(speaker);
    const heard = () => listener.seat?.ear.of(speakerId);
    try {
      return await hear(
        {
          ...this.#view(listener, speakerId),
          heard,
          before: this.#before.get(keyOf(listener, speakerId)) ?? NOTHING,
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

  #listenTo(
    listener: Actor,
    seat: Seat,
    speaker: Somebody,
    options: ListenOptions,
  ): Promise<ListeningFigures> {
    const speakerId = this.#idOf(speaker);
    const view = this.#view(listener, speakerId);
    return listenTo({ ...view, follow: (follower) => seat.follow(speakerId, follower) }, options);
  }

  #view(listener: Actor, speakerId: string): View {
    return {
      names: { listener: listener.name, speaker: this.#nameOf(speakerId) },
      counts: () => this.#counts(listener, speakerId),
      present: async () => ({
        listener: await this.#present(listener, listener.id),
        speaker: await this.#present(listener, speakerId),
      }),
    };
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
  const {
    seed = 1,
    applicationId = stage.seeded.applicationId,
    most = MOST_PEOPLE,
  } = objectWith("options", options, []);
  whole("seed", seed);
  within("most", most, 1, MOST_PEOPLE_EVER);
  return new Cast(stage, { seed, applicationId: text("applicationId", applicationId), most });
}

function keyOf(listener: Actor, speakerId: string): string {
  return `${listener.id}:${speakerId}`;
}
