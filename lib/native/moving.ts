import type { TrackPosition } from "./player.js";

/**
 * With which a call goes on in another session, of this process or of another one: freeze, save; there, start frozen, open
 * the input, restore, subscribe, thaw. A frozen session takes every call; what concerns sound waits until it thaws.
 */
export interface NativeMoves {
  /**
   * Takes the session off its media thread, as it is between two ticks: nothing is sent or received from then on.
   * @param onFrozen called once it is; what the media thread reported by then comes out of `poll`
   * @throws Error (code SESSION_FROZEN) when it is frozen, or about to be; MEDIA_UNAVAILABLE
   */
  freeze(onFrozen: () => void): void;
  /**
   * What another process needs to go on, with the transport key and those of frames: to be wiped. The input and what was
   * subscribed to are not in it.
   * @throws Error (code SESSION_NOT_FROZEN); SESSION_NOT_JOINED: there is no voice session that could be resumed
   */
  save(nowMs: number): Uint8Array;
  /**
   * Into a new session that started frozen. It asks for a socket then, to resume the voice session.
   * @throws {SavedSessionFault} when the bytes are no saved session: this one is to be closed; SESSION_NOT_FROZEN
   */
  restore(saved: Uint8Array, nowMs: number): void;
  /**
   * How much of the present input was played since it was opened here, in samples per channel at 48 kHz. What comes after it is in no
   * packet that was sent or that {@link save} keeps, and is not lost; what comes before it is in one, or in what `save` keeps of the
   * encoder. What a gate, self mute or a missing key holds back counts as played.
   * - Samples: as they are at 48 kHz; those that a resampler holds back are not among them. A block that the captured callback has is
   *   not played yet.
   * - Packets, files and streams: whole packets or blocks, with the beginning that a decoder leaves out, and with gaps. A loop counts on.
   *   Of a stream, what was skipped is not counted.
   * - A player: of the newest frame that this session took, wherever the player is meanwhile; without the 6.5 ms that its encoder held
   *   back then. Track 0 before the first frame.
   *
   * Undefined without an input, behind its end, and for a microphone.
   * @throws Error (code SESSION_NOT_FROZEN)
   */
  inputPosition(): number | TrackPosition | undefined;
  /**
   * The packets of the Opus input that were not played, as `writeOpusPackets` takes them; they stay. Undefined without such an input.
   * @throws Error (code SESSION_NOT_FROZEN)
   */
  queuedPackets(): Uint8Array | undefined;
  /**
   * The samples of the PCM input that were not played, as {@link restorePcmInput} takes them, with what the resampler holds back, and
   * whether that was all; they stay. Undefined without such an input.
   * @throws Error (code SESSION_NOT_FROZEN)
   */
  queuedSamples(): Uint8Array | undefined;
  /**
   * Opens a PCM input of the same rate and channels that goes on with what {@link queuedSamples} gave: what is written next follows
   * without a seam.
   * @throws {SavedSessionFault} (record "input")
   */
  restorePcmInput(saved: Uint8Array): void;
  /**
   * What arrived at the frozen session's sockets since the last call, for `deliverDatagrams` of the session that goes on; undefined
   * when there is nothing. Up to 64 datagrams.
   * @throws Error (code SESSION_NOT_FROZEN)
   */
  takeDatagrams(): Uint8Array | undefined;
  /**
   * Datagrams that came to the process which had the call before: they are opened like those of the own socket.
   * @param datagrams one behind the other, each after its length (16 bits, little endian)
   */
  deliverDatagrams(datagrams: Uint8Array): void;
  /**
   * The session goes on where it stopped.
   * @throws Error (code SESSION_NOT_FROZEN)
   */
  thaw(): void;
}

/** Why a saved session cannot be restored. */
export interface SavedSessionFault extends Error {
  readonly code: "SAVED_SESSION_INVALID";
  readonly problem: "damaged" | "missing" | "outOfRange";
  readonly record: string;
  /** "" when the record as a whole is damaged */
  readonly field: string;
}
