import type { Subscription } from "../../call/index.js";
import { idArgument, levelArgument, type IdLike } from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import { ClientCore } from "../core/client-core.js";
import { hostOf, type ClientHostOptions } from "../host-options.js";
import { ClientCreateOptions } from "../values/client-create-options.js";
import type { LoggingSeverity } from "../enums.js";
import type { LogCallback } from "../core/client-logs.js";

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * What makes a client, moves it and ends it, and its logs. The members follow by area in the classes above.
 */
export abstract class ClientBase {
  #make: () => ClientCore;
  #made: ClientCore | undefined;

  /** @mirrors Client::Client */
  constructor(options?: ClientCreateOptions, host?: ClientHostOptions);
  constructor(apiBase: string, webBase: string, host?: ClientHostOptions);
  constructor(
    first?: ClientCreateOptions | string,
    second?: ClientHostOptions | string,
    third?: ClientHostOptions,
  ) {
    const host = typeof second === "string" ? third : second;
    const options = optionsOf(first, typeof second === "string" ? second : "");
    this.#make = () => new ClientCore(options, hostOf(host ?? {}));
  }

  /** @internal made at its first use: `nullobj` is to cost nothing at import */
  protected get core(): ClientCore {
    return (this.#made ??= this.#make());
  }

  /** False after `destroy`, after a move, and for `nullobj`. */
  isValid(): boolean {
    return !this.core.isDestroyed;
  }

  /** Destroys what this client was and becomes `other`, which is no longer valid. @returns this client */
  moveAssign(other: this): this {
    if (other === this) return this;
    this.core.destroy();
    this.#made = other.core;
    other.abandon();
    return this;
  }

  /**
   * Stands for the C++ destructor: ends calls and the connection; pending operations complete with
   * `ErrorType.ClientDestroyed` and handles fall back to default values. Idempotent.
   */
  destroy(): void {
    this.core.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.destroy();
    return Promise.resolve();
  }

  /** Runs the queued callbacks; for `callbackMode: "manual"`. Promises do not need it. */
  runCallbacks(): void {
    this.core.queue.run();
  }

  /** Typed events beside the `set…Callback` members. */
  on<K extends keyof ClientEvents>(event: K, listener: ClientEvents[K]): Subscription {
    return this.core.events.on(event, listener);
  }

  /** @mirrors Client::GetApplicationId */
  getApplicationId(): bigint {
    return this.core.applicationId;
  }

  /** @throws {TypeError} when not a 64-bit id. @mirrors Client::SetApplicationId */
  setApplicationId(applicationId: IdLike): void {
    this.core.setApplicationId(idArgument("applicationId", applicationId));
  }

  /** @param httpTimeoutInMilliseconds at least 1; 30 000 until set. @mirrors Client::SetHttpRequestTimeout */
  setHttpRequestTimeout(httpTimeoutInMilliseconds: number): void {
    const timeoutMs = levelArgument(
      "httpTimeoutInMilliseconds",
      httpTimeoutInMilliseconds,
      1,
      MAX_TIMEOUT_MS,
    );
    this.core.http.setTimeout(timeoutMs);
  }

  /**
   * Lobbies, authentication, connection. Secrets never appear. Accumulates.
   * @mirrors Client::AddLogCallback
   */
  addLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    this.core.logs.add("general", callback, minSeverity);
  }

  /** Calls and their media. Accumulates. @mirrors Client::AddVoiceLogCallback */
  addVoiceLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    this.core.logs.add("voice", callback, minSeverity);
  }

  /** Leaves an object that is not valid. */
  protected abandon(): void {
    this.#made = undefined;
    this.#make = destroyedCore;
  }
}

function destroyedCore(): ClientCore {
  const core = new ClientCore(new ClientCreateOptions(), hostOf({}));
  core.destroy();
  return core;
}

function optionsOf(first: ClientCreateOptions | string | undefined, webBase: string): ClientCreateOptions {
  if (first instanceof ClientCreateOptions) return first.clone();
  const options = new ClientCreateOptions();
  options.apiBase = first ?? "";
  options.webBase = webBase;
  return options;
}
