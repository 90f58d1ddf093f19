// A fleet with several calls in one channel, whose workers reach NATS each on a way of its own.
import { randomBytes } from "node:crypto";
import { Fleet } from "@sdkpp/fleet";
import type { HostedVoiceConnection } from "sdkpp/voice";
import type { RawBot } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { within } from "../../support/within.js";
import { EncryptedChannel } from "../../e2e/encryption/support-encrypted-channel.js";
import { HeardNumbers } from "../../e2e/moves/support-heard.js";
import { numbered } from "../../e2e/moves/support-supervised-channel.js";
import { CuttableWay } from "./cuttable.js";
import { WorkerProcess } from "./fleet-channel.js";
import { NatsServer } from "./nats-server.js";

const LISTENER = 0;

interface Place {
  readonly way: CuttableWay;
  process: WorkerProcess;
}

export class FaultyFleet {
  readonly nats: NatsServer;
  /** what the listener hears of each call */
  readonly heard: HeardNumbers[] = [];
  readonly warnings: string[] = [];
  readonly #key: Uint8Array;
  readonly #fleet: Fleet;
  readonly #channel: EncryptedChannel;
  readonly #places = new Map<string, Place>();
  readonly #voices: HostedVoiceConnection[] = [];
  readonly #bots: RawBot[] = [];
  /** calls that have moved from the worker that the fault is about */
  #moved = new Set<HostedVoiceConnection>();

  private constructor(nats: NatsServer, key: Uint8Array, fleet: Fleet, channel: EncryptedChannel) {
    this.nats = nats;
    this.#key = key;
    this.#fleet = fleet;
    this.#channel = channel;
  }

  static async open(calls: number, workers: readonly string[]): Promise<FaultyFleet> {
    const fleetKey = randomBytes(32);
    const [nats, channel] = await Promise.all([NatsServer.start(), EncryptedChannel.open(calls + 1)]);
    const fleet = await Fleet.connect({ nats: { servers: nats.address }, fleetKey, restarts: 1000 });
    const one = new FaultyFleet(nats, fleetKey, fleet, channel);
    for (const name of workers) {
      const way = await CuttableWay.open(nats.address);
      one.#places.set(name, { way, process: await WorkerProcess.start(name, way.address, fleetKey) });
    }
    await channel.enter(LISTENER);
    for (let call = 1; call <= calls; call += 1) await one.#play(call);
    await one.allHear(25, 20_000);
    return one;
  }

  way(worker: string): CuttableWay {
    return this.#place(worker).way;
  }

  process(worker: string): WorkerProcess {
    return this.#place(worker).process;
  }

  /** Times at which bots left the channel. */
  get leaves(): number {
    const left = (payload: unknown): boolean =>
      (payload as { d: { channel_id: unknown } }).d.channel_id === null;
    return this.#bots.flatMap(({ sent }) => sent.filter(left)).length;
  }

  /** A worker that has calls. */
  busiest(random: () => number): string {
    const names = this.#voices.flatMap((voice) => this.#fleet.workerOf(voice) ?? []);
    const name = names[Math.floor(random() * names.length)];
    if (name === undefined) throw new Error("expected that a worker has a call");
    this.process(name).errors.length = 0;
    this.#moved = new Set(this.#voices.filter((voice) => this.#fleet.workerOf(voice) !== name));
    return name;
  }

  async drain(worker: string): Promise<void> {
    await this.#fleet.drain(worker);
    await within("the worker to end", this.process(worker).exited, 40_000);
  }

  movesFrom(worker: string): Promise<void> {
    return waitFor(`the calls of ${worker} to move`, () => this.#moved.size === this.#voices.length);
  }

  returns(worker: string): Promise<void> {
    return waitFor(`worker ${worker} to be back`, () => this.#knows(worker));
  }

  async startAnew(worker: string): Promise<void> {
    const place = this.#place(worker);
    place.process = await WorkerProcess.start(worker, place.way.address, this.#key);
    await this.returns(worker);
  }

  async allHear(packets: number, deadlineMs: number): Promise<void> {
    const from = this.heard.map(({ newest }) => newest);
    const isHeard = ({ newest }: HeardNumbers, at: number): boolean => newest >= from[at]! + packets;
    await waitFor("all calls to be heard", () => this.heard.every(isHeard), deadlineMs);
  }

  async close(): Promise<void> {
    await this.#fleet.close();
    for (const { way, process } of this.#places.values()) {
      process.signal("SIGKILL");
      way.close();
    }
    await this.#channel.close();
    await this.nats.remove();
  }

  #knows(name: string): boolean {
    return this.#fleet.workers.some((worker) => worker.name === name);
  }

  #place(worker: string): Place {
    const place = this.#places.get(worker);
    if (place === undefined) throw new Error(`no worker ${worker}`);
    return place;
  }

  async #play(which: number): Promise<void> {
    const { guild, platform, members } = this.#channel;
    const bot = await this.#channel.bot(which);
    const voice = this.#fleet.join({
      guildId: guild.guildId,
      channelId: guild.channelIds[0]!,
      adapterCreator: bot.adapterCreator,
      ca: platform.endpoints.ca,
      e2ee: "required",
    });
    voice.on("moved", () => this.#moved.add(voice));
    voice.on("warning", (message) => this.warnings.push(message));
    const receiver = members[0]!.voice.receiver;
    this.heard.push(new HeardNumbers(receiver.subscribe(bot.userId, { format: "opus" })));
    this.#voices.push(voice);
    this.#bots.push(bot);
    voice.play({ type: "opus", packets: numbered() });
    await voice.ready();
  }
}
