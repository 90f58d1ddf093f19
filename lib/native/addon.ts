import type { KeptTick, NativeKeeping } from "./keeping.js";
import type { NativeListening } from "./listening.js";
import type { NativeMoves } from "./moving.js";
import type { GatewayPhase } from "./phases.js";
import type { NativePlayer, NativePlayerOptions } from "./player.js";
import type { NativeSettings } from "./settings.js";
import type { InputLosses, OpusPacketsWritten, PlaceSearch, StreamProbe, StreamRefusal } from "./source-reports.js";
import type {
  ConnectionStats,
  DeliveryStats,
  FrameCryptoStats,
  JitterStats,
  SpeakerCallbackStats,
} from "./statistics.js";

/**
 * The declaration of everything the native addon exports, with `player.ts`, and with `phases.ts`, `settings.ts` and
 * `statistics.ts`, which are generated from tables in `native/core`. `test/unit/native/addon.test.ts` compares it with the real exports.
 *
 * A {@link NativeVoiceSession} is one voice connection: the voice gateway machine (driven here, on the
 * JavaScript thread, with time passed in) and its media pipeline (driven by the addon's media thread).
 * Nothing here parses JSON or opens a WebSocket: `lib/call` does both.
 */

/** `Call::Status` of the C++ SDK. */
export type NativeCallStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;
/** `Call::Error` of the C++ SDK. */
export type NativeCallError = 0 | 1 | 2 | 3 | 4 | 5;

/** A request or report of the signalling machine; drained with {@link NativeVoiceSession.poll}. */
export type SignallingOutput =
  /** Ask the main gateway for a (new) voice session: op 4 or op 17. */
  | { type: "requestSession" }
  /** Open `wss://<endpoint>/?v=8` with the newest server update; a socket that is still open is dropped first. */
  | { type: "openSocket" }
  /** The machine expects no `socketClosed` for a socket that it asked to close or replace. */
  | { type: "closeSocket"; code: number }
  | { type: "identify" }
  /** `seqAck` −1: nothing numbered was received yet. */
  | { type: "resume"; seqAck: number }
  | { type: "selectProtocol"; address: string; port: number; mode: string }
  | { type: "heartbeat"; t: number; seqAck: number }
  | { type: "speaking"; flags: number; ssrc: number }
  /** The call's status changed (`voice-transport` 1.5). `errorDetail` is a close code, or 0. */
  | { type: "status"; status: NativeCallStatus; error: NativeCallError; errorDetail: number }
  /** One line of the phase log: which step of joining or recovering began, or why it failed. */
  | { type: "phase"; phase: GatewayPhase; detail: string }
  /**
   * The socket closed; comes before the outputs that follow from it. `inMs`: until a retry begins, or without one until the call
   * ends unless a server update comes before.
   */
  | { type: "closed"; code: number; willRetry: boolean; inMs: number }
  /** A user joined or left the voice session. */
  | { type: "participant"; userId: bigint; added: boolean }
  /** A remote user (or oneself: own user id) became audible or silent. */
  | { type: "speakingChanged"; userId: bigint; speaking: boolean }
  /** The microphone threshold of `setNoInputThreshold` was crossed. `detected` true: there is sound. */
  | { type: "inputDetected"; detected: boolean }
  /** The level of the input in front of the gate, dBFS, -100 to 0; after `setLevelReports`, at most 17 times a second. */
  | { type: "inputLevel"; dbfs: number }
  /**
   * The source given to the last of the `open…Input` calls has played to its end; `losses`: but for these. `refusal`: of a
   * stream of which nothing could be heard.
   */
  | { type: "inputEnded"; losses?: InputLosses; refusal?: StreamRefusal }
  /**
   * 36 frames in a row of this user could not be opened, over at least 3 s. A frame that opens and a newly installed
   * ratchet start the count over, and so does this report: it comes again after 36 more over 3 s more.
   */
  | { type: "undecryptable"; userId: bigint }
  /** Somebody spoke over the own sound. */
  | ({ type: "bargeIn" } & NativeBargeIn)
  /** The session stood still for a second or more, and sends nothing until `goOn`; after `holdWhenLate`. */
  | { type: "stalled" }
  /**
   * An audio callback did not filter a block: it threw, transferred its samples away or returned a promise. The first
   * failure is reported at once, more of them once a second.
   */
  | ({ type: "callbackFailed" } & CallbackFailure);

