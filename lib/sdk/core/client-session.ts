import { GatewayConnection } from "../../net/index.js";
import {
  parseGatewayAddress,
  reasonOf,
  Secret,
  type CheckedReady,
  type GatewayOutput,
} from "../../protocol/index.js";
import type { PresenceFacts, WorldEvent } from "../../state/index.js";
import { type GatewayOpcode, Route } from "../../wire/index.js";
import { ClientError, ClientStatus } from "../client-enums.js";
import { AuthorizationTokenType, ErrorType, LoggingSeverity } from "../enums.js";
import type { Host } from "../host-options.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import type { ClientResult } from "../values/client-result.js";
import { addressesOf } from "./addresses.js";
import type { Api } from "./api.js";
import type { ClientEvents } from "./client-events.js";
import type { ClientLogs } from "./client-logs.js";
import { readDispatch, type Dispatch } from "./dispatch.js";
import type { EventHub } from "./event-hub.js";
import { answered, failed, Failure, success } from "./failure.js";
import { enumArgument, textArgument } from "../argument.js";
import { parseUser } from "../../protocol/index.js";

export interface SessionParts {
  host: Host;
  options: ClientCreateOptions;
  api: Api;
  logs: ClientLogs;
  events: EventHub<ClientEvents>;
  changeWorld: (event: WorldEvent) => void;
  ownUserId: () => bigint | undefined;
  /** The player's own; READY lists those of others. */
  ownPresence: (ready: CheckedReady) => PresenceFacts;
  /** READY arrived: a new session on the main gateway */
  sessionBegan: (ready: CheckedReady) => void;
  /** Ready again, after a new session or a resume */
  becameReady: () => void;
  /** `updateToken` succeeded */
  tokenGiven: () => void;
  /** Disconnected: nothing is tried any more */
  ended: () => void;
  /** Calls can be started by the time the client is ready. */
  loadCalls: () => Promise<void>;
  voice: (dispatch: Extract<Dispatch, { type: "voiceState" | "voiceServer" }>) => void;
}

/** What of READY is asked for later. Its lists are in the world, and not kept twice. */
export type SessionFacts = Pick<
  CheckedReady,
  "sessionId" | "staticSessionId" | "applicationId" | "applicationName" | "scopes" | "disabledFunctions"
>;

