import { defaultUserAgent, openSocket, type Socket, type TrustedRoots } from "../../net/index.js";
import { asObject, parseGatewayFrame, type JsonObject, type Secret } from "../../protocol/index.js";
import {
  API_VERSION,
  GatewayEvent,
  GatewayIntent,
  GatewayOpcode,
  WebSocketCloseCode,
  type GatewayFrame,
  type Snowflake,
} from "../../wire/index.js";

/** The intents of a bot that takes part in calls. */
export const VOICE_INTENTS = GatewayIntent.Guilds | GatewayIntent.GuildVoiceStates;

/** How to log in. */
export interface VisitOptions {
  readonly url: string;
  readonly token: Secret;
  readonly shard: readonly [number: number, count: number];
  readonly roots: TrustedRoots;
  /** The server whose GUILD_CREATE is kept until somebody asks for it; those of a large bot are thousands. */
  readonly guildId: Snowflake;
}

/** The end of a visit that the gateway decides. */
export interface VisitEnd {
  readonly code: number;
  readonly reason: string;
}

interface Waiting {
  readonly take: (event: string, data: JsonObject) => void;
  readonly ended: () => void;
}

/** One session on the main gateway, for as long as a doctor looks: it neither resumes nor comes back. */
export class GatewayVisit {
  readonly #token: Secret;
  readonly #shard: readonly [number, number];
  readonly #socket: Socket;
  readonly #waiting = new Set<Waiting>();
  readonly #listeners = new Set<(event: string, data: JsonObject) => void>();
  readonly #guildId: Snowflake;
  /** The newest READY and GUILD_CREATE that came before somebody asked for them. */
  readonly #arrived = new Map<string, JsonObject>();
  #lastSequence: number | null = null;
  #beating: NodeJS.Timeout | undefined;
  #end: VisitEnd | undefined;

  constructor({ url, token, shard, roots, guildId }: VisitOptions) {
    this.#token = token;
    this.#guildId = guildId;
    this.#shard = shard;
    const address = new URL(url);
    address.searchParams.set("v", String(API_VERSION));
    address.searchParams.set("encoding", "json");
    this.#socket = openSocket(
      address.href,
      { userAgent: defaultUserAgent(), roots },
      {
        opened: () => undefined,
        text: (bytes) => this.#receive(Buffer.from(bytes).toString("utf8")),
        binary: () => undefined,
        closed: (code, reason) => this.#closed({ code, reason }),
      },
    );
  }

  /** How the gateway ended the session; undefined: it has not. */
  get end(): VisitEnd | undefined {
    return this.#end;
  }

  /**
   * READY or the GUILD_CREATE of the server, come or to come.
   * @returns undefined when the session ends before, or nothing comes in time
   */
  event(name: "READY" | "GUILD_CREATE", deadlineMs: number): Promise<JsonObject | undefined> {
    const there = this.#arrived.get(name);
    if (there !== undefined || this.#end !== undefined) return Promise.resolve(there);
    return new Promise<JsonObject | undefined>((resolve) => {
      const finish = (data: JsonObject | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(data);
      };
      const timer = setTimeout(() => finish(undefined), deadlineMs);
      const take = (event: string, data: JsonObject): void => {
        if (event === name) finish(data);
      };
      const waiting = { take, ended: () => finish(undefined) };
      this.#waiting.add(waiting);
    });
  }

  /** Hears all events from now on. @returns ends it */
  listen(listener: (event: string, data: JsonObject) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @returns whether the session is there to send it */
  send(payload: unknown): boolean {
    if (this.#end !== undefined) return false;
    this.#socket.sendText(JSON.stringify(payload));
    return true;
  }

  close(): void {
    clearInterval(this.#beating);
    this.#socket.close(WebSocketCloseCode.Normal);
  }

  #receive(text: string): void {
    const frame = parseGatewayFrame(text);
    if (frame === undefined) return;
    this.#lastSequence = frame.s ?? this.#lastSequence;
    if (frame.op === GatewayOpcode.Hello) this.#hello(frame);
    if (frame.op === GatewayOpcode.Heartbeat) this.#beat();
    if (frame.op === GatewayOpcode.InvalidSession)
      this.#closed({
        code: WebSocketCloseCode.Normal,
        reason: "the login was rejected as an invalid session",
      });
    if (frame.op === GatewayOpcode.Dispatch) this.#dispatched(frame);
  }

  #hello({ d }: GatewayFrame): void {
    const interval = asObject(d)?.["heartbeat_interval"];
    if (typeof interval === "number" && interval >= 1000)
      this.#beating = setInterval(() => this.#beat(), Math.min(interval, 2 ** 31 - 1));
    this.send({
      op: GatewayOpcode.Identify,
      d: {
        token: this.#token.reveal(),
        properties: { os: process.platform, browser: "sdkpp", device: "sdkpp" },
        intents: VOICE_INTENTS,
        shard: this.#shard,
      },
    });
  }

  #beat(): void {
    this.send({ op: GatewayOpcode.Heartbeat, d: this.#lastSequence });
  }

  #dispatched({ t, d }: GatewayFrame): void {
    const data = asObject(d);
    if (t === null || data === undefined) return;
    for (const listener of this.#listeners) listener(t, data);
    if (t !== GatewayEvent.Ready && (t !== GatewayEvent.GuildCreate || data["id"] !== this.#guildId)) return;
    this.#arrived.set(t, data);
    for (const waiting of [...this.#waiting]) waiting.take(t, data);
  }

  #closed(end: VisitEnd): void {
    clearInterval(this.#beating);
    this.#end ??= end;
    for (const waiting of [...this.#waiting]) waiting.ended();
  }
}
