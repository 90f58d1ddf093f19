import WebSocket, { type ClientOptions } from "ws";
import { startLavalink, type LavalinkDoor, type LavalinkOptions, type ResolvedTrack } from "@sdkpp/fleet";
import { VirtualClock } from "../../support/virtual-clock.js";
import { waitFor } from "../../support/wait-for.js";
import { FakeWorker } from "./support-fake-worker.js";

export const PASSWORD = "of this test";
export const GUILD = "4711";
export const USER = "815";
/** milliseconds since 1970 */
export const NOW = 1_800_000_000_000;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Message = Readonly<Record<string, unknown>>;

/** A track of the resolver of a test: all identifiers but "none" and "broken" name one. */
export function trackOf(identifier: string): ResolvedTrack | undefined {
  if (identifier === "none") return undefined;
  if (identifier === "broken") throw new Error("this shelf is broken");
  return {
    source: { url: `https://host.example/${identifier}` },
    info: {
      identifier,
      isSeekable: true,
      author: "Ada",
      length: 60_000,
      isStream: false,
      position: 0,
      title: identifier,
      uri: null,
      artworkUrl: null,
      isrc: null,
      sourceName: "shelf",
    },
  };
}

/** A door over a fake worker, on a clock that stands still. */
export class Node {
  readonly worker: FakeWorker;
  readonly clock: VirtualClock;
  readonly door: LavalinkDoor;
  readonly #clients: Client[] = [];

  private constructor(worker: FakeWorker, clock: VirtualClock, door: LavalinkDoor) {
    this.worker = worker;
    this.clock = clock;
    this.door = door;
  }

  static async start(options: Partial<LavalinkOptions> = {}): Promise<Node> {
    const worker = new FakeWorker();
    const clock = new VirtualClock();
    const door = await startLavalink({
      password: PASSWORD,
      port: 0,
      worker,
      clock,
      wallClock: () => NOW,
      resolve: (identifier) => Promise.resolve(identifier).then(trackOf),
      ...options,
    });
    return new Node(worker, clock, door);
  }

  /** @param line method and path, as in `GET /version` */
  async ask(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = "", path = ""] = line.split(" ");
    const answer = await fetch(`http://127.0.0.1:${String(this.door.port)}${path}`, {
      method,
      headers: { authorization: PASSWORD, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    return { status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  async connect(headers: Record<string, string> = {}, options: ClientOptions = {}): Promise<Client> {
    const client = new Client(this, headers, options);
    this.#clients.push(client);
    await client.until("ready", () => client.sessionId !== undefined);
    return client;
  }

  async end(): Promise<void> {
    for (const client of this.#clients) client.socket.terminate();
    await this.door.close();
  }
}

/** A client of a door: its messages in their order. */
export class Client {
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  sessionId: string | undefined;
  readonly #node: Node;

  constructor(node: Node, headers: Record<string, string>, options: ClientOptions) {
    this.#node = node;
    this.socket = new WebSocket(`ws://127.0.0.1:${String(node.door.port)}/v4/websocket`, {
      ...options,
      headers: { authorization: PASSWORD, "user-id": USER, "client-name": "b", ...headers },
    });
    this.socket.on("error", () => undefined);
    this.socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as Message;
      this.messages.push(message);
      if (message["op"] === "ready") this.sessionId = message["sessionId"] as string;
    });
  }

  /** Events as [type, what is particular about it]. */
  get events(): unknown[][] {
    return this.messages
      .filter(({ op }) => op === "event")
      .map(({ type, reason, code, thresholdMs, track }) => [
        type,
        (track as { info: { title: string } } | undefined)?.info.title ?? code,
        ...[reason, thresholdMs].filter((each) => each !== undefined),
      ]);
  }

  until(what: string, holds: () => boolean): Promise<void> {
    return waitFor(what, holds);
  }

  /** Waits until so many events have come. */
  async eventsUntil(count: number): Promise<unknown[][]> {
    await this.until(`${String(count)} events`, () => this.events.length >= count);
    return this.events;
  }

  patch(body: unknown, query = "", guildId = GUILD): Promise<Answer> {
    return this.#node.ask(`PATCH /v4/sessions/${this.sessionId!}/players/${guildId}${query}`, body);
  }

  /** Resolves when the node has read all that this client sent before, such as the answer to a ping. */
  async roundTrip(): Promise<void> {
    // The first pong is behind a ping of the node; the second one is behind the answer to it.
    for (let times = 0; times < 2; times += 1) {
      const ponged = new Promise<void>((resolve) => this.socket.once("pong", () => resolve()));
      this.socket.ping();
      await ponged;
    }
  }

  /** Closes its connection. */
  async close(): Promise<void> {
    this.socket.close();
    await this.until("the close", () => this.socket.readyState === WebSocket.CLOSED);
  }
}
