import { AudioSystem } from "../../enums/index.js";
import type { IdLike } from "../argument.js";
import { boolean, field, id, oneOf, optional, text } from "./field.js";
import { valueObject } from "./value-object.js";

interface ClientCreateOptionsMembers {
  /**
   * Base address of the platform's web pages; there is no default (see `realService`).
   * @mirrors ClientCreateOptions::WebBase
   */
  webBase: string;

  /**
   * Sets {@link webBase}.
   * @throws {ArgumentError} when not a string
   * @mirrors ClientCreateOptions::SetWebBase
   */
  setWebBase(value: string): void;

  /**
   * Base address of the platform's HTTP API, without a version; there is no default (see `realService`).
   * @mirrors ClientCreateOptions::ApiBase
   */
  apiBase: string;

  /**
   * Sets {@link apiBase}.
   * @throws {ArgumentError} when not a string
   * @mirrors ClientCreateOptions::SetApiBase
   */
  setApiBase(value: string): void;

  /**
   * The audio system of mobile systems; it has no effect on a desktop.
   * @mirrors ClientCreateOptions::ExperimentalAudioSystem
   */
  experimentalAudioSystem: AudioSystem;

  /**
   * Sets {@link experimentalAudioSystem}.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ClientCreateOptions::SetExperimentalAudioSystem
   */
  setExperimentalAudioSystem(value: AudioSystem): void;

  /** It has an effect on Android only. @mirrors ClientCreateOptions::ExperimentalAndroidPreventCommsForBluetooth */
  experimentalAndroidPreventCommsForBluetooth: boolean;

  /**
   * Sets {@link experimentalAndroidPreventCommsForBluetooth}.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientCreateOptions::SetExperimentalAndroidPreventCommsForBluetooth
   */
  setExperimentalAndroidPreventCommsForBluetooth(value: boolean): void;

  /**
   * Binds the media thread to the processors whose bits are set, with the client's first call. On Linux and Windows; macOS binds
   * no threads. All clients of a process (or worker) share that thread: the last call decides. A mask that the system rejects
   * is a warning of the voice log. Undefined leaves the choice to the system.
   * @mirrors ClientCreateOptions::CpuAffinityMask
   */
  get cpuAffinityMask(): bigint | undefined;
  set cpuAffinityMask(value: IdLike | undefined);

  /**
   * Sets {@link cpuAffinityMask}.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ClientCreateOptions::SetCpuAffinityMask
   */
  setCpuAffinityMask(value: IdLike | undefined): void;
}

/**
 * Options of a client that must be known when it is created. A value object: copies are independent.
 * @mirrors ClientCreateOptions
 */
export class ClientCreateOptions extends valueObject<ClientCreateOptionsMembers>({
  webBase: field(text, ""),
  apiBase: field(text, ""),
  experimentalAudioSystem: field(oneOf(AudioSystem), AudioSystem.Standard),
  experimentalAndroidPreventCommsForBluetooth: field(boolean, false),
  cpuAffinityMask: field(optional(id), undefined),
}) {
  declare static readonly nullobj: ClientCreateOptions;
}
