import type { HostedConnection } from "../../../hosting/client/hosted-connection.js";
import { refuseCallbacks, type VoiceSupervisor } from "../../../hosting/index.js";
import type { MediaLoad } from "../../../native/index.js";
import { LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { CallModule } from "./call-module.js";
import type { Connections, ConnectionWish } from "./connections.js";
import { loadWarning } from "./media-thread.js";

export interface HostedConnectionsParts {
  host: Host;
  logs: ClientLogs;
  callModule: Pick<CallModule, "hosted">;
  options: { readonly cpuAffinityMask: bigint | undefined };
}

let clients = 0;

/** Calls in voice processes. */
export class HostedConnections implements Connections {
  readonly #supervisor: VoiceSupervisor;
  readonly #parts: HostedConnectionsParts;
  readonly #open = new Set<HostedConnection>();
  readonly #client = (clients += 1);
  #priority: number | undefined;
  #isOver = false;

  constructor(supervisor: VoiceSupervisor, parts: HostedConnectionsParts) {
    this.#supervisor = supervisor;
    this.#parts = parts;
  }

  get isReady(): boolean {
    return this.#parts.callModule.hosted !== undefined;
  }

  connect({ lobbyId, userId, signalling, e2ee, admission, engine }: ConnectionWish): HostedConnection {
    const { host, options, callModule } = this.#parts;
    const { userAgent, ca, audioCallbacks, preferredVoiceMode: preferredMode, identityKeyStore } = host;
    const Connection = callModule.hosted;
    if (Connection === undefined) throw new Error("the code of voice processes is not loaded");
    const connection = new Connection({
      supervisor: this.#supervisor,
      client: this.#client,
      serverId: lobbyId,
      userId,
      signalling,
      e2ee,
      admission,
      preferredMode,
      userAgent,
      ca,
      audioCallbacks,
      identityKey: () => engine.identity.keyOf(userId)?.privateKey,
      keyStore: identityKeyStore,
      keyDirectory: engine.directory,
      threads: () => ({ priority: this.#priority, processors: options.cpuAffinityMask }),
      loaded: (load) => this.#loaded(load),
      closed: () => this.#open.delete(connection),
    });
    this.#open.add(connection);
    return connection;
  }

  setThreadPriority(priority: number): void {
    this.#priority = priority;
    for (const connection of this.#open) connection.threadsChanged();
  }

  readonly assertCallbacks = refuseCallbacks;

  end(): void {
    this.#isOver = true;
  }

  #loaded(load: MediaLoad): void {
    const warning = loadWarning(load);
    if (warning !== undefined && !this.#isOver)
      this.#parts.logs.write("voice", LoggingSeverity.Warning, warning);
  }
}
