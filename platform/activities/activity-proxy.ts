import { request as send, type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { mappedAddress, type MappedAddress } from "../domain/records/activity/url-mapping.js";
import { hasActivities } from "../domain/records/oauth2/application.js";
import type { ApplicationWorld } from "../domain/world/oauth2/application-world.js";
import type { Guard } from "../guard/guard.js";
import { always, isLoopback, resolveHost } from "../outgoing/addresses.js";
import { contentPolicy } from "./content-policy.js";
import { hasPassed, requestHeaders, responseHeaders, framing, switchHeaders } from "./forwarded-headers.js";
import { limited } from "./limited.js";
import { proxiedTarget, type ProxiedTarget } from "./proxied-target.js";
import { headText, join } from "./tunnel.js";

export interface ActivityProxyOptions {
  readonly world: ApplicationWorld;
  /** Addresses of the platform; known later. */
  readonly addresses: { readonly webBase: string };
  readonly guard: Guard;
  /** How long either side may be silent, milliseconds; default 30 s. */
  readonly silenceMs?: number;
  /** Finds the addresses of a host; default: the system. */
  readonly resolve?: typeof resolveHost;
}

/** Why a request is not forwarded. */
interface Refusal {
  readonly status: 403 | 404 | 413 | 502 | 503 | 504 | 508;
  readonly message: string;
}

const SILENCE_MS = 30_000;
const REQUEST_BYTES_MAX = 25 * 1024 * 1024;
const RESPONSE_BYTES_MAX = 100 * 1024 * 1024;
const HEADERS_MAX_BYTES = 32_768;
/** Requests and sockets that are open at once. */
const OPEN_MAX = 200;

/**
 * The proxy through which an activity reaches the network (H§13.2): to the targets of its URL mappings and nowhere else. Targets
 * are on this machine and speak HTTP without TLS: the platform sends nothing to others.
 */
export class ActivityProxy {
  readonly #options: ActivityProxyOptions;
  /** Functions that end the open requests and sockets. */
  readonly #open = new Set<() => void>();

  constructor(options: ActivityProxyOptions) {
    this.#options = options;
  }

  /** Answers a request that is for an activity. @returns false: it is not */
  readonly request = (request: IncomingMessage, response: ServerResponse): boolean => {
    const target = proxiedTarget(request);
    if (target === undefined) return false;
    this.#options.guard.start(
      "a request of an activity",
      this.#find(request, target).then((found) => this.#forward(request, response, target, found)),
      () => response.destroy(),
    );
    return true;
  };

  /** Answers an upgrade that is for an activity. @returns false: it is not */
  readonly upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): boolean => {
    const target = proxiedTarget(request);
    if (target === undefined) return false;
    stream.on("error", () => stream.destroy());
    this.#options.guard.start(
      "a socket of an activity",
      this.#find(request, target).then((found) => this.#tunnel(request, stream, head, target, found)),
      () => stream.destroy(),
    );
    return true;
  };

  /** Ends all requests and sockets. */
  stop(): void {
    for (const end of [...this.#open]) end();
  }

  /** The outgoing request for an incoming one; not sent yet. */
  async #find({ headers }: IncomingMessage, target: ProxiedTarget): Promise<Found | Refusal> {
    const { world, resolve = resolveHost } = this.#options;
    const application = world.applications.get(target.applicationId);
    if (application === undefined || !hasActivities(application))
      return { status: 404, message: `Application ${target.applicationId} has no activities` };
    const address = mappedAddress(application.urlMappings ?? [], target.path);
    if (address === undefined) return { status: 404, message: "No URL mapping is for this path" };
    if (hasPassed(headers)) return { status: 508, message: "The URL mapping leads back to the proxy" };
    if (this.#open.size >= OPEN_MAX)
      return { status: 503, message: "Too many requests of activities are open" };
    const { hostname } = address;
    const [first, ...others] = await resolve(hostname).catch(() => []);
    if (first === undefined) return { status: 502, message: `The host ${hostname} is unknown` };
    if (![first, ...others].every(isLoopback))
      return { status: 403, message: `The target ${hostname} is not on this machine` };
    return { address, lookup: always(first) };
  }

  #forward(
    request: IncomingMessage,
    response: ServerResponse,
    target: ProxiedTarget,
    found: Found | Refusal,
  ): void {
    if ("status" in found) return refuse(request, response, found);
    const { guard, addresses } = this.#options;
    const frame = framing(request.headers);
    const headers = requestHeaders(request.headers, found.address.host, target);
    const outgoing = this.#send(request, found, { ...headers, ...frame });
    let isOver = false;
    const end = (refusal: Refusal): void => {
      // A destroyed stream reports an error of its own.
      if (isOver) return;
      isOver = true;
      outgoing.destroy();
      if (response.headersSent) response.destroy();
      else refuse(request, response, refusal);
    };
    this.#hold(() => end(STOPPED), response);
    const tooLarge = { status: 413, message: "The body is larger than 25 MiB" } as const;
    const body = limited(REQUEST_BYTES_MAX, () => end(tooLarge));
    const ends = (refusal: Refusal): (() => void) =>
      guard.listener(
        "the end of a request of an activity",
        () => end(refusal),
        () => response.destroy(),
      );
    outgoing.on("timeout", ends({ status: 504, message: "The target is silent" }));
    outgoing.on("error", ends({ status: 502, message: "The target could not be reached" }));
    outgoing.on(
      "upgrade",
      ends({ status: 502, message: "The target changes to a protocol that nobody asked for" }),
    );
    // Every other end without a response.
    outgoing.on("close", ends({ status: 502, message: "The target did not respond" }));
    const respond = (incoming: IncomingMessage): void => {
      const { statusCode = 502, headers } = incoming;
      if (!isFinal(statusCode)) return end(NO_STATUS);
      const policy = contentPolicy(target, request.headers.host ?? "", addresses.webBase);
      // The text of the status is not forwarded: it may have any bytes, and says nothing that the number does not.
      response.writeHead(statusCode, responseHeaders(headers, policy, target));
      incoming.on("error", () => response.destroy());
      incoming.pipe(limited(RESPONSE_BYTES_MAX, () => end(STOPPED))).pipe(response);
    };
    outgoing.on(
      "response",
      guard.listener("a response to an activity", respond, () => end(NO_STATUS)),
    );
    response.on("close", () => outgoing.destroy());
    if (frame === undefined) outgoing.end();
    else request.pipe(body).pipe(outgoing);
  }

  #tunnel(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    target: ProxiedTarget,
    found: Found | Refusal,
  ): void {
    if ("status" in found) return end(stream, found.status);
    const { guard } = this.#options;
    const { connection = "Upgrade", upgrade = "websocket" } = request.headers;
    const headers = { ...requestHeaders(request.headers, found.address.host, target), connection, upgrade };
    const outgoing = this.#send(request, found, headers);
    this.#hold(() => {
      outgoing.destroy();
      stream.destroy();
    }, stream);
    const drop = (): void => void stream.destroy();
    const fail = (status: number): void => end(stream, isFinal(status) ? status : 502);
    const open = (answer: IncomingMessage, far: Socket, first: Buffer): void => {
      far.setTimeout(0);
      stream.write(headText(101, switchHeaders(answer.headers, target)));
      join(stream, head, far, first);
    };
    const refuse = ({ statusCode = 502 }: IncomingMessage): void => {
      outgoing.destroy();
      fail(statusCode);
    };
    outgoing.on("timeout", () => outgoing.destroy());
    outgoing.on(
      "error",
      guard.listener("the end of a socket of an activity", () => fail(502), drop),
    );
    outgoing.on("response", guard.listener("a refused socket of an activity", refuse, drop));
    outgoing.on("upgrade", guard.listener("a socket of an activity", open, drop));
    stream.on("close", () => outgoing.destroy());
    outgoing.end();
  }

  #send(
    { method }: IncomingMessage,
    { address, lookup }: Found,
    headers: ReturnType<typeof requestHeaders>,
  ): ClientRequest {
    const { silenceMs = SILENCE_MS } = this.#options;
    return send({
      method,
      host: address.hostname,
      port: address.port,
      path: address.path,
      headers,
      lookup,
      agent: false,
      timeout: silenceMs,
      maxHeaderSize: HEADERS_MAX_BYTES,
    });
  }

  #hold(end: () => void, until: Duplex | ServerResponse): void {
    this.#open.add(end);
    const release = (): void => void this.#open.delete(end);
    until.once("close", this.#options.guard.listener("the end of a request of an activity", release));
  }
}

interface Found {
  readonly address: MappedAddress;
  readonly lookup: ReturnType<typeof always>;
}

const STOPPED: Refusal = { status: 502, message: "The proxy has ended the request" };

const NO_STATUS: Refusal = { status: 502, message: "The target's response is not HTTP" };

/** Whether a response may have this status: one of 1xx announces another response. */
function isFinal(status: number): boolean {
  return status >= 200 && status <= 999;
}

/** Answers an upgrade, and waits for nothing: a peer that keeps its end open would hold a place. */
function end(stream: Duplex, status: number): void {
  stream.once("finish", () => stream.destroy());
  stream.end(headText(status, {}));
}

/** Reads the rest of the request, so that its sender sees the response. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, message }: Refusal): void {
  request.unpipe();
  request.resume();
  const body = JSON.stringify({ message, code: 0 });
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}
