import type { DeviceListing, NativeAudioSystem } from "../../native/index.js";
import type { DeviceOrder } from "./device-messages.js";
import { HostedCall } from "../hosted-call.js";
import { registryOf, type Registry, type VoiceSupervisor } from "../voice-supervisor.js";

let lists = 0;

/** When no process could list them, none is started for it so soon, milliseconds. */
const FAILED_MS = 10_000;

/** Lists devices by voice processes, for programs without the addon. */
export class HostedDeviceList {
  readonly #registry: Registry;
  #asking: HostedCall<never> | undefined;
  #asked = 0;
  #failure: { readonly error: unknown; readonly atMs: number } | undefined;

  constructor(supervisor: VoiceSupervisor) {
    this.#registry = registryOf(supervisor);
  }

  /** Rejects when no voice process can list them. */
  async list(system: NativeAudioSystem): Promise<DeviceListing> {
    const { clock } = this.#registry;
    if (this.#failure !== undefined && clock.now() - this.#failure.atMs < FAILED_MS)
      throw this.#failure.error;
    const asking = (this.#asking ??= this.#begin());
    this.#asked += 1;
    try {
      return (await asking.ask("list", [system])) as DeviceListing;
    } catch (error) {
      this.#failure = { error, atMs: clock.now() };
      throw error;
    } finally {
      this.#asked -= 1;
      if (this.#asked === 0) this.#end(asking);
    }
  }

  #begin(): HostedCall<never> {
    const name = `devices#${String((lists += 1))}`;
    const first: DeviceOrder = { type: "openDevices", call: name };
    const asking: HostedCall<never> = new HostedCall(name, this.#registry.clock, {
      isCall: false,
      first: () => [first],
      over: () => this.#end(asking),
    });
    this.#registry.enter(asking);
    return asking;
  }

  #end(asking: HostedCall<never>): void {
    if (this.#asking === asking) this.#asking = undefined;
    this.#registry.leave(asking);
    asking.over({ code: "DESTROYED", message: "all was answered" });
  }
}
