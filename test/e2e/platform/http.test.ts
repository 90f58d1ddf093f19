import { startPlatform } from "@sdkpp/platform";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Permission } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { joinLobby, platformForTest, player, sdkSession } from "./support-platform.js";
import { identify, voiceSocket } from "./support-voice.js";

const ALL = Permission.ViewChannel | Permission.SendMessages | Permission.AttachFiles;

describe("HTTP", () => {
  it.each([
    ["GET", "/v10/nope", 404, { code: 0, message: "404: Not Found" }],
    ["POST", "/v10/gateway", 405, { code: 0, message: "405: Method Not Allowed" }],
    ["GET", "/v7/gateway", 400, { code: 50041 }],
    ["GET", "/v11/users/@me", 400, { code: 50041 }],
    ["GET", "/v10/users/@me", 401, { code: 0, message: "401: Unauthorized" }],
    ["GET", "/v10/lobbies/1", 401, { code: 0 }],
  ])("%s %s answers %d", async (method, path, status, body) => {
    const { endpoints } = await platformForTest();
    const response = await fetch(endpoints.apiBase + path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject(body);
  });

  it.each(["", "/v8", "/v9", "/v10"])("serves version %s", async (version) => {
    const { endpoints } = await platformForTest();
    const response = await fetch(`${endpoints.apiBase}${version}/gateway`);
    expect(await response.json()).toEqual({ url: endpoints.gateway });
  });

  it("a bot sees its gateway, its application and itself; a player may not", async () => {
    const platform = await platformForTest();
    const bot = { authorization: `Bot ${platform.seeded.botToken}` };
    const get = async (path: string, headers: Record<string, string>) =>
      (await (await fetch(`${platform.endpoints.apiBase}/v10${path}`, { headers })).json()) as Record<
        string,
        unknown
      >;
    expect(await get("/gateway/bot", bot)).toMatchObject({
      shards: 1,
      session_start_limit: { max_concurrency: 1 },
    });
    expect(await get("/oauth2/applications/@me", bot)).toMatchObject({ id: platform.seeded.applicationId });
    expect(await get("/users/@me", bot)).toMatchObject({ id: platform.seeded.botUserId, bot: true });
    expect(await get("/gateway/bot", player(platform, 0).headers)).toMatchObject({ code: 20002 });
  });

  it("reads a percent-encoded @me, as libraries send it, in the path only", async () => {
    const { endpoints, seeded } = await platformForTest();
    const headers = { authorization: `Bot ${seeded.botToken}` };
    const get = (path: string) => fetch(`${endpoints.apiBase}/v10${path}`, { headers });
    for (const path of ["/users/%40me", "/oauth2/applications/%40me?a=/%40me", "/users/%40me/guilds"])
      expect((await get(path)).status, path).toBe(200);
    expect((await get("/users/%40metal")).status).toBe(400);
    const search = `/guilds/${seeded.guildId}/members/search?query=x/%40me`;
    expect(await (await get(search)).json()).toEqual([]);
  });

  it("names every wrong field in a tree that mirrors the body", async () => {
    const platform = await platformForTest();
    const response = await fetch(`${platform.endpoints.apiBase}/v10/lobbies`, {
      method: "PUT",
      headers: player(platform, 0).headers,
      body: JSON.stringify({ secret: "s".repeat(251), lobby_metadata: { a: 5 }, idle_timeout_seconds: 1 }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 50035,
      message: "Invalid Form Body",
      errors: {
        secret: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] },
        lobby_metadata: { a: { _errors: [{ code: "BASE_TYPE_BAD_TYPE" }] } },
        idle_timeout_seconds: { _errors: [{ code: "NUMBER_TYPE_MIN" }] },
      },
    });
  });

  it.each<[string, Record<string, string>, bigint, number]>([
    ["files that are larger than there are accepted", { "content-length": String(30 << 20) }, ALL, 40_005],
    ["files of which it is not said how large they are", { "transfer-encoding": "chunked" }, ALL, 40_005],
    [
      "files of somebody who may not write there",
      { "content-length": "1000" },
      Permission.ViewChannel,
      50_013,
    ],
  ])("reads no more than it must of %s", async (_claim, headers, everyone, code) => {
    const { control, seeded, endpoints } = await platformForTest();
    const guild = control.guilds.create({
      name: "G",
      ownerId: seeded.userIds[0]!,
      memberIds: [seeded.botUserId],
      channels: [{ name: "c", kind: "text" }],
      everyone,
    });
    const posting = request(`${endpoints.apiBase}/v10/channels/${guild.channels[0]!.id}/messages`, {
      method: "POST",
      headers: {
        authorization: `Bot ${seeded.botToken}`,
        "content-type": "multipart/form-data; boundary=x",
        ...headers,
      },
    });
    posting.on("error", () => undefined); // the platform closes what it does not read
    posting.flushHeaders();
    if (headers["transfer-encoding"] !== undefined) posting.write(Buffer.alloc(27 << 20));
    const [answer] = (await once(posting, "response")) as [IncomingMessage];
    expect(await json(answer)).toMatchObject({ code });
    posting.destroy();
  });

  it("accepts a bare 64-bit number as an id", async () => {
    const platform = await platformForTest();
    const response = await fetch(`${platform.endpoints.apiBase}/v10/lobbies`, {
      method: "POST",
      headers: { authorization: `Bot ${platform.seeded.botToken}`, "content-type": "application/json" },
      body: `{"members":[{"id":${platform.seeded.userIds[0]}}],"metadata":{"__proto__":"x"}}`,
    });
    expect(response.status).toBe(201);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ members: [{ id: platform.seeded.userIds[0] }] });
    expect(text).toContain('"__proto__":"x"');
  });

  it("enforces rate limits unless told not to, and always counts", async () => {
    const lenient = await platformForTest();
    await using strict = await startPlatform();
    const statuses = async (platform: typeof lenient) => {
      const { headers } = player(platform, 0);
      const put = () =>
        fetch(`${platform.endpoints.apiBase}/v10/lobbies`, {
          method: "PUT",
          headers,
          body: '{"secret":"s"}',
        });
      return Promise.all(Array.from({ length: 7 }, put));
    };
    const free = await statuses(lenient);
    expect(free.map((one) => one.status)).toEqual(Array(7).fill(200));
    expect(free[0]?.headers.get("x-ratelimit-limit")).toBe("5");
    const limited = (await statuses(strict)).filter((one) => one.status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.headers.get("x-ratelimit-scope")).toBe("user");
    expect(await limited[0]?.json()).toMatchObject({ global: false, code: 0 });
  });

  it.each<[string, string, RequestInit, number]>([
    ["routes", "/gateway", {}, 200],
    [
      "the token endpoints",
      "/oauth2/token",
      { method: "POST", body: new URLSearchParams({ grant_type: "none" }) },
      400,
    ],
  ])("limits requests without a token to %s by their address", async (_what, path, init, usual) => {
    const lenient = await platformForTest();
    await using strict = await startPlatform();
    await strict.control.clock.freeze();
    const ask = (platform: typeof lenient) => fetch(`${platform.endpoints.apiBase}/v10${path}`, init);
    const answers = (platform: typeof lenient) =>
      Promise.all(Array.from({ length: 52 }, () => ask(platform)));
    const statuses = (all: readonly Response[]) => all.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses(await answers(lenient))).toEqual(Array(52).fill(usual));
    const counted = await answers(strict);
    expect(statuses(counted)).toEqual([...Array<number>(50).fill(usual), 429, 429]);
    const limited = counted.find(({ status }) => status === 429)!;
    expect(limited.headers.get("x-ratelimit-global")).toBe("true");
    expect(await limited.json()).toMatchObject({ global: true, retry_after: 1 });
    // Who has a token is counted apart.
    const { headers } = player(strict, 0);
    const own = await fetch(`${strict.endpoints.apiBase}/v10/users/@me`, { headers });
    expect(own.status).toBe(200);
    await strict.control.clock.advance(1000);
    expect((await ask(strict)).status).toBe(usual);
  });
});

