import {
  AuthorizationTokenType,
  ClientError,
  ClientStatus,
  type Client,
  type NewTokens,
  type SessionClient,
  type Subscription,
} from "sdkpp";
import type { SentError, ToSocial } from "../process/messages.js";
import { Questions, sendError } from "../process/sent-errors.js";
import { Listeners } from "./listeners.js";

/** What happens to a client. */
export interface StatusEvents {
  statusChanged: (status: ClientStatus, error: ClientError, errorDetail: number) => void;
}

export interface RemoteClientParts {
  /** asks the platform, and never connects */
  readonly auth: Pick<Client, "refreshToken" | "revokeToken" | "getApplicationId">;
  readonly tell: (message: ToSocial) => void;
}

/**
 * The client in another process, as the session in main sees it. Refresh tokens go from here to the platform, and nowhere else; the other process gets
 * access tokens, and the newest one again when it is another process.
 */
export class RemoteClient implements SessionClient {
  readonly #parts: RemoteClientParts;
  readonly #questions = new Questions();
  readonly #listeners = new Listeners<StatusEvents>();
  #status: ClientStatus = ClientStatus.Disconnected;
  #accessToken: string | undefined;
  #isWanted = false;
  #isClosed = false;

  constructor(parts: RemoteClientParts) {
    this.#parts = parts;
  }

  updateToken(_tokenType: AuthorizationTokenType, accessToken: string): Promise<void> {
    this.#accessToken = accessToken;
    return this.#questions.ask((id) => this.#parts.tell({ type: "token", id, accessToken }));
  }

  connect(): void {
    this.#isWanted = true;
    this.#parts.tell({ type: "connect" });
  }

  disconnect(): void {
    this.#isWanted = false;
    this.#accessToken = undefined;
    this.#parts.tell({ type: "disconnect" });
  }

  getStatus(): ClientStatus {
    return this.#status;
  }

  isValid(): boolean {
    return !this.#isClosed;
  }

  getApplicationId(): bigint {
    return this.#parts.auth.getApplicationId();
  }

  refreshToken(applicationId: bigint, refreshToken: string): Promise<NewTokens> {
    return this.#parts.auth.refreshToken(applicationId, refreshToken);
  }

  revokeToken(applicationId: bigint, token: string): Promise<unknown> {
    return this.#parts.auth.revokeToken(applicationId, token);
  }

  on(event: "statusChanged", listener: StatusEvents["statusChanged"]): Subscription {
    return this.#listeners.on(event, listener);
  }

  /** Another process has started: it signs in as the one before. */
  started(): void {
    // asked of a process that has ended: an answer to the same question is theirs
    const { open } = this.#questions;
    const answerAll = (error?: SentError): void => {
      for (const id of open) this.#questions.answered(id, error, undefined);
    };
    if (this.#accessToken === undefined) return answerAll();
    this.updateToken(AuthorizationTokenType.Bearer, this.#accessToken).then(
      () => answerAll(),
      (error: unknown) => answerAll(sendError(error)),
    );
    if (this.#isWanted) this.#parts.tell({ type: "connect" });
  }

  /** The process has ended. What it was asked waits for the next one. */
  ended(): void {
    this.changed(ClientStatus.Disconnected, ClientError.ConnectionFailed, 0);
  }

  changed(status: ClientStatus, error: ClientError, detail: number): void {
    if (status === this.#status && status === ClientStatus.Disconnected) return;
    this.#status = status;
    this.#listeners.emit("statusChanged", status, error, detail);
  }

  answered(id: number, error?: SentError): void {
    this.#questions.answered(id, error, undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#questions.end({ code: "DESTROYED", message: "the social process was closed" });
  }
}