/** The client's main gateway session: token, connection, status, and what arrives. */
export class ClientSession {
  readonly #parts: SessionParts;
  #connection: GatewayConnection | undefined;
  #token = new Secret("");
  #status: ClientStatus = ClientStatus.Disconnected;
  #ready: SessionFacts | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get status(): ClientStatus {
    return this.#status;
  }

  get token(): Secret {
    return this.#token;
  }

  /** What the present session was told at its start. */
  get ready(): SessionFacts | undefined {
    return this.#ready;
  }

  /** @throws {SdkError} ADDRESS_MISSING, ADDRESS_INVALID */
  connect(): void {
    addressesOf(this.#parts.options);
    if (this.#token.isEmpty) {
      this.#parts.logs.write(
        "general",
        LoggingSeverity.Error,
        "connect: no token was set; call updateToken first",
      );
      return this.#setStatus(ClientStatus.Disconnected, ClientError.ConnectionFailed, 0);
    }
    this.#connection ??= this.#createConnection();
    this.#connection.connect();
  }

  disconnect(): void {
    this.#connection?.disconnect();
  }

  send(op: GatewayOpcode, d: unknown): void {
    this.#connection?.send(op, d);
  }

  /** Ends at once: the client is going away. */
  drop(): void {
    this.#connection?.drop();
    this.#connection = undefined;
    this.#status = ClientStatus.Disconnected;
  }

  /**
   * Not connected: the token is only kept. Connected: it is tried first, and another user's begins a new
   * session.
   */
  async updateToken(type: AuthorizationTokenType, text: string, signal: AbortSignal): Promise<ClientResult> {
    if (enumArgument("tokenType", AuthorizationTokenType, type) !== AuthorizationTokenType.Bearer)
      return failed(ErrorType.ValidationError, "only bearer tokens can be used");
    const token = new Secret(textArgument("token", text));
    this.#parts.logs.keepSecret(text);
    if (this.#status === ClientStatus.Disconnected || this.#connection === undefined) {
      this.#token = token;
      this.#parts.tokenGiven();
      return success();
    }
    if (!token.equals(this.#token)) await this.#replaceToken(token, signal);
    this.#parts.tokenGiven();
    return success();
  }

  requireReady(): void {
    if (this.#status === ClientStatus.Ready) return;
    throw new Failure(
      failed(ErrorType.ClientNotReady, "the client is not ready: call connect and wait for Status.Ready"),
    );
  }

  /** @throws {Failure} Disabled when the platform has switched the function off, or the one that it adds metadata to */
  requireEnabled(functionName: string): void {
    const disabled = this.#ready?.disabledFunctions ?? [];
    const plainName = functionName.replace(/WithMetadata$/, "");
    if (!disabled.includes(functionName) && !disabled.includes(plainName)) return;
    throw new Failure(failed(ErrorType.Disabled, `${functionName} is switched off by the platform`));
  }

  async #replaceToken(token: Secret, signal: AbortSignal): Promise<void> {
    const answer = await this.#parts.api.call({ method: "GET", path: Route.currentUser(), signal }, token);
    const user = answered(parseUser(answer), "no user");
    this.#token = token;
    if (user.id === this.#parts.ownUserId()) this.#connection?.replaceToken();
    else this.#connection?.reset();
  }

  #createConnection(): GatewayConnection {
    const { host } = this.#parts;
    return new GatewayConnection({
      clock: host.clock,
      random: Math.random,
      openSocket: host.openSocket,
      socket: { userAgent: host.userAgent, roots: host.roots, agent: host.agent },
      token: () => this.#token,
      locate: () => this.#locate(),
      told: (output) => this.#told(output),
    });
  }

  /** A package that is not whole is told as that, and not as a gateway that cannot be found. */
  async #callsLoaded(): Promise<boolean> {
    try {
      await this.#parts.loadCalls();
      return true;
    } catch (error) {
      const reason = reasonOf(error);
      const advice = "install sdkpp again, or let your bundler keep its files together";
      this.#parts.logs.write(
        "general",
        LoggingSeverity.Error,
        `a part of sdkpp is missing: ${reason}; ${advice}`,
      );
      return false;
    }
  }

  async #locate(): Promise<string | undefined> {
    if (!(await this.#callsLoaded())) return undefined;
    try {
      return parseGatewayAddress(await this.#parts.api.call({ method: "GET", path: Route.gateway() }));
    } catch (error) {
      const reason = reasonOf(error);
      this.#parts.logs.write(
        "general",
        LoggingSeverity.Warning,
        `the gateway address could not be had: ${reason}`,
      );
      return undefined;
    }
  }

  #told(output: Extract<GatewayOutput, { type: "status" | "dispatch" | "note" }>): void {
    switch (output.type) {
      case "status":
        return this.#setStatus(ClientStatus[output.status], ClientError[output.error], output.errorDetail);
      case "note":
        return this.#parts.logs.write("general", LoggingSeverity.Warning, output.message);
      case "dispatch":
        return this.#dispatched(output.event, readDispatch(output.event, output.data));
    }
  }

  #dispatched(event: string, dispatch: Dispatch | "unknown" | "malformed"): void {
    if (dispatch === "unknown") return;
    if (dispatch === "malformed") {
      return this.#parts.logs.write("general", LoggingSeverity.Warning, `ignored a malformed ${event}`);
    }
    switch (dispatch.type) {
      case "ready":
        return this.#began(dispatch.ready);
      case "world":
        return this.#parts.changeWorld(dispatch.event);
      default:
        return this.#parts.voice(dispatch);
    }
  }

  #began(ready: CheckedReady): void {
    const { sessionId, staticSessionId, applicationId, applicationName, scopes, disabledFunctions } = ready;
    this.#ready = { sessionId, staticSessionId, applicationId, applicationName, scopes, disabledFunctions };
    this.#parts.changeWorld({ type: "ready", user: ready.user, lobbies: ready.lobbies });
    this.#parts.changeWorld({ type: "profilesReady", profiles: ready.applicationProfiles });
    this.#parts.changeWorld({ type: "channels", channels: ready.privateChannels });
    const { relationships } = ready;
    const presences = [...ready.presences, this.#parts.ownPresence(ready)];
    this.#parts.changeWorld({ type: "friendsReady", relationships, presences });
    this.#parts.sessionBegan(ready);
  }

  #setStatus(status: ClientStatus, error: ClientError, errorDetail: number): void {
    this.#status = status;
    if (error !== ClientError.None) {
      const detail = `connection status ${String(status)}, error ${String(error)}, detail ${String(errorDetail)}`;
      this.#parts.logs.write("general", LoggingSeverity.Warning, detail);
    }
    this.#parts.events.tell("statusChanged", status, error, errorDetail);
    if (status === ClientStatus.Ready) this.#parts.becameReady();
    if (status === ClientStatus.Disconnected) this.#parts.ended();
  }
}
