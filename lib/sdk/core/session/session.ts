import { Emitter } from "../../../call/emitter.js";
import { GatewayConnection } from "../../../net/index.js";
import {
  parseGatewayAddress,
  parseUser,
  reasonOf,
  Secret,
  stackOf,
  type CheckedReady,
  type GatewayOutput,
} from "../../../protocol/index.js";
import type { PresenceFacts } from "../../../state/index.js";
import { type GatewayOpcode, Route } from "../../../wire/index.js";
import {
  ClientError,
  ClientStatus,
  AuthorizationTokenType,
  ErrorType,
  LoggingSeverity,
} from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import type { ClientResult } from "../../values/client-result.js";
import { enumArgument, tokenArgument } from "../../argument.js";
import { addressesOf } from "../api/addresses.js";
import type { Api } from "../api/api.js";
import type { ClientEvents } from "../events/client-events.js";
import { connectionEnding, NO_TOKEN, NOT_CONNECTED } from "./connection-ending.js";
import type { ClientLogs } from "../logs/client-logs.js";
import { readDispatch, type Dispatch } from "./dispatch.js";
import type { EventHub } from "../events/event-hub.js";
import { failed, Failure, parsed, success } from "../operations/failure.js";
import type { LiveWorld } from "../world/live-world.js";

export interface SessionParts {
  host: Host;
  options: ClientCreateOptions;
  api: Api;
  logs: ClientLogs;
  events: EventHub<ClientEvents>;
  world: LiveWorld;
  /** READY lists the presences of others only */
  ownPresence: { began(ready: CheckedReady): PresenceFacts };
  application: { setId(id: bigint, parentId?: bigint): void };
  /** loaded while connecting, so that calls can start as soon as the client is ready */
  callModule: { load(): Promise<void> };
}

/** Callbacks of the session to the parts of the client. */
export interface SessionSignals {
  /** ready again, after a new session or a resume */
  ready: () => void;
  /** disconnected; no further attempt follows */
  ended: () => void;
  /** the world has this voice state already */
  voiceState: (state: Extract<Dispatch, { type: "voiceState" }>["state"]) => void;
  voiceServer: (server: Extract<Dispatch, { type: "voiceServer" }>["server"]) => void;
}

/** The facts of READY that are needed later; its lists are kept in the world. */
export type SessionFacts = Pick<
  CheckedReady,
  "sessionId" | "staticSessionId" | "applicationId" | "applicationName" | "scopes" | "disabledFunctions"
>;

