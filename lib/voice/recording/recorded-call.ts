import type { VoiceMedia } from "../../call/index.js";
import type { Clock } from "../../net/index.js";
import { SdkError } from "../../wire/index.js";
import type { VoiceReceiver } from "../receiver.js";
import type { RecordOptions, Recording } from "./recording.js";
import { recordArgument, startRecording } from "./start.js";

export interface RecordedCallParts {
  readonly clock: Clock;
  readonly receiver: Pick<VoiceReceiver, "record" | "present">;
  readonly media: Pick<VoiceMedia, "openPcmOutput" | "closeOutput">;
  /** @throws {SdkError} when the connection is over */
  readonly assertLive: () => void;
  readonly warn: (message: string) => void;
  /** A recording began; undefined: it ended. */
  readonly changed: (recording: Recording | undefined) => void;
}

/** A connection whose sound is recorded, by one recording at a time. */
export class RecordedCall {
  readonly #parts: RecordedCallParts;
  #recording: Recording | undefined;

  constructor(parts: RecordedCallParts) {
    this.#parts = parts;
  }

  /**
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} RECORDING_RUNNING, or when the connection is over
   */
  begin(options: RecordOptions): Recording {
    const checked = recordArgument(options);
    const { clock, receiver, media, assertLive, warn, changed } = this.#parts;
    assertLive();
    if (this.#recording !== undefined)
      throw new SdkError("RECORDING_RUNNING", "a recording of this connection runs; stop it first");
    const recording = startRecording({
      options: checked,
      clock,
      present: receiver.present,
      warn,
      detach: () => {
        end();
        if (checked.mix) media.closeOutput();
        this.#recording = undefined;
        changed(undefined);
      },
    });
    const format = checked.format === "wav" ? "pcm" : "opus";
    const end = receiver.record({ format, push: (block) => recording.push(block) });
    if (checked.mix) media.openPcmOutput();
    this.#recording = recording;
    changed(recording);
    return recording;
  }

  participant(userId: bigint, isPresent: boolean): void {
    this.#recording?.participant(userId, isPresent);
  }

  /** Sound has times of another beginning from now on. */
  beginsAnew(): void {
    this.#recording?.beginsAnew();
  }

  /** The connection is over. */
  end(): void {
    void this.#recording?.stop();
  }
}
