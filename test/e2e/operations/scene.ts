import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  Client,
  type ActivityInvite,
  type ClientHostOptions,
} from "sdkpp";
import { DEVICE_POLL_INTERVAL_S, Permission } from "sdkpp/wire";
import { openSocket, type OpenSocket } from "../../../lib/net/index.js";
import { GatewayOpcode } from "../../../lib/wire/index.js";
import { pressForm } from "../../support/press-form.js";
import { waitFor } from "../../support/wait-for.js";
import { EarlyClock } from "./early-clock.js";

/** Gateway commands that maintain a session and belong to no operation. */
const UPKEEP: readonly number[] = [GatewayOpcode.Heartbeat, GatewayOpcode.Identify, GatewayOpcode.Resume];
/** Requests that the client makes itself: when a token expires, and whether a notice was shown. */
const OWN_REQUESTS = /\/oauth2\/@me$|\/disclosures$|\/gateway$/;

/** A player's reaction to a URL that the game opens. */
export type Browse = (url: string) => Promise<void>;

/** A player's client, with records of what it sent. */
export interface Seat {
  readonly client: Client;
  readonly clock: EarlyClock;
  readonly userId: bigint;
  readonly token: string;
  /** HTTP requests and gateway commands that operations sent, in order. */
  readonly sent: string[];
  /** The token of the newest request. */
  bearer: string;
  readonly opened: string[];
  readonly invites: ActivityInvite[];
  /** Default: authorizes on the consent page. */
  browse: Browse;
}

/** Three connected players of one game: Ada, whose operations are tested; her friend Ben; and Cyd. */
export class Scene {
  readonly platform: Platform;
  readonly #seats: Seat[] = [];
  #count = 0;
  #beside: Promise<Seat> | undefined;
  ada!: Seat;
  ben!: Seat;
  cyd!: Seat;
  /** The account that answers the pages which players open; default: the player who opens it. */
  answersAs: string | undefined;

  private constructor(platform: Platform) {
    this.platform = platform;
  }

  static async open(): Promise<Scene> {
    const scene = new Scene(await startPlatform({ enforceRateLimits: false }));
    const { control, seeded } = scene.platform;
    control.users.makeFriends(...seeded.userIds);
    const cydId = control.users.create({ username: "cyd" }).id;
    scene.ada = await scene.ready(seeded.userIds[0]);
    scene.ben = await scene.ready(seeded.userIds[1]);
    scene.cyd = await scene.ready(cydId);
    return scene;
  }

