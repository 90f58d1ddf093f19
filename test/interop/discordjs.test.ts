import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { joinVoiceChannel, type GuildVoiceConnection } from "sdkpp/voice";
import { installStrangers } from "../support/strangers.mjs";
import { guildOfBoth, RawBot, type Account } from "../support/raw-bot.js";
import { toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";
import { Stranger } from "./stranger.js";

const GCM = "aead_aes256_gcm_rtpsize";
const XCHACHA = "aead_xchacha20_poly1305_rtpsize";
const OUR_HZ = 440;
const THEIR_HZ = 1000;
/** `npm run soak` asks for more. */
const SPEECH_S = Number(process.env["SDKPP_INTEROP_SECONDS"] ?? 5);
/** 20 ms each */
const BLOCKS = 50 * SPEECH_S;
/** Allowance for two cuts and a busy machine. */
const SPARE = 50;

let platform: Platform;
const undo: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  await installStrangers();
}, 120_000);

beforeEach(async () => {
  // These peers have it off.
  platform = await startPlatform({ e2ee: "off" });
  undo.push(() => platform.stop());
});

afterEach(async () => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
});

interface Ours {
  readonly voice: GuildVoiceConnection;
  readonly statuses: string[];
  readonly heard: { blocks: number; tone: number };
}

async function ourBot(account: Account, guildId: string, channelId: string): Promise<Ours> {
  const bot = await RawBot.login(platform, account);
  undo.push(() => bot.close());
  const voice = joinVoiceChannel({
    guildId,
    channelId,
    adapterCreator: bot.adapterCreator,
    ca: platform.endpoints.ca,
    selfDeaf: false,
  });
  undo.push(() => voice.destroy());
  await voice.ready();
  const statuses: string[] = [];
  voice.on("stateChange", (status) => statuses.push(status));
  const heard = { blocks: 0, tone: 0 };
  void (async () => {
    for await (const block of voice.receiver.subscribe(platform.seeded.botUserId, { format: "pcm" })) {
      heard.blocks += 1;
      if (toneShare(block.data as Int16Array, THEIR_HZ) > 0.5) heard.tone += 1;
    }
  })();
  return { voice, statuses, heard };
}

async function stranger(script: string, account: Account, guildId: string, channelId: string) {
  const peer = await Stranger.start(script, platform, {
    token: platform.seeded.botToken,
    guildId,
    channelId,
    listenTo: account.userId,
    playHz: THEIR_HZ,
    hearHz: OUR_HZ,
  });
  undo.push(() => peer.end());
  return peer;
}

/** SSRC per user, as the platform knows them: a new session has a new one. */
async function ssrcs(): Promise<Map<string, number>> {
  const { sessions } = await platform.control.voice.stats();
  return new Map(sessions.map((session) => [session.userId, session.ssrc]));
}

function* tonePieces(): Generator<Int16Array> {
  for (let at = 0; ; at += 1) {
    yield Int16Array.from({ length: 1920 }, (_, value) =>
      Math.round(8000 * Math.sin((2 * Math.PI * OUR_HZ * (at * 960 + (value >> 1))) / 48_000)),
    );
  }
}

function play(ours: Ours, peer: Stranger): void {
  ours.voice.play({ type: "pcm", samples: tonePieces(), sampleRate: 48_000, channels: 2 });
  peer.send("play");
}

describe.each([
  ["AES-256-GCM", [GCM, XCHACHA]],
  ["XChaCha20-Poly1305", [XCHACHA]],
] as const)("@discordjs/voice and sdkpp/voice over %s", (_name, modes) => {
  test(
    `hear each other for ${SPEECH_S} s, through a cut and resume of either side`,
    { timeout: 60_000 + 2000 * SPEECH_S },
    async () => {
      platform.control.voice.setModes(modes);
      const { account, guildId, channelId } = guildOfBoth(platform);
      const ours = await ourBot(account, guildId, channelId);
      const peer = await stranger("discordjs-voice.mjs", account, guildId, channelId);
      expect(peer.mode).toBe(modes[0]);
      play(ours, peer);
      const bothHear = (blocks: number) => () => ours.heard.tone >= blocks && peer.heard.tone >= blocks;
      await peer.until("both to hear the other", bothHear(BLOCKS / 4));
      const before = await ssrcs();

      platform.control.voice.close(account.userId, 4015);
      await peer.until("our resume", () => ours.statuses.at(-1) === "connected");
      expect(ours.statuses).toEqual(["reconnecting", "connected"]);
      await peer.until("both to hear the other on", bothHear(BLOCKS / 2));

      const statesBefore = peer.states.length;
      platform.control.voice.close(platform.seeded.botUserId, 4015);
      await peer.until("their resume", () => {
        const states = peer.states.slice(statesBefore);
        return states.length > 1 && states.at(-1) === "ready";
      });
      await peer.until("both to hear enough", bothHear(BLOCKS), 20_000 + 1000 * SPEECH_S);

      expect(await ssrcs()).toEqual(before);
      // Of what was heard at all, nearly everything was the tone of the other one.
      expect(ours.heard.blocks - ours.heard.tone).toBeLessThan(SPARE);
      expect(peer.heard.packets - peer.heard.tone).toBeLessThan(SPARE);
      expect(peer.errors).toEqual([]);
      const { refused } = ours.voice.getStats();
      expect(Object.entries(refused).filter(([, count]) => count > 0)).toEqual([]);
      const gone: bigint[] = [];
      ours.voice.on("participant", (userId, added) => !added && gone.push(userId));
      await peer.leave();
      await waitFor("them to be gone", () => gone.includes(BigInt(platform.seeded.botUserId)));
    },
  );
});

test(
  "a discord.js bot plays and hears through sdkpp/voice by its own adapter",
  { timeout: 60_000 + 2000 * SPEECH_S },
  async () => {
    const { account, guildId, channelId } = guildOfBoth(platform);
    const ours = await ourBot(account, guildId, channelId);
    const peer = await stranger("discordjs-with-sdkpp.mjs", account, guildId, channelId);
    play(ours, peer);
    await peer.until(
      "both to hear enough",
      () => ours.heard.tone >= BLOCKS / 2 && peer.heard.tone >= BLOCKS / 2,
      20_000,
    );
    platform.control.voice.close(platform.seeded.botUserId, 4006);
    await peer.until("their new session", () => peer.states.length > 1 && peer.states.at(-1) === "connected");
    const before = { ours: ours.heard.tone, theirs: peer.heard.tone };
    await peer.until(
      "both to hear the other again",
      () => ours.heard.tone >= before.ours + 50 && peer.heard.tone >= before.theirs + 50,
    );
    expect(peer.errors).toEqual([]);
    await peer.leave();
  },
);
