import type { Subscription } from "../../../call/index.js";

/** How a microphone is tested. */
export interface MicrophoneTestOptions {
  /** Whether the speaker plays what the microphone hears. Default: true. */
  playBack?: boolean;
}

/** Events of a {@link MicrophoneTest}. */
export interface MicrophoneTestEvents {
  /** dBFS, −100 (silence) to 0: the loudest 20 ms since the event before, some 17 times a second while there is sound */
  level: (dbfs: number) => void;
  /** a device is open: what is said from now on is measured, or heard */
  opened: (device: "microphone" | "speaker") => void;
  /** a device does not work, in words for the player; the default device takes the place of a chosen one */
  problem: (message: string) => void;
}

/** A running test of the microphone, with the devices and volumes that calls use. */
export interface MicrophoneTest extends Disposable {
  /** Listens to an event. */
  on<K extends keyof MicrophoneTestEvents>(event: K, listener: MicrophoneTestEvents[K]): Subscription;
  /** Stops listening to an event; a function that listens several times is taken back once. */
  off<K extends keyof MicrophoneTestEvents>(event: K, listener: MicrophoneTestEvents[K]): void;
  /** Ends the test and closes its devices. It may be called repeatedly; leaving a `using` scope calls it too. */
  stop(): void;
}
