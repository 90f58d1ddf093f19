// Voice processes that are replaced while bots' calls are in them.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { HostedAudioPlayer, type VoiceSupervisor } from "sdkpp/voice";
import { waitFor } from "../../support/wait-for.js";
import { quantiles } from "./support-heard.js";
import { numbered, PACKETS, SupervisedChannel } from "./support-supervised-channel.js";

/** `npm run soak` asks for more. */
const REPLACEMENTS = Number(process.env["SDKPP_VOICE_REPLACEMENTS"] ?? 3);
/** Of a move on a busy machine, milliseconds. */
const LONGEST_GAP_MS = 1000;

/** Packets of a listener that may be overtaken in a move. */
const MOST_LATE = 5;
/** The second source has numbers from here on. */
const SECOND = 1_000_000;

const ADDON =
  process.env["SDKPP_ADDON"] ?? path.resolve(import.meta.dirname, "../../../build/Release/sdkpp.node");

let channel: SupervisedChannel;

afterEach(() => channel.close());

/** Ends, for whoever watches it. */
function endOf(supervisor: VoiceSupervisor): Promise<[reason: string, calls: number]> {
  return new Promise((resolve) => supervisor.on("ended", (...end) => resolve(end)));
}

test(
  "a call goes on in the next process, and the one after: nothing is lost or doubled, either way",
  { timeout: 60_000 + REPLACEMENTS * 10_000 },
  async () => {
    channel = await SupervisedChannel.open();
    const { heard, listener, moves, supervisor } = channel;
    const spare = channel.becomes("spareReady");
    const { voice, listening } = await channel.bothWays();
    await spare;
    const code = (await voice.encrypted()).privacyCode;
    const gapsMs: number[] = [];
    for (let replacements = 1; replacements <= REPLACEMENTS; replacements += 1) {
      const { pid } = supervisor;
      const from = heard.count;
      const ended = endOf(supervisor);
      const outcome = await supervisor.replaceProcess({ fresh: replacements > 1 });
      expect(outcome).toEqual({ moved: 1, revived: 0 });
      expect(await ended).toEqual(["planned", 0]);
      expect(supervisor.pid).not.toBe(pid);
      expect(moves).toHaveLength(replacements);
      expect(moves.at(-1)).toMatchObject({ reason: "planned", framesSkipped: 0 });
      expect(moves.at(-1)!.gapMs).toBeLessThan(LONGEST_GAP_MS);
      const { newest } = listening;
      await channel.hears();
      gapsMs.push(heard.longestGap(from, heard.count));
      await waitFor("the bot to hear", () => listening.newest >= newest + PACKETS);
    }
    // for `npm run soak`
    console.log(`longest gap around a replacement: ${quantiles(gapsMs)} ms`);
    expect([heard.outOfOrder, heard.leftOut, heard.missing, heard.sessions]).toEqual([0, 0, 0, 1]);
    // what still comes to the process before is passed on, beside what comes to the next one already
    expect(listening.outOfOrder).toBeLessThanOrEqual(REPLACEMENTS * MOST_LATE);
    expect(listening.missing).toBe(0);
    await waitFor("the voice session to be resumed", () => voice.status === "connected");
    expect((await voice.encrypted()).privacyCode).toBe(code);
    expect(voice.participants).toEqual([listener.userId]);
    expect(channel.leaves).toEqual([]);
    voice.destroy();
    await waitFor("the bot to leave", () => ![...listener.voice.receiver.present].includes(channel.botId));
  },
);

test("a player goes on with its queue, behind what was heard of the current source", async () => {
  channel = await SupervisedChannel.open({ spare: false });
  const { heard, supervisor } = channel;
  const player = new HostedAudioPlayer({ voiceHost: supervisor });
  let isOver = false;
  const song = (function* () {
    for (const packet of numbered()) {
      if (isOver) return;
      yield packet;
    }
  })();
  const first = player.queue({ type: "opus", packets: song });
  player.queue({ type: "opus", packets: numbered(SECOND) });
  const voice = channel.join();
  voice.subscribe(player);
  await channel.hears();
  expect(await supervisor.replaceProcess()).toEqual({ moved: 1, revived: 0 });
  await channel.hears();
  // the place of a player is exact to a packet or two
  expect(heard.outOfOrder).toBeLessThanOrEqual(2);
  expect(heard.longestSilence(0).numbers).toBeLessThanOrEqual(3);
  isOver = true;
  expect(await first.ended).toBe("finished");
  await waitFor("the second source", () => heard.newest >= SECOND + PACKETS);
  expect(channel.moves).toMatchObject([{ reason: "planned", framesSkipped: 0 }]);
  player.close();
});

test("a next process that cannot load the addon changes nothing, and is told with its words", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sdkpp-replaced-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const addonPath = path.join(folder, "sdkpp.node");
  copyFileSync(ADDON, addonPath);
  channel = await SupervisedChannel.open({ spare: false, addonPath });
  const { heard, moves, supervisor } = channel;
  const voice = channel.join();
  voice.play({ type: "opus", packets: numbered() });
  await channel.hears();
  const { pid } = supervisor;
  // another file: the one that is loaded stays as it is
  rmSync(addonPath);
  writeFileSync(addonPath, "no addon at all");
  await expect(supervisor.replaceProcess()).rejects.toMatchObject({ code: "NATIVE_LOAD_FAILED" });
  await channel.hears();
  expect([supervisor.pid, moves, heard.outOfOrder, heard.leftOut]).toEqual([pid, [], 0, 0]);
  rmSync(addonPath);
  copyFileSync(ADDON, addonPath);
  expect(await supervisor.replaceProcess()).toEqual({ moved: 1, revived: 0 });
  await channel.hears();
  expect([heard.outOfOrder, heard.leftOut, heard.missing]).toEqual([0, 0, 0]);
});

test("without calls a process is replaced, too; without a process nothing is done", async () => {
  channel = await SupervisedChannel.open({ spare: false });
  const { supervisor } = channel;
  expect(await supervisor.replaceProcess()).toEqual({ moved: 0, revived: 0 });
  expect(supervisor.pid).toBeUndefined();
  const started = channel.becomes("started");
  supervisor.prepare();
  await started;
  const { pid } = supervisor;
  const replacing = [supervisor.replaceProcess(), supervisor.replaceProcess()];
  expect(await Promise.all(replacing)).toEqual([
    { moved: 0, revived: 0 },
    { moved: 0, revived: 0 },
  ]);
  expect(supervisor.pid).not.toBe(pid);
  supervisor.close();
  await expect(supervisor.replaceProcess()).rejects.toMatchObject({ code: "DESTROYED" });
  await expect(supervisor.replaceProcess({ fresh: "yes" as never })).rejects.toMatchObject({
    name: "ArgumentError",
  });
});
