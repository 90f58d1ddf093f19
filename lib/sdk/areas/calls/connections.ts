import type { CallConnection, E2eePolicy, VoiceSignalling } from "../../../call/index.js";
import type { NativeSessionOptions } from "../../../native/index.js";
import type { VoiceEngine } from "./voice-engine.js";

/** The facts of a call that is to be connected. */
export interface ConnectionWish {
  readonly admission: NativeSessionOptions["admission"];
  readonly lobbyId: bigint;
  readonly userId: bigint | undefined;
  readonly signalling: VoiceSignalling;
  /** asked again when the call is joined anew */
  readonly e2ee: () => E2eePolicy;
  readonly engine: VoiceEngine;
}

/** Where the calls of a client run: in this process, or in a voice process. */
export interface Connections {
  /** Whether calls can be made there: the code of voice processes is loaded while the client connects. */
  readonly isReady: boolean;
  /** @throws {SdkError} NATIVE_NOT_FOUND, NATIVE_LOAD_FAILED, NATIVE_ALREADY_LOADED; MEDIA_OVERLOADED */
  connect(wish: ConnectionWish): CallConnection;
  /** @param isRunning whether to apply it now; otherwise the next call does */
  setThreadPriority(priority: number, isRunning: boolean): void;
  /** Undefined: closures may be audio callbacks. @throws {ArgumentError} */
  readonly assertCallbacks?: () => void;
  /** Nothing is written any more. */
  end(): void;
}
