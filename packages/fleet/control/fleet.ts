import { randomBytes } from "node:crypto";
import {
  ArgumentError,
  type HostedAudioPlayer,
  type HostedAudioPlayerOptions,
  type HostedJoinOptions,
  type HostedVoiceConnection,
} from "sdkpp/voice";
import type { NatsOptions } from "../bus/address.js";
import { Bus } from "../bus/bus.js";
import { fleetKeyArgument } from "../bus/fleet-key.js";
import { Letters } from "../bus/letters.js";
import { subjectsOf, type Subjects } from "../bus/subjects.js";
import { systemClock } from "../bus/system-clock.js";
import { workerNameArgument, type Beat } from "../roster/beat.js";
import { WorkerBucket } from "../roster/bucket.js";
import { Roster } from "../roster/roster.js";
import { FleetCall } from "./fleet-call.js";
import { noProcess, Places } from "./places.js";
import { orderPurpose } from "../bus/orders.js";

/** How often leases are looked at, milliseconds. */
const LOOK_MS = 250;
/** So many calls move away from a worker at once: each stands still for some 50 ms only while the rest of the machine is not busy with hundreds. */
const MOVES_AT_ONCE = 4;
const ORDER_LIMIT_MS = 2000;

/** How a process reaches the workers of a fleet. */
export interface FleetOptions {
  readonly nats: NatsOptions;
  /** at least 32 random bytes that all of the fleet have: everything between them is sealed with keys of it */
  readonly fleetKey: Uint8Array;
  /** of several fleets on the same servers; letters, digits, "-" and "_". Default "default" */
  readonly name?: string;
  /**
   * how often in 60 s a call goes on at once when its place has ended, 0–1,000; default 3. Behind that it waits, 1 s at first and 30 s at most: a
   * call that ends every process it comes to would end all of them
   */
  readonly restarts?: number;
}

/** Options of {@link Fleet.join}: those of `joinVoiceChannel` in a voice process. */
export type FleetJoinOptions = Omit<HostedJoinOptions, "voiceHost">;

/** A worker, as it said last. */
export interface FleetWorker {
  readonly name: string;
  /** processors that it may use */
  readonly cores: number;
  /** the part of them that was in use, 0 to 1 */
  readonly load: number;
  /** of all bots */
  readonly calls: number;
  /** whether it takes no more calls */
  readonly isDraining: boolean;
}

/**
 * Voice workers on other machines, for a bot that outgrows one: calls run in their voice processes, and go on in another one when a worker
 * dies, is cut off, or is emptied. The main gateway stays with the bot, and what is kept of each call stays in this process.
 */
export class Fleet {
  readonly #bus: Bus;
  readonly #letters: Letters;
  readonly #subjects: Subjects;
  readonly #roster: Roster;
  readonly #places: Places;
  readonly #calls = new Map<HostedVoiceConnection, FleetCall>();
  readonly #ends: (() => void)[];
  #moving = 0;
  #isLooking = false;

  readonly #restarts: number;

