// Which versions are mirrored, served and supported, and what old tokens answer.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Client } from "sdkpp";
import { AeadMode, GatewayIntent } from "sdkpp/wire";
import { expect } from "vitest";
import { FrameSocket } from "../e2e/platform/support-socket.js";
import { call, identify, VoiceClient, voiceSocket, type VoiceGrant } from "../e2e/platform/support-voice.js";
import { changeText, drop, negate, repositoryText, set } from "./change.js";
import { row } from "./row.js";
import { scene } from "./scene.js";

const at = scene();

row(
  139,
  drop("platform/domain/rules/oauth2/oauth2-fault.ts", "invalidGrant", "OAuth2ErrorName.InvalidGrant"),
  async () => {
    const { control, seeded, endpoints } = at.platform;
    const refresh = async (token: string) => {
      const body = { grant_type: "refresh_token", client_id: seeded.applicationId, refresh_token: token };
      const url = `${endpoints.apiBase}/v10/oauth2/token`;
      const response = await fetch(url, { method: "POST", body: new URLSearchParams(body) });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const tokensOf = (userId: string): string =>
      control.tokens.issue(seeded.applicationId, userId, "identify").refresh_token ?? "";
    const [removed, banned] = [at.user("ada"), at.user("ben")];
    const tokens = [tokensOf(removed.id), tokensOf(banned.id)];
    expect(await refresh(tokensOf(at.user("cyd").id))).toMatchObject({ status: 200 });
    control.tokens.revoke(seeded.applicationId, removed.id);
    control.users.ban(banned.id);
    for (const token of tokens)
      expect(await refresh(token)).toMatchObject({
        status: 400,
        body: { error: "invalid_grant", error_description: expect.stringMatching(/./) },
      });
  },
);

row(163, set("lib/sdk/version.ts", "SDK_MINOR", 11), () => {
  expect([Client.getVersionMajor(), Client.getVersionMinor()]).toEqual([1, 10]);
  expect(Client.getVersionPatch()).toBeGreaterThanOrEqual(0);
  expect(repositoryText("docs/guides/where-it-runs.md")).toMatch(/April, July and November/);
});

row(164, changeText("docs/guides/where-it-runs.md", "1.6 to 1.10", "1.5 to 1.9"), () => {
  const text = repositoryText("docs/guides/where-it-runs.md");
  expect(text).toMatch(/five newest minor versions/);
  expect(text).toMatch(/1\.6 to 1\.10/);
  expect(text).toMatch(/1\.5 and older/);
});

row(165, changeText("docs/guides/where-it-runs.md", "241000 and 10.000", "241000"), () => {
  const text = repositoryText("docs/guides/where-it-runs.md");
  expect(text).toMatch(/consoles are not supported/i);
  expect(text).toMatch(/last 18\s+months/);
  expect(text).toMatch(/241000 and 10\.000/);
});

/** Runs with a platform whose calls need no end-to-end encryption. */
async function withPlatform(test: (platform: Platform) => Promise<void>): Promise<void> {
  const platform = await startPlatform({ e2ee: "off" });
  try {
    await test(platform);
  } finally {
    await platform.stop();
  }
}

async function isServed(platform: Platform, version: number | string): Promise<boolean> {
  const socket = voiceSocket(platform, version);
  const hello = socket.op(8).then(
    () => true,
    () => false,
  );
  const isAnswered = await hello;
  socket.close();
  return isAnswered;
}

row(168, set("platform/voice/gateway/server.ts", "OLDEST_VERSION", 3), () =>
  withPlatform(async (platform) => {
    const served = [];
    for (const version of ["", 3, 4, 8]) served.push(await isServed(platform, version));
    expect(served).toEqual([false, false, true, true]);

    const { grant, lobbyId } = await call(platform, 0);
    const old = voiceSocket(platform);
    await old.op(8);
    identify(old, grant);
    const ready = (await old.op(2)).d as { modes: string[] };
    expect(ready.modes.toSorted()).toEqual(Object.values(AeadMode).toSorted());
    const data = { address: "127.0.0.1", port: 5000, mode: "xsalsa20_poly1305" };
    old.send(1, { protocol: "udp", data });
    expect(await old.closed()).toBe(4016);

    const ada = (await call(platform, 0)).grant;
    const ben = await VoiceClient.connect(platform, (await call(platform, 1)).grant, AeadMode.Aes256Gcm);
    const client = await VoiceClient.connect(platform, ada, AeadMode.Aes256Gcm);
    platform.control.voice.close(ada.userId, "reset");
    await client.socket.closed();
    ben.socket.send(5, { speaking: 1, delay: 0, ssrc: ben.ready.ssrc });
    ben.speak("f8bb00");
    await client.heard(1);
    const resumed = voiceSocket(platform);
    const { sessionId, token } = ada;
    resumed.send(7, { server_id: lobbyId, session_id: sessionId, token, seq_ack: -1 });
    await resumed.op(9);
    // Messages sent while the socket was lost are replayed with their numbers.
    expect(await resumed.op(5)).toMatchObject({ seq: expect.any(Number), d: { ssrc: ben.ready.ssrc } });
    resumed.close();
    client.close();
    ben.close();
  }),
);

row(167, drop("platform/http/api-version.ts", "hasUnknownVersion", "SERVED_BY_LEGACY"), async () => {
  const { apiBase, legacyApiBase } = at.platform.endpoints;
  const answer = async (address: string) => {
    const response = await fetch(address, { headers: { authorization: at.bot } });
    return { status: response.status, body: (await response.json()) as object };
  };
  const own = await answer(`${apiBase}/v10/users/@me`);
  expect(own.status).toBe(200);
  for (const version of ["v8", "v9"])
    expect(await answer(`${legacyApiBase}/${version}/users/@me`)).toEqual(own);
  expect(await answer(`${legacyApiBase}/users/@me`)).toEqual(own);
  for (const version of ["v10", "v11"])
    expect(await answer(`${legacyApiBase}/${version}/users/@me`)).toMatchObject({
      status: 400,
      body: { code: 50_041 },
    });
});

row(169, negate("platform/domain/rules/voice/e2ee.ts", "e2eeAt", "E2EE_REQUIRED_FROM"), async () => {
  const day = Date.UTC(2026, 2, 1);
  const platform = await startPlatform();
  const { seeded } = platform;
  const bot = new FrameSocket(`${platform.endpoints.gateway}?v=10&encoding=json`);
  await bot.op(10);
  bot.send(2, { token: seeded.botToken, intents: GatewayIntent.GuildVoiceStates, properties: {} });
  const { session_id: sessionId } = await bot.event<{ session_id: string }>("READY");
  /** The bot's way into the voice channel of a server. */
  const enter = async (): Promise<VoiceGrant> => {
    const state = { guild_id: seeded.guildId, self_mute: false, self_deaf: false };
    for (const channelId of [null, seeded.voiceChannelId]) bot.send(4, { ...state, channel_id: channelId });
    const { token } = await bot.event<{ token: string }>("VOICE_SERVER_UPDATE");
    return { serverId: seeded.guildId, userId: seeded.botUserId, sessionId, token };
  };
  const joinWithoutEncryption = async (): Promise<number[]> => {
    const inLobby = (await call(platform, 0)).grant;
    return [
      await admission(inLobby),
      await admission({ ...(await enter()), channelId: seeded.voiceChannelId }),
    ];
  };
  const admission = async (grant: VoiceGrant): Promise<number> => {
    const socket = voiceSocket(platform);
    await socket.op(8);
    identify(socket, grant, 0);
    return Promise.race([socket.op(2).then(() => 0), socket.closed()]).catch(() => socket.closed());
  };
  // Today it is past the day.
  expect(await joinWithoutEncryption()).toEqual([4017, 4017]);
  await platform.control.clock.set(day - 60_000);
  expect(await joinWithoutEncryption()).toEqual([0, 0]);
  await platform.control.clock.set(day);
  expect(await joinWithoutEncryption()).toEqual([4017, 4017]);
  await platform.stop();
});
