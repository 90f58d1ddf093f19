import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  GatewayIntent,
  LobbyMemberFlag,
  Permission,
  Scope,
  USER_ONLY_INTENTS,
  type UploadVoiceKeyBody,
} from "sdkpp/wire";
import { generateSignatureKey } from "../../../lib/protocol/index.js";
import { sendRequest } from "../../support/send-request.js";
import { voiceKeyBody } from "../../support/voice-key-body.js";
import { StoreWatch } from "./store-watch.js";
import { sdkSession } from "./support-platform.js";
import { FrameSocket, SILENCE_MS } from "./support-socket.js";

/** All scopes that need no approval. */
export const SCOPES: readonly string[] = Object.values(Scope).filter((one) => one !== Scope.IdentifyPremium);
/** All intents of a bot. */
const BOT_INTENTS = Object.values(GatewayIntent).reduce((all, one) => all | one, 0) & ~USER_ONLY_INTENTS;
const PRESENCE = 3;

export interface Asked {
  /** Path below the API's address. */
  readonly path: string;
  readonly body?: unknown;
  /** In addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  /** Token with every scope. */
  readonly authorization: string;
}

/** Receivers of events: the bots of the game and of the other one, and two players of the game. */
export type Observer = "bot" | "otherBot" | "ada" | "ben";

/** A message of the gateway. */
export interface News {
  readonly op: number;
  readonly t?: string | null | undefined;
  readonly d: unknown;
}

/** One platform, two games with their bots, and observers of all events and of the store. */
export class Stage {
  readonly bot: string;
  readonly otherBot: string;
  readonly botSockets: FrameSocket[] = [];
  #scenes = 0;

  private constructor(
    readonly platform: Platform,
    readonly store: StoreWatch,
    readonly otherApplicationId: string,
    readonly otherBotId: string,
    readonly dataDir: string,
    otherToken: string,
  ) {
    this.bot = `Bot ${platform.seeded.botToken}`;
    this.otherBot = `Bot ${otherToken}`;
  }

  static async open(): Promise<Stage> {
    const dataDir = mkdtempSync(join(tmpdir(), "sdkpp-authorization-"));
    const platform = await startPlatform({
      dataDir,
      heartbeatIntervalMs: SILENCE_MS,
      log: (line) => process.stderr.write(`${line}\n`),
      e2ee: "off",
      enforceRateLimits: false,
    });
    const other = platform.control.applications.create({ name: "Other Game" });
    const { token, userId } = platform.control.applications.createBot(other.id);
    const stage = new Stage(platform, new StoreWatch(dataDir), other.id, userId, dataDir, token);
    for (const bot of [stage.bot, stage.otherBot]) stage.botSockets.push(await stage.botSession(bot));
    return stage;
  }

