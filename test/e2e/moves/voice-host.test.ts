// Calls in a voice process of their own, which is killed, stopped, or cannot start.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  joinVoiceChannel,
  VoiceSupervisor,
  type HostedJoinOptions,
  type HostedVoiceConnection,
  type VoiceMove,
  type VoiceSupervisorOptions,
} from "sdkpp/voice";
import type { RawBot } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { within } from "../../support/within.js";
import { EncryptedChannel, type Member } from "../encryption/support-encrypted-channel.js";
import { HeardNumbers } from "./support-heard.js";

const [LISTENER, BOT] = [0, 1];
const PACKETS = 25;
/** Behind so many a call is kept as it is. */
const KEPT_PACKETS = 75;
/** `npm run soak` asks for more. */
const KILLS = Number(process.env["SDKPP_VOICE_HOST_KILLS"] ?? 3);
const COLD_KILLS = Math.ceil(KILLS / 5);

let channel: EncryptedChannel;
let listener: Member;
let bot: RawBot;
let heard: HeardNumbers;
let supervisor: VoiceSupervisor;
const moves: VoiceMove[] = [];

beforeEach(async () => {
  channel = await EncryptedChannel.open(2);
  bot = await channel.bot(BOT);
  listener = await channel.enter(LISTENER);
  heard = new HeardNumbers(listener.voice.receiver.subscribe(bot.userId, { format: "opus" }));
  moves.length = 0;
});

afterEach(async () => {
  supervisor.close();
  await channel.close();
});

/** Packets with a number each. */
function* numbered(from = 0): Generator<Uint8Array> {
  for (let number = from; ; number += 1) {
    const packet = Buffer.alloc(60, 0x55);
    packet[0] = 0xfc;
    packet.writeUInt32LE(number, 1);
    yield packet;
  }
}

function supervise(options: VoiceSupervisorOptions = {}): void {
  supervisor = new VoiceSupervisor(options);
}

function join(options: Partial<HostedJoinOptions> = {}): HostedVoiceConnection {
  const voice = joinVoiceChannel({
    guildId: channel.guild.guildId,
    channelId: channel.guild.channelIds[0]!,
    adapterCreator: bot.adapterCreator,
    ca: channel.platform.endpoints.ca,
    e2ee: "required",
    voiceHost: supervisor,
    ...options,
  });
  voice.on("moved", (move) => moves.push(move));
  return voice;
}

const becomes = (event: "spareReady" | "started"): Promise<void> =>
  within(`the supervisor to tell ${event}`, new Promise((resolve) => supervisor.on(event, () => resolve())));

const hears = (packets = PACKETS): Promise<void> => {
  const from = heard.newest;
  return waitFor("the bot to be heard", () => heard.newest >= from + packets);
};

const leaves = (): unknown[] =>
  bot.sent.filter((payload) => (payload as { d: { channel_id: unknown } }).d.channel_id === null);

/** The silences that a listener hears at kills. */
class Silences {
  readonly #gapsMs: number[] = [];
  readonly #skipped: number[] = [];

  /** Kills the voice process, and waits until the bot is heard again. */
  async kill(): Promise<void> {
    const [from, count] = [heard.count, moves.length];
    process.kill(supervisor.pid!, "SIGKILL");
    await waitFor("the call to go on", () => moves.length > count);
    await hears();
    const { gapMs, numbers } = heard.longestSilence(from);
    this.#gapsMs.push(gapMs);
    this.#skipped.push(Math.abs(numbers - 1));
  }

  /** For `npm run soak`. */
  report(what: string): void {
    console.log(
      `silence ${what}: ${quantiles(this.#gapsMs)} ms; frames skipped or heard again: ${quantiles(this.#skipped)}`,
    );
  }
}

/** p50 / p95 / worst */
function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0);
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
}

