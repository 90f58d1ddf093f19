import { EventEmitter } from "node:events";

/** An address. */
export interface SocketConfig {
  ip: string;
  port: number;
}

/**
 * Stands where programs look for the UDP socket. The socket is the engine's: this one has its ping, is told when it closes, and sends
 * nothing.
 */
export class VoiceUDPSocket extends EventEmitter {
  /** Round-trip time, milliseconds. */
  get ping(): number | undefined {
    return this.#ping();
  }

  readonly #ping: () => number | undefined;

  /** @param ping reads the round-trip time */
  constructor(_remote?: SocketConfig, ping: () => number | undefined = () => undefined) {
    super();
    this.#ping = ping;
  }

  /** Does nothing. */
  send(_buffer: Buffer): void {
    return undefined;
  }

  /** Does nothing: the socket closes with its session. */
  destroy(): void {
    return undefined;
  }

  /** @throws Error: the engine has done it */
  performIPDiscovery(_ssrc: number): Promise<SocketConfig> {
    return Promise.reject(
      new Error("the engine finds out its own address; its socket is not open to programs"),
    );
  }
}
