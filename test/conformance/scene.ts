import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import { Client, type ClientHostOptions } from "sdkpp";
import { COMMUNICATION_INTENTS } from "sdkpp/wire";
import { afterAll, beforeAll } from "vitest";
import { FrameSocket, SILENCE_MS } from "../e2e/platform/support-socket.js";
import { signIn } from "../support/players.js";
import { sendRequest, type Answer } from "../support/send-request.js";

/** A user with a token of the seeded game. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** Value of the header, with the default communication scopes. */
  readonly authorization: string;
}

type Prepare = (client: Client) => unknown;
type NewGuild = Parameters<Platform["control"]["guilds"]["create"]>[0];
type Guild = ReturnType<Platform["control"]["guilds"]["create"]>;

/** One platform for the tests of a file; each test has users of its own. */
export class Scene {
  platform!: Platform;
  readonly #clients: Client[] = [];
  readonly #sockets: FrameSocket[] = [];
  readonly #options: PlatformOptions;
  #users = 0;

  constructor(options: PlatformOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.platform = await startPlatform({
      heartbeatIntervalMs: SILENCE_MS,
      enforceRateLimits: false,
      ...this.#options,
    });
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    for (const { socket } of this.#sockets) socket.terminate();
    await this.platform?.stop();
  }

  /** A new user. @param scopes of its token; default: communication */
  user(name: string, scopes = Client.getDefaultCommunicationScopes()): Account {
    const { control, seeded } = this.platform;
    const username = `${name}${String((this.#users += 1))}`;
    const { id } = control.users.create({ username });
    const { access_token } = control.tokens.issue(seeded.applicationId, id, scopes);
    return { id, name: username, authorization: `Bearer ${access_token}` };
  }

  /** A server with the game's bot; its owner is a new user unless given. */
  guild(input: Omit<NewGuild, "ownerId"> & { readonly ownerId?: string }): Guild {
    const { control, seeded } = this.platform;
    const { ownerId = this.user("owner").id, memberIds = [] } = input;
    return control.guilds.create({ ...input, ownerId, memberIds: [seeded.botUserId, ...memberIds] });
  }

  get bot(): string {
    return `Bot ${this.platform.seeded.botToken}`;
  }

  /** A ready client of this user. */
  async client(
    { id }: Pick<Account, "id">,
    prepare: Prepare = () => undefined,
    host: ClientHostOptions = {},
    applicationId = this.platform.seeded.applicationId,
  ): Promise<Client> {
    const keep = (client: Client): void => {
      this.#clients.push(client);
      prepare(client);
    };
    return signIn(this.platform, id, { prepare: keep, host, applicationId });
  }

  /** A client that is not connected and has no token. */
  strangersClient(host: ClientHostOptions = {}): Client {
    const { apiBase, webBase, ca } = this.platform.endpoints;
    const client = new Client(apiBase, webBase, { ca, ...host });
    this.#clients.push(client);
    return client;
  }

  /**
   * @param line method and path below the version, as in `GET /users/@me`
   * @param authorization undefined: nobody
   * @param headers in addition
   */
  async ask<Body = Record<string, unknown>>(
    authorization: string | undefined,
    line: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Body>> {
    const [method = "", path = ""] = line.split(" ");
    return sendRequest<Body>(this.platform, authorization, method, path, body, headers);
  }

  /** A gateway session of a bot. @param intents of its identify @param capabilities of its identify */
  async botSession(
    intents: number,
    token = this.platform.seeded.botToken,
    capabilities?: number,
  ): Promise<FrameSocket> {
    const socket = await this.#hello("v=10");
    socket.send(2, { token, properties: {}, intents, capabilities });
    await socket.event("READY");
    return socket;
  }

  /** A gateway session of a player. */
  async playerSession({ authorization }: Account): Promise<FrameSocket> {
    const socket = await this.#hello("v=9");
    const properties = { os: "linux", browser: "sdkpp", device: "sdkpp" };
    socket.send(2, {
      token: authorization,
      properties,
      capabilities: 65_536,
      intents: COMMUNICATION_INTENTS,
    });
    await socket.event("READY");
    return socket;
  }

  async #hello(version: string): Promise<FrameSocket> {
    const socket = new FrameSocket(`${this.platform.endpoints.gateway}?${version}&encoding=json`);
    this.#sockets.push(socket);
    await socket.op(10);
    return socket;
  }
}

/** Registers a scene for the file. */
export function scene(options: PlatformOptions = {}): Scene {
  const made = new Scene(options);
  beforeAll(() => made.start());
  afterAll(() => made.stop());
  return made;
}
