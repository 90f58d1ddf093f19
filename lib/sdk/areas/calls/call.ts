import type {
  AgentLine,
  EncryptedMember,
  SoundFinding,
  SoundListener,
  Subscription,
} from "../../../call/index.js";
import { AGENT_LINE } from "../../../call/agent-line.js";
import type { CallStats, EncoderSettings } from "../../../native/index.js";
import { encoderArgument, pcmArguments, volumeArgument, type DaveStatus } from "../../../protocol/index.js";
import { memberArgument } from "../../../call/member-argument.js";
import { SdkError } from "../../../wire/index.js";
import {
  booleanArgument,
  fileArgument,
  functionArgument,
  enumArgument,
  idArgument,
  type IdLike,
  numberArgument,
  samplesArgument,
  textArgument,
} from "../../argument.js";
import { audioCallbackPolicyArgument, type AudioCallbackPolicy } from "./audio-callback-policy.js";
import { CallError, CallStatus, enumToString, AudioModeType } from "../../../enums/index.js";
import { agentLine } from "./agent-line.js";
import type { CallEvents } from "./call-events.js";
import type { CallSession } from "./call-session.js";
import { untilConnected, untilEncrypted } from "./call-waits.js";
import type { Recording } from "./recording.js";
import { overVerdicts, soundDoorOf } from "./sound-door.js";
import { once, type OnceOptions } from "../../core/operations/once.js";
import type { OperationOptions } from "../../core/operations/operation.js";
import type { Plain } from "../../shown.js";
import { Handle, handleTo, nullHandle, viewOf, type Look } from "../../handles/handle.js";
import { type VoiceStateHandle, voiceStateHandle } from "../../handles/voice-state-handle.js";
import { VADThresholdSettings } from "../../values/vad-threshold-settings.js";

const MAX_RELEASE_DELAY_MS = 60_000;

/** State of the end-to-end encryption of a call. */
export type EncryptionStatus = DaveStatus;

const NO_ENCRYPTION: EncryptionStatus = { state: "off", version: 0, epoch: 0n, privacyCode: "" };

/**
 * A running call. A handle: copies share the call, and become invalid when it ends.
 *
 * @example
 * call.setSelfMute(true);
 * for (const userId of call.getParticipants()) call.setParticipantVolume(userId, 80);
 * console.log(Call.statusToString(call.getStatus()));
 * @mirrors Call
 */
export class Call extends Handle {
  static readonly nullobj: Call = nullHandle(Call);
  /** States of a call. */
  static readonly Status = CallStatus;
  /** Why a call failed. */
  static readonly Error = CallError;

  /** Gives the name of an error. @mirrors Call::ErrorToString */
  static errorToString(type: CallError): string {
    return enumToString(CallError, type);
  }

  /** Gives the name of a status. @mirrors Call::StatusToString */
  static statusToString(type: CallStatus): string {
    return enumToString(CallStatus, type);
  }

  /** @internal */
  override properties(): { [name: string]: Plain } {
    const status = this.getStatus();
    return {
      channelId: String(this.getChannelId()),
      status,
      statusName: Call.statusToString(status),
      participants: this.getParticipants().map(String),
      encryption: this.getEncryptionStatus().state,
    };
  }

  /** How the microphone is opened; `MODE_UNINIT` when the call is not valid. @mirrors Call::GetAudioMode */
  getAudioMode(): AudioModeType {
    return this.#subject?.audioMode ?? AudioModeType.MODE_UNINIT;
  }

  /** The lobby's id. @mirrors Call::GetChannelId */
  getChannelId(): bigint {
    return this.#subject?.lobbyId ?? 0n;
  }

  /** The lobby's id as well. @mirrors Call::GetGuildId */
  getGuildId(): bigint {
    return this.#subject?.lobbyId ?? 0n;
  }

  /** Whether the player has silenced a user. @mirrors Call::GetLocalMute */
  getLocalMute(userId: IdLike): boolean {
    return this.#subject?.isLocallyMuted(idArgument("userId", userId)) ?? false;
  }

  /** Ids of the users in the call, the player included. @mirrors Call::GetParticipants */
  getParticipants(): bigint[] {
    return this.#subject?.participants() ?? [];
  }

  /** Volume of a user, percent, 0–200; 100 is normal. @mirrors Call::GetParticipantVolume */
  getParticipantVolume(userId: IdLike): number {
    return this.#subject?.volumeOf(idArgument("userId", userId)) ?? 0;
  }

