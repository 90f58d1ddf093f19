// Obstacles of a newcomer's first hour: each attempt works, or its error says what to do. The README's bot, as it is
// pasted, runs in voice-examples.test.ts.
import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  Activity,
  AuthorizationTokenType,
  Call,
  Client,
  enumToString,
  StatusType,
  type ActivityTypes,
  type ClientHostOptions,
} from "sdkpp";
import { joinVoiceChannel, type GuildVoiceConnection, type JoinVoiceChannelOptions } from "sdkpp/voice";
import { GatewayIntent } from "sdkpp/wire";
import { afterEach, describe, expect, it } from "vitest";
import { typeErrors } from "../support/doc-examples.js";
import { platformPerTest } from "../support/platform-per-test.js";
import { enterLobby, signIn } from "../support/players.js";
import { RawBot, type Account } from "../support/raw-bot.js";
import { toneWav } from "../support/tone-wav.mjs";
import { VirtualClock } from "../support/virtual-clock.js";

let platform: Platform;
const clients = platformPerTest((started) => (platform = started));
const bots: RawBot[] = [];
const connections: GuildVoiceConnection[] = [];

afterEach(() => {
  for (const one of connections.splice(0)) one.destroy();
  for (const one of bots.splice(0)) one.close();
});

const soon = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(20_000) });

async function player(userId: string, host: ClientHostOptions = {}): Promise<Client> {
  const client = await signIn(platform, userId, { host });
  clients.push(client);
  return client;
}

async function inCall(userId: string, host?: ClientHostOptions): Promise<Call> {
  const { client, lobbyId } = await enterLobby(platform, userId, "room", host);
  clients.push(client);
  return client.startCall(lobbyId)!;
}

async function login(account: Account, intents?: number): Promise<RawBot> {
  const bot = await RawBot.login(platform, account, intents);
  bots.push(bot);
  return bot;
}

function join(bot: RawBot, options: Partial<JoinVoiceChannelOptions> = {}): GuildVoiceConnection {
  const { guildId, voiceChannelId: channelId } = platform.seeded;
  const { adapterCreator } = bot;
  const connection = joinVoiceChannel({
    guildId,
    channelId,
    adapterCreator,
    ca: platform.endpoints.ca,
    ...options,
  });
  connections.push(connection);
  return connection;
}

const seededBot = (): Account => ({ userId: platform.seeded.botUserId, token: platform.seeded.botToken });

describe("a third player", () => {
  it("is made by createUser, which the error of a user who does not exist names", async () => {
    const { control, seeded } = platform;
    const scopes = Client.getDefaultCommunicationScopes();
    const tokensOf = (userId: unknown) =>
      control.tokens.issue(seeded.applicationId, userId as string, scopes);
    for (const wrong of [seeded.userIds[2 as 0], 3, "cyd", "12345"])
      expect(() => tokensOf(wrong), String(wrong)).toThrow("control.users.create({ username })");
    expect(() => control.users.create("cyd" as never)).toThrow(
      'expected an object such as { username: "cyd" }',
    );
    const third = await player(control.users.create({ username: "cyd" }).id);
    expect(third.getCurrentUserV2()?.displayName).toBe("cyd");
  });
});

describe("a banned player", () => {
  it("gets no tokens, and the error says what ends the ban", () => {
    const { control, seeded } = platform;
    const [adaId] = seeded.userIds;
    control.users.ban(adaId);
    const issue = () => control.tokens.issue(seeded.applicationId, adaId, "identify");
    expect(issue).toThrow(/userId: .* is banned and has no tokens; control\.users\.unban/);
    control.users.unban(adaId);
    expect(issue().access_token).not.toBe("");
  });
});

describe("a missing certificate", () => {
  const remedy = /the certificate is not trusted: pass `ca`.*`endpoints\.ca`/;

  it("is named by the call of a player and by the connection of a bot", async () => {
    const call = await inCall(platform.seeded.userIds[0], { ca: undefined as never });
    await expect(call.connected(soon())).rejects.toThrow(remedy);
    const voice = join(await login(seededBot()), { ca: undefined as never });
    await expect(voice.ready(soon())).rejects.toThrow(remedy);
  });

  it("is not given by the path of its file", async () => {
    const message = "ca: expected certificates in PEM, not the path of a file";
    const { apiBase, webBase, ca } = platform.endpoints;
    expect(() => new Client(apiBase, webBase, { ca: "./ca.pem" })).toThrow(message);
    const bot = await login(seededBot());
    expect(() => join(bot, { ca: [ca, "./ca.pem"] })).toThrow(message);
    expect(() => join(bot, { ca: true as never })).toThrow(message);
  });
});