/**
 * What `setBargeIn` made of somebody who spoke over the own sound. "meant" and "resumed" say what became of an interruption after which the
 * sound could go on by itself; while the JavaScript thread is late, it may hear of them only.
 */
export interface NativeBargeIn {
  kind: "interrupted" | "meant" | "resumed";
  /** of the interruption, counted from 1 */
  number: number;
  userId: bigint;
  /** of the interrupter, 48 kHz ticks on the clock of what is received */
  speechBegan: number;
  /** of the sound that decided, on the same clock */
  timestamp: number;
  /** when the media thread decided, milliseconds of its clock */
  decidedAtMs: number;
  /** of the player that is the input: how far it had left. 0 for another input, of which `samples` are */
  track: number;
  samples: number;
}

export interface CallbackFailure {
  which: "received" | "captured";
  /** blocks of this callback so far that it failed on */
  count: number;
  /** what it failed with first; anything may be thrown */
  error: unknown;
}

export interface NativeSessionOptions {
  /** Own user id; packets of this user are never expected. 0n: not known yet (a bot before its voice state). */
  userId: bigint;
  /** 32 random bytes: RTP sequence, timestamp, AEAD counter and backoff jitter start from them. */
  seed: Uint8Array;
  /** Preferred AEAD mode, or "" for the best this CPU has. */
  preferredMode: "" | "aead_aes256_gcm_rtpsize" | "aead_xchacha20_poly1305_rtpsize";
  /**
   * "session": resumes, and ends at once for whatever does not leave the voice session alive. "given": the same, but behind 4014 and 4022 it
   * waits 5 s for a server update.
   */
  recovery: "full" | "session" | "given";
  /** "always": although the media threads have too much to do already. */
  admission: "usual" | "always";
  /** "frozen": it goes on with a call that is restored, see {@link NativeMoves}. */
  start: "running" | "frozen";
  /**
   * Called on the JavaScript thread when the media thread has output: drain `takeReceived`, and `poll` when
   * `hasOutputs`.
   */
  onWake: (hasOutputs: boolean) => void;
}

/** One remote SSRC. */
export interface SpeakerStats extends JitterStats, SpeakerCallbackStats {
  userId: bigint;
  ssrc: number;
  /** end-to-end encrypted frames of this user */
  e2ee: FrameCryptoStats;
}

/** Statistics of a voice session, counted since it was made. */
export interface SessionStats extends ConnectionStats, DeliveryStats {
  speakers: SpeakerStats[];
}

/** A media thread of this environment. */
export interface MediaThreadStats {
  /** sessions and players on it */
  members: number;
  /** processor time that it needs for 20 ms, milliseconds: the least of eight ticks */
  tickMs: number;
  /** ticks that began 20 ms late or later */
  lateTicks: number;
  /** it has needed more than 17 of 20 ms for half a second */
  isOverloaded: boolean;
}

/** A measure against too much work of a media thread, or word of one that gets too little time. */
export interface MediaLoad {
  /** counted from 0, as in {@link MediaThreadStats} lists */
  thread: number;
  /** sessions and players on it */
  members: number;
  /** processor time that it needs for 20 ms, milliseconds */
  tickMs: number;
  /** ticks of all threads that began 20 ms late or later, since the event before */
  lateTicks: number;
  /**
   * "moved": sessions went to other threads; "opened": another one was started; "reduced": encoders whose complexity nobody asked for
   * use 5 at most, until somebody does; "refusing": new sessions are refused (MEDIA_OVERLOADED) while it lasts; "starved": nothing, it is late because other
   * threads or programs had the processor
   */
  action: "moved" | "opened" | "reduced" | "refusing" | "starved";
}