  private constructor(bus: Bus, fleetKey: Uint8Array, name: string, restarts: number) {
    this.#restarts = restarts;
    const random = (bytes: number): Uint8Array => randomBytes(bytes);
    const letters = new Letters({ fleetKey, random, wallClock: Date.now, clock: systemClock });
    const [clock, subjects] = [systemClock, subjectsOf(name)];
    this.#bus = bus;
    this.#letters = letters;
    this.#subjects = subjects;
    this.#roster = new Roster(clock, {
      gone: (process, reason) => this.#places.lost(process, reason),
      changed: () => this.#moveAway(),
    });
    this.#places = new Places({ bus, letters, fleetKey, subjects, clock, random }, this.#roster, Math.random);
    const bucket = new WorkerBucket({ bus, letters, clock, fleet: name });
    const look = setInterval(() => void this.#look(), LOOK_MS);
    this.#ends = [
      () => clearInterval(look),
      bucket.watch(
        (beat) => this.#roster.heard(beat),
        (isWatching) => this.#roster.connected(isWatching),
      ),
    ];
  }

  /**
   * Connects to the servers of a fleet.
   * @throws Error when no server answers; naming what is wrong with an option
   * @example
   * const fleet = await Fleet.connect({ nats: { servers: "nats://127.0.0.1:4222" }, fleetKey });
   * const connection = fleet.join({ guildId, channelId, adapterCreator });
   */
  static async connect(options: FleetOptions): Promise<Fleet> {
    const fleetKey = fleetKeyArgument("fleetKey", options.fleetKey);
    const name = workerNameArgument("name", options.name ?? "default");
    return new Fleet(
      await Bus.connect(options.nats, `sdkpp fleet ${name}`),
      fleetKey,
      name,
      options.restarts ?? 3,
    );
  }

  /** The workers that live. */
  get workers(): readonly FleetWorker[] {
    return this.#roster.workers.map(workerOf);
  }

  /** Calls of this process, which other workers may have. */
  get connections(): readonly HostedVoiceConnection[] {
    return [...this.#calls.keys()];
  }

  /**
   * Joins a voice channel with one of the workers. Its `ready()` rejects with FLEET_FULL when no worker has room for it within 5 s, and with
   * FLEET_EMPTY when there is none. When its worker dies, `moved` says that another one goes on with it. Files that it plays are those of
   * the worker's media folders; programs are refused.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   */
  join(options: FleetJoinOptions): HostedVoiceConnection {
    const places = {
      take: (hadOne: boolean, without: string | undefined) => this.#places.take(hadOne, without),
      none: noProcess,
    };
    const call = new FleetCall(options, places, this.#restarts, () => this.#calls.delete(call.connection));
    this.#calls.set(call.connection, call);
    return call.connection;
  }

  /**
   * Makes a player beside a call: it is where the call is, and moves with it. Send its sound with `connection.subscribe(player)`.
   * @throws {ArgumentError} when the connection is none of this fleet, or over
   */
  createPlayer(
    connection: HostedVoiceConnection,
    options: Omit<HostedAudioPlayerOptions, "voiceHost"> = {},
  ): HostedAudioPlayer {
    return this.#callOf(connection).createPlayer(options);
  }

  /** The name of the worker that has a call. @throws {ArgumentError} as {@link createPlayer} */
  workerOf(connection: HostedVoiceConnection): string | undefined {
    const { process } = this.#callOf(connection);
    return this.#roster.workers.find((beat) => beat.process === process)?.worker;
  }

  /**
   * Moves a call to another worker, which goes on with the next packet.
   * @throws {ArgumentError} as {@link createPlayer}; {SdkError} FLEET_FULL, FLEET_EMPTY, VOICE_PROCESS_FAILED: it stays where it is
   */
  move(connection: HostedVoiceConnection): Promise<void> {
    return this.#callOf(connection).move();
  }

  /**
   * Empties a worker: it takes no more calls, each bot moves those that it has there, and then it ends. Resolves when the worker has heard of it.
   * @throws Error when the worker does not answer
   */
  async drain(worker: string): Promise<void> {
    const name = workerNameArgument("worker", worker);
    const order = this.#letters.seal(orderPurpose(name), { do: "drain" });
    await this.#bus.request(this.#subjects.worker(name), order, ORDER_LIMIT_MS);
  }

  /** Ends all calls, which leave their channels, and the connection to the servers. */
  async close(): Promise<void> {
    for (const end of this.#ends) end();
    for (const call of this.#calls.values()) call.close();
    this.#calls.clear();
    await this.#bus.close();
  }

  #callOf(connection: HostedVoiceConnection): FleetCall {
    const call = this.#calls.get(connection);
    if (call !== undefined) return call;
    throw new ArgumentError("connection", "a connection of this fleet that is not over", "another one");
  }

  /** Whoever NATS does not answer cannot say who is silent. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const askedMs = systemClock.now();
    await this.#bus.answered().then(
      () => this.#roster.look(askedMs),
      () => undefined,
    );
    this.#isLooking = false;
  }

  /** Calls whose worker wants to be rid of them, a few at a time. */
  #moveAway(): void {
    const draining = new Set(this.#roster.workers.filter(({ isDraining }) => isDraining).map(processOf));
    for (const call of this.#calls.values()) {
      if (this.#moving >= MOVES_AT_ONCE) return;
      if (call.isMoving || call.process === undefined || !draining.has(call.process)) continue;
      this.#moving += 1;
      const before = call.process;
      // one that cannot move now is asked again with the next beat
      const over = (): void => {
        this.#moving -= 1;
        if (call.process !== before) this.#moveAway();
      };
      void call.move().then(over, over);
    }
  }
}

function processOf({ process }: Beat): string {
  return process;
}

function workerOf({ worker, cores, load, calls, isDraining }: Beat): FleetWorker {
  return { name: worker, cores, load, calls, isDraining };
}
