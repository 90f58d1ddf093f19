import { booleanArgument, enumArgument, idArgument, type IdLike, textArgument } from "../argument.js";
import { AudioSystem } from "../enums.js";
import { ValueObject } from "./value-object.js";

interface ClientCreateOptionsFields {
  webBase: string;
  apiBase: string;
  experimentalAudioSystem: AudioSystem;
  experimentalAndroidPreventCommsForBluetooth: boolean;
  cpuAffinityMask: bigint | undefined;
}

const defaults = (): ClientCreateOptionsFields => ({
  webBase: "",
  apiBase: "",
  experimentalAudioSystem: AudioSystem.Standard,
  experimentalAndroidPreventCommsForBluetooth: false,
  cpuAffinityMask: undefined,
});

/**
 * Settings that must be known when a client is made. A value object: copies are independent.
 * @mirrors ClientCreateOptions
 */
export class ClientCreateOptions extends ValueObject<ClientCreateOptionsFields> {
  static readonly nullobj = ClientCreateOptions.invalid(new ClientCreateOptions());

  constructor() {
    super(defaults);
  }

  /** A copy that takes the content over; `other` becomes invalid. */
  static moveFrom(other: ClientCreateOptions): ClientCreateOptions {
    return new ClientCreateOptions().moveAssign(other);
  }

  /** An independent copy; of an invalid object an invalid one. */
  clone(): ClientCreateOptions {
    return new ClientCreateOptions().assign(this);
  }

  /**
   * Root of the platform's web pages; there is no default (see `realService`).
   * @mirrors ClientCreateOptions::WebBase
   */
  get webBase(): string {
    return this.fields.webBase;
  }

  set webBase(value: string) {
    this.change("webBase", textArgument("webBase", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors ClientCreateOptions::SetWebBase */
  setWebBase(value: string): void {
    this.webBase = value;
  }

  /**
   * Root of the platform's HTTP interface, without version; there is no default (see `realService`).
   * @mirrors ClientCreateOptions::ApiBase
   */
  get apiBase(): string {
    return this.fields.apiBase;
  }

  set apiBase(value: string) {
    this.change("apiBase", textArgument("apiBase", value));
  }

  /** @throws {ArgumentError} when not a string. @mirrors ClientCreateOptions::SetApiBase */
  setApiBase(value: string): void {
    this.apiBase = value;
  }

  /** Mobile systems only. @mirrors ClientCreateOptions::ExperimentalAudioSystem */
  get experimentalAudioSystem(): AudioSystem {
    return this.fields.experimentalAudioSystem;
  }

  set experimentalAudioSystem(value: AudioSystem) {
    this.change("experimentalAudioSystem", enumArgument("experimentalAudioSystem", AudioSystem, value));
  }

  /**
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for one that the enum does not have
   * @mirrors ClientCreateOptions::SetExperimentalAudioSystem
   */
  setExperimentalAudioSystem(value: AudioSystem): void {
    this.experimentalAudioSystem = value;
  }

  /** Android only. @mirrors ClientCreateOptions::ExperimentalAndroidPreventCommsForBluetooth */
  get experimentalAndroidPreventCommsForBluetooth(): boolean {
    return this.fields.experimentalAndroidPreventCommsForBluetooth;
  }

  set experimentalAndroidPreventCommsForBluetooth(value: boolean) {
    this.change(
      "experimentalAndroidPreventCommsForBluetooth",
      booleanArgument("experimentalAndroidPreventCommsForBluetooth", value),
    );
  }

  /**
   * @throws {ArgumentError} when not a boolean
   * @mirrors ClientCreateOptions::SetExperimentalAndroidPreventCommsForBluetooth
   */
  setExperimentalAndroidPreventCommsForBluetooth(value: boolean): void {
    this.experimentalAndroidPreventCommsForBluetooth = value;
  }

  /** A hint; without effect here. @mirrors ClientCreateOptions::CpuAffinityMask */
  get cpuAffinityMask(): bigint | undefined {
    return this.fields.cpuAffinityMask;
  }

  set cpuAffinityMask(value: IdLike | undefined) {
    this.change("cpuAffinityMask", value === undefined ? undefined : idArgument("cpuAffinityMask", value));
  }

  /** @throws {ArgumentError} when not a 64-bit id nor undefined. @mirrors ClientCreateOptions::SetCpuAffinityMask */
  setCpuAffinityMask(value: IdLike | undefined): void {
    this.cpuAffinityMask = value;
  }
}