/** Statistics of a voice session, and of the threads that carry it and all others. */
export interface CallStats extends SessionStats {
  mediaThreads: MediaThreadStats[];
}

/** Received callback: samples interleaved and writable, valid during the call only; `out.value = true` mutes the block. */
export type UserAudioReceivedCallback = (
  userId: bigint,
  samples: Int16Array,
  samplesPerChannel: number,
  sampleRate: number,
  channels: number,
  out: { value: boolean },
) => void;
export type UserAudioCapturedCallback = (
  samples: Int16Array,
  samplesPerChannel: number,
  sampleRate: number,
  channels: number,
) => void;

/** "system": the devices of this machine; "null": one silent device each way, on a clock of its own. */
export type NativeAudioSystem = "system" | "null";

/** A microphone or speaker. */
export interface NativeAudioDevice {
  id: string;
  name: string;
  isDefault: boolean;
}

/**
 * The state of a session's device: opened; failed to open; lost after it was open; hung while it was opened or closed.
 * After any but "opened" the default device follows, at once or later.
 * @param id "" is the default device
 * @param text in words; empty for "opened"
 */
export type NativeDeviceChanged = (
  kind: "opened" | "failed" | "lost" | "hung",
  id: string,
  text: string,
) => void;

/**
 * End-to-end encryption of frames (DAVE, voice-e2ee 6 and 7). Without any of these calls frames are sent as they
 * are and received ones are not inspected. A ratchet id (0 to 2^31-1) names one ratchet of one MLS epoch; the caller
 * counts it up, because epochs restart with each group. Bases are copied; the caller wipes its own. Closing a path
 * keeps all of this: only daveReset ends it. Own Opus silence is sealed like sound; received in the clear it is the
 * only frame that passes in every mode.
 */
export interface NativeFrameEncryption {
  /** Own frames are sent as they are, as at the start of a session. */
  daveSendClear(): void;
  /**
   * Own frames wait for a key: the newest 200 ms are kept, older ones are dropped. The next call decides how the
   * waiting frames are sent.
   */
  daveSendNothing(): void;
  /**
   * A ratchet for own frames; used from `daveExecuteSend` on. An older one that was never used is dropped.
   * @param base 16 bytes
   * @returns false, with nothing changed, when a send ratchet of this session had this base before, used or not,
   *   also before a daveReset
   */
  daveInstallSend(ratchetId: number, base: Uint8Array): boolean;
  /**
   * Own frames are sealed with this ratchet from the next one on: the installed ratchet, or the one used last (it
   * keeps its count). With an unknown id no frame is sent in the clear any more, and everything else stays.
   */
  daveExecuteSend(ratchetId: number): void;
  /**
   * Frames of `userId` open with this ratchet too; it is tried first. The user's earlier ratchets expire 10 s from
   * now; beyond 8 the oldest is dropped at once. The user's SSRC need not be known yet. At most 256 users have
   * ratchets; further users get none until another user has none left. An id that this user has already changes nothing.
   * @param base 16 bytes
   */
  daveInstallReceive(userId: bigint, ratchetId: number, base: Uint8Array): void;
  /** Ratchets of this user expire 10 s from now: they left the group. */
  daveExpireReceive(userId: bigint): void;
  /**
   * How long frames in the clear are still accepted. Protocol frames are always opened, never passed on sealed, while
   * encryption is on in any way: a ratchet of any user, own frames that are not sent clear, or an end set here. With
   * an end, clear frames of a user pass only until the first frame of that user opens. Clear frames that wait to be
   * played are dropped as soon as they must not be played.
   * @param durationMs 0: no longer; Infinity (as at the start of a session): until the next call
   */
  daveSetPassthrough(durationMs: number): void;
  /** Drops every ratchet and restores the initial sending and passthrough. Statistics stay. */
  daveReset(): void;
}

