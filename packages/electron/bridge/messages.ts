import type { CollectionName, EventName } from "sdkpp/surface";

/** A record that changed; null: it is gone. */
export type Change = readonly [collection: CollectionName, key: string, record: object | null];
/** An event and its arguments. */
export type EventMessage = readonly [name: EventName, ...args: unknown[]];

/** A failed operation, as it crosses. */
export interface SentFailure {
  /** as of `ClientResultError`, or of another `SdkError` */
  readonly code: string;
  readonly message: string;
  /** of HTTP; 0 without one */
  readonly status: number;
  readonly retryable: boolean;
}

/** What a page tells the process of the client. */
export type FromPage =
  /** The state anew: when it begins, and when a version is missing. */
  | { readonly type: "sync" }
  | {
      readonly type: "call";
      readonly id: number;
      readonly name: string;
      readonly args: readonly unknown[];
      readonly deadlineMs: number;
    }
  | { readonly type: "cancel"; readonly id: number }
  /** The page has drawn this version, and takes so many frames beyond it, 1 to `FRAMES_MAX`, before it says so again. */
  | { readonly type: "drawn"; readonly version: number; readonly frames: number }
  /** Whether it wants the sound of a speaker, by its key in `participants`. */
  | { readonly type: "tap"; readonly key: string; readonly wanted: boolean }
  /** Whether it shows how loud those in calls are. */
  | { readonly type: "levels"; readonly wanted: boolean }
  /** Whether it shows how loud the player's microphone is, in a call or not. */
  | { readonly type: "microphone"; readonly wanted: boolean };

/** The newest that a test of the microphone has told. */
export interface MicrophoneReport {
  /** −100 (silence) to 0 */
  readonly dbfs: number;
  /** why nothing is measured, in words for the player; "" when all is well */
  readonly problem: string;
}

/** What the process of the client tells a page. */
export type ToPage =
  | {
      readonly type: "snapshot";
      /** 0: the first piece, which ends the state before */
      readonly piece: number;
      readonly changes: readonly Change[];
      /** with the last piece: what the state is a picture of */
      readonly version?: number;
    }
  | {
      readonly type: "frame";
      readonly version: number;
      readonly changes: readonly Change[];
      readonly events: readonly EventMessage[];
      /** dBFS, in the order that was told last */
      readonly levels?: Float32Array;
      /** whose levels they are from now on: keys of `participants` */
      readonly order?: readonly string[];
      readonly microphone?: MicrophoneReport;
      /** 16 kHz mono, of those that it asked for */
      readonly sound?: readonly (readonly [key: string, samples: Int16Array])[];
    }
  | { readonly type: "done"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly failure: SentFailure };
