import { Emitter } from "../../../call/emitter.js";
import { findDesktopApp, RpcError, type RpcConnection, type RpcRequest } from "../../../net/index.js";
import { stackOf, type CheckedUser } from "../../../protocol/index.js";
import { RpcCommand, type RpcEvent } from "../../../wire/index.js";
import { ErrorType, LoggingSeverity } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { Application } from "../world/application.js";
import type { ClientLogs } from "../logs/client-logs.js";
import { DesktopLink } from "./desktop-link.js";
import { failed, Failure } from "../operations/failure.js";

export interface DesktopParts {
  host: Pick<Host, "clock" | "rpcFolder">;
  application: Application;
  logs: Pick<ClientLogs, "write">;
}

/** Callbacks for reports of the desktop app. */
export interface DesktopSignals {
  event: (event: string, data: unknown) => void;
}

/** Key of the wish for an activity; the other wishes are subscriptions, under the names of their events. */
const ACTIVITY = "activity";

/**
 * The desktop app on this machine. It is contacted only while the game wants something of it, and nothing is loaded before.
 */
export class Desktop {
  readonly signals: Emitter<DesktopSignals>;
  readonly #parts: DesktopParts;
  readonly #ended = new AbortController();
  #link: DesktopLink;
  #pid = process.pid;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    this.#link = new DesktopLink(this.#options());
    const { logs, application } = parts;
    this.signals = new Emitter((_signal, error) =>
      logs.write("general", LoggingSeverity.Error, `internal error: ${stackOf(error)}`),
    );
    application.watch(() => (this.#link = this.#link.movedTo(this.#options())));
  }

  /** Process whose window the game shows. */
  get pid(): number {
    return this.#pid;
  }

  setPid(pid: number): void {
    this.#pid = pid;
  }

  /**
   * Shows an activity until {@link hide}, on every desktop app that starts.
   * @throws {Failure} RPCError: without an app it is shown as soon as one starts, and after a refusal what was shown before
   */
  async show(activity: object): Promise<void> {
    const request = (): RpcRequest => ({ cmd: RpcCommand.SetActivity, args: { pid: this.#pid, activity } });
    await answered(this.#link.want(ACTIVITY, request));
  }

  hide(): void {
    this.#link.unwant(ACTIVITY, { cmd: RpcCommand.SetActivity, args: { pid: this.#pid, activity: null } });
  }

  /** Subscribes to an event, on every desktop app that starts. */
  subscribe(evt: RpcEvent): void {
    const request = (): RpcRequest => ({ cmd: RpcCommand.Subscribe, args: {}, evt });
    // Without an application there is no subscriber.
    this.#link.want(evt, request).catch(() => undefined);
  }

  unsubscribe(evt: RpcEvent): void {
    this.#link.unwant(evt, { cmd: RpcCommand.Unsubscribe, args: {}, evt });
  }

  /** The user who is signed in to the desktop app; undefined when it does not say. */
  userOf(applicationId: bigint): Promise<CheckedUser | undefined> {
    return answered(this.#with(applicationId, (connection) => Promise.resolve(connection.user)));
  }

  /**
   * Asks a desktop app that this user is signed in to.
   * @returns false when there is none, or when it refuses: then the browser can do it
   */
  async ask(userId: bigint | undefined, request: RpcRequest): Promise<boolean> {
    try {
      return await this.#with(this.#parts.application.id, async (connection) => {
        if (connection.user === undefined || connection.user.id !== userId) return false;
        await connection.request(request);
        return true;
      });
    } catch (error) {
      if (error instanceof RpcError) return false;
      throw error;
    }
  }

  destroyed(): void {
    this.#ended.abort();
    this.#link.end();
  }

  /** Runs with the connection that exists, or with one that ends afterwards. */
  async #with<T>(applicationId: bigint, run: (connection: RpcConnection) => Promise<T>): Promise<T> {
    const { connection } = this.#link;
    if (connection?.applicationId === applicationId) return run(connection);
    const { clock, rpcFolder: folder } = this.#parts.host;
    const { signal } = this.#ended;
    const own = await findDesktopApp({ applicationId, clock, folder, signal, event: ignore, closed: ignore });
    try {
      return await run(own);
    } finally {
      own.close();
    }
  }

  #options() {
    const { host, application, logs } = this.#parts;
    return {
      applicationId: application.id,
      clock: host.clock,
      folder: host.rpcFolder,
      event: (event: string, data: unknown) => this.signals.emit("event", event, data),
      log: (message: string) => logs.write("general", LoggingSeverity.Warning, message),
    };
  }
}

function ignore(): void {
  // A connection for one request hears nothing.
}

/** @throws {Failure} RPCError instead of an {@link RpcError} */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const result = failed(ErrorType.RPCError, error.message, error.code !== "RPC_REFUSED");
    result.errorCode = error.rpcCode;
    throw new Failure(result, { cause: error });
  }
}
