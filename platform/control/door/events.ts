import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { ArgumentRangeError } from "sdkpp/wire";
import type { TimerClock } from "../../clock/clock.js";
import type { Guard } from "../../guard/guard.js";
import { checkedFollow, type FollowOptions } from "../groups/timeline.js";
import type { Control } from "../control.js";
import { failure, type FailedResponse } from "./failure.js";

export interface EventsParts {
  readonly control: Control;
  /** Paces the comments that keep connections open. */
  readonly machineClock: TimerClock;
  readonly guard: Guard;
}

/** Those who follow over HTTP at one time. */
export const LISTENERS_MAX = 32;
/** Proxies and clients give up on silent connections, milliseconds. */
export const KEEP_ALIVE_MS = 15_000;
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Serves the timeline as server-sent events: each record is the JSON `data` of one, and its serial is the `id`. */
export class EventStreams {
  readonly #parts: EventsParts;
  readonly #ends = new Map<AbortController, Promise<void>>();

  constructor(parts: EventsParts) {
    this.#parts = parts;
  }

  mount(app: FastifyInstance, url: string, onRequest: onRequestHookHandler): void {
    app.get(url, { onRequest }, (request, reply) => this.#open(request, reply));
    // Before the framework cuts all connections.
    app.addHook("preClose", () => this.#close());
  }

  #open(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const options = followOptions(request.query as Query, request.headers["last-event-id"]);
    if (this.#ends.size >= LISTENERS_MAX) return refuse(reply);
    const abort = new AbortController();
    const { raw: response } = reply.hijack();
    response.once("close", () => abort.abort());
    const streaming = this.#stream(response, { ...options, signal: abort.signal }).finally(() =>
      this.#ends.delete(abort),
    );
    this.#ends.set(abort, streaming);
    this.#parts.guard.start("a stream of events", streaming, () => void response.destroy());
    return reply;
  }

  async #stream(response: ServerResponse, options: FollowOptions): Promise<void> {
    const records = this.#parts.control.timeline.follow(options);
    response.writeHead(200, HEADERS);
    // Otherwise the head would wait for the first record.
    response.write(": follows\n\n");
    const rest = this.#keepAlive(response);
    try {
      for await (const record of records) {
        const isTaken = response.write(`id: ${String(record.serial)}\ndata: ${JSON.stringify(record)}\n\n`);
        // What comes meanwhile waits in the ring of the timeline, which drops the oldest.
        if (!isTaken) await drained(response, options.signal);
      }
    } finally {
      rest();
      response.end();
    }
  }

  #keepAlive(response: ServerResponse): () => void {
    const { machineClock } = this.#parts;
    const next = () =>
      machineClock.after(KEEP_ALIVE_MS, () => {
        timer = next();
        if (!response.writableNeedDrain) response.write(": still here\n\n");
      });
    let timer = next();
    return () => timer.cancel();
  }

  async #close(): Promise<void> {
    const streams = [...this.#ends];
    for (const [abort] of streams) abort.abort();
    await Promise.allSettled(streams.map(([, end]) => end));
  }
}

/** `kind` more than once or with commas, `about`, and the header of clients that come back. @throws {ArgumentError} */
function followOptions(query: Query, lastEventId: string | string[] | undefined): FollowOptions {
  const { kind, about, ...others } = query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ArgumentRangeError(unknown, "kind or about", "another name");
  const kinds = [kind ?? []].flat().flatMap((one) => one.split(","));
  const last = [lastEventId ?? []].flat()[0];
  return checkedFollow({
    ...(kinds.length > 0 && { kinds }),
    ...(about !== undefined && { about }),
    ...(last !== undefined && last !== "" && { after: Number(last) }),
  });
}

function refuse(reply: FastifyReply): FastifyReply {
  const { status, body }: FailedResponse = failure(
    429,
    "TooManyListeners",
    `At most ${String(LISTENERS_MAX)} programs can follow at one time: end another one first.`,
  );
  return reply.code(status).header("content-type", "application/json").send(JSON.stringify(body));
}

/** Resolves when there is room again, or with the signal. */
function drained(response: ServerResponse, signal: AbortSignal | undefined): Promise<void> {
  return once(response, "drain", signal === undefined ? {} : { signal }).then(
    () => undefined,
    () => undefined,
  );
}