  async close(): Promise<void> {
    for (const { client } of this.#seats) client.destroy();
    await this.platform.stop();
  }

  /** An unused name. */
  unique(word: string): string {
    this.#count += 1;
    return `${word}-${String(this.#count)}`;
  }

  /** A client with a token that is not connected. */
  async seat(
    userId: bigint | string,
    scopes = Client.getDefaultCommunicationScopes(),
    more: ClientHostOptions = {},
  ): Promise<Seat> {
    const { endpoints, seeded, control } = this.platform;
    const { access_token: token } = control.tokens.issue(seeded.applicationId, String(userId), scopes);
    const clock = new EarlyClock();
    const host: ClientHostOptions = {
      clock,
      ca: endpoints.ca,
      fetch: (input, init) => {
        const url = new URL(String(input));
        const authorization = new Headers(init?.headers).get("authorization");
        seat.bearer = authorization?.replace("Bearer ", "") ?? "";
        if (!OWN_REQUESTS.test(url.pathname)) seat.sent.push(`${init?.method ?? "GET"} ${url.pathname}`);
        return fetch(input, init);
      },
      openSocket: counting((op) => seat.sent.push(`op ${String(op)}`)),
      openUrl: (url) => {
        seat.opened.push(url);
        return seat.browse(url);
      },
      ...more,
    };
    const client = new Client(endpoints.apiBase, endpoints.webBase, host);
    const seat: Seat = {
      client,
      clock,
      userId: BigInt(userId),
      token,
      sent: [],
      bearer: "",
      opened: [],
      invites: [],
      browse: this.usually(() => seat),
    };
    client.setApplicationId(seeded.applicationId);
    client.setActivityInviteCreatedCallback((invite) => seat.invites.push(invite));
    this.#seats.push(seat);
    await client.updateToken(AuthorizationTokenType.Bearer, token);
    return seat;
  }

  /** A connected client. */
  async ready(userId: bigint | string, scopes?: string): Promise<Seat> {
    return connected(await this.seat(userId, scopes));
  }

  /** A client of Ada on a machine where Ben is signed in to the desktop app. */
  async beside(): Promise<Seat> {
    const { control } = this.platform;
    const userId = String(this.ben.userId);
    this.#beside ??= control.desktop
      .start({ userId })
      .then(({ folder }) => this.seat(this.ada.userId, undefined, { rpcFolder: folder }));
    return this.#beside;
  }

  /** A connected client of a guest, whom this ticket of Steam proves. */
  async guest(ticket: string): Promise<Seat> {
    const { client } = this.ben;
    const game = this.platform.seeded.applicationId;
    const { SteamSessionTicket } = AuthenticationExternalAuthType;
    const { accessToken } = await client.getProvisionalToken(game, SteamSessionTicket, ticket);
    const { Bearer } = AuthorizationTokenType;
    const { id } = await client.fetchCurrentUser(Bearer, accessToken);
    const seat = await this.seat(id);
    await seat.client.updateToken(Bearer, accessToken);
    return connected(seat);
  }

  /** Authorizes on a consent page, and on the page for codes of devices; only loads other pages. */
  usually(seat: () => Pick<Seat, "userId" | "clock">): Browse {
    return async (url) => {
      const { userId, clock } = seat();
      const agreed = { user_id: this.answersAs ?? String(userId), authorize: "1" };
      const { pathname } = new URL(url);
      if (pathname === "/oauth2/authorize") await answerPage(url, agreed);
      if (pathname === "/activate") await answerDevice(url, agreed, clock);
    };
  }

  /** A user without sessions. */
  stranger(more: { refusesFriendRequests?: boolean } = {}): string {
    return this.platform.control.users.create({ username: this.unique("stranger"), ...more }).id;
  }

  /** A request of the game's own server. */
  asBot(line: string, body?: unknown): Promise<Record<string, unknown>> {
    return this.#ask(line, `Bot ${this.platform.seeded.botToken}`, body);
  }

  /** A request of a player outside its client. */
  as({ token }: Pick<Seat, "token">, line: string, body?: unknown): Promise<Record<string, unknown>> {
    return this.#ask(line, `Bearer ${token}`, body);
  }

  /** A lobby of the game's server. */
  async serverLobby(...members: { id: string; flags?: number }[]): Promise<bigint> {
    return BigInt(String((await this.asBot("POST /lobbies", { members }))["id"]));
  }

  /** A guild with channels to link: `general`, which can be linked, and `voice`, which cannot. */
  guild(owner: Seat): { guildId: bigint; generalId: bigint; voiceId: bigint } {
    const { control, seeded } = this.platform;
    const guild = control.guilds.create({
      name: this.unique("guild"),
      ownerId: String(owner.userId),
      memberIds: [seeded.botUserId],
      roles: [{ name: "game", permissions: Permission.ManageMessages, memberIds: [seeded.botUserId] }],
      channels: [
        { name: "general", kind: "text" },
        { name: "voice", kind: "voice" },
      ],
    });
    const [general, voice] = guild.channels;
    return { guildId: BigInt(guild.id), generalId: BigInt(general!.id), voiceId: BigInt(voice!.id) };
  }

  async #ask(line: string, authorization: string, body?: unknown): Promise<Record<string, unknown>> {
    const [method = "", path = ""] = line.split(" ");
    const response = await fetch(`${this.platform.endpoints.apiBase}/v10${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${line}: ${String(response.status)} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  }
}

async function connected(seat: Seat): Promise<Seat> {
  seat.client.connect();
  await waitFor("a client to be ready", () => seat.client.getStatus() === Client.Status.Ready);
  return seat;
}

/** Real sockets; reports each command that is not maintenance before it is sent. */
function counting(sent: (op: number) => void): OpenSocket {
  return (url, options, listener) => {
    const socket = openSocket(url, options, listener);
    return {
      sendText: (text) => {
        const { op } = JSON.parse(text) as { op: number };
        if (!UPKEEP.includes(op)) sent(op);
        socket.sendText(text);
      },
      sendBinary: (bytes) => socket.sendBinary(bytes),
      close: (code) => socket.close(code),
      drop: () => socket.drop(),
    };
  };
}

/** Resets Ada's reaction to URLs. */
export function browseAgain(scene: Scene): void {
  scene.answersAs = undefined;
  scene.ada.browse = scene.usually(() => scene.ada);
}

/** Submits the page for codes of devices. The device's next poll does not wait. */
export async function answerDevice(
  url: string,
  form: Record<string, string>,
  clock: EarlyClock,
): Promise<void> {
  const { origin, pathname, searchParams } = new URL(url);
  const answer = await pressForm(origin + pathname, {
    user_code: searchParams.get("user_code") ?? "",
    ...form,
  });
  if (!answer.ok) throw new Error(`the page for codes answered ${String(answer.status)}`);
  clock.keepEarly(DEVICE_POLL_INTERVAL_S * 1000);
}

/** Submits the consent page's form and follows the redirect to the game. */
export async function answerPage(url: string, form: Record<string, string>): Promise<void> {
  const answer = await pressForm(url, form);
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`the consent page answered ${String(answer.status)}`);
  await fetch(location);
}