/** One voice connection. Times are milliseconds of one monotonic clock of the caller's choice. */
export interface NativeVoiceSession extends NativeFrameEncryption, NativeSettings, NativeListening, NativeMoves, NativeKeeping {
  // Signalling: inputs. Each may produce outputs; drain `poll` afterwards.
  join(nowMs: number): void;
  leave(nowMs: number): void;
  /** The main gateway rejected the join (missing permission, unknown lobby): ends with Forbidden. */
  joinRefused(nowMs: number): void;
  /** The call must not go on without end-to-end encryption: ends with VoiceConnectionFailed. */
  encryptionLost(nowMs: number): void;
  /** A voice server update together with the session id of the voice state: a new voice session begins. */
  serverUpdate(nowMs: number): void;
  /** A server update with endpoint null (`voice-transport` 1.4). */
  serverGone(nowMs: number): void;
  socketOpened(nowMs: number): void;
  /** `code` 1006 when the socket could not be opened or was lost without a close frame. */
  socketClosed(code: number, nowMs: number): void;
  /**
   * Call with each frame before it is interpreted. `seq` −1: the frame carries none.
   * @returns false for a copy of an earlier numbered frame, which must be dropped
   */
  acceptFrame(seq: number, bytes: Uint8Array, nowMs: number): boolean;
  hello(heartbeatIntervalMs: number, nowMs: number): void;
  ready(ssrc: number, ip: string, port: number, modes: string[], nowMs: number): void;
  sessionDescription(mode: string, secretKey: Uint8Array, nowMs: number): void;
  resumed(nowMs: number): void;
  heartbeatAck(t: number, nowMs: number): void;
  heartbeatRequested(nowMs: number): void;
  speaking(userId: bigint, ssrc: number, flags: number, nowMs: number): void;
  clientsConnect(userIds: bigint[], nowMs: number): void;
  clientDisconnect(userId: bigint, nowMs: number): void;
  timeout(nowMs: number): void;
  /** When to call `timeout` next, or undefined. */
  nextDeadline(): number | undefined;
  /** Next output, or undefined when drained. Reports of the media thread count as of `nowMs`. */
  poll(nowMs: number): SignallingOutput | undefined;

  // Input: one source at a time; opening one replaces the other.
  openPcmInput(sampleRate: number, channels: 1 | 2): void;
  /** @returns samples per channel accepted (the queue holds 1 s) */
  writePcm(samples: Int16Array): number;
  openOpusInput(): void;
  /**
   * @returns false when the queue (2 s, 32 KB) is full, or no Opus input is open; a packet that the queue was too full for has to
   *   be the next one
   * @throws Error (code OPUS_INVALID) unless it is one Opus packet
   */
  writeOpus(packet: Uint8Array): boolean;
  /**
   * Takes packets until the queue is full; what is no Opus packet is skipped. Packets over 1276 bytes are cut at the borders of
   * their frames. Packets that were not taken come first the next time.
   * @param packed packets one behind the other, each after its length (16 bits, little endian)
   */
  writeOpusPackets(packed: Uint8Array): OpusPacketsWritten;
  /** @throws Error (code WAV_INVALID) naming what is wrong with the file */
  openWavInput(file: Uint8Array, loop: boolean): void;
  /**
   * @returns what the file asks players to add to its volume, dB, which is not done
   * @throws Error (code OGG_INVALID) naming what is wrong with the file
   */
  openOggInput(file: Uint8Array, loop: boolean): number;
  /**
   * What a player makes, from its next frame on. `inputEnded` follows when the player is closed.
   * @throws Error (code PLAYER_CLOSED)
   */
  openPlayerInput(player: NativePlayer): void;
  /**
   * How much of a track of the player that is the input has left in packets of this session, without what encoders still hold back.
   * Read without waiting for the media thread. It stays known until 16 newer tracks have left.
   * @param track 1 to 2^24-1
   * @returns samples per channel at 48 kHz; 0 before the first packet, and for other inputs
   */
  heardUpTo(track: number): number;
  /** One more user who may interrupt, of 25 at most; after `setBargeIn`, when not anyone may. */
  letInterrupt(userId: bigint): void;
  /** The own sound may flow again after this interruption, 1 to 2^31-1; the player should have dropped by then what is not to be heard. */
  releaseBargeIn(number: number): void;
  /**
   * A stream of bytes, as `openStream` of a player: `writeInputBytes` takes them.
   * @throws Error (code MEDIA_UNAVAILABLE)
   */
  openStreamInput(skipMs: number): void;
  /** Leaves out so much instead. Before the first byte is written. */
  setInputSkip(skipMs: number): void;
  /** @returns bytes accepted, of the 64 KiB that the queue holds; 0 when the input is no stream, or has ended */
  writeInputBytes(bytes: Uint8Array): number;
  /** Sound that is queued still plays; `inputEnded` follows. */
  endInput(): void;
  closeInput(): void;

