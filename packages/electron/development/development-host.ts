import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { SdkError, type Client } from "sdkpp";
import type { Allowed } from "sdkpp/surface";
import { WebSocketServer, type WebSocket } from "ws";
import { fromText, toText } from "../bridge/socket-text.js";
import type { Port } from "../bridge/port.js";
import { SocialServer, type SignIn } from "../social/index.js";
import { refusalOf } from "./may-connect.js";

export interface DevelopmentHostOptions {
  readonly client: Client;
  /** what pages may use and see, by the names of `sdkpp/surface` */
  readonly allow: readonly Allowed[];
  /** origins of the pages, such as that of a development server: "http://localhost:5173" */
  readonly origins: readonly string[];
  /** who keeps the player signed in; default: nobody, and pages cannot */
  readonly signIn?: SignIn;
  /** of 127.0.0.1; default: a free one */
  readonly port?: number;
  /** makes tokens that nobody guesses; default: 128 random bits */
  readonly makeToken?: () => string;
}

/** A message of a page is at most so long, bytes. */
const MESSAGE_MAX = 1_000_000;
/** Tokens that pages were given and did not use. */
const TOKENS_MAX = 100;

/**
 * Serves pages of a browser while a launcher is developed: the same pages, over a WebSocket of 127.0.0.1. It listens on loopback only, and lets in who
 * has a token that was not used yet, from a listed origin. It has no place in a packaged app.
 * @example
 * const host = new DevelopmentHost({ client, allow: [...GROUPS.friends], origins: ["http://localhost:5173"] });
 * console.log(await host.listen());
 */
export class DevelopmentHost {
  readonly #options: DevelopmentHostOptions;
  readonly #social: SocialServer;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX });
  readonly #tokens = new Set<string>();

  constructor(options: DevelopmentHostOptions) {
    this.#options = options;
    this.#social = new SocialServer({ client: options.client, signIn: options.signIn });
    this.#http = createServer((_request, response) => {
      response.writeHead(426).end("This is a host of pages; they connect with a WebSocket.\n");
    });
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Listens. @returns an address with a token, for `connectTo` of one page. @throws {Error} when the port is taken */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once("error", reject);
      this.#http.listen(this.#options.port ?? 0, "127.0.0.1", resolve);
    });
    return this.address();
  }

  /** Makes an address with another token, for one more page. @throws {SdkError} NOT_LISTENING before `listen` */
  address(): string {
    return `ws://127.0.0.1:${String(this.#port)}/?token=${this.#newToken()}`;
  }

  /** Leaves all pages, and the port. The client stays as it is. */
  close(): void {
    this.#social.close();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.close();
  }

  get #port(): number {
    const address = this.#http.address() as AddressInfo | null;
    if (address === null)
      throw new SdkError("NOT_LISTENING", "the host has no port yet; await listen() first");
    return address.port;
  }

  #newToken(): string {
    const token = (this.#options.makeToken ?? randomToken)();
    this.#tokens.add(token);
    const [oldest] = this.#tokens;
    if (this.#tokens.size > TOKENS_MAX && oldest !== undefined) this.#tokens.delete(oldest);
    return token;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { host, origin } = request.headers;
    const token = tokenOf(request.url);
    const admission = { port: this.#port, origins: this.#options.origins, tokens: this.#tokens };
    const refusal = refusalOf({ host, origin, token }, admission);
    if (refusal !== undefined) return refuse(socket, refusal);
    this.#tokens.delete(token ?? "");
    this.#sockets.handleUpgrade(request, socket, head, (page) => this.#serve(page));
  }

  #serve(page: WebSocket): void {
    page.send(toText({ nextToken: this.#newToken() }));
    this.#social.attach(portOf(page), this.#options.allow);
  }
}

function refuse(socket: Duplex, refusal: string): void {
  socket.on("error", () => undefined);
  const text = `${refusal}\n`;
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${String(Buffer.byteLength(text))}\r\nConnection: close\r\n\r\n${text}`,
  );
}

function tokenOf(url = "/"): string | null {
  return new URLSearchParams(url.split("?")[1]).get("token");
}

function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}

/** A page at the other end of a socket. What is no JSON is left out, as other messages that the bridge does not have. */
function portOf(page: WebSocket): Port {
  page.on("error", () => undefined);
  return {
    post: (message) => page.send(toText(message), () => undefined),
    onMessage: (listener) =>
      void page.on("message", (data: Buffer) => {
        const message = messageOf(data);
        if (message !== undefined) listener(message);
      }),
    onClose: (listener) => void page.on("close", listener),
    close: () => page.close(),
  };
}

function messageOf(data: Buffer): unknown {
  try {
    return fromText(data.toString());
  } catch {
    return undefined;
  }
}