describe("a platform", () => {
  it("is a value: two run in one process independently", async () => {
    const [first, second] = [await platformForTest(), await platformForTest()];
    await joinLobby(first, player(first, 0), "s");
    const { headers } = player(first, 0);
    const foreign = await fetch(`${second.endpoints.apiBase}/v10/users/@me`, { headers });
    expect(foreign.status).toBe(401);
    expect(first.endpoints.ca).not.toBe(second.endpoints.ca);
  });

  it("stores everything that it acknowledged in its data folder", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "sdkpp-platform-"));
    const first = await platformForTest({ dataDir });
    const ada = player(first, 0);
    const lobbyId = await joinLobby(first, ada, "s");
    const { seeded, endpoints } = first;
    await first.stop();
    const again = await platformForTest({ dataDir });
    expect(again.seeded).toEqual(seeded);
    expect(again.endpoints.ca).toBe(endpoints.ca);
    expect(await joinLobby(again, ada, "s")).toBe(lobbyId);
    await again.stop();
    await rm(dataDir, { recursive: true });
  });

  it("survives rejected upgrades of peers that have disconnected", async () => {
    const platform = await platformForTest();
    const port = Number(new URL(platform.endpoints.webBase).port);
    const request = "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const attempts = Array.from({ length: 20 }, async () => {
      const socket = connect(port, "127.0.0.1");
      const gone = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => undefined);
      socket.write(request, () => socket.resetAndDestroy());
      await gone;
    });
    await Promise.all(attempts);
    expect((await fetch(`${platform.endpoints.apiBase}/v10/gateway`)).status).toBe(200);
  });

  it("reports a port in use", async () => {
    const first = await platformForTest();
    const port = Number(new URL(first.endpoints.webBase).port);
    await expect(platformForTest({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

describe("stopping", () => {
  it("closes with 1001 on the main gateway and 4015 on the voice gateway, once", async () => {
    const platform = await platformForTest();
    const who = player(platform, 0);
    const lobbyId = await joinLobby(platform, who, "s");
    const { socket, sessionId } = await sdkSession(platform, who);
    socket.send(17, [{ lobby_id: lobbyId, self_mute: false, self_deaf: false }]);
    const { token } = await socket.event<{ token: string }>("LOBBY_VOICE_SERVER_UPDATE");
    const voice = voiceSocket(platform);
    identify(voice, { serverId: lobbyId, userId: who.userId, sessionId, token });
    await voice.op(2);
    await platform.stop();
    expect([await socket.closed(), await voice.closed()]).toEqual([1001, 4015]);
    await platform.stop();
  });
});

describe("the command line", () => {
  it("prints the certificate authority of a folder, and runs a platform with it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sdkpp-platform-"));
    const program = new URL("../../../platform/dist/bundle/cli.js", import.meta.url).pathname;
    const { stdout: ca } = await promisify(execFile)(process.execPath, [program, "ca", "--data", folder]);
    expect(ca).toContain("BEGIN CERTIFICATE");
    const child = spawn(process.execPath, [program, "start", "--data", folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed = await new Promise<string>((resolve) => {
      let text = "";
      child.stdout.on("data", (chunk) => {
        text += String(chunk);
        if (text.includes("voice channel:")) resolve(text);
      });
    });
    const api = /^api: (.+)$/m.exec(printed)?.[1] ?? "";
    expect((await fetch(`${api}/v10/gateway`)).status).toBe(200);
    expect(printed).toContain(`ca: ${join(folder, "ca.pem")}`);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    expect(await gone).toBe(0);
    await rm(folder, { recursive: true });
  });
});