  /** Whether the push-to-talk key is down. @mirrors Call::GetPTTActive */
  getPTTActive(): boolean {
    return this.#subject?.pttActive ?? false;
  }

  /** How long speech continues after the key is released, milliseconds. @mirrors Call::GetPTTReleaseDelay */
  getPTTReleaseDelay(): number {
    return this.#subject?.pttReleaseDelayMs ?? 0;
  }

  /** Whether the player is deaf, by this call or by `Client.setSelfDeafAll`. @mirrors Call::GetSelfDeaf */
  getSelfDeaf(): boolean {
    return this.#subject?.selfDeaf ?? false;
  }

  /** Whether the player is muted, by this call or by `Client.setSelfMuteAll`. @mirrors Call::GetSelfMute */
  getSelfMute(): boolean {
    return this.#subject?.selfMute ?? false;
  }

  /** Status of the call; `Disconnected` when the call is not valid. @mirrors Call::GetStatus */
  getStatus(): CallStatus {
    return this.#subject?.status ?? CallStatus.Disconnected;
  }

  /** Gets the settings of voice activity detection; a copy. @mirrors Call::GetVADThreshold */
  getVADThreshold(): VADThresholdSettings {
    const settings = new VADThresholdSettings();
    const vad = this.#subject?.vad;
    if (vad !== undefined) {
      settings.vadThreshold = vad.threshold;
      settings.automatic = vad.automatic;
    }
    return settings;
  }

  /** Gets the mute and deaf state of a user. @returns undefined when the user is not in the call. @mirrors Call::GetVoiceStateHandle */
  getVoiceStateHandle(userId: IdLike): VoiceStateHandle | undefined {
    const id = idArgument("userId", userId);
    const look = viewOf<CallSession>(this);
    const state = () => {
      const session = look();
      return session?.world.lobbies.get(session.lobbyId)?.voiceStates.get(id);
    };
    return state() === undefined ? undefined : voiceStateHandle(state);
  }

  /**
   * Sets how the microphone is opened; default `MODE_VAD`.
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for a value that the enum does not have
   * @mirrors Call::SetAudioMode
   */
  setAudioMode(audioMode: AudioModeType): void {
    this.#subject?.setAudioMode(enumArgument("audioMode", AudioModeType, audioMode));
  }

  /**
   * Silences a user for this player only.
   * @throws {ArgumentError} when not a 64-bit id, or not a boolean
   * @mirrors Call::SetLocalMute
   */
  setLocalMute(userId: IdLike, mute: boolean): void {
    this.#subject?.setLocalMute(idArgument("userId", userId), booleanArgument("mute", mute));
  }

  /**
   * Sets the callback for changes of a user's mute or deaf state; undefined removes it.
   * @mirrors Call::SetOnVoiceStateChangedCallback
   */
  setOnVoiceStateChangedCallback(cb: Call.OnVoiceStateChanged | undefined): void {
    this.#subject?.events.setCallback("voiceStateChanged", cb);
  }

  /** Sets the callback for users who join or leave; undefined removes it. @mirrors Call::SetParticipantChangedCallback */
  setParticipantChangedCallback(cb: Call.OnParticipantChanged | undefined): void {
    this.#subject?.events.setCallback("participantChanged", cb);
  }

  /**
   * Sets how loud the player hears a user. It also works for users who have not joined yet.
   * @param volume percent, 0–200; default 100
   * @throws {ArgumentError} when `userId` is not an id or `volume` not a number, {@link ArgumentRangeError} outside 0–200
   * @mirrors Call::SetParticipantVolume
   */
  setParticipantVolume(userId: IdLike, volume: number): void {
    this.#subject?.setVolumeOf(idArgument("userId", userId), volumeArgument("volume", volume));
  }

  /**
   * Sets whether the push-to-talk key is down; it has an effect in `MODE_PTT` only.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Call::SetPTTActive
   */
  setPTTActive(active: boolean): void {
    this.#subject?.setPttActive(booleanArgument("active", active));
  }

