import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import * as sdk from "sdkpp";
import * as voice from "sdkpp/voice";
import * as agents from "sdkpp/voice/agent";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compiled, docExamples, typeErrors } from "../support/doc-examples.js";
import { signIn } from "../support/players.js";
import { pressForm } from "../support/press-form.js";
import { makeBotGuild, RawBot } from "../support/raw-bot.js";
import { toneWav } from "../support/tone-wav.mjs";
import { waitFor } from "../support/wait-for.js";

/** Names that an example may use undeclared: two players who share a lobby, a call, and a bot in a voice channel. */
const PREAMBLE = {
  apiBase: "string",
  webBase: "string",
  ca: "string",
  applicationId: "bigint",
  token: "string",
  folder: "string",
  client: 'import("sdkpp").Client',
  friendId: "bigint",
  lobbyId: "bigint",
  call: 'import("sdkpp").Call',
  guildId: "string",
  channelId: "string",
  adapterCreator: 'import("sdkpp/voice").VoiceAdapterCreator',
  credentials: 'import("sdkpp/voice").VoiceCredentials',
  connection: 'import("sdkpp/voice").GuildVoiceConnection',
  userId: "bigint",
  wavFile: "Uint8Array",
} as const;

/** Exports by door; a name that several doors export counts once. */
const DOORS = {
  sdkpp: sdk,
  "sdkpp/voice": Object.fromEntries(Object.entries(voice).filter(([name]) => !(name in sdk))),
  "sdkpp/voice/agent": Object.fromEntries(
    Object.entries(agents).filter(([name]) => !(name in sdk) && !(name in voice)),
  ),
};
const examples = docExamples("lib");

let platform: Platform;
let ada: sdk.Client;
let ben: sdk.Client;
let bots: RawBot[];
let connection: voice.GuildVoiceConnection;
let fixed: Record<string, unknown>;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-examples-"));

/** The user's consent, as a browser would send it. */
async function consent(url: string): Promise<void> {
  const response = await pressForm(url, { user_id: platform.seeded.userIds[0], authorize: "1" });
  await fetch(response.headers.get("location") ?? "");
}

beforeAll(async () => {
  platform = await startPlatform();
  const { endpoints, seeded, control } = platform;
  const [adaId, benId] = seeded.userIds;
  [ada, ben] = await Promise.all([
    signIn(platform, adaId, { host: { openUrl: consent, audioDevices: "null" } }),
    signIn(platform, benId),
  ]);
  const [{ lobbyId }] = await Promise.all([ada.createOrJoinLobby("room"), ben.createOrJoinLobby("room")]);
  const guild = makeBotGuild(platform, 3);
  bots = await Promise.all(guild.accounts.map((account) => RawBot.login(platform, account)));
  const place = { guildId: guild.guildId, channelId: guild.channelIds[0], ca: endpoints.ca };
  connection = voice.joinVoiceChannel({ ...place, adapterCreator: bots[0]!.adapterCreator });
  await connection.ready();
  const tokens = control.tokens.issue(
    seeded.applicationId,
    adaId,
    sdk.Client.getDefaultCommunicationScopes(),
  );
  fixed = {
    ...endpoints,
    ...place,
    applicationId: BigInt(seeded.applicationId),
    token: tokens.access_token,
    folder,
    client: ada,
    friendId: BigInt(benId),
    lobbyId,
    adapterCreator: bots[1]!.adapterCreator,
    credentials: await bots[2]!.askToJoin(guild.guildId, guild.channelIds[1]),
    connection,
    userId: BigInt(guild.accounts[1]!.userId),
    wavFile: toneWav(),
  };
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterAll(async () => {
  vi.restoreAllMocks();
  connection.destroy();
  for (const bot of bots) bot.close();
  ada.destroy();
  ben.destroy();
  await platform.stop();
  fs.rmSync(folder, { recursive: true });
});

/** A connected call of the lobby; only examples that use one start it. */
async function startedCall(): Promise<sdk.Call> {
  const lobbyId = fixed["lobbyId"] as bigint;
  await ada.endCalls();
  const call = ada.startCall(lobbyId);
  await waitFor("the call to be connected", () => call.getStatus() === sdk.Call.Status.Connected);
  return call;
}

describe("the examples of doc comments", () => {
  it("show the main members", () => {
    expect(examples.length).toBeGreaterThanOrEqual(20);
  });

  it("fit the declarations of the package", { timeout: 60_000 }, () => {
    expect(typeErrors(examples, PREAMBLE, DOORS)).toEqual([]);
  });

  it.each(examples.map((example) => [example.place, example] as const))(
    "%s runs",
    async (_place, example) => {
      await waitFor("Ada to be ready", () => ada.getStatus() === sdk.Client.Status.Ready);
      const call = /\bcall\b/.test(example.code) ? await startedCall() : undefined;
      const scope: Record<string, unknown> = { ...agents, ...voice, ...sdk, ...fixed, call };
      await compiled(example, Object.keys(scope))(...Object.values(scope));
    },
  );
});
