import type { Subscription } from "../../../call/index.js";
import type { NativeAudioSystem, NativeDeviceChanged } from "../../../native/index.js";
import {
  deviceWords,
  type ChosenDevices,
  type DeviceSide,
  type DeviceUser,
} from "../../core/devices/chosen-devices.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { VoiceSettings } from "../../core/devices/voice-settings.js";
import type { MicrophoneTest, MicrophoneTestEvents } from "./microphone-test.js";
import type { OpenTest, TestSession } from "./test-session.js";

interface LoopbackTestParts {
  open: OpenTest;
  system: NativeAudioSystem;
  chosenDevices: Pick<ChosenDevices, "attach" | "detach">;
  events: EventHub<MicrophoneTestEvents>;
  settings: () => Readonly<VoiceSettings>;
  playBack: boolean;
  stopped: (test: LoopbackTest) => void;
}

const NAMES = { input: "microphone", output: "speaker" } as const;

/** A test of the microphone, with the devices of calls. */
export class LoopbackTest implements MicrophoneTest {
  readonly #parts: LoopbackTestParts;
  readonly #session: TestSession;
  readonly #user: DeviceUser;
  readonly #problems = new Set<string>();
  #isOver = false;

  constructor(parts: LoopbackTestParts) {
    this.#parts = parts;
    this.#session = parts.open({
      level: (dbfs) => this.#isOver || parts.events.emit("level", dbfs),
      failed: (reason) => this.report(reason),
    });
    this.applySettings();
    this.#user = { openDevice: (side, id, changed) => this.#openDevice(side, id, changed) };
    parts.chosenDevices.attach(this.#user);
  }

  on<K extends keyof MicrophoneTestEvents>(event: K, listener: MicrophoneTestEvents[K]): Subscription {
    return this.#parts.events.on(event, listener);
  }

  off<K extends keyof MicrophoneTestEvents>(event: K, listener: MicrophoneTestEvents[K]): void {
    this.#parts.events.off(event, listener);
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.chosenDevices.detach(this.#user);
    this.#session.close();
    this.#parts.stopped(this);
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  applySettings(): void {
    const { inputVolume, outputVolume, speech } = this.#parts.settings();
    this.#session.media.setInputVolume(inputVolume);
    this.#session.media.setOutputVolume(outputVolume);
    this.#session.media.setSpeechProcessing(speech.echo, speech.noise, speech.gain);
  }

  /** Reports each problem once: a device that fails is tried again every other second. @param problem in words */
  report(problem: string): void {
    if (this.#isOver || this.#problems.has(problem)) return;
    this.#problems.add(problem);
    this.#parts.events.emit("problem", problem);
  }

  #openDevice(side: DeviceSide, id: string, changed: NativeDeviceChanged): void {
    if (this.#isOver) return;
    const { system, playBack } = this.#parts;
    const both: NativeDeviceChanged = (kind, reported, text) => {
      changed(kind, reported, text);
      this.#deviceChanged(side, kind, reported, text);
    };
    if (side === "input") this.#session.media.openDeviceInput(system, id, both);
    else if (playBack) this.#session.media.openDeviceOutput(system, id, both);
  }

  #deviceChanged(side: DeviceSide, ...[kind, id, text]: Parameters<NativeDeviceChanged>): void {
    if (this.#isOver) return;
    if (kind === "opened") {
      for (const each of this.#problems) if (each.includes(NAMES[side])) this.#problems.delete(each);
      this.#parts.events.emit("opened", NAMES[side]);
    } else this.report(`${deviceWords(side, id)} ${kind}: ${text}`);
  }
}
