import {
  Client,
  ClientCreateOptions,
  AuthorizationTokenType,
  type ClientHostOptions,
} from "../../../lib/index.js";
import type { Fetch } from "../../../lib/net/index.js";
import { FakeAddon } from "../../support/fake-native.js";
import { FakeNetwork } from "../../support/fake-socket.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";

export const OWN_ID = "5";
export const TOKEN = "canary-access-token";
/** How long {@link TOKEN} lives from the scene's begin, as the platform says. */
export const TOKEN_LIFE_MS = 7 * 24 * 3_600_000;

/** The answer of `/oauth2/@me` for a token with this much time left. */
export const tokenFacts = (leftMs: number) => ({
  body: { expires: new Date(Date.UTC(2030, 0, 1) + leftMs).toISOString() },
  headers: { date: new Date(Date.UTC(2030, 0, 1)).toUTCString() },
});

export const user = (id: string, change: object = {}): object => ({
  id,
  username: `user${id}`,
  discriminator: "0",
  global_name: null,
  avatar: null,
  public_flags: 0,
  ...change,
});
export const member = (id: string, change: object = {}): object => ({
  user_id: id,
  user: user(id),
  metadata: null,
  flags: 0,
  connected: true,
  ...change,
});
export const lobby = (id: string, change: object = {}): object => ({
  id,
  application_id: "1",
  metadata: { map: "a" },
  members: [member(OWN_ID)],
  flags: 0,
  voice_states: [],
  region: null,
  ...change,
});

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error | "never";
export interface SeenRequest {
  method: string;
  path: string;
  /** with its question mark */
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A client between a hand-driven platform and a hand-driven addon, in virtual time. */
export class Scene {
  readonly clock = new VirtualClock();
  readonly network = new FakeNetwork();
  readonly addon = new FakeAddon();
  readonly requests: SeenRequest[] = [];
  readonly answers = new Map<string, Answer>([
    ["GET /gateway", { body: { url: "ws://127.0.0.1:1/gateway" } }],
    ["GET /oauth2/@me", tokenFacts(TOKEN_LIFE_MS)],
  ]);
  readonly logs: string[] = [];
  readonly client: Client;
  #seq = 0;

  constructor(
    host: ClientHostOptions = {},
    { cpuAffinityMask }: { cpuAffinityMask?: bigint | undefined } = {},
  ) {
    const options = new ClientCreateOptions();
    options.cpuAffinityMask = cpuAffinityMask;
    options.webBase = "http://127.0.0.1:1";
    options.apiBase = "http://127.0.0.1:1/api/";
    this.client = new Client(options, {
      fetch: this.#fetch,
      clock: this.clock,
      openSocket: this.network.open,
      loadAddon: () => this.addon,
      userAgent: "test/1",
      ...host,
    });
    this.client.addLogCallback((message) => this.logs.push(message), 1);
    this.client.addVoiceLogCallback((message) => this.logs.push(message), 1);
  }

  /** Lets promises and queued callbacks run. */
  async turn(ms = 0): Promise<void> {
    await settle();
    this.clock.advance(ms);
    await settle();
    this.clock.advance(0);
    await settle();
  }

  /** Up to Ready. */
  async ready(ready: object = {}): Promise<void> {
    await this.client.updateToken(AuthorizationTokenType.Bearer, TOKEN);
    this.client.connect();
    // The part for calls is loaded first, from the disk.
    await waitFor("the socket", () => this.network.sockets.length > 0);
    this.network.newest.listener.opened();
    this.network.newest.receive({ op: 10, d: { heartbeat_interval: 41250 } });
    this.dispatch("READY", {
      v: 9,
      user: user(OWN_ID),
      session_id: "main-session",
      resume_gateway_url: "ws://127.0.0.1:1/gateway",
      application: { id: "1", flags: 0 },
      lobbies: [],
      ...ready,
    });
    await this.turn();
  }

  dispatch(t: string, d: unknown): void {
    this.#seq += 1;
    this.main.receive({ op: 0, s: this.#seq, t, d });
  }

  /** The main gateway's socket. */
  get main() {
    return this.network.sockets.filter(({ url }) => url.startsWith("ws:")).at(-1)!;
  }

  op17(): unknown[] {
    return this.main
      .frames()
      .filter(({ op }) => op === 17)
      .map(({ d }) => d);
  }

  readonly #fetch: Fetch = (input, init) => {
    const { pathname, search: query } = new URL(String(input));
    const path = pathname.replace("/api/v10", "");
    const method = init?.method ?? "GET";
    const body = typeof init?.body === "string" ? init.body : undefined;
    this.requests.push({ method, path, query, headers: init?.headers as Record<string, string>, body });
    const answer = this.answers.get(`${method} ${path}`) ?? {
      status: 404,
      body: { message: "404: Not Found", code: 0 },
    };
    if (answer === "never") return new Promise(() => undefined);
    if (answer instanceof Error) return Promise.reject(answer);
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return Promise.resolve(
      new Response(text, { status: answer.status ?? 200, headers: answer.headers ?? {} }),
    );
  };
}