  async close(): Promise<void> {
    this.store.close();
    await this.platform.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async send(
    authorization: string | undefined,
    method: string,
    { path, body, headers }: Asked,
  ): Promise<Answered> {
    return sendRequest(this.platform, authorization, method, path, body, headers);
  }

  /** Four unrelated users; Ada and Ben are connected and receive all their events. */
  async scene(): Promise<Scene> {
    this.#scenes += 1;
    return Scene.open(this, this.#scenes);
  }

  /** @param scopes default: all */
  bearer(userId: string, applicationId: string, scopes: readonly string[] = SCOPES): string {
    return `Bearer ${this.platform.control.tokens.issue(applicationId, userId, scopes.join(" ")).access_token}`;
  }

  /** A gateway session of a bot with all its intents. @param authorization value of the header */
  async botSession(authorization: string): Promise<FrameSocket> {
    const token = authorization.replace("Bot ", "");
    const socket = new FrameSocket(`${this.platform.endpoints.gateway}?v=10&encoding=json`);
    await socket.op(10);
    socket.send(2, { token, properties: {}, intents: BOT_INTENTS });
    await socket.event("READY");
    return socket;
  }
}

/** New users. The preconditions of a request are created on demand. */
export class Scene {
  benSession = "";
  /** `static_client_session_id` of Ada's login. */
  #adaLogin = "";
  readonly #sockets: FrameSocket[];

  private constructor(
    readonly stage: Stage,
    readonly number: number,
    readonly ada: Person,
    readonly ben: Person,
    readonly eve: Person,
    readonly host: Person,
  ) {
    this.#sockets = [...stage.botSockets];
  }

  static async open(stage: Stage, number: number): Promise<Scene> {
    const { control, seeded } = stage.platform;
    const enter = (name: string): Person => {
      const { id } = control.users.create({ username: `${name}${String(number)}` });
      return {
        id,
        name: `${name}${String(number)}`,
        authorization: stage.bearer(id, seeded.applicationId),
      };
    };
    const [ada, ben, eve, host] = ["ada", "ben", "eve", "host"].map(enter) as [
      Person,
      Person,
      Person,
      Person,
    ];
    const scene = new Scene(stage, number, ada, ben, eve, host);
    scene.#adaLogin = String((await scene.#play(ada))["static_client_session_id"]);
    scene.benSession = String((await scene.#play(ben))["session_id"]);
    return scene;
  }

  /** Closes the users' connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets)
      if (!this.stage.botSockets.includes(socket)) socket.socket.terminate();
  }

  /** Observes the bots through new sessions: a session hears of the servers that its READY named. */
  async renewBots(): Promise<void> {
    const bots = [this.stage.bot, this.stage.otherBot];
    for (const [at, bot] of bots.entries()) this.#sockets[at] = await this.stage.botSession(bot);
  }

  get applicationId(): string {
    return this.stage.platform.seeded.applicationId;
  }

  get botId(): string {
    return this.stage.platform.seeded.botUserId;
  }

  /** Events of all observers since the last call, after all earlier events have arrived. */
  async news(): Promise<unknown[]> {
    return Object.values(await this.newsByObserver()).flat();
  }

  /** The same, by observer. */
  async newsByObserver(): Promise<Record<Observer, News[]>> {
    await Promise.all(this.#sockets.map(caughtUp));
    const [bot, otherBot, ada, ben] = this.#sockets.map(({ frames }) =>
      frames.splice(0).map(({ op, t, d }) => ({ op, t, d })),
    ) as [News[], News[], News[], News[]];
    return { bot, otherBot, ada, ben };
  }

  befriend(): void {
    this.stage.platform.control.users.makeFriends(this.ada.id, this.ben.id);
  }

  befriendInGame(): void {
    this.stage.platform.control.users.makeFriends(this.ada.id, this.ben.id, this.applicationId);
  }

  /** Ben blocks Ada and the bot. */
  async block(): Promise<void> {
    for (const id of [this.ada.id, this.botId])
      await this.must(this.ben, "PUT", { path: `/users/@me/relationships/${id}`, body: { type: 2 } });
  }

  /** A lobby of the game's server; Ada may link it. */
  async lobby(): Promise<string> {
    const members = [{ id: this.ada.id, flags: LobbyMemberFlag.CanLinkLobby }, { id: this.ben.id }];
    return idOf(await this.must("bot", "POST", { path: "/lobbies", body: { members } }));
  }

  async secretLobby(): Promise<string> {
    const secret = `room ${String(this.number)}`;
    return idOf(await this.must(this.ada, "PUT", { path: "/lobbies", body: { secret } }));
  }

  /** A message of Ada in a lobby. */
  async lobbyMessage(): Promise<string> {
    const lobby = `/lobbies/${await this.lobby()}/messages`;
    const said = await this.must(this.ada, "POST", { path: lobby, body: { content: "hello" } });
    return `${lobby}/${idOf(said)}`;
  }

  /** A message of Ada to her friend Ben. @returns its id */
  async directMessage(): Promise<string> {
    this.befriend();
    const path = `/users/${this.ben.id}/messages`;
    return idOf(await this.must(this.ada, "POST", { path, body: { content: "hello" } }));
  }

  /** Ada's conversation with Ben. */
  async conversation(): Promise<string> {
    await this.directMessage();
    return idOf(await this.must(this.ada, "GET", { path: `/users/@me/dms/${this.ben.id}` }));
  }

  /** Ben invites Ada to his party. @returns the path that returns its secret */
  async activitySecret(): Promise<string> {
    this.befriend();
    const [, , , bens] = this.#sockets;
    const activity = { type: 0, party: { id: "party", size: [1, 4] }, secrets: { join: "the secret" } };
    bens!.send(PRESENCE, { since: 0, activities: [activity], status: "online", afk: false });
    await this.news();
    const body = { activity: { type: 1, party_id: "party", session_id: this.benSession } };
    const path = `/users/${this.ada.id}/messages`;
    const { channel_id, id } = (await this.must(this.ben, "POST", { path, body })) as Record<string, string>;
    const query = `channel_id=${String(channel_id)}&message_id=${String(id)}`;
    return `/users/${this.ben.id}/sessions/${this.benSession}/activities/${this.applicationId}/1?${query}`;
  }

  /** A server in which the game's bot has all permissions. */
  guild(owner: Person, members: readonly Person[] = []) {
    const people = [owner, ...members].map(({ id }) => id);
    const guild = this.stage.platform.control.guilds.create({
      name: "Server",
      ownerId: owner.id,
      memberIds: [...people, this.botId],
      channels: [
        { name: "text", kind: "text" },
        { name: "voice", kind: "voice" },
      ],
      roles: [{ name: "Bot", permissions: Permission.Administrator, memberIds: [this.botId] }],
    });
    const [text, voice] = guild.channels;
    return { id: guild.id, channelId: text!.id, voiceId: voice!.id, roleId: guild.roles![0]!.id };
  }

  /** A message of the bot in a server's channel. @returns the paths of the channel and the message */
  async channelMessage(): Promise<{ channel: string; messages: string; message: string; id: string }> {
    const channel = `/channels/${this.guild(this.host).channelId}`;
    const messages = `${channel}/messages`;
    const id = idOf(await this.must("bot", "POST", { path: messages, body: { content: "hello" } }));
    return { channel, messages, message: `${messages}/${id}`, id };
  }

  /** The bot's conversation with Ben, whose server it is in. */
  async botConversation(): Promise<string> {
    this.guild(this.ben);
    const body = { recipient_id: this.ben.id };
    return `/channels/${idOf(await this.must("bot", "POST", { path: "/users/@me/channels", body }))}`;
  }

  /** A lobby with Ada and Ben, linked by the host to a channel of a server that they are not in. */
  async linkedLobby(): Promise<{ lobby: string; channelId: string }> {
    const { channelId } = this.guild(this.host);
    const members = [
      { id: this.host.id, flags: LobbyMemberFlag.CanLinkLobby },
      { id: this.ada.id },
      { id: this.ben.id },
    ];
    const lobby = `/lobbies/${idOf(await this.must("bot", "POST", { path: "/lobbies", body: { members } }))}`;
    const body = { channel_id: channelId };
    await this.must(this.host, "PATCH", { path: `${lobby}/channel-linking`, body });
    return { lobby, channelId };
  }

  /** An invite for Ada. */
  async invite(): Promise<string> {
    const { lobby } = await this.linkedLobby();
    const made = await this.must(this.ada, "POST", { path: `${lobby}/members/@me/invites` });
    return `/invites/${(made as { code: string }).code}`;
  }

  /** Ada's identity in the game. */
  profile(): string {
    const externalId = `knight ${String(this.number)}`;
    this.stage.platform.control.users.setIdentity(this.applicationId, this.ada.id, { externalId });
    const at = `/applications/${this.applicationId}/users/${this.ada.id}`;
    return `${at}/identities/${encodeURIComponent(externalId)}/profile`;
  }

  /** A new identity key of Ada, as her login uploads it. */
  voiceKey(): UploadVoiceKeyBody {
    return voiceKeyBody(generateSignatureKey(randomBytes), this.#adaLogin);
  }

  /** Sends a request that must succeed. @returns the response body */
  async must(who: Person | "bot", method: string, asked: Asked): Promise<unknown> {
    const authorization = who === "bot" ? this.stage.bot : who.authorization;
    const { status, body } = await this.stage.send(authorization, method, asked);
    if (status >= 300)
      throw new Error(
        `${method} ${asked.path}: ${String(status)} ${JSON.stringify(body)} while the scene was set`,
      );
    return body;
  }

  /** @returns its READY */
  async #play(person: Person): Promise<Record<string, unknown>> {
    const token = person.authorization.replace("Bearer ", "");
    const { socket, ready } = await sdkSession(this.stage.platform, {
      userId: person.id,
      token,
      headers: {},
    });
    this.#sockets.push(socket);
    return ready;
  }
}

/** The pong arrives after all earlier messages. A heartbeat would work too, but is rate limited. */
async function caughtUp({ socket }: FrameSocket): Promise<void> {
  const pong = once(socket, "pong");
  socket.ping();
  await pong;
}

function idOf(body: unknown): string {
  return (body as { id: string }).id;
}