test(
  "a call goes on when its voice process is killed, again and again",
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    supervise({ restarts: 1000 });
    let spare = becomes("spareReady");
    const voice = join({ selfDeaf: false });
    voice.play({ type: "opus", packets: numbered() });
    await voice.ready();
    await hears();
    const listening = new HeardNumbers(voice.receiver.subscribe(listener.userId, { format: "opus" }));
    listener.voice.play({ type: "opus", packets: numbered() });
    const silences = new Silences();
    for (let kills = 0; kills < KILLS; kills += 1) {
      await spare;
      if (kills < KILLS - 1) spare = becomes("spareReady");
      await silences.kill();
      const { newest } = listening;
      await waitFor("the bot to hear", () => listening.newest >= newest + PACKETS);
    }
    silences.report("at a kill, with a spare process");
    expect(new Set(moves.map(({ reason }) => reason))).toEqual(new Set(["SIGKILL"]));
    expect(listening.outOfOrder).toBe(0);
    // where the source is, is written each second: a packet or two may be heard again
    expect(heard.outOfOrder).toBeLessThanOrEqual(moves.length);
    expect(heard.sessions).toBe(1);
    expect((await voice.encrypted()).privacyCode).toBe(listener.voice.encryption.privacyCode);
    await waitFor("the voice session to be resumed", () => voice.status === "connected");
    expect(voice.participants).toEqual([listener.userId]);
    expect(leaves()).toEqual([]);
    voice.destroy();
    await waitFor(
      "the bot to leave",
      () => ![...listener.voice.receiver.present].includes(BigInt(bot.userId)),
    );
    expect(leaves()).toHaveLength(1);
  },
);

test(
  "a call goes on in a process that is started for it",
  { timeout: 60_000 + COLD_KILLS * 10_000 },
  async () => {
    supervise({ restarts: 1000, spare: false });
    const voice = join();
    voice.play({ type: "opus", packets: numbered() });
    await hears(KEPT_PACKETS);
    const silences = new Silences();
    for (let kills = 0; kills < COLD_KILLS; kills += 1) {
      await silences.kill();
      await hears(KEPT_PACKETS);
    }
    silences.report("at a kill, without one");
    expect(heard.sessions).toBe(1);
  },
);

test("a voice process that stands still is replaced", async () => {
  supervise();
  const spare = becomes("spareReady");
  const voice = join();
  voice.play({ type: "opus", packets: numbered() });
  await hears();
  await spare;
  process.kill(supervisor.pid!, "SIGSTOP");
  await waitFor("the call to go on", () => moves.length === 1);
  expect(moves[0]).toMatchObject({ reason: "it stood still" });
  expect(moves[0]!.gapMs).toBeGreaterThanOrEqual(2000);
  await hears();
  expect(heard.sessions).toBe(1);
});

test("a call whose voice process dies while it joins is joined anew", async () => {
  supervise({ spare: false });
  const started = becomes("started");
  const voice = join();
  const warnings: string[] = [];
  voice.on("warning", (message) => warnings.push(message));
  voice.play({ type: "opus", packets: numbered() });
  await started;
  process.kill(supervisor.pid!, "SIGKILL");
  await voice.ready();
  await hears();
  expect(moves).toHaveLength(1);
  expect(warnings.some((message) => message.includes("the call is joined anew"))).toBe(true);
});

test("a voice process that finds no addon ends the call, and says why", async () => {
  supervise({ addonPath: "/nonexistent/sdkpp.node" });
  const voice = join();
  await expect(voice.ready()).rejects.toMatchObject({ code: "NATIVE_NOT_FOUND" });
  expect(voice.status).toBe("disconnected");
  expect(() => voice.play({ type: "opus", packets: [] })).toThrow("/nonexistent/sdkpp.node");
});

const PROGRAM = `
  import { VoiceSupervisor } from "sdkpp/voice";
  const supervisor = new VoiceSupervisor();
  supervisor.on("spareReady", () => {
    const addons = process.report.getReport().sharedObjects.filter((file) => file.endsWith(".node"));
    console.log(JSON.stringify({ addons, pid: supervisor.pid }));
    process.kill(process.pid, "SIGKILL");
  });
  supervisor.prepare();
  setInterval(() => undefined, 1000);
`;

test("a program with a voice process loads no addon, and takes that process along when it dies", async () => {
  supervise();
  const program = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    cwd: import.meta.dirname,
  });
  const [line] = (await within("a process that waits", once(program.stdout, "data"))) as [Buffer];
  const { addons, pid } = JSON.parse(line.toString()) as { addons: string[]; pid: number };
  expect(addons).toEqual([]);
  await waitFor("the voice process to end", () => !isAlive(pid));
});

/** A process that has ended may wait for somebody who asks how. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  } catch {
    return false;
  }
}
