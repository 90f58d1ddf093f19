import type { Clock, HttpClient } from "../../../net/index.js";
import { idArgument, integerArgument, type IdLike } from "../../argument.js";
import { ClientStatus, ErrorType, type AuthorizationTokenType } from "../../../enums/index.js";
import type { Api } from "../../core/api/api.js";
import type { Application } from "../../core/world/application.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { untilEvent } from "../../core/events/event-wait.js";
import { failed, Failure, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { OperationOptions, Operations } from "../../core/operations/operation.js";
import { resultOnly, Task, type TaskOf } from "../../core/operations/task.js";
import type { ClientSession } from "../../core/session/session.js";
import type { ClientResult } from "../../values/client-result.js";
import { TokenExpiry } from "./token-expiry.js";

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The running calls: disconnecting ends them. */
export interface RunningCalls {
  endAll(): Promise<void>;
}

export interface ConnectionParts {
  operations: Operations;
  clock: Clock;
  api: Api;
  http: Pick<HttpClient, "setTimeout">;
  session: ClientSession;
  application: Application;
  events: EventHub<ClientEvents>;
  logs: ClientLogs;
  calls: RunningCalls;
  destroyed: AbortSignal;
}

/** The connection to the platform: token, status, application and time limit. */
export class ConnectionArea implements Feature {
  readonly #parts: ConnectionParts;
  readonly #expiry: TokenExpiry;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    const { clock, api, logs, session, events } = parts;
    this.#expiry = new TokenExpiry({
      clock,
      api,
      logs,
      session,
      expiring: () => events.emit("tokenExpiring"),
    });
  }

  get status(): ClientStatus {
    return this.#parts.session.status;
  }

  get hasToken(): boolean {
    return !this.#parts.session.token.isEmpty;
  }

  get applicationId(): bigint {
    return this.#parts.application.id;
  }

  setApplicationId(applicationId: IdLike): void {
    this.#parts.application.setId(idArgument("applicationId", applicationId));
  }

  setHttpTimeout(timeoutMs: number): void {
    const value = integerArgument("httpTimeoutInMilliseconds", timeoutMs, 1, MAX_TIMEOUT_MS);
    this.#parts.http.setTimeout(value);
  }

  updateToken(tokenType: AuthorizationTokenType, token: string): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async ({ signal }) => {
      const result = await this.#parts.session.updateToken(tokenType, token, signal);
      if (result.successful) this.#expiry.tokenUpdated();
      return result;
    });
  }

  /** Resolves when the client is ready. The promise form only: callbacks have `statusChanged`. */
  async untilReady(options: OperationOptions | undefined): Promise<void> {
    const { operations, session, events } = this.#parts;
    // A new wait is for the next attempt.
    const before = session.obstacle;
    const look = (): ClientResult | undefined => {
      if (session.status === ClientStatus.Ready) return success();
      if (session.status === ClientStatus.Disconnected)
        throw new Failure(failed(ErrorType.ClientNotReady, session.ending));
      if (session.obstacle !== undefined && session.obstacle !== before) throw session.obstacle;
      return undefined;
    };
    const task = new Task(resultOnly, ({ signal }) => untilEvent(events, ["statusChanged"], look, signal));
    await operations.start(task, options);
  }

  connect(): void {
    if (!this.#parts.destroyed.aborted) this.#parts.session.connect();
  }

  disconnect(): void {
    void this.#parts.calls.endAll();
    this.#parts.session.disconnect();
  }

  ready(): void {
    this.#expiry.connected();
  }

  ended(): void {
    this.#expiry.disconnected();
  }

  destroyed(): void {
    this.#expiry.disconnected();
  }
}