describe("a missing intent", () => {
  it("is named when the bot cannot join", async () => {
    const bot = await login(seededBot(), GatewayIntent.Guilds);
    const clock = new VirtualClock();
    let heard = (): void => undefined;
    const hasServer = new Promise<void>((resolve) => (heard = resolve));
    const voice = join(bot, {
      clock,
      adapterCreator: (library) =>
        bot.adapterCreator({
          ...library,
          onVoiceServerUpdate: (data) => {
            library.onVoiceServerUpdate(data);
            heard();
          },
        }),
    });
    const refused = expect(voice.ready(soon())).rejects.toThrow("lacks the GuildVoiceStates intent");
    await hasServer;
    clock.advance(10_000);
    await refused;
  });
});

describe("the name of an enumerator", () => {
  it("is shown for a value, and the forms without the enum are rejected", async () => {
    const client = await player(platform.seeded.userIds[0]);
    expect(Client.statusToString(client.getStatus())).toBe("Ready");
    expect(enumToString(StatusType, StatusType.Idle)).toBe("Idle");
    expect(() => enumToString(StatusType.Idle as never, undefined as never)).toThrow(
      "enumType: expected an enum before the value, such as StatusType, received number 3",
    );
  });

  it("is listed when a value is not allowed, and when a name stands in its place", async () => {
    const activity = new Activity();
    expect(() => activity.setType(99 as ActivityTypes)).toThrow(
      /^type: expected one of 0 \(Playing\), 1 \(Streaming\), .*, received 99$/,
    );
    expect(() => activity.setType("Playing" as never)).toThrow(
      /0 \(Playing\).*, received the name "Playing" in place of its number$/,
    );
    const client = await player(platform.seeded.userIds[0]);
    await expect(client.setOnlineStatus("Idle" as never)).rejects.toThrow(
      'status: expected one of 0 (Online), 3 (Idle), 4 (Dnd), 5 (Invisible), received the name "Idle"',
    );
    // Arguments in the wrong order: the text is a token.
    const swapped = client.updateToken("t0ken" as never, AuthorizationTokenType.Bearer as never);
    await expect(swapped).rejects.toThrow(/1 \(Bearer\), received string$/);
  });
});

describe("properties and methods", () => {
  it("the compiler explains the wrong form", () => {
    const wrong = {
      "client.getCurrentUserV2()?.id()": "'get' accessor",
      "client.getCurrentUserV2()?.getId()": "Property 'getId' does not exist",
      "client.status": "Property 'status' does not exist",
      "client.GetStatus()": "Did you mean 'getStatus'?",
      "client.getStatus === Client.Status.Ready": "have no overlap",
    };
    const examples = Object.keys(wrong).map((code) => ({ place: code, code: `void (${code});` }));
    const errors = typeErrors(examples, { client: 'import("sdkpp").Client' }, { sdkpp: { Client } });
    for (const [code, message] of Object.entries(wrong))
      expect(errors.filter((error) => error.includes(code)).join("\n"), code).toContain(message);
  });

  it("a member named get… is a method, and a getter has no such name", async () => {
    const user = (await player(platform.seeded.userIds[0])).getCurrentUserV2()!;
    for (const { prototype } of [Client, Call, Activity, user.constructor])
      for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype as object)))
        expect(get !== undefined && /^get[A-Z]/.test(name), name).toBe(false);
    expect(typeof user.id).toBe("bigint");
  });
});

describe("the privacy code", () => {
  it("is empty when a call has just connected, and encrypted() waits for it", async () => {
    const [ada, ben] = platform.seeded.userIds;
    const first = await inCall(ada);
    await first.connected(soon());
    expect(first.getPrivacyCode()).toBe("");
    const second = await inCall(ben);
    const [one, two] = await Promise.all([first.encrypted(soon()), second.encrypted(soon())]);
    expect(one.privacyCode).toMatch(/^\d{30}$/);
    expect(two.privacyCode).toBe(one.privacyCode);
    expect(second.getPrivacyCode()).toBe(one.privacyCode);
  });
});

