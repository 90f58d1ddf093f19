// One encrypted call whose bot is killed again and again, as a seed says: another process goes on with what was kept of it.
import type { AeadMode } from "sdkpp/wire";
import { FaultyStore } from "../../support/faulty-store.js";
import { seeded } from "../../support/seeded.js";
import type { RawBot } from "../../support/raw-bot.js";
import { VoiceWorker, type WorkerPlace } from "../../support/voice-worker.js";
import { waitFor } from "../../support/wait-for.js";
import { becomes, within } from "../../support/within.js";
import { EncryptedChannel, speak, type Member } from "../encryption/support-encrypted-channel.js";
import { codeOf, OwnGuest, StrangerGuest, type Guest } from "./support-guests.js";
import { HeardNumbers } from "./support-heard.js";
import { moveCall } from "./support-moves.js";
import { Recorder, type Recorded } from "./support-recorder.js";

const [LISTENER, BOT, FIRST_GUEST] = [0, 1, 2];
const ACCOUNTS = 100;
const MOST_GUESTS = 4;
const PACKETS = 10;
/** A kill comes so many packets behind the change before, at most. */
const MOST_BEFORE = 25;
const LIMIT_MS = 15_000;

/**
 * How the process ends: at any moment; while an epoch is announced and not executed; so that its successor is killed before it has written
 * anything; stopped, and woken when somebody else has the call; when nothing but numbers was written for a while; when the call has just moved
 * to it.
 */
const KINDS = ["plain", "epoch", "twice", "stopped", "frozen", "moved"] as const;
type Kind = (typeof KINDS)[number];

export interface KillFigures {
  kills: number;
  changes: number;
  epochs: number;
  recorded: Recorded;
  /** from the last packet of the process that was killed to the first of its successor, at the listener, milliseconds */
  gapsMs: number[];
  /** packets of the source that nobody heard, or that were heard again, at each kill */
  skipped: number[];
}

export class KillingRoom {
  readonly steps: string[] = [];
  readonly #channel: EncryptedChannel;
  readonly #recorder: Recorder;
  readonly #random: () => number;
  readonly #store = new FaultyStore();
  readonly #guests: Guest[] = [];
  readonly #gapsMs: number[] = [];
  readonly #skipped: number[] = [];
  readonly #all: VoiceWorker[] = [];
  #kills = 0;
  #changes = 0;
  #nextKind: number;
  #nextGuest = FIRST_GUEST;
  #place!: WorkerPlace;
  #listener!: Member;
  #heard!: HeardNumbers;
  #bot!: RawBot;
  #worker!: VoiceWorker;
  /** Two: one may be killed before it has written anything. */
  #spares: Promise<VoiceWorker>[] = [];

  private constructor(channel: EncryptedChannel, recorder: Recorder, seed: number) {
    this.#channel = channel;
    this.#recorder = recorder;
    this.#random = seeded(seed);
    this.#nextKind = seed;
  }

  static async open(seed: number): Promise<KillingRoom> {
    return new KillingRoom(
      await EncryptedChannel.open(ACCOUNTS, { e2ee: "required" }),
      await Recorder.open(),
      seed,
    );
  }

