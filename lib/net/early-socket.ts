import type { LookupFunction, Socket } from "node:net";
import type { SecureContext } from "node:tls";

export interface EarlyOptions {
  /** default: that of the host */
  secureContext?: SecureContext | undefined;
  /** without a byte for so long the connection fails */
  timeoutMs: number;
  /** replaces the host's resolver, for tests */
  lookup?: LookupFunction | undefined;
}

/**
 * A connection for a WebSocket that is opened before `ws` is loaded: its network round trips take place meanwhile. It is made
 * as `ws` would make it, so that it fails in the same words. Its owner takes it, or destroys it.
 */
export class EarlySocket {
  readonly #socket: Socket;
  /** Settles when all that remains is to wait for the other side. Rejects when the connection failed before. */
  readonly begun: Promise<void>;
  #failure: Error | undefined;
  #isTaken = false;

  private constructor(socket: Socket, isSecure: boolean) {
    this.#socket = socket;
    // It stays: an error between two owners would end the process.
    socket.on("error", (error) => (this.#failure ??= error));
    socket.on("timeout", () => this.#timedOut());
    this.begun = isSecure ? this.#connected() : Promise.resolve();
  }

  /** @returns undefined where `ws` has to open the connection: an invalid address, or a host with a `ws` of its own */
  static open(url: string, options: EarlyOptions): EarlySocket | undefined {
    const address = addressOf(url);
    if (address === undefined || !isNode()) return undefined;
    const { host, port, isSecure } = address;
    const { secureContext, timeoutMs: timeout, lookup } = options;
    const { connect, isIP } = process.getBuiltinModule("node:net");
    const common = { host, port, timeout, ...(lookup && { lookup }) };
    if (!isSecure) return new EarlySocket(connect(common), false);
    const secure = {
      ...common,
      servername: isIP(host) === 0 ? host : "",
      ...(secureContext && { secureContext }),
    };
    return new EarlySocket(process.getBuiltinModule("node:tls").connect(secure), true);
  }

  /**
   * Gives the socket to its owner, who has to watch it from now on.
   * @throws {Error} why the connection failed meanwhile
   */
  take(): Socket {
    if (this.#socket.destroyed) throw this.#reason();
    this.#isTaken = true;
    return this.#socket;
  }

  /** Ends the connection, unless it was taken. */
  destroy(): void {
    if (!this.#isTaken) this.#socket.destroy();
  }

  #connected(): Promise<void> {
    return new Promise((resolve, reject) => {
      // Node has sent its part of the TLS handshake by then.
      this.#socket.once("connect", resolve);
      this.#socket.once("close", () => reject(this.#reason()));
    });
  }

  #timedOut(): void {
    if (!this.#isTaken) this.#socket.destroy(new Error("Opening handshake has timed out"));
  }

  #reason(): Error {
    return this.#failure ?? this.#socket.errored ?? new Error("socket hang up");
  }
}

function addressOf(url: string): { host: string; port: number; isSecure: boolean } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "ws:" && protocol !== "wss:") return undefined;
  const isSecure = protocol === "wss:";
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return { host, port: port === "" ? (isSecure ? 443 : 80) : Number(port), isSecure };
}

/** Bun has a `ws` of its own, which opens its connections itself. */
function isNode(): boolean {
  return process.versions["bun"] === undefined && process.versions["deno"] === undefined;
}
