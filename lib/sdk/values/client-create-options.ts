import { AudioSystem } from "../../enums/index.js";
import type { IdLike } from "../argument.js";
import { boolean, field, id, oneOf, optional, text } from "./field.js";
import { defineFields, ValueObject, type SettersOf } from "./value-object.js";

/** The properties of a {@link ClientCreateOptions}. */
export interface ClientCreateOptionsFields {
  /**
   * Base address of the platform's web pages; there is no default (see `realService`).
   * @throws {ArgumentError} when not a string
   * @mirrors ClientCreateOptions::WebBase, ClientCreateOptions::SetWebBase
   */
  webBase: string;

  /**
   * Base address of the platform's HTTP API, without a version; there is no default (see `realService`).
   * @throws {ArgumentError} when not a string
   * @mirrors ClientCreateOptions::ApiBase, ClientCreateOptions::SetApiBase
   */
  apiBase: string;

  /**
   * The audio system of mobile systems; it has no effect on a desktop.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors ClientCreateOptions::ExperimentalAudioSystem, ClientCreateOptions::SetExperimentalAudioSystem
   */
  experimentalAudioSystem: AudioSystem;

  /**
   * It has an effect on Android only.
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientCreateOptions::ExperimentalAndroidPreventCommsForBluetooth, ClientCreateOptions::SetExperimentalAndroidPreventCommsForBluetooth
   */
  experimentalAndroidPreventCommsForBluetooth: boolean;

  /**
   * Binds the media threads to the processors whose bits are set, with the client's first call. On Linux and Windows; macOS binds
   * no threads. All clients of a process (or worker) share those threads: the last call decides. A mask that the system rejects
   * is a warning of the voice log. Undefined leaves the choice to the system.
   * @throws {ArgumentError} when not a 64-bit id
   * @mirrors ClientCreateOptions::CpuAffinityMask, ClientCreateOptions::SetCpuAffinityMask
   */
  get cpuAffinityMask(): bigint | undefined;
  set cpuAffinityMask(value: IdLike | undefined);
}

export interface ClientCreateOptions
  extends ClientCreateOptionsFields, SettersOf<ClientCreateOptionsFields> {}

/**
 * Options of a client that must be known when it is created. A value object: copies are independent.
 * @mirrors ClientCreateOptions
 */
export class ClientCreateOptions extends ValueObject {
  declare static readonly nullobj: ClientCreateOptions;

  /** Creates one with the defaults, or a copy of `other`. @throws {ArgumentError} when `other` is not of the class */
  constructor(other?: ClientCreateOptions) {
    super(other);
  }
}

defineFields<ClientCreateOptions>(ClientCreateOptions, {
  webBase: field(text, ""),
  apiBase: field(text, ""),
  experimentalAudioSystem: field(oneOf(AudioSystem), AudioSystem.Standard),
  experimentalAndroidPreventCommsForBluetooth: field(boolean, false),
  cpuAffinityMask: field(optional(id), undefined),
});
