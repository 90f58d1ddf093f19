import { SdkError } from "../../../wire/index.js";
import { booleanArgument, objectArgument } from "../../argument.js";
import type { CallbackQueue } from "../../core/events/callback-queue.js";
import type { ChosenDevices } from "../../core/devices/chosen-devices.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { DeviceWatch } from "../../core/devices/device-watch.js";
import { EventHub } from "../../core/events/event-hub.js";
import type { Feature } from "../../core/events/feature.js";
import type { VoiceSettings } from "../../core/devices/voice-settings.js";
import type { Host } from "../../host-options.js";
import { LoopbackTest } from "./loopback-test.js";
import type { MicrophoneTest, MicrophoneTestEvents, MicrophoneTestOptions } from "./microphone-test.js";
import { testsOf } from "./test-session.js";

export interface MicrophoneTestAreaParts {
  host: Host;
  logs: ClientLogs;
  queue: CallbackQueue;
  deviceWatch: DeviceWatch;
  chosenDevices: ChosenDevices;
  calls: {
    readonly settings: Readonly<VoiceSettings>;
    /** Calls `changed` whenever the settings change. */
    followSettings(changed: () => void): void;
  };
}

/** Tests of the microphone, which need no call. */
export class MicrophoneTestArea implements Feature {
  readonly #parts: MicrophoneTestAreaParts;
  readonly #running = new Set<LoopbackTest>();

  constructor(parts: MicrophoneTestAreaParts) {
    this.#parts = parts;
    parts.calls.followSettings(() => {
      for (const test of this.#running) test.applySettings();
    });
  }

  start(options: MicrophoneTestOptions = {}): MicrophoneTest {
    const { playBack = true } = objectArgument("options", options) as MicrophoneTestOptions;
    const test = this.#make(booleanArgument("options.playBack", playBack));
    this.#running.add(test);
    void this.#lookForTrouble(test);
    return test;
  }

  destroyed(): void {
    for (const test of this.#running) test.stop();
  }

  #make(playBack: boolean): LoopbackTest {
    const { host, queue, logs, chosenDevices, calls } = this.#parts;
    const { audioDevices: system } = host;
    if (system === "off")
      throw new SdkError("NO_AUDIO_DEVICES", 'this client uses no devices: its option audioDevices is "off"');
    return new LoopbackTest({
      open: testsOf(host),
      system,
      chosenDevices,
      events: new EventHub<MicrophoneTestEvents>(queue, (event, error) =>
        logs.callbackThrew(`the callback of "${event}" of a microphone test`, error),
      ),
      settings: () => calls.settings,
      playBack,
      stopped: (test) => this.#running.delete(test),
    });
  }

  /** Reports a missing microphone, which no device can report. */
  async #lookForTrouble(test: LoopbackTest): Promise<void> {
    const { deviceWatch } = this.#parts;
    const { input } = await deviceWatch.list();
    if (deviceWatch.problem !== "") test.report(deviceWatch.problem);
    else if (input.length === 0) test.report("there is no microphone");
  }
}
