import type { VoiceConnection } from "../../../call/index.js";
import { randomBytes } from "../../../net/index.js";
import type { Host } from "../../host-options.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { Connections, ConnectionWish } from "./connections.js";
import { MediaThread } from "./media-thread.js";

export interface OwnConnectionsParts {
  host: Host;
  logs: ClientLogs;
  options: { readonly cpuAffinityMask: bigint | undefined };
}

/** Calls in this process. */
export class OwnConnections implements Connections {
  readonly isReady = true;
  readonly #host: Host;
  readonly #mediaThread: MediaThread;

  constructor(parts: OwnConnectionsParts) {
    this.#host = parts.host;
    this.#mediaThread = new MediaThread(parts);
  }

  connect({ lobbyId, userId, signalling, e2ee, admission, engine }: ConnectionWish): VoiceConnection {
    const { Connection, signatureKeys, verifiedKeys, directory: keyDirectory } = engine;
    const { userAgent, roots, agent, openSocket, clock, preferredVoiceMode: preferredMode } = this.#host;
    const addon = this.#host.loadAddon();
    this.#mediaThread.apply();
    return new Connection({
      addon,
      serverId: lobbyId,
      userId,
      signalling,
      openSocket,
      socket: { userAgent, roots, agent },
      clock,
      randomBytes,
      signatureKeys,
      verifiedKeys,
      keyDirectory,
      e2ee: e2ee(),
      preferredMode,
      admission,
    });
  }

  setThreadPriority(priority: number, isRunning: boolean): void {
    this.#mediaThread.setPriority(priority, isRunning);
  }

  end(): void {
    this.#mediaThread.end();
  }
}
