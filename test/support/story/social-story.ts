import type { Platform } from "@sdkpp/platform";
import { COMMUNICATION_INTENTS, COMMUNICATION_SCOPES } from "sdkpp/wire";
import { FrameSocket } from "../../e2e/platform/support-socket.js";

/** One action of another user that Ben is notified of. */
export type Step = () => Promise<unknown>;

const ROUNDS = 12;

/** All users except Ben, who act through public interfaces. */
class Others {
  readonly #api: string;
  readonly #headers = new Map<string, Record<string, string>>();

  constructor(readonly platform: Platform) {
    this.#api = `${platform.endpoints.apiBase}/v10`;
    this.#headers.set("bot", headers(`Bot ${platform.seeded.botToken}`));
  }

  /** @returns the new account's id */
  enter(username: string): string {
    const { control, seeded } = this.platform;
    const { id } = control.users.create({ username });
    const token = control.tokens.issue(seeded.applicationId, id, COMMUNICATION_SCOPES).access_token;
    this.#headers.set(id, headers(`Bearer ${token}`));
    return id;
  }

  async say<T = unknown>(who: string, method: string, path: string, body?: unknown): Promise<T> {
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(this.#api + path, { method, headers: this.#headers.get(who)!, body: text });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async session(userId: string): Promise<FrameSocket> {
    const { endpoints, control, seeded } = this.platform;
    const socket = new FrameSocket(`${endpoints.gateway}?v=9&encoding=json`);
    const token = control.tokens.issue(seeded.applicationId, userId, COMMUNICATION_SCOPES).access_token;
    const properties = { os: "linux", browser: "sdkpp", device: "sdkpp" };
    await socket.op(10);
    socket.send(2, {
      token: `Bearer ${token}`,
      properties,
      capabilities: 65_536,
      intents: COMMUNICATION_INTENTS,
    });
    await socket.event("READY");
    return socket;
  }
}

function headers(authorization: string): Record<string, string> {
  return { authorization, "content-type": "application/json" };
}

/** The steps of the story as Ben sees it: every kind of event, `ROUNDS` times. */
export class SocialStory {
  readonly benId: string;
  readonly adaId: string;
  readonly #others: Others;
  readonly #name: string;
  readonly #friends: string[];
  #adas: FrameSocket | undefined;

  /** @param name distinguishes its users from those of other stories on the same platform */
  constructor(platform: Platform, name: string) {
    this.#others = new Others(platform);
    this.#name = name;
    this.benId = this.#others.enter(`ben_${name}`);
    this.adaId = this.#others.enter(`ada_${name}`);
    this.#friends = ["cyd", "dee", "eve"].map((one) => this.#others.enter(`${one}_${name}`));
    platform.control.users.makeFriends(this.adaId, this.benId);
  }

  /** Ada connects. */
  async begin(): Promise<void> {
    this.#adas = await this.#others.session(this.adaId);
  }

  end(): void {
    this.#adas?.socket.terminate();
  }

  steps(): Step[] {
    return Array.from({ length: ROUNDS }, (_, round) => this.#round(round)).flat();
  }

  /** Sends Ben a direct message that proves that all earlier events have arrived. @returns its id */
  async lastWord(): Promise<string> {
    const body = { content: "that was all" };
    return (await this.#ada<{ id: string }>("POST", `/users/${this.benId}/messages`, body)).id;
  }

  #round(round: number): Step[] {
    const lobby = { id: "" };
    return [
      ...this.#gathering(lobby, round),
      ...this.#talk(() => `/lobbies/${lobby.id}/messages`, true),
      ...this.#talk(() => `/users/${this.benId}/messages`, false),
      ...this.#advances(round),
      () => this.#change(round),
      ...this.#parting(lobby, round),
    ];
  }

  #gathering(lobby: { id: string }, round: number): Step[] {
    const [cyd] = this.#friends;
    const body = {
      metadata: { round: String(round) },
      members: [{ id: this.benId, flags: 1 }, { id: this.adaId }],
    };
    const newcomers = this.#friends.map((id) => ({ id, additional_name: `Knight ${round}` }));
    return [
      async () => Object.assign(lobby, await this.#bot("POST", "/lobbies", body)),
      () => this.#bot("POST", `/lobbies/${lobby.id}/members/bulk`, newcomers),
      () => this.#bot("PATCH", `/lobbies/${lobby.id}`, { metadata: { map: `map ${round}` } }),
      () => this.#bot("PUT", `/lobbies/${lobby.id}/members/${cyd!}`, { metadata: { team: "red" } }),
    ];
  }

  /** Four messages, one of which is edited and one deleted. */
  #talk(path: () => string, isLobby: boolean): Step[] {
    const ids: string[] = [];
    const write = async (content: string): Promise<void> =>
      void ids.push((await this.#ada<{ id: string }>("POST", path(), { content })).id);
    const judge = (): Promise<unknown> =>
      this.#bot("PUT", `${path()}/${ids[0]!}/moderation-metadata`, { verdict: "fine" });
    return [
      ...["one", "two", "three", "four"].map((content) => () => write(content)),
      () => this.#ada("PATCH", `${path()}/${ids[1]!}`, { content: "two, changed" }),
      () => this.#ada("DELETE", `${path()}/${ids[2]!}`),
      ...(isLobby ? [judge] : []),
    ];
  }

  /** A stranger sends a friend request, in the game or on the platform; every second one is cancelled. */
  #advances(round: number): Step[] {
    const stranger = this.#others.enter(`fan${round}_${this.#name}`);
    const ask = (kind: string) => () =>
      this.#others.say(stranger, "PUT", `/users/@me/${kind}/${this.benId}`, {});
    const withdraw = (kind: string) => () =>
      this.#others.say(stranger, "DELETE", `/users/@me/${kind}/${this.benId}`);
    const asked = [ask("relationships"), ask("game-relationships")];
    return round % 2 === 0 ? asked : [...asked, withdraw("relationships"), withdraw("game-relationships")];
  }

  /** Ada updates her presence as often as the gateway accepts, then changes her name. */
  #change(round: number): Promise<void> {
    const activities = [{ type: 0, details: `Level ${round}` }];
    if (round < 4) this.#adas?.send(3, { since: 0, activities, status: "online", afk: false });
    else this.#others.platform.control.users.rename(this.adaId, `Ada ${round}`);
    return Promise.resolve();
  }

  #parting(lobby: { id: string }, round: number): Step[] {
    const leavers = this.#friends.slice(1).map((id) => ({ id, remove_member: true }));
    const leave = (): Promise<unknown> => this.#bot("POST", `/lobbies/${lobby.id}/members/bulk`, leavers);
    return round % 2 === 0 ? [leave] : [leave, () => this.#bot("DELETE", `/lobbies/${lobby.id}`)];
  }

  #ada<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#others.say<T>(this.adaId, method, path, body);
  }

  #bot(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#others.say("bot", method, path, body);
  }
}
