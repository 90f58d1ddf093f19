import type { IdLike } from "../../argument.js";
import type { ClientStatus } from "../../../enums/index.js";
import { type AuthorizationTokenType } from "../../../enums/index.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { OperationOptions } from "../../core/operations/operation.js";
import type { ConnectionArea } from "./connection-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf, Operation } from "../../core/operations/members.js";

/** Members of `Client`: the connection to the platform. */
export interface ConnectionMembers {
  /** Gets the application's id; 0 until it is known. @mirrors Client::GetApplicationId */
  getApplicationId(): bigint;

  /** Sets the application's id. @throws {ArgumentError} when not a 64-bit id. @mirrors Client::SetApplicationId */
  setApplicationId(applicationId: IdLike): void;

  /**
   * Sets how long an HTTP request may take before it fails.
   * @param httpTimeoutInMilliseconds milliseconds, 1 to 2 147 483 647; default 30 000
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::SetHttpRequestTimeout
   */
  setHttpRequestTimeout(httpTimeoutInMilliseconds: number): void;

  /**
   * Sets the token that {@link connect} uses. While connected, the platform checks the token first, and a token of the same
   * user takes effect without a reconnect. While disconnected nothing is sent: {@link ready} tells whether the platform
   * responds and accepts the token. Only `Bearer` tokens can be used.
   * @mirrors Client::UpdateToken
   */
  updateToken: Operation<[tokenType: AuthorizationTokenType, token: string]>;

  /**
   * Sets the callback for a token that is about to expire; undefined removes it. It runs once per token, a minute before the
   * expiry or at once when less time is left, and not while the client is disconnected. The client learns the expiry from
   * the platform when it becomes ready. After the expiry a connected client still receives events and calls continue, but
   * HTTP requests fail with status 401 until `updateToken` sets another token; that needs no reconnect. A token that has
   * expired while the client was disconnected, or was revoked, ends the connection.
   * @mirrors Client::SetTokenExpirationCallback
   */
  setTokenExpirationCallback(callback: ClientEvents["tokenExpiring"] | undefined): void;

  /** Whether the client has a token, valid or not. @mirrors Client::IsAuthenticated */
  isAuthenticated(): boolean;

  /**
   * Resolves when the client is ready, after `connect`; at once when it is. Reconnecting counts as not yet. It settles on the
   * event loop in every callback mode. An addition.
   * @throws {ClientResultError} `ClientNotReady` when the client is disconnected, naming why; `NetworkError` or `HTTPError`
   * before the first session, when an attempt finds no platform at `apiBase` (the client keeps trying, and another `ready()`
   * waits for the next attempt); `Aborted` when the signal is aborted; `ClientDestroyed`
   * @example
   * client.connect();
   * await client.ready({ signal: AbortSignal.timeout(20_000) });
   */
  ready(options?: OperationOptions): Promise<void>;

  /**
   * Starts connecting; the status callback reports the progress.
   * @throws {SdkError} ADDRESS_MISSING when `webBase` or `apiBase` is not set
   * @example
   * const ready = new Promise<void>((resolve) => {
   *   client.on("statusChanged", (status) => {
   *     if (status === Client.Status.Ready) resolve();
   *   });
   * });
   * client.disconnect();
   * client.connect();
   * await ready;
   * @mirrors Client::Connect
   */
  connect(): void;

  /** Ends the calls and the connection; it is complete at `Status.Disconnected`. @mirrors Client::Disconnect */
  disconnect(): void;

  /** Gets the status of the connection. @mirrors Client::GetStatus */
  getStatus(): ClientStatus;

  /** Sets the callback for changes of the status; undefined removes it. @mirrors Client::SetStatusChangedCallback */
  setStatusChangedCallback(cb: ClientEvents["statusChanged"] | undefined): void;
}

interface Parts {
  connection: ConnectionArea;
  events: EventHub<ClientEvents>;
}

export const connectionMembers: MembersOf<ConnectionMembers, Parts> = {
  getApplicationId: ({ connection }) => connection.applicationId,
  setApplicationId: ({ connection }, applicationId) => connection.setApplicationId(applicationId),
  setHttpRequestTimeout: ({ connection }, httpTimeoutInMilliseconds) =>
    connection.setHttpTimeout(httpTimeoutInMilliseconds),
  updateToken: ({ connection }, tokenType, token) => connection.updateToken(tokenType, token),
  setTokenExpirationCallback: ({ events }, callback) => events.setCallback("tokenExpiring", callback),
  isAuthenticated: ({ connection }) => connection.hasToken,
  ready: ({ connection }, options) => connection.untilReady(options),
  connect: ({ connection }) => connection.connect(),
  disconnect: ({ connection }) => connection.disconnect(),
  getStatus: ({ connection }) => connection.status,
  setStatusChangedCallback: ({ events }, cb) => events.setCallback("statusChanged", cb),
};
