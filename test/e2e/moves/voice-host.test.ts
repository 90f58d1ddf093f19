// Calls in a voice process of their own, which is killed, stopped, or cannot start.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { within } from "../../support/within.js";
import { quantiles } from "./support-heard.js";
import { numbered, PACKETS, SupervisedChannel } from "./support-supervised-channel.js";

/** Behind so many a call is kept as it is. */
const KEPT_PACKETS = 75;
/** `npm run soak` asks for more. */
const KILLS = Number(process.env["SDKPP_VOICE_HOST_KILLS"] ?? 3);
const COLD_KILLS = Math.ceil(KILLS / 5);

let channel: SupervisedChannel;

afterEach(() => channel.close());

/** Between two packets, milliseconds. */
const PACKET_MS = 20;
/** Behind a kill RTP goes on where it would be, within so many packets: without the ticks that were noted there are 50 more between. */
const AROUND = 10;

/** The silences that a listener hears at kills. */
class Silences {
  readonly #gapsMs: number[] = [];
  readonly #skipped: number[] = [];

  /** Kills the voice process, and waits until the bot is heard again. */
  async kill(): Promise<void> {
    const from = channel.heard.count;
    await channel.kill();
    await channel.hears();
    const { gapMs, numbers, packets } = channel.heard.longestSilence(from);
    expect(packets, "the next numbers of RTP").toBeLessThan(gapMs / PACKET_MS + AROUND);
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

test(
  "a call goes on when its voice process is killed, again and again",
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    channel = await SupervisedChannel.open({ restarts: 1000 });
    const { heard, listener, moves } = channel;
    let spare = channel.becomes("spareReady");
    const { voice, listening } = await channel.bothWays();
    const silences = new Silences();
    for (let kills = 0; kills < KILLS; kills += 1) {
      await spare;
      if (kills < KILLS - 1) spare = channel.becomes("spareReady");
      await silences.kill();
      const { newest } = listening;
      await waitFor("the bot to hear", () => listening.newest >= newest + PACKETS);
    }
    silences.report("at a kill, with a spare process");
    expect(new Set(moves.map(({ reason }) => reason))).toEqual(new Set(["SIGKILL"]));
    expect(listening.outOfOrder).toBe(0);
    expect(heard.outOfOrder, "where the source is, is noted with each packet").toBe(0);
    expect(channel.heard.sessions).toBe(1);
    expect((await voice.encrypted()).privacyCode).toBe(listener.voice.encryption.privacyCode);
    await waitFor("the voice session to be resumed", () => voice.status === "connected");
    expect(voice.participants).toEqual([listener.userId]);
    expect(channel.leaves).toEqual([]);
    voice.destroy();
    await waitFor("the bot to leave", () => ![...listener.voice.receiver.present].includes(channel.botId));
    expect(channel.leaves).toHaveLength(1);
  },
);

test(
  "a call goes on in a process that is started for it",
  { timeout: 60_000 + COLD_KILLS * 10_000 },
  async () => {
    channel = await SupervisedChannel.open({ restarts: 1000, spare: false });
    const voice = channel.join();
    voice.play({ type: "opus", packets: numbered() });
    await channel.hears(KEPT_PACKETS);
    const silences = new Silences();
    for (let kills = 0; kills < COLD_KILLS; kills += 1) {
      await silences.kill();
      await channel.hears(KEPT_PACKETS);
    }
    silences.report("at a kill, without one");
    expect(channel.heard.sessions).toBe(1);
  },
);

test("a voice process that stands still is replaced", async () => {
  channel = await SupervisedChannel.open();
  const spare = channel.becomes("spareReady");
  const voice = channel.join();
  voice.play({ type: "opus", packets: numbered() });
  await channel.hears();
  await spare;
  const move = await channel.kill("SIGSTOP");
  expect(move).toMatchObject({ reason: "it stood still" });
  expect(move.gapMs).toBeGreaterThanOrEqual(2000);
  await channel.hears();
  expect(channel.heard.sessions).toBe(1);
});

test("a call whose voice process dies while it joins is joined anew", async () => {
  channel = await SupervisedChannel.open({ spare: false });
  const started = channel.becomes("started");
  const voice = channel.join();
  const warnings: string[] = [];
  voice.on("warning", (message) => warnings.push(message));
  voice.play({ type: "opus", packets: numbered() });
  await started;
  process.kill(channel.supervisor.pid!, "SIGKILL");
  await voice.ready();
  await channel.hears();
  expect(channel.moves).toHaveLength(1);
  expect(warnings.some((message) => message.includes("the call is joined anew"))).toBe(true);
});

test("a voice process that finds no addon ends the call, and says why", async () => {
  channel = await SupervisedChannel.open({ addonPath: "/nonexistent/sdkpp.node" });
  const voice = channel.join();
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
  channel = await SupervisedChannel.open();
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