  /** @throws {Error} when the call does not go on, or something is said that ends it */
  async live(kills: number): Promise<KillFigures> {
    await this.#fill();
    while (this.#kills < kills) {
      await this.#change();
      await this.#kill(KINDS[this.#nextKind++ % KINDS.length]!);
      await this.#settle();
    }
    const { epochs } = this.#channel.platform.control.voice.e2eeStats();
    const figures = { kills: this.#kills, changes: this.#changes, epochs };
    return { ...figures, recorded: this.#recorder.recorded, gapsMs: this.#gapsMs, skipped: this.#skipped };
  }

  async close(): Promise<void> {
    for (const worker of this.#all) worker.kill();
    for (const spare of await Promise.allSettled(this.#spares))
      if (spare.status === "fulfilled") spare.value.kill();
    for (const guest of this.#guests) guest.leave();
    await this.#channel.close();
    await this.#recorder.close();
  }

  async #fill(): Promise<void> {
    const bot = await this.#channel.bot(BOT);
    this.#bot = bot;
    const loadAddon = this.#recorder.listenWith(BigInt(bot.userId));
    this.#listener = await this.#channel.enter(LISTENER, { loadAddon });
    const { guildId, channelIds } = this.#channel.guild;
    this.#place = {
      grant: { userId: bot.userId } as WorkerPlace["grant"],
      guild: { guildId, channelId: channelIds[0] },
      ca: this.#channel.platform.endpoints.ca,
      listenTo: String(this.#listener.userId),
      plays: "packets",
      relayPort: this.#recorder.port,
    };
    this.#heard = new HeardNumbers(this.#listener.voice.receiver.subscribe(bot.userId, { format: "opus" }));
    this.#spares = [this.#start(), this.#start()];
    [this.#worker] = await Promise.all([this.#start(), this.#join()]);
    await this.#worker.join(this.#place);
    speak(this.#listener);
    await this.#settle();
  }

  async #start(): Promise<VoiceWorker> {
    const worker = await VoiceWorker.start({ claim: () => Promise.resolve(false) });
    this.#all.push(worker);
    worker.keepIn(this.#store);
    worker.serve(this.#bot);
    worker.onReport = (report) => this.#learn(report);
    await worker.do("prepare");
    return worker;
  }

  #learn(report: VoiceWorker["reports"][number]): void {
    if (report.did === "mediaPort") this.#recorder.forwardTo(report["port"] as number);
    if (report.did === "transportKey")
      this.#recorder.transportKey(report["mode"] as AeadMode, Uint8Array.from(report["key"] as number[]));
  }

  // Others --------------------------------------------------------------------------------------------------

  async #change(): Promise<void> {
    if (this.#chance(0.5)) return;
    if (this.#guests.length < 2 || (this.#guests.length < MOST_GUESTS && this.#chance(0.5)))
      await this.#join();
    else this.#leave();
    if (this.#chance(0.5)) await this.#settle();
  }

  async #join(isStranger = this.#chance(0.5)): Promise<Guest> {
    const which = this.#nextGuest++;
    const guest = await within<Guest>(
      "a guest to join",
      isStranger ? StrangerGuest.join(this.#channel, which) : OwnGuest.join(this.#channel, which),
    );
    this.#guests.push(guest);
    this.#changed(`${guest.name} joins`);
    return guest;
  }

  #leave(but?: Guest): void {
    const those = this.#guests.filter((one) => one !== but);
    const guest = those[this.#below(those.length)];
    if (guest === undefined) return;
    this.#guests.splice(this.#guests.indexOf(guest), 1);
    this.#changed(`${guest.name} leaves`);
    guest.leave();
  }

  // Ends ----------------------------------------------------------------------------------------------------

  async #kill(kind: Kind): Promise<void> {
    this.steps.push(`kill: ${kind}`);
    switch (kind) {
      case "plain":
        return this.#goOn();
      case "epoch":
        return this.#goOnInEpoch();
      case "twice":
        await within("spare processes", Promise.all(this.#spares));
        await this.#goOn(true);
        await this.#hearMore(1 + this.#below(3));
        return this.#goOn(true);
      case "moved":
        await this.#move();
        return this.#goOn(this.#chance(0.5));
      case "stopped":
        return this.#goOnBesideStopped();
      case "frozen": {
        this.#store.mood = (key) => (key.includes("/") ? "hangs" : "answers");
        if (this.#chance(0.5)) await this.#join();
        // what is there can be read
        await this.#goOn(false, () => (this.#store.mood = () => "answers"));
      }
    }
  }

  /** As planned: the process that had the call is left alone. */
  async #move(): Promise<void> {
    const [from, to] = [this.#worker, await this.#nextSpare()];
    const { outcome } = await moveCall(from, to, this.#place);
    this.#worker = to;
    this.#spares.push(this.#start());
    const { outcome: how } = await within("the end of handOver", outcome, LIMIT_MS);
    if (how !== "taken") throw new Error(`handOver: expected "taken", received ${String(how)}`);
  }

  async #goOnInEpoch(): Promise<void> {
    await this.#settle();
    const slow = this.#guests.find((guest) => guest instanceof StrangerGuest);
    if (slow === undefined) return this.#goOn();
    slow.dawdle();
    if (this.#guests.length > 1 && this.#chance(0.4)) this.#leave(slow);
    else await this.#join(false);
    await waitFor("an epoch to be announced", () => slow.owes, LIMIT_MS);
    const isEarly = this.#chance(0.5);
    await this.#goOn(true, () => isEarly && slow.hurry());
    slow.hurry();
  }

  async #goOnBesideStopped(): Promise<void> {
    const old = this.#worker;
    const before = old.reports.length;
    await this.#goOn(
      false,
      () => undefined,
      () => old.stop(),
    );
    await this.#hearMore(this.#below(3 * PACKETS));
    this.steps.push("the old process wakes");
    old.wake();
    const isOver = (): boolean =>
      old.reports.slice(before).some(({ did, status }) => did === "status" && status === "disconnected");
    await waitFor("the old process to notice", isOver, LIMIT_MS);
  }

  /** @param between when nobody has the call */
  async #goOn(
    isAtOnce = false,
    between: () => unknown = () => undefined,
    end: () => void = () => this.#worker.kill(),
  ): Promise<void> {
    if (!isAtOnce) await this.#hearMore(this.#below(MOST_BEFORE));
    const spare = await this.#nextSpare();
    const from = this.#heard.count;
    end();
    between();
    await within("the call to go on", spare.do("revive", this.#place), LIMIT_MS);
    this.#worker = spare;
    this.#kills += 1;
    this.#spares.push(this.#start());
    if (isAtOnce) return;
    await this.#hearMore(PACKETS);
    const { gapMs, numbers } = this.#heard.longestSilence(from);
    this.#gapsMs.push(gapMs);
    this.#skipped.push(Math.abs(numbers - 1));
  }

  async #nextSpare(): Promise<VoiceWorker> {
    const spare = this.#spares.shift();
    if (spare === undefined) throw new Error("expected a spare process, there is none");
    return within("a spare process", spare);
  }

  // What is expected ----------------------------------------------------------------------------------------

  async #settle(): Promise<void> {
    for (const guest of this.#guests) guest.beat();
    if (!(await becomes(() => this.#isTogether(), LIMIT_MS)))
      throw new Error(`expected one privacy code: ${this.#codes().join(", ")}`);
    await this.#hearMore(PACKETS);
    this.#review();
  }

  async #isTogether(): Promise<boolean> {
    const codes = this.#guests.map(({ privacyCode }) => privacyCode);
    const code = codeOf(this.#listener);
    if (code === undefined || codes.some((one) => one !== code)) return false;
    const { state, privacyCode } = await within("the bot's code", this.#worker.do("encryption"), LIMIT_MS);
    return state === "on" && privacyCode === code;
  }

  #codes(): string[] {
    const guests = this.#guests.map(({ name, privacyCode }) => `${name} ${String(privacyCode)}`);
    const reports = this.#worker.reports.slice(-10).map((one) => JSON.stringify(one));
    return [`the listener ${String(codeOf(this.#listener))}`, ...guests, ...reports];
  }

  #review(): void {
    const { failures } = this.#channel.platform.control.voice.e2eeStats();
    const left = this.#bot.sent.filter(isLeave).length;
    const warnings = this.#all.flatMap(({ reports }) => reports.filter(isUnexpected));
    const problems = [
      ...(failures === 0 ? [] : [`${String(failures)} times somebody sent op 31`]),
      ...(left === 0 ? [] : [`${String(left)} times a process left the call`]),
      ...(this.#heard.sessions === 1 ? [] : [`${String(this.#heard.sessions)} voice sessions of the bot`]),
      ...this.#listener.failures.map((one) => `the listener: ${one}`),
      ...this.#guests.flatMap(({ name, faults }) => faults.map((one) => `${name}: ${one}`)),
      ...warnings.map((one) => `the bot: ${JSON.stringify(one)}`),
    ];
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }

  #hearMore(packets: number): Promise<void> {
    const before = this.#heard.count;
    return waitFor("packets of the bot", () => this.#heard.count >= before + packets, LIMIT_MS);
  }

  #changed(step: string): void {
    this.#changes += 1;
    this.steps.push(step);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

/** A store that does not answer is told. */
function isUnexpected({ did, message }: VoiceWorker["reports"][number]): boolean {
  return did === "warning" && !String(message).includes("cannot be kept: store: expected an answer");
}

/** Op 4 that leaves. */
function isLeave(payload: unknown): boolean {
  return (payload as { d: { channel_id: unknown } }).d.channel_id === null;
}
