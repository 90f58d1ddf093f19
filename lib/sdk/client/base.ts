import type { Subscription } from "../../call/index.js";
import {
  enumArgument,
  functionArgument,
  idArgument,
  type IdLike,
  integerArgument,
  textArgument,
} from "../argument.js";
import type { ClientEvents } from "../core/client-events.js";
import { ClientCore } from "../core/client-core.js";
import { hostOf, type ClientHostOptions } from "../host-options.js";
import { ClientCreateOptions } from "../values/client-create-options.js";
import { LoggingSeverity } from "../enums.js";
import type { LogCallback } from "../core/client-logs.js";

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * What makes a client, moves it and ends it, and its logs. The members follow by area in the classes above.
 */
export abstract class ClientBase {
  #make: () => ClientCore;
  #made: ClientCore | undefined;

  /**
   * @throws {ArgumentError} for a host option that cannot be
   * @mirrors Client::Client
   */
  constructor(options?: ClientCreateOptions, host?: ClientHostOptions);
  constructor(apiBase: string, webBase: string, host?: ClientHostOptions);
  constructor(
    first?: ClientCreateOptions | string,
    second?: ClientHostOptions | string,
    third?: ClientHostOptions,
  ) {
    const host = hostOf((typeof second === "string" ? third : second) ?? {});
    const options = optionsOf(first, typeof second === "string" ? second : "");
    this.#make = () => new ClientCore(options, host);
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

  /** @throws {ArgumentError} when not a 64-bit id. @mirrors Client::SetApplicationId */
  setApplicationId(applicationId: IdLike): void {
    this.core.setApplicationId(idArgument("applicationId", applicationId));
  }

  /**
   * Sets how long an HTTP request may take before it fails.
   * @param httpTimeoutInMilliseconds milliseconds, 1 to 2 147 483 647; 30 000 until set
   * @throws {ArgumentError} when not an integer, {@link ArgumentRangeError} outside the range
   * @mirrors Client::SetHttpRequestTimeout
   */
  setHttpRequestTimeout(httpTimeoutInMilliseconds: number): void {
    const timeoutMs = integerArgument(
      "httpTimeoutInMilliseconds",
      httpTimeoutInMilliseconds,
      1,
      MAX_TIMEOUT_MS,
    );
    this.core.http.setTimeout(timeoutMs);
  }

  /**
   * Lobbies, authentication, connection. Secrets never appear. Accumulates.
   * @throws {ArgumentError} when not a function or not a number, {@link ArgumentRangeError} for a severity that there is not
   * @mirrors Client::AddLogCallback
   */
  addLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    this.#addLog("general", callback, minSeverity);
  }

  /**
   * Calls and their media. Accumulates.
   * @throws {ArgumentError} when not a function or not a number, {@link ArgumentRangeError} for a severity that there is not
   * @mirrors Client::AddVoiceLogCallback
   */
  addVoiceLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
    this.#addLog("voice", callback, minSeverity);
  }

  /**
   * Writes the lines that `addLogCallback` gets to `discord.log` in a folder that exists, over the file that is there.
   * They are written in the background, and what is left when the client is destroyed. Trouble with the disk later on is
   * a warning in the log and ends the writing.
   * @param path "": the process's working directory
   * @param minSeverity `None`, as it is until set, writes no file
   * @returns false when the file cannot be opened; nothing is written then
   * @throws {ArgumentError} when not a string or not a number, {@link ArgumentRangeError} for a severity that there is not
   * @mirrors Client::SetLogDir
   */
  setLogDir(path: string, minSeverity: LoggingSeverity): boolean {
    const min = enumArgument("minSeverity", LoggingSeverity, minSeverity);
    return this.core.logs.setFolder(textArgument("path", path), min);
  }

  /**
   * Writes the lines that `addVoiceLogCallback` gets to `discord-webrtc_0` in a folder that exists; when it has 4 MiB, to
   * `discord-webrtc_1`, and so on: the newest eight are kept. What an earlier run left there is renamed to
   * `discord-last-webrtc_0` and so on. Works once, and only before `addVoiceLogCallback` and before there was anything to
   * log: later, or when the folder cannot be written to, it is a warning in the log and has no effect.
   * @param path "": the process's working directory
   * @param minSeverity `None`, as it is until set, writes no file
   * @throws {ArgumentError} when not a string or not a number, {@link ArgumentRangeError} for a severity that there is not
   * @mirrors Client::SetVoiceLogDir
   */
  setVoiceLogDir(path: string, minSeverity: LoggingSeverity): void {
    const min = enumArgument("minSeverity", LoggingSeverity, minSeverity);
    this.core.logs.setVoiceFolder(textArgument("path", path), min);
  }

  #addLog(kind: "general" | "voice", callback: LogCallback, minSeverity: LoggingSeverity): void {
    const min = enumArgument("minSeverity", LoggingSeverity, minSeverity);
    this.core.logs.add(kind, functionArgument("callback", callback), min);
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
