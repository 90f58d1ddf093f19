// Clients of Lavalink, unmodified, on the node of @sdkpp/fleet: what their bots play is heard, also when the node dies.
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { joinVoiceChannel } from "sdkpp/voice";
import { wavFile } from "../e2e/bot/support-voice-bots.js";
import { NodeProcess } from "../e2e/fleet/support-node-process.js";
import { guildOfBoth, RawBot } from "../support/raw-bot.js";
import { installStrangers } from "../support/strangers.mjs";
import { tone, toneShare } from "../support/tone.js";
import { TextPeer } from "./text-peer.js";

const USUAL = { shoukaku: "4.3.0", "lavalink-client": "2.11.0" };
/** `npm run interop -- lavalink-clients` asks for these as well. */
const OTHERS = { kazagumo: "3.4.3", poru: "5.3.0", riffy: "1.0.12" };
const CLIENTS = process.env["SDKPP_EVERY_CLIENT"] === undefined ? USUAL : { ...USUAL, ...OTHERS };
const PASSWORD = "of this test";
/** They take addresses only: what else they are given they make a search. */
const WITH_ADDRESSES = ["kazagumo", "poru", "riffy"];
/** The song: this tone, and from its middle on the other one. */
const LOW_HZ = 440;
const HIGH_HZ = 1000;
const HALF_S = 60;
/** All bands, since some clients keep those before the first one as null. */
const bands = (gainOfHigh: number) =>
  Array.from({ length: 15 }, (_, band) => ({ band, gain: band === 8 ? gainOfHigh : 0 }));
const MUTED = 1000;
const undo: (() => unknown)[] = [];
const undoAll: (() => unknown)[] = [];

let modules: string;
let folder: string;
let song: string;
let address: string;
let authority: string;
let platform: Platform;

beforeAll(async () => {
  modules = await installStrangers(CLIENTS);
  folder = await mkdtemp(join(tmpdir(), "sdkpp-lavalink-"));
  undoAll.push(() => rm(folder, { recursive: true }));
  song = join(folder, "tone.wav");
  const halves = [LOW_HZ, HIGH_HZ].map((hz) => tone(hz, 48_000 * HALF_S));
  await writeFile(song, wavFile(Int16Array.from(halves.flatMap((half) => [...half]))));
  const server = createServer((_request, response) => createReadStream(song).pipe(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undoAll.push(() => server.close().closeAllConnections());
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/tone.wav`;
  platform = await startPlatform();
  undoAll.push(() => platform.stop());
  authority = join(folder, "ca.pem");
  await writeFile(authority, platform.endpoints.ca);
}, 180_000);

async function undone(steps: (() => unknown)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}
afterEach(() => undone(undo));
afterAll(() => undone(undoAll));

async function startNode(): Promise<NodeProcess> {
  const words = ["--media", folder, "--ca", authority, "--allow-private"];
  const node = await NodeProcess.start(words, { LAVALINK_SERVER_PASSWORD: PASSWORD });
  undo.push(() => node.end());
  return node;
}

/** Blocks of 20 ms with each tone, how loud the newest one is, and whether the bot is quiet. */
async function listen(given: ReturnType<typeof guildOfBoth>) {
  const raw = await RawBot.login(platform, given.account);
  undo.push(() => raw.close());
  const voice = joinVoiceChannel({
    guildId: given.guildId,
    channelId: given.channelId,
    adapterCreator: raw.adapterCreator,
    ca: platform.endpoints.ca,
    selfDeaf: false,
  });
  undo.push(() => voice.destroy());
  await voice.ready();
  const heard = { low: 0, high: 0, peak: 0, isQuiet: true };
  voice.on("speaking", (_userId, speaking) => (heard.isQuiet = !speaking));
  void (async () => {
    for await (const { data } of voice.receiver.subscribe(platform.seeded.botUserId, { format: "pcm" })) {
      heard.peak = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      if (toneShare(data, LOW_HZ) > 0.5) heard.low += 1;
      if (toneShare(data, HIGH_HZ) > 0.5) heard.high += 1;
    }
  })();
  return { heard, voice };
}

describe.each(Object.keys(CLIENTS))("a bot with %s", (client) => {
  it(
    "plays, pauses, seeks, filters, moves to another channel, and to another node when its own dies",
    { timeout: 120_000 },
    async () => {
      const nodes = new Map([
        ["one", await startNode()],
        ["two", await startNode()],
      ]);
      const given = guildOfBoth(platform);
      const { heard, voice } = await listen(given);
      const bot = await TextPeer.start("lavalink.mjs", platform, {
        modules,
        client,
        token: platform.seeded.botToken,
        guildId: given.guildId,
        channelId: given.channelId,
        nodes: [...nodes].map(([name, { port }]) => ({ name, port, password: PASSWORD })),
      });
      undo.push(() => bot.end());
      for (const name of nodes.keys()) await bot.event("node", (of) => of["name"] === name);

      await bot.ask("join");
      await bot.ask("play", WITH_ADDRESSES.includes(client) ? address : song);
      await bot.event("start");
      // poru ends each pause of the first second.
      await bot.until("the tone", () => heard.low > 75);
      expect((await voice.encrypted()).privacyCode).not.toBe("");
      await bot.ask("pause", true);
      await bot.until("silence", () => heard.isQuiet);
      await bot.ask("pause", false);
      await bot.until("speech", () => !heard.isQuiet);
      expect(heard.high).toBe(0);
      await bot.ask("seek", HALF_S * 1000);
      await bot.until("the other tone", () => heard.high > 25);

      await bot.ask("filter", bands(-0.25));
      await bot.until("a muted tone", () => heard.peak < MUTED);
      await bot.ask("filter", bands(0));
      const isHeard = async (where: string) => {
        heard.high = 0;
        await bot.until(`the tone ${where}`, () => heard.high > 25);
      };
      await isHeard("without a filter");

      voice.rejoin({ channelId: given.otherId });
      await bot.ask("move", given.otherId);
      await isHeard("in another channel");

      const first = await bot.ask<string>("node");
      await nodes.get(first)?.end("SIGKILL");
      await isHeard("of another node");
      expect(await bot.ask("node")).not.toBe(first);
      expect((await voice.encrypted()).privacyCode).not.toBe("");
      await bot.ask("stop");
      await bot.until("silence", () => heard.isQuiet);
      await bot.ask("leave");
      expect(bot.errors).toEqual([]);
    },
  );
});
