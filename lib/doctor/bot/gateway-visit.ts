import { defaultUserAgent, openSocket, type Socket, type TrustedRoots } from "../../net/index.js";
import { asObject, parseGatewayFrame, type JsonObject, type Secret } from "../../protocol/index.js";
import {
  API_VERSION,
  GatewayIntent,
  GatewayOpcode,
  WebSocketCloseCode,
  type GatewayFrame,
} from "../../wire/index.js";

/** What a bot asks for that takes part in calls. */
export const VOICE_INTENTS = GatewayIntent.Guilds | GatewayIntent.GuildVoiceStates;

/** How to log in. */
export interface VisitOptions {
  readonly url: string;
  readonly token: Secret;
  readonly shard: readonly [number: number, count: number];
  readonly roots: TrustedRoots;
}

/** The end of a visit that the gateway decides. */
export interface VisitEnd {
  readonly code: number;
  readonly reason: string;
}

interface Waiting {
  readonly take: (event: string, data: JsonObject) => boolean;
  readonly ended: () => void;
}

/** One session on the main gateway, for as long as a doctor looks: it neither resumes nor comes back. */
export class GatewayVisit {
  readonly #token: Secret;
  readonly #shard: readonly [number, number];
  readonly #socket: Socket;
  readonly #waiting = new Set<Waiting>();
  readonly #listeners = new Set<(event: string, data: JsonObject) => void>();
  /** Events that came before somebody asked for them. */
  readonly #arrived: (readonly [string, JsonObject])[] = [];
  #lastSequence: number | null = null;
  #beating: NodeJS.Timeout | undefined;
  #end: VisitEnd | undefined;

  constructor({ url, token, shard, roots }: VisitOptions) {
    this.#token = token;
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

  /** The first event that fits, come or to come; undefined when the session ends before, or nothing comes in time. */
  event(name: string, deadlineMs: number, isMeant: (data: JsonObject) => boolean = () => true) {
    const there = this.#arrived.find(([event, data]) => event === name && isMeant(data));
    if (there !== undefined || this.#end !== undefined) return Promise.resolve(there?.[1]);
    return new Promise<JsonObject | undefined>((resolve) => {
      const finish = (data: JsonObject | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(data);
      };
      const timer = setTimeout(() => finish(undefined), deadlineMs);
      const take = (event: string, data: JsonObject): boolean => {
        const isIt = event === name && isMeant(data);
        if (isIt) finish(data);
        return isIt;
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
    const isTaken = [...this.#waiting].some((waiting) => waiting.take(t, data));
    if (!isTaken) this.#arrived.push([t, data]);
  }

  #closed(end: VisitEnd): void {
    clearInterval(this.#beating);
    this.#end ??= end;
    for (const waiting of [...this.#waiting]) waiting.ended();
  }
}