  // Output
  openPcmOutput(): void;
  /**
   * Records to a WAV file: 48 kHz stereo 16 bit, RF64 from 4 GiB on. The file is completed in the background when the
   * output closes, or when the session does.
   * @param onEnded called once, later: "" when the file is complete, otherwise what failed, such as a full disk. What
   *   was written before is kept
   * @throws Error (code OUTPUT_FAILED) naming the path and the reason
   */
  openWavOutput(path: string, onEnded: (error: string) => void): void;
  closeOutput(): void;

  // Devices: opened on threads of their own; a lost one gives way to the default one.
  /**
   * The microphone as the input; opening another input replaces it.
   * @param id from {@link NativeAddon.listAudioDevices}; "" is the default device
   * @param onChanged called for each change until the input is replaced
   */
  openDeviceInput(system: NativeAudioSystem, id: string, onChanged: NativeDeviceChanged): void;
  /**
   * A microphone that `prepareDeviceInput` opened as the input.
   * @param onChanged called for each later change until the input is replaced
   * @returns false: a call had it before, or it was released
   */
  openPreparedInput(prepared: number, onChanged: NativeDeviceChanged): boolean;
  /** The speaker, beside the other output. */
  openDeviceOutput(system: NativeAudioSystem, id: string, onChanged: NativeDeviceChanged): void;
  closeDeviceOutput(): void;
  /**
   * Records three 48 kHz stereo WAV files in step while a microphone is the input: what it captures, what the call plays
   * meanwhile, and what is sent. Replaces a dump that runs.
   * @param onEnded called once for each file, when it is complete: with "", or with what failed
   * @throws Error (code OUTPUT_FAILED) when a file cannot be created
   */
  startCaptureDump(
    capturedPath: string,
    playedPath: string,
    processedPath: string,
    onEnded: (error: string) => void,
  ): void;
  /** The files are completed in the background. */
  stopCaptureDump(): void;
  /**
   * "opus": packets as they came, before the received callback; "pcm": blocks after it.
   * @param tag of the user's packets and blocks in batches, 1 to 2^31-1
   */
  subscribe(userId: bigint, format: "opus" | "pcm" | "both", tag: number): void;
  unsubscribe(userId: bigint): void;
  /**
   * Everything received for subscriptions and the PCM output since the last call, for `readReceived`; undefined when there
   * is nothing.
   */
  takeReceived(): ArrayBuffer | undefined;

  setAudioCallbacks(received: UserAudioReceivedCallback | null, captured: UserAudioCapturedCallback | null): void;
  getStats(): SessionStats;
  /** Ends everything at once and frees the session. Every later call throws (code SESSION_CLOSED). Idempotent. */
  close(): void;
}