  /**
   * Sets how long speech continues after the push-to-talk key is released.
   * @param releaseDelayMs milliseconds, 0–60 000; 20 is recommended
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside the range
   * @mirrors Call::SetPTTReleaseDelay
   */
  setPTTReleaseDelay(releaseDelayMs: number): void {
    this.#subject?.setPttReleaseDelay(
      numberArgument("releaseDelayMs", releaseDelayMs, 0, MAX_RELEASE_DELAY_MS),
    );
  }

  /**
   * Sets whether the player is deaf: it neither hears the others nor is heard by them.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Call::SetSelfDeaf
   */
  setSelfDeaf(deaf: boolean): void {
    this.#subject?.setSelf({ deaf: booleanArgument("deaf", deaf) });
  }

  /** Sets whether the player is muted. @throws {ArgumentError} when not a boolean. @mirrors Call::SetSelfMute */
  setSelfMute(mute: boolean): void {
    this.#subject?.setSelf({ mute: booleanArgument("mute", mute) });
  }

  /**
   * Sets the callback for users who start or stop speaking; undefined removes it.
   * @mirrors Call::SetSpeakingStatusChangedCallback
   */
  setSpeakingStatusChangedCallback(cb: Call.OnSpeakingStatusChanged | undefined): void {
    this.#subject?.events.setCallback("speakingStatusChanged", cb);
  }

  /** Sets the callback for changes of the status; undefined removes it. @mirrors Call::SetStatusChangedCallback */
  setStatusChangedCallback(cb: Call.OnStatusChanged | undefined): void {
    this.#subject?.events.setCallback("statusChanged", cb);
  }

  /**
   * Sets when voice opens the microphone, in `MODE_VAD`.
   * @param automatic whether the threshold follows the noise level
   * @param threshold dBFS, −100 to 0; used when it is not automatic
   * @throws {ArgumentError} when not a boolean, or not a number, {@link ArgumentRangeError} outside −100 to 0
   * @mirrors Call::SetVADThreshold
   */
  setVADThreshold(automatic: boolean, threshold: number): void {
    this.#subject?.setVad(
      booleanArgument("automatic", automatic),
      numberArgument("threshold", threshold, -100, 0),
    );
  }

  // Additions of this package; listed in docs/parity.md.

  /** Listens to an event. @throws {SdkError} INVALID_OBJECT on a call that is over */
  on<K extends keyof CallEvents>(event: K, listener: CallEvents[K]): Subscription {
    return this.#live().events.on(event, listener);
  }

  /**
   * Stops listening to an event. A function that listens several times is taken back once, its newest subscription first. On a call
   * that is over it does nothing.
   * @throws {ArgumentError} when `listener` is not a function
   */
  off<K extends keyof CallEvents>(event: K, listener: CallEvents[K]): void {
    this.#subject?.events.off(event, listener);
  }

  /**
   * Resolves with the arguments of an event, the next time it occurs. It settles on the event loop in every callback mode.
   * @param options `filter`: waits for an event for which it returns true; `signal`: ends the wait
   * @throws {SdkError} INVALID_OBJECT on a call that is over
   * @throws {ClientResultError} `Aborted` when the signal is aborted, `ClientDestroyed`; what `filter` throws
   * @example
   * call.playWav(wavFile);
   * await call.once("inputEnded");
   */
  async once<K extends keyof CallEvents>(
    event: K,
    options?: OnceOptions<Parameters<CallEvents[K]>>,
  ): Promise<Parameters<CallEvents[K]>> {
    return once(this.#live(), event, options);
  }

  /**
   * Resolves when the call is connected, so that sound flows; at once when it is. It is encrypted a moment later:
   * {@link encrypted}.
   * @throws {ClientResultError} when the call ends before (`NetworkError` naming why, `Aborted` without an error), when the
   * signal is aborted (`Aborted`), and when the client is destroyed
   * @example
   * await call.connected({ signal: AbortSignal.timeout(20_000) });
   */
  connected(options?: OperationOptions): Promise<void> {
    return untilConnected(this.#subject, options);
  }

  /**
   * Resolves when the call is encrypted end to end, which takes two players: a player who is alone waits.
   * @returns the state, with the privacy code
   * @throws {ClientResultError} `Disabled` when the platform does not encrypt the call; else as {@link connected}
   * @example
   * call.encrypted().then(
   *   ({ privacyCode }) => console.log(privacyCode),
   *   (error) => console.log(String(error)), // the call ended before
   * );
   */
  encrypted(options?: OperationOptions): Promise<EncryptionStatus> {
    return untilEncrypted(this.#subject, options);
  }

  /**
   * Gets statistics of the call and of each speaker. With `voiceHost` they are those that the voice process told last: a second old at the first look,
   * 20 ms while they are looked at.
   * @throws {SdkError} INVALID_OBJECT on a call that is over
   */
  getStats(): CallStats {
    return this.#live().connection.getStats();
  }

  /**
   * Counts for a second what is sent and received, and says why somebody is not heard, or why nobody hears the player: muted, deaf, no
   * source, a closed key, a dead network, lost packets and so on, each with what to do. Several calls at once share the second.
   * @returns what is wrong; empty when sound flows in both directions. On a call that is over: that it is
   * @example
   * for (const { about, found, remedy } of await call.why()) console.log(`${about}: ${found}; ${remedy}`);
   */
  async why(): Promise<SoundFinding[]> {
    const session = this.#subject;
    return session === undefined ? overVerdicts() : session.connection.why(soundDoorOf(session));
  }

  /** Gets state, protocol version, epoch and privacy code of the end-to-end encryption; "off" on an invalid call. */
  getEncryptionStatus(): EncryptionStatus {
    return this.#subject?.connection.encryption ?? NO_ENCRYPTION;
  }

  /**
   * Gets 30 digits, to be read in groups of five, that are equal for all users in the call when no one else is listening. They
   * change when a user joins or leaves; "" while the call is not encrypted, as when it has just connected: {@link encrypted}
   * waits for the code.
   */
  getPrivacyCode(): string {
    return this.getEncryptionStatus().privacyCode;
  }

  /**
   * Gets 45 digits, to be read in groups of five, that are equal for both users when neither is being impersonated. The
   * computation takes about 100 ms on another thread.
   * @returns undefined for a user who is not in the encrypted call
   */
  async getVerificationCode(userId: IdLike): Promise<string | undefined> {
    return this.#subject?.connection.verificationCode(idArgument("userId", userId));
  }

  /**
   * Gets the members that hold the keys of the encrypted call, the player included: only they can listen. Empty while the call
   * is not encrypted. A member may be missing from {@link getParticipants}: see `unannouncedMember`.
   */
  getEncryptedMembers(): EncryptedMember[] {
    return this.#subject?.connection.encryptedMembers() ?? [];
  }

  /**
   * Marks a member as verified, after its verification code was compared: `verified` is true for this key from now on. A
   * persistent key is stored in the host's `identityKeyStore`.
   * @param member an element of {@link getEncryptedMembers} from the time when the code was shown
   * @returns true: also for later calls; false: until this client is destroyed; undefined: nothing was done, because the user
   * is not in the encrypted call with this key
   * @throws {ArgumentError} when it is not such a member
   */
  async verifyMember(member: EncryptedMember): Promise<boolean | undefined> {
    return this.#subject?.connection.verifyMember(memberArgument("member", member));
  }

  /**
   * Sets what happens to blocks that an audio callback did not process, and how much time it has. Omitted fields stay
   * unchanged. With `whenNotFiltered: "mute"`, samples that the callback did not finish are neither heard nor sent; packets of
   * {@link playOgg}, which no callback can edit, are not sent either. Guide: docs/guides/editing-audio-safely.md.
   *
   * @throws {ArgumentError}, {@link ArgumentRangeError} for an unknown field or an invalid value
   * @throws {SdkError} INVALID_OBJECT on a call that is over
   * @example
   * call.setAudioCallbackPolicy({ whenNotFiltered: "mute", callbackBudgetMs: 60 });
   */
  setAudioCallbackPolicy(policy: AudioCallbackPolicy): void {
    this.#live().setCallbackPolicy(audioCallbackPolicyArgument(policy));
  }

  /**
   * Changes how speech is encoded, from the next frame on.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} INVALID_OBJECT on a call that is over
   */
  setEncoder(settings: EncoderSettings): void {
    this.#live().media.setEncoder(encoderArgument("settings", settings));
  }

  /**
   * Plays a WAV file in place of the current source. With `voiceHost` a file that cannot be played does not throw: `inputEnded` says
   * "unsupported".
   * @throws {ArgumentError} when `file` is not the bytes of a file, Error (code WAV_INVALID) naming what is wrong with it
   */
  playWav(file: Uint8Array, options: { loop?: boolean } = {}): void {
    this.#live().mediaOfGame.openWavInput(fileArgument("file", file), loopOf(options));
  }

  /**
   * Plays an Ogg Opus file in place of the current source, chained streams too. It is sent without encoding, so the captured
   * callback does not receive it, and what its header asks of players (a volume, some milliseconds to be left out at the start)
   * is not done. With `voiceHost` a file that cannot be played does not throw: `inputEnded` says "unsupported".
   * @throws {ArgumentError} when `file` is not the bytes of a file, Error (code OGG_INVALID) naming what is wrong with it
   */
  playOgg(file: Uint8Array, options: { loop?: boolean } = {}): void {
    this.#live().playOgg(fileArgument("file", file), loopOf(options));
  }

  /**
   * Makes {@link pushPcm} the source, in place of the current one.
   * @param sampleRate Hz, 8 000–192 000
   * @throws {ArgumentError}, {@link ArgumentRangeError}
   * @example
   * call.openPcmInput(48_000, 1);
   * const tone = Int16Array.from({ length: 4800 }, (_, at) => 8000 * Math.sin((2 * Math.PI * 440 * at) / 48_000));
   * call.pushPcm(tone);
   * call.endInput();
   */
  openPcmInput(sampleRate: number, channels: 1 | 2): void {
    this.#live().mediaOfGame.openPcmInput(...pcmArguments(sampleRate, channels));
  }

  /**
   * Queues samples for playing.
   * @param samples 16-bit samples, interleaved
   * @returns the number of samples per channel that were accepted; the queue holds one second
   * @throws {ArgumentError} when not an Int16Array
   */
  pushPcm(samples: Int16Array): number {
    return this.#live().media.writePcm(samplesArgument("samples", samples));
  }

  /** Ends the source of {@link pushPcm}: queued samples still play, then `inputEnded` is emitted. */
  endInput(): void {
    this.#live().media.endInput();
  }

  /** Stops the current source at once. The microphone does not come back: the call then has no source. */
  closeInput(): void {
    this.#live().closeInput();
  }

  /**
   * Records the received sound to a WAV file: 48 kHz, stereo, 16 bit; RF64 from 4 GiB on. A failure, as on a full disk, is also
   * a warning in the voice log.
   * @throws {ArgumentError} when not a string, {@link SdkError} OUTPUT_FAILED when the file cannot be created
   * @example
   * const recording = call.recordWav(`${folder}/call.wav`);
   * call.stopRecording();
   * await recording.ended;
   */
  recordWav(path: string): Recording {
    return this.#live().record(textArgument("path", path));
  }

  /**
   * Hands over the sound of a participant as it is played, with lost packets concealed, whatever the participant's volume and local
   * mute: for meters, transcripts and tests. It waits for participants who have not joined, goes on when they come back, and ends with
   * the call. Blocks come on the event loop in every callback mode; to change what is played, use
   * {@link Client.startCallWithAudioCallbacks}.
   * @param listener takes 20 ms: 48 kHz, interleaved stereo, 1920 values. Nothing comes in pauses and while the player is deaf.
   * @returns ends it
   * @throws {ArgumentError} when `userId` is not a 64-bit id or `listener` is not a function, {@link SdkError} INVALID_OBJECT on a call
   * that is over
   * @example
   * using listening = call.listen(friendId, (samples) => console.log("peak", Math.max(...samples)));
   */
  listen(userId: IdLike, listener: SoundListener): Subscription {
    const id = idArgument("userId", userId);
    functionArgument("listener", listener);
    return this.#live().connection.listen(id, listener);
  }

  /** Ends the recording; the file is completed in the background ({@link Recording.ended}). */
  stopRecording(): void {
    this.#live().media.closeOutput();
  }

  /** Ends the call. */
  [Symbol.dispose](): void {
    void this.#subject?.end();
  }

  /** Ends the call; resolves when it is over. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#subject?.end();
  }

  /** @internal For voice agents. @throws {SdkError} INVALID_OBJECT, IN_VOICE_PROCESS */
  [AGENT_LINE](): AgentLine {
    return agentLine(this.#live(), () => this.#live());
  }

  #live(): CallSession {
    const session = this.#subject;
    if (session === undefined)
      throw new SdkError("INVALID_OBJECT", "Call: this call is over or was moved; start a new one");
    return session;
  }

  get #subject(): CallSession | undefined {
    return viewOf<CallSession>(this)();
  }
}

/** Makes a handle to what `look` gives. */
export function callTo(look: Look<CallSession>): Call {
  return handleTo(Call, look);
}

function loopOf({ loop = false }: { loop?: boolean }): boolean {
  return booleanArgument("options.loop", loop);
}

export declare namespace Call {
  type Status = CallStatus;
  type Error = CallError;
  type OnVoiceStateChanged = CallEvents["voiceStateChanged"];
  type OnParticipantChanged = CallEvents["participantChanged"];
  type OnSpeakingStatusChanged = CallEvents["speakingStatusChanged"];
  type OnStatusChanged = CallEvents["statusChanged"];
}