describe("a platform that does not run", () => {
  it("is named with its address by ready(), which ends, and the client finds it later", async () => {
    const { endpoints, seeded } = platform;
    const other = await startPlatform();
    const { apiBase, webBase } = other.endpoints;
    const port = Number(new URL(apiBase).port);
    await other.stop();
    const client = new Client(apiBase, webBase, { ca: endpoints.ca });
    clients.push(client);
    await client.updateToken(AuthorizationTokenType.Bearer, seeded.botToken);
    client.connect();
    await expect(client.ready(soon())).rejects.toMatchObject({
      code: "NetworkError",
      message: expect.stringMatching(
        `ECONNREFUSED.*; check that the platform runs at apiBase ${apiBase}`,
      ) as string,
      result: { retryable: true },
    });
    const late = await startPlatform({ port });
    try {
      // The platform answers now: the token is the next mistake.
      await expect(lastFailure(client)).resolves.toContain("rejected the token");
    } finally {
      client.destroy();
      await late.stop();
    }
  });

  it("is named by updateToken of a client that was ready", async () => {
    const other = await startPlatform();
    const client = await signIn(other, other.seeded.userIds[0]);
    clients.push(client);
    const lost = client.once("statusChanged", soon());
    await other.stop();
    await lost;
    await expect(client.updateToken(AuthorizationTokenType.Bearer, "another", soon())).rejects.toMatchObject({
      code: "NetworkError",
      message: expect.stringContaining(`at apiBase ${other.endpoints.apiBase}`) as string,
    });
  });

  it("is told from a wrong address, such as webBase", async () => {
    const { webBase } = platform.endpoints;
    const client = new Client(webBase, webBase);
    clients.push(client);
    await client.updateToken(AuthorizationTokenType.Bearer, "token");
    client.connect();
    await expect(client.ready(soon())).rejects.toThrow(`; check apiBase ${webBase}`);
  });

  /** The failure that `ready` reports when the platform responds. */
  async function lastFailure(client: Client): Promise<string> {
    for (;;) {
      const failure = await client.ready(soon()).catch((error: unknown) => error as Error);
      if (failure === undefined) return "";
      if (!failure.message.includes("ECONNREFUSED")) return failure.message;
    }
  }
});

describe("a second bot", () => {
  it("has an application of its own, joins the guild, and both are in a channel", async () => {
    const { control, seeded } = platform;
    expect(() => control.applications.createBot("DJ")).toThrow("control.applications.create({ name })");
    expect(() => control.applications.createBot("123")).toThrow("control.applications.create({ name })");
    const account = control.applications.createBot(control.applications.create({ name: "DJ" }).id);
    control.guilds.join(account.userId, seeded.guildId);
    const voices = (await Promise.all([login(seededBot()), login(account)])).map((bot) => join(bot));
    await Promise.all(voices.map((voice) => voice.ready(soon())));
    expect(voices.map(({ status }) => status)).toEqual(["connected", "connected"]);
  });

  it("of the same token is another session of the first", async () => {
    await login(seededBot());
    await login(seededBot());
    expect(platform.control.gateway.sessions(platform.seeded.botUserId)).toHaveLength(2);
  });
});

describe("an odd source", () => {
  it("is rejected with the types that exist, and what is no source by its name", async () => {
    const voice = join(await login(seededBot()));
    await voice.ready(soon());
    const play = (source: unknown) => () => voice.play(source as never);
    const file = toneWav();
    expect(play({ type: "mp3", file })).toThrow(
      /^source\.type: expected one of "wav", "ogg", "opus", "pcm" \(a path, bytes or a stream need no type\), received "mp3"$/,
    );
    await expect(play("missing.wav")().ended).rejects.toThrow(
      'the file "missing.wav" cannot be read: there is no such file',
    );
    expect(await play(file)().ended).toBe("finished");
    expect(play({ type: "wav", file: "song.wav" })).toThrow("source.file: expected the bytes of a file");
    expect(play({ type: "opus", packets: file })).toThrow("source.packets: expected an iterable of pieces");
    expect(await voice.play({ type: "wav", file }).ended).toBe("finished");
  });
});
