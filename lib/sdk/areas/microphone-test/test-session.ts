import type { CallMedia } from "../../../call/index.js";
import { LoopbackSession } from "../../../native/index.js";
import { randomBytes } from "../../../net/index.js";
import { HostedMicrophoneTest } from "../../../hosting/index.js";
import type { Host } from "../../host-options.js";

/** A microphone and a speaker that are tried: in this process, or in a voice process. */
export interface TestSession {
  readonly media: Pick<
    CallMedia,
    "setInputVolume" | "setOutputVolume" | "setSpeechProcessing" | "openDeviceInput" | "openDeviceOutput"
  >;
  close(): void;
}

export interface TestSessionEvents {
  /** dBFS, −100 to 0 */
  level(dbfs: number): void;
  /** it cannot go on: why */
  failed(reason: string): void;
}

/** @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED, MEDIA_UNAVAILABLE */
export type OpenTest = (events: TestSessionEvents) => TestSession;

const SEED_BYTES = 32;

export function testsOf(host: Pick<Host, "voiceHost" | "loadAddon" | "clock">): OpenTest {
  const { voiceHost, loadAddon, clock } = host;
  if (voiceHost !== undefined) return (events) => new HostedMicrophoneTest(voiceHost, events);
  return ({ level }) =>
    new LoopbackSession({ addon: loadAddon(), now: () => clock.now(), seed: randomBytes(SEED_BYTES), level });
}
