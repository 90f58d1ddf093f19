// Workers as processes, a bot whose call they have, and a listener in its channel who counts.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { Fleet, type FleetJoinOptions } from "@sdkpp/fleet";
import type { HostedVoiceConnection, VoiceMove } from "sdkpp/voice";
import type { RawBot } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { within } from "../../support/within.js";
import { EncryptedChannel, type Member } from "../../e2e/encryption/support-encrypted-channel.js";
import { HeardNumbers } from "../../e2e/moves/support-heard.js";
import { NatsServer } from "./nats-server.js";

const PROGRAM = "packages/fleet/dist/bundle/cli.js";
const [LISTENER, BOT] = [0, 1];
/** So many packets are proof that somebody is heard. */
const PACKETS = 25;

/** A worker, started with the command of the guide. */
export class WorkerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly errors: string[] = [];

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.child = child;
    this.exited = new Promise((resolve) => child.once("exit", resolve));
    child.stderr?.on("data", (text: Buffer) => this.errors.push(text.toString()));
  }

  static async start(
    name: string,
    nats: string,
    key: Uint8Array,
    options: string[] = [],
  ): Promise<WorkerProcess> {
    const args = [PROGRAM, "worker", "--name", name, "--nats", nats, "--json", ...options];
    const env = { ...process.env, SDKPP_FLEET_KEY: Buffer.from(key).toString("hex") };
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const worker = new WorkerProcess(name, child);
    const lines = createInterface({ input: child.stdout! });
    const line = new Promise<string>((resolve) => lines.once("line", resolve));
    const ended = worker.exited.then(() => {
      throw new Error(`worker ${name} ended: ${worker.errors.join("")}`);
    });
    await within(`worker ${name} to start`, Promise.race([line, ended]));
    ended.catch(() => undefined);
    return worker;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

export class FleetChannel {
  readonly nats: NatsServer;
  readonly key: Uint8Array;
  readonly fleet: Fleet;
  readonly workers = new Map<string, WorkerProcess>();
  readonly listener: Member;
  /** what the listener hears of the bot */
  readonly heard: HeardNumbers;
  readonly moves: VoiceMove[] = [];
  readonly warnings: string[] = [];
  readonly #channel: EncryptedChannel;
  readonly #bot: RawBot;

  private constructor(parts: {
    nats: NatsServer;
    key: Uint8Array;
    fleet: Fleet;
    channel: EncryptedChannel;
    bot: RawBot;
    listener: Member;
  }) {
    this.nats = parts.nats;
    this.key = parts.key;
    this.fleet = parts.fleet;
    this.#channel = parts.channel;
    this.#bot = parts.bot;
    this.listener = parts.listener;
    const { receiver } = parts.listener.voice;
    this.heard = new HeardNumbers(receiver.subscribe(parts.bot.userId, { format: "opus" }));
  }

  static async open(): Promise<FleetChannel> {
    const key = randomBytes(32);
    const [nats, channel] = await Promise.all([NatsServer.start(), EncryptedChannel.open(2)]);
    const bot = await channel.bot(BOT);
    const listener = await channel.enter(LISTENER);
    const fleet = await Fleet.connect({ nats: { servers: nats.address }, fleetKey: key });
    return new FleetChannel({ nats, key, fleet, channel, bot, listener });
  }

  async work(...names: string[]): Promise<void> {
    const started = await Promise.all(
      names.map((name) => WorkerProcess.start(name, this.nats.address, this.key)),
    );
    for (const worker of started) this.workers.set(worker.name, worker);
    await waitFor("the workers to be known", () => names.every((name) => this.knows(name)));
  }

  knows(name: string): boolean {
    return this.fleet.workers.some((worker) => worker.name === name);
  }

  join(options: Partial<FleetJoinOptions> = {}): HostedVoiceConnection {
    const { guild, platform } = this.#channel;
    const voice = this.fleet.join({
      guildId: guild.guildId,
      channelId: guild.channelIds[0]!,
      adapterCreator: this.#bot.adapterCreator,
      ca: platform.endpoints.ca,
      e2ee: "required",
      ...options,
    });
    voice.on("moved", (move) => this.moves.push(move));
    voice.on("warning", (message) => this.warnings.push(message));
    return voice;
  }

  /** The words that the bot left its channel with. */
  get leaves(): number {
    return this.#bot.sent.filter(
      (payload) => (payload as { d: { channel_id: unknown } }).d.channel_id === null,
    ).length;
  }

  hears(packets = PACKETS): Promise<void> {
    const from = this.heard.newest;
    return waitFor("the bot to be heard", () => this.heard.newest >= from + packets);
  }

  worker(name: string | undefined): WorkerProcess {
    const worker = this.workers.get(name ?? "");
    if (worker === undefined) throw new Error(`no worker ${String(name)}`);
    return worker;
  }

  async close(): Promise<void> {
    await this.fleet.close();
    for (const worker of this.workers.values()) worker.signal("SIGKILL");
    await this.#channel.close();
    await this.nats.remove();
  }
}