export interface NativeAddon {
  readonly buildType: "release" | "debug";
  /** Whether AES-256-GCM is hardware-accelerated here. */
  hasAesHardware(): boolean;
  /** @throws Error (code MEDIA_OVERLOADED, unless it is always admitted; MEDIA_UNAVAILABLE) */
  createVoiceSession(options: NativeSessionOptions): NativeVoiceSession;
  /** @throws Error (code MEDIA_UNAVAILABLE) */
  createPlayer(options: NativePlayerOptions): NativePlayer;
  /**
   * How many media threads the process may have, all its workers together. One more starts when a tick of the fullest takes more than
   * 10 ms of processor time, and ends after 30 s without sessions and players; those that are there already stay.
   * @param limit 1 to 64; 1 at first
   */
  setMediaThreads(limit: number): void;
  /** The media threads of this environment; none before the first use. */
  mediaThreads(): MediaThreadStats[];
  /** Calls `onLoad`, once a second at most, with what was done about a thread; it replaces the one before. */
  onMediaLoad(onLoad: (load: MediaLoad) => void): void;
  /**
   * Sets the priority of the media threads, the first of which is started if needed, in the system's own numbers, in place of the
   * realtime scheduling it asks for itself. Waits for them, a tick at most. A 32-bit integer.
   * @returns why the system rejected it; "" on success
   */
  setMediaThreadPriority(priority: number): string;
  /**
   * Binds the media threads, the first of which is started if needed, to the processors whose bits are set in `mask`, 0 to 2^64−1. Waits as
   * `setMediaThreadPriority` does. macOS rejects every mask: it binds no threads.
   * @returns why the system rejected it; "" on success
   */
  setMediaThreadProcessors(mask: bigint): string;
  /**
   * Lists the devices on a thread of its own.
   * @param onListed called once, later. `error` is empty unless the system failed or did not answer within 3 s; `isNull`: no
   *   audio system was found
   */
  listAudioDevices(
    system: NativeAudioSystem,
    onListed: (
      error: string,
      inputs: NativeAudioDevice[],
      outputs: NativeAudioDevice[],
      isNull: boolean,
    ) => void,
  ): void;
  /**
   * Opens a microphone before a call takes it. Nothing of what it hears until then is sent.
   * @param onChanged called for each change until a call has it
   * @returns what `openPreparedInput` takes once, at least 1
   * @throws Error (code MEDIA_UNAVAILABLE)
   */
  prepareDeviceInput(system: NativeAudioSystem, id: string, onChanged: NativeDeviceChanged): number;
  /** Closes one that no call has taken. */
  releaseDeviceInput(prepared: number): void;
  /**
   * Whether a stream that begins with these bytes can be played, and what it is. 64 KiB suffice.
   * @param isAll no more bytes will come
   */
  probeStream(start: Uint8Array, isAll: boolean): StreamProbe;
  /**
   * Where a stream can be read from for the sound at a certain time, in a few looks at its bytes. What is found never lies behind it.
   * @param start its first bytes
   * @param size how many it has in all
   * @returns undefined for a kind in which nothing is looked for
   */
  searchPlace(start: Uint8Array, size: number, startMs: number): PlaceSearch | undefined;
  /**
   * Opens the file in which calls note how far they are: slots of 64 bytes, filled with zeros before. Once.
   * @returns false: the file does not belong to this user, has no slot, or another one is open
   */
  openTides(path: string): boolean;
  /**
   * The newest tick that was noted in a slot of that file by the owner of `generation`, whichever process that was.
   * @returns undefined: none, or no such slot
   */
  readTide(slot: number, generation: number): KeptTick | undefined;
  /** Live objects of this environment, for lifecycle tests. */
  liveCounts(): { sessions: number; players: number };
}
