import type { Subscription } from "../../../call/index.js";
import {
  createSession,
  type NativeAddon,
  type NativeAudioSystem,
  type NativeDeviceChanged,
  type NativeVoiceSession,
} from "../../../native/index.js";
import { randomBytes, type Clock } from "../../../net/index.js";
import {
  deviceWords,
  type ChosenDevices,
  type DeviceSide,
  type DeviceUser,
} from "../../core/devices/chosen-devices.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { VoiceSettings } from "../../core/devices/voice-settings.js";
import type { MicrophoneTest, MicrophoneTestEvents } from "./microphone-test.js";

interface LoopbackTestParts {
  addon: NativeAddon;
  system: NativeAudioSystem;
  clock: Clock;
  chosenDevices: Pick<ChosenDevices, "attach" | "detach">;
  events: EventHub<MicrophoneTestEvents>;
  settings: () => Readonly<VoiceSettings>;
  playBack: boolean;
  stopped: (test: LoopbackTest) => void;
}

const SEED_BYTES = 32;
const NO_USER = 0n;
const NAMES = { input: "microphone", output: "speaker" } as const;

/** A media session that plays its input on its own output, and is never connected. */
export class LoopbackTest implements MicrophoneTest {
  readonly #parts: LoopbackTestParts;
  readonly #session: NativeVoiceSession;
  readonly #user: DeviceUser;
  readonly #problems = new Set<string>();
  #isOver = false;

  constructor(parts: LoopbackTestParts) {
    this.#parts = parts;
    this.#session = createSession(parts.addon, {
      userId: NO_USER,
      seed: randomBytes(SEED_BYTES),
      preferredMode: "",
      recovery: "full",
      admission: "always",
      start: "running",
      onWake: () => this.#drain(),
    });
    this.#session.setLoopback(true);
    this.#session.setLevelReports(true);
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
    this.#session.setInputVolume(inputVolume);
    this.#session.setOutputVolume(outputVolume);
    this.#session.setSpeechProcessing(speech.echo, speech.noise, speech.gain);
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
    if (side === "input") this.#session.openDeviceInput(system, id, both);
    else if (playBack) this.#session.openDeviceOutput(system, id, both);
  }

  #deviceChanged(side: DeviceSide, ...[kind, id, text]: Parameters<NativeDeviceChanged>): void {
    if (this.#isOver) return;
    if (kind === "opened") {
      for (const each of this.#problems) if (each.includes(NAMES[side])) this.#problems.delete(each);
      this.#parts.events.emit("opened", NAMES[side]);
    } else this.report(`${deviceWords(side, id)} ${kind}: ${text}`);
  }

  #drain(): void {
    while (!this.#isOver) {
      const output = this.#session.poll(this.#parts.clock.now());
      if (output === undefined) return;
      if (output.type === "inputLevel") this.#parts.events.emit("level", output.dbfs);
    }
  }
}
