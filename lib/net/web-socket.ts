import { reasonOf } from "../protocol/index.js";
import { WebSocketCloseCode } from "../wire/index.js";
import type { Agent } from "node:http";
import type { SecureContext } from "node:tls";
import type { ClientOptions, RawData, WebSocket } from "ws";
import { certificateFailure } from "./tls-failure.js";
import { resumingAgent } from "./tls-sessions.js";
import type { TrustedRoots } from "./trusted-roots.js";

/** Receives the events of a socket. `closed` is called exactly once, as the last one. */
export interface SocketListener {
  opened(): void;
  text(bytes: Uint8Array): void;
  binary(bytes: Uint8Array): void;
  /**
   * `code` 1006 when the socket could not be opened or was lost, 1015 when the server's certificate was rejected; `reason`
   * explains it
   */
  closed(code: number, reason: string): void;
}

export interface SocketOptions {
  userAgent: string;
  /** default: the built-in root certificates */
  roots?: TrustedRoots | undefined;
  agent?: Agent | undefined;
  /** bytes of the largest message accepted */
  maxPayload?: number | undefined;
}

/** An open or opening WebSocket. Its methods do nothing after the end. */
export interface Socket {
  sendText(text: string): void;
  sendBinary(bytes: Uint8Array): void;
  /** Begins the closing handshake; `closed` follows. */
  close(code: number): void;
  /** Ends at once; the listener is not called again. */
  drop(): void;
}

export type OpenSocket = (url: string, options: SocketOptions, listener: SocketListener) => Socket;

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** How long to wait for the peer's close frame; until then the socket keeps the process alive. */
const CLOSE_TIMEOUT_MS = 2000;
const DEFAULT_MAX_PAYLOAD = 16 * 1024 * 1024;

/** Opens a WebSocket with the `ws` package, which is loaded at the first call. */
export const openSocket: OpenSocket = (url, options, listener) => new WsSocket(url, options, listener);

class WsSocket implements Socket {
  #listener: SocketListener | undefined;
  #socket: WebSocket | undefined;
  #failure: Failure | undefined;

  constructor(url: string, options: SocketOptions, listener: SocketListener) {
    this.#listener = listener;
    this.#open(url, options).catch((error: unknown) => this.#notOpened(error));
  }

  sendText(text: string): void {
    if (this.#isOpen()) this.#socket?.send(text);
  }

  sendBinary(bytes: Uint8Array): void {
    if (this.#isOpen()) this.#socket?.send(bytes, { binary: true });
  }

  close(code: number): void {
    if (this.#socket !== undefined) return this.#socket.close(code);
    this.#ended(WebSocketCloseCode.Abnormal, "closed before it was open");
  }

  drop(): void {
    this.#listener = undefined;
    this.#socket?.terminate();
  }

  async #open(url: string, options: SocketOptions): Promise<void> {
    const [encryption, { WebSocket }] = await Promise.all([encryptionOf(url, options), import("ws")]);
    if (this.#listener !== undefined) this.#attach(new WebSocket(url, clientOptions(options, encryption)));
  }

  #notOpened(error: unknown): void {
    const { code, reason } = failureOf(error);
    this.#ended(code ?? WebSocketCloseCode.Abnormal, reason);
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket;
    socket.on("open", () => this.#listener?.opened());
    socket.on("message", (data, isBinary) => this.#message(bytesOf(data), isBinary));
    // The text of this error has the handshake's HTTP status; `close` follows.
    socket.on("error", (error) => (this.#failure = failureOf(error)));
    socket.on("close", (code, reason) =>
      this.#ended(this.#failure?.code ?? code, this.#failure?.reason ?? reason.toString("utf8")),
    );
  }

  #message(bytes: Uint8Array, isBinary: boolean): void {
    if (isBinary) this.#listener?.binary(bytes);
    else this.#listener?.text(bytes);
  }

  #ended(code: number, reason: string): void {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.closed(code, reason);
  }

  #isOpen(): boolean {
    return this.#socket !== undefined && this.#socket.readyState === this.#socket.OPEN;
  }
}

interface Failure {
  code?: number;
  reason: string;
}

function failureOf(error: unknown): Failure {
  const certificate = error instanceof Error ? certificateFailure(error) : undefined;
  return certificate === undefined
    ? { reason: reasonOf(error) }
    : { code: WebSocketCloseCode.TlsHandshake, reason: certificate };
}

/** Reading the roots takes 20 ms and a megabyte, which an unencrypted connection does not need. */
async function encryptionOf(url: string, { roots, agent }: SocketOptions): Promise<Encryption> {
  if (!url.startsWith("wss:")) return {};
  const secureContext = await roots?.context();
  return {
    ...(secureContext === undefined ? {} : { secureContext }),
    ...(agent === undefined ? { agent: await resumingAgent(secureContext) } : {}),
  };
}

interface Encryption {
  readonly secureContext?: SecureContext;
  readonly agent?: Agent;
}

/** Options that the types of `ws` omit. */
interface FurtherOptions {
  closeTimeout: number;
  secureContext?: SecureContext;
}

function clientOptions(options: SocketOptions, encryption: Encryption): ClientOptions & FurtherOptions {
  return {
    headers: { "User-Agent": options.userAgent },
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    maxPayload: options.maxPayload ?? DEFAULT_MAX_PAYLOAD,
    perMessageDeflate: false,
    followRedirects: false,
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    ...encryption,
  };
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