/** The client's main gateway session: token, connection, status, and incoming events. */
export class ClientSession {
  readonly signals: Emitter<SessionSignals>;
  readonly #parts: SessionParts;
  #connection: GatewayConnection | undefined;
  #token = new Secret("");
  #status: ClientStatus = ClientStatus.Disconnected;
  #ending = NOT_CONNECTED;
  #facts: SessionFacts | undefined;
  #obstacle: Failure | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.signals = new Emitter((_signal, error) =>
      parts.logs.write("general", LoggingSeverity.Error, `internal error: ${stackOf(error)}`),
    );
  }

  get status(): ClientStatus {
    return this.#status;
  }

  /** Why the client is disconnected, in words. */
  get ending(): string {
    return this.#ending;
  }

  /**
   * Why the platform cannot be found at its address: only before the first session, because a client that was ready once has
   * the right address. The client keeps trying.
   */
  get obstacle(): Failure | undefined {
    return this.#facts === undefined ? this.#obstacle : undefined;
  }

  get token(): Secret {
    return this.#token;
  }

  /** The facts of the current session; undefined before the first one. */
  get facts(): SessionFacts | undefined {
    return this.#facts;
  }

  /** @throws {SdkError} ADDRESS_MISSING, ADDRESS_INVALID */
  connect(): void {
    addressesOf(this.#parts.options);
    this.#obstacle = undefined;
    if (this.#token.isEmpty) {
      this.#parts.logs.write(
        "general",
        LoggingSeverity.Error,
        "connect: no token was set; call updateToken first",
      );
      this.#setStatus(ClientStatus.Disconnected, ClientError.ConnectionFailed, 0);
      this.#ending = NO_TOKEN;
      return;
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

  /** Ends at once, without waiting for the platform. */
  destroyed(): void {
    this.#connection?.drop();
    this.#connection = undefined;
    this.#status = ClientStatus.Disconnected;
  }

  /**
   * Stores the token. While connected, the token is checked first, and a token of another user begins a new session.
   */
  async updateToken(type: AuthorizationTokenType, text: string, signal: AbortSignal): Promise<ClientResult> {
    if (enumArgument("tokenType", AuthorizationTokenType, type) !== AuthorizationTokenType.Bearer)
      return failed(ErrorType.ValidationError, "only bearer tokens can be used");
    const token = new Secret(tokenArgument("token", text));
    this.#parts.logs.keepSecret(text);
    if (this.#status === ClientStatus.Disconnected || this.#connection === undefined) {
      this.#token = token;
      return success();
    }
    if (!token.equals(this.#token)) await this.#replaceToken(token, signal);
    return success();
  }

  requireReady(): void {
    if (this.#status === ClientStatus.Ready) return;
    throw new Failure(
      failed(ErrorType.ClientNotReady, "the client is not ready: call connect and wait for Status.Ready"),
    );
  }

  /** @throws {Failure} Disabled when the platform has disabled the function, or its form without metadata */
  requireEnabled(functionName: string): void {
    const disabled = this.#facts?.disabledFunctions ?? [];
    const plainName = functionName.replace(/WithMetadata$/, "");
    if (!disabled.includes(functionName) && !disabled.includes(plainName)) return;
    throw new Failure(failed(ErrorType.Disabled, `the platform has disabled ${functionName}`));
  }

  async #replaceToken(token: Secret, signal: AbortSignal): Promise<void> {
    const body = await this.#parts.api.call({ method: "GET", path: Route.currentUser(), signal }, token);
    const user = parsed(parseUser(body), "a user");
    this.#token = token;
    if (user.id === this.#parts.world.view.users.currentId) this.#connection?.replaceToken();
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
      emit: (output) => this.#handle(output),
    });
  }

  /** Logs a missing file of the package as such, and not as a gateway that cannot be found. */
  async #callsLoaded(): Promise<boolean> {
    try {
      await this.#parts.callModule.load();
      return true;
    } catch (error) {
      const reason = reasonOf(error);
      const advice = "install sdkpp again, or let your bundler keep its files together";
      this.#parts.logs.write(
        "general",
        LoggingSeverity.Error,
        `could not load a part of sdkpp: ${reason}; ${advice}`,
      );
      return false;
    }
  }

  async #locate(): Promise<string | undefined> {
    if (!(await this.#callsLoaded())) return undefined;
    try {
      const body = await this.#parts.api.call({ method: "GET", path: Route.gateway() });
      const address = parsed(parseGatewayAddress(body), "the address of a gateway");
      this.#obstacle = undefined;
      return address;
    } catch (error) {
      this.#obstacle = error instanceof Failure ? this.#obstacleOf(error) : undefined;
      const reason = this.#obstacle?.message ?? `could not get the gateway address: ${reasonOf(error)}`;
      this.#parts.logs.write("general", LoggingSeverity.Warning, reason);
      return undefined;
    }
  }

  /** @returns undefined for a platform that is busy */
  #obstacleOf(failure: Failure): Failure | undefined {
    const { type, retryable, error } = failure.result;
    if (type === ErrorType.HTTPError && retryable) return undefined;
    const where = error.includes("apiBase") ? "" : `; check apiBase ${this.#parts.options.apiBase}`;
    const words = `could not get the gateway address: ${error}${where}; the client keeps trying`;
    return new Failure(failed(type, words, retryable), { cause: failure.cause });
  }

  #handle(output: Extract<GatewayOutput, { type: "status" | "dispatch" | "note" }>): void {
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
        return this.#parts.world.apply(dispatch.event);
      case "voiceState": {
        const { state } = dispatch;
        this.#parts.world.apply({ type: "voiceState", lobbyId: state.lobbyId, voiceState: state });
        return this.signals.emit("voiceState", state);
      }
      case "voiceServer":
        return this.signals.emit("voiceServer", dispatch.server);
    }
  }

  #began(ready: CheckedReady): void {
    const { sessionId, staticSessionId, applicationId, applicationName, scopes, disabledFunctions } = ready;
    this.#facts = { sessionId, staticSessionId, applicationId, applicationName, scopes, disabledFunctions };
    const { world, ownPresence, application, logs } = this.#parts;
    if (ready.ignored.length > 0)
      logs.write(
        "general",
        LoggingSeverity.Warning,
        `READY: ignored malformed entries: ${ready.ignored.join(", ")}`,
      );
    world.apply({ type: "ready", user: ready.user, lobbies: ready.lobbies });
    world.apply({ type: "profilesReady", profiles: ready.applicationProfiles });
    world.apply({ type: "channels", channels: ready.privateChannels });
    const presences = [...ready.presences, ownPresence.began(ready)];
    world.apply({ type: "friendsReady", relationships: ready.relationships, presences });
    if (applicationId !== undefined) application.setId(applicationId, ready.parentApplicationId);
  }

  #setStatus(status: ClientStatus, error: ClientError, errorDetail: number): void {
    this.#status = status;
    this.#ending = connectionEnding(error, errorDetail);
    if (error !== ClientError.None) {
      const detail = `connection status ${String(status)}, error ${String(error)}, detail ${String(errorDetail)}`;
      this.#parts.logs.write("general", LoggingSeverity.Warning, detail);
    }
    this.#parts.events.emit("statusChanged", status, error, errorDetail);
    if (status === ClientStatus.Ready) this.signals.emit("ready");
    if (status === ClientStatus.Disconnected) this.signals.emit("ended");
  }
}
