// The bots among the examples, as processes of their own: people write to them, and another bot hears what they play.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, type TestContext } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  joinVoiceChannel,
  type AudioSource,
  type GuildVoiceConnection,
  type ReceivedBlock,
  type RecordingReport,
} from "sdkpp/voice";
import { babble } from "../../packages/testing/sound/babble.js";
import { randomFrom } from "../../packages/testing/sound/random.js";
import { RawBot } from "../support/raw-bot.js";
import { installStrangers } from "../support/strangers.mjs";
import { tone, toneShare } from "../support/tone.js";
import { waitFor } from "../support/wait-for.js";
import { listen, wavFile, type Heard } from "./bot/support-voice-bots.js";
import { fileOf, projectWith, ROOT, STORY } from "./support-examples.js";

const SONG_HZ = 440;
const NEWS_HZ = 1000;

let platform: Platform;
let folder: string;
let ear: RawBot;
let token: string;
let connection: GuildVoiceConnection;
let child: ChildProcess | undefined;
let printed: string[];

/** Starts a bot in a project of its own. Every line that it prints is in `printed`. */
async function start(
  context: TestContext,
  name: string,
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<void> {
  const project = await projectWith(context, {
    sdkpp: ROOT,
    ws: join(ROOT, "node_modules/ws"),
    "discord.js": join(await installStrangers(), "node_modules/discord.js"),
  });
  const program = join(project, "main.mjs");
  cpSync(dirname(fileOf(name)), project, { recursive: true });
  const ca = join(project, "ca.pem");
  writeFileSync(ca, platform.endpoints.ca);
  printed = [];
  child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      TOKEN: platform.seeded.botToken,
      API: platform.endpoints.apiBase,
      NODE_EXTRA_CA_CERTS: ca,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout!.setEncoding("utf8").on("data", (text: string) => printed.push(...text.trim().split("\n")));
}

const heard = (hz: number): Heard =>
  listen(connection.receiver.subscribe(platform.seeded.botUserId, { format: "pcm" }), hz);

it("fit on a page each", () => {
  for (const name of ["music-bot", "soundboard-bot", "meeting-recorder", "agent"]) {
    const lines = readFileSync(fileOf(name), "utf8").split("\n");
    const code = lines.filter((line) => line.trim() !== "" && !line.startsWith("//"));
    expect(code.length, name).toBeLessThanOrEqual(60);
  }
});

describe("on a platform", () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "sdkpp-bots-"));
    writeFileSync(join(folder, "song.wav"), wavFile(tone(SONG_HZ, 20 * 48_000)));
    writeFileSync(join(folder, "news.wav"), wavFile(tone(NEWS_HZ, 48_000)));
    platform = await startPlatform();
    const { control, seeded, endpoints } = platform;
    const application = control.applications.create({ name: "Ear" });
    const account = control.applications.createBot(application.id);
    control.applications.install(application.id, { guildId: seeded.guildId });
    ear = await RawBot.login(platform, account);
    token = account.token;
    connection = joinVoiceChannel({
      guildId: seeded.guildId,
      channelId: seeded.voiceChannelId,
      adapterCreator: ear.adapterCreator,
      ca: endpoints.ca,
      selfDeaf: false,
    });
    await connection.ready();
    control.as(seeded.userIds[0]).enterCall(seeded.voiceChannelId);
  });

  afterEach(async () => {
    child?.kill();
    connection.destroy();
    ear.close();
    await platform.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    "the music bot plays, seeks, pauses, says something over the music, and plays a radio",
    STORY,
    async (context) => {
      await start(context, "music-bot", { MUSIC: folder });
      const { control, seeded } = platform;
      await waitFor("the bot", () => control.gateway.sessions(seeded.botUserId).length > 0);
      const write = (text: string): void =>
        void control.as(seeded.userIds[0]).write(seeded.textChannelId, text);
      const song = heard(SONG_HZ);
      write("!play song.wav");
      await waitFor("the song", () => song.tone > 20);
      write("!pause");
      await waitFor("silence", () =>
        song.blocks.slice(-3).every(({ data }) => !data.some((value) => value !== 0)),
      );
      write("!seek 18");
      write("!volume 90");
      write("!resume");
      const news = heard(NEWS_HZ);
      write("!say ../news.wav");
      await waitFor("the news", () => news.tone > 10);
      await waitFor("the end of the song", () => printed.includes("finished"));
      const radio = await station(context);
      write(`!play ${radio}`);
      const begun = (): number => printed.filter((line) => line.startsWith("playing")).length;
      await waitFor("the radio", () => printed.includes("now: The news") && begun() === 2);
      write("!skip");
      await waitFor("the end of the radio", () => printed.at(-1) === "stopped");
    },
  );

  it("the soundboard plays its sounds over each other", STORY, async (context) => {
    await start(context, "soundboard-bot", { SOUNDS: folder });
    await waitFor("the bot", () => printed.includes("ready with 2 sounds"));
    const { control, seeded } = platform;
    const use = (name: string) =>
      control.interactions.useCommand({
        applicationId: seeded.applicationId,
        userId: seeded.userIds[0],
        channelId: seeded.textChannelId,
        name: "sound",
        options: { name },
      });
    const song = heard(SONG_HZ);
    const news = heard(NEWS_HZ);
    await use("song");
    await use("news");
    await waitFor("both sounds", () => song.tone > 20 && news.tone > 5);
  });

  it(
    "the assistant answers, goes on behind a false start, and stops when spoken to",
    STORY,
    async (context) => {
      await start(context, "agent", {});
      const { control, seeded } = platform;
      await waitFor("the bot", () => control.gateway.sessions(seeded.botUserId).length > 0);
      control.as(seeded.userIds[0]).write(seeded.textChannelId, "!talk");
      await waitFor("its ears", () => printed.includes("listens"));
      const answer = listen(connection.receiver.subscribe(seeded.botUserId, { format: "pcm" }));
      const answered = (blocks: number) => () => answer.blocks.filter(isHeard).length > blocks;
      connection.play(speech(2));
      await waitFor("an answer", answered(20));
      connection.play(speech(0.5));
      await waitFor("that it goes on", () => printed.includes("goes on"));
      connection.play(speech(2));
      await waitFor("an interruption", () =>
        printed.some((line) => line.startsWith("interrupted: you spoke")),
      );
      await waitFor("the answer to that", () => printed.some((line) => /^finished: .* answer/.test(line)));
    },
  );

  it("the bot with adapters talks by a realtime service", STORY, async (context) => {
    const { seeded } = platform;
    const env = { GUILD: seeded.guildId, CHANNEL: seeded.voiceChannelId };
    await start(context, "agent-adapters", env, "realtime");
    await waitFor("the bot", () => printed.includes("talks as realtime"));
    const answer = listen(connection.receiver.subscribe(seeded.botUserId, { format: "pcm" }));
    connection.play(speech(1));
    await waitFor("an answer", () => answer.blocks.filter(isHeard).length > 20);
  });

  it("the recorder tells everybody, and keeps a file of each speaker and the mix", STORY, async (context) => {
    await start(context, "meeting-recorder", { FOLDER: folder });
    const { control, seeded } = platform;
    await waitFor("the bot", () => control.gateway.sessions(seeded.botUserId).length > 0);
    const actions = control.as(seeded.userIds[0]);
    actions.write(seeded.textChannelId, "!record");
    await expect.poll(messages, { timeout: 20_000 }).toContain("Recording Voice. Leave if you do not agree.");
    const playback = connection.play(join(folder, "news.wav"));
    expect(await playback.ended).toBe("finished");
    actions.write(seeded.textChannelId, "!stop");
    await waitFor("the files", () => printed.length > 0);
    const [, target] = /^1 speakers, \d+ s, in (.+)$/.exec(printed[0]!)!;
    const report = JSON.parse(readFileSync(join(target!, "recording.json"), "utf8")) as RecordingReport;
    expect([report.tracks.map(({ userId }) => userId), report.mix]).toEqual([[ear.userId], "mix.wav"]);
    const mix = readFileSync(join(target!, "mix.wav")).subarray(80);
    const samples = new Int16Array(mix.buffer.slice(mix.byteOffset, mix.byteOffset + mix.length));
    const blocks = Array.from({ length: samples.length / 1920 }, (_, at) =>
      samples.subarray(at * 1920, at * 1920 + 1920),
    );
    expect(blocks.filter((block) => toneShare(block, NEWS_HZ) > 0.5).length).toBeGreaterThan(40);
    expect(await messages()).toContain("The recording has ended.");
  });
});

const isHeard = ({ data }: ReceivedBlock): boolean => data.some((value) => Math.abs(value) > 1000);

/** What a person says. */
function speech(seconds: number): AudioSource {
  const { data } = babble(seconds, randomFrom(3));
  return { type: "wav", file: wavFile(Int16Array.from(data, (value) => Math.round(value * 32_767))) };
}

/** The messages of the text channel. */
async function messages(): Promise<string[]> {
  const { endpoints, seeded } = platform;
  const response = await fetch(`${endpoints.apiBase}/v10/channels/${seeded.textChannelId}/messages`, {
    headers: { Authorization: `Bot ${token}` },
  });
  return ((await response.json()) as { content: string }[]).map(({ content }) => content);
}

/** An internet radio that plays the news, and says so. */
async function station(context: TestContext): Promise<string> {
  const sound = readFileSync(join(folder, "news.wav"));
  const title = Buffer.alloc(32);
  title.write("StreamTitle='The news';");
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { "icy-metaint": "1000" });
    for (let at = 0; at < sound.length; at += 1000)
      response.write(Buffer.concat([sound.subarray(at, at + 1000), Buffer.of(2), title]));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/live`;
}
