import type { CallMedia } from "../../call/index.js";
import type { NativeDeviceChanged } from "../../native/index.js";
import { HostedCall } from "../hosted-call.js";
import { registryOf, type VoiceSupervisor } from "../voice-supervisor.js";
import type { DeviceOrder, TestReport } from "./device-messages.js";
import { HostedDevices } from "./hosted-devices.js";
import { HostedSettings } from "./hosted-settings.js";
import type { SentDevice } from "./messages.js";
import type { CallReport } from "../messages.js";

type OwnReport = Exclude<TestReport, CallReport>;
type Media = Pick<
  CallMedia,
  "setInputVolume" | "setOutputVolume" | "setSpeechProcessing" | "openDeviceInput" | "openDeviceOutput"
>;

export interface HostedTestEvents {
  /** dBFS */
  level(dbfs: number): void;
  /** No voice process can have it: why. */
  failed(reason: string): void;
}

let tests = 0;

/** A test of the microphone in a voice process: its devices are opened anew in the next one. */
export class HostedMicrophoneTest {
  readonly media: Media;
  readonly #call: HostedCall<OwnReport>;
  readonly #devices = new HostedDevices();
  readonly #end: () => void;
  #microphone: SentDevice | undefined;
  #speaker: SentDevice | undefined;

  constructor(supervisor: VoiceSupervisor, events: HostedTestEvents) {
    const call = `microphone#${String((tests += 1))}`;
    const registry = registryOf(supervisor);
    const settings = new HostedSettings((setting) => this.#say({ type: "set", call, setting }));
    const first = (): DeviceOrder => ({
      ...{ type: "testMicrophone", call, settings: settings.all },
      ...{ microphone: this.#microphone, speaker: this.#speaker },
    });
    this.#call = new HostedCall(call, registry.clock, {
      isCall: false,
      first: () => [first()],
      heard: (report) => {
        if (report.type === "level") events.level(report.dbfs);
        else this.#devices.changed(report.opening, report.change);
      },
      over: (error) => {
        registry.leave(this.#call);
        if (error.code !== "DESTROYED") events.failed(error.message);
      },
    });
    this.#end = () => this.#call.over({ code: "DESTROYED", message: "this test is over" });
    this.media = {
      ...settings.setters,
      openDeviceInput: (...device) => this.#open("input", ...device),
      openDeviceOutput: (...device) => this.#open("output", ...device),
    };
    registry.enter(this.#call);
  }

  close(): void {
    this.#end();
  }

  #open(side: "input" | "output", ...[system, id, changed]: Parameters<Media["openDeviceInput"]>): void {
    const device = this.#opened(side, system, id, changed);
    this.#say({ type: "openDevice", call: this.#call.name, side, device });
  }

  #opened(
    side: "input" | "output",
    system: SentDevice["system"],
    id: string,
    changed: NativeDeviceChanged,
  ): SentDevice {
    if (side === "input")
      return (this.#microphone = this.#devices.open(system, id, changed, this.#microphone));
    return (this.#speaker = this.#devices.open(system, id, changed, this.#speaker));
  }

  #say(order: DeviceOrder): void {
    this.#call.send(order);
  }
}
