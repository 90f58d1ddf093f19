import { memberArgument, type EncryptedMember, type Subscription } from "../../../call/index.js";
import type { EncoderSettings, SessionStats } from "../../../native/index.js";
import { encoderArgument, pcmArguments, volumeArgument, type DaveStatus } from "../../../protocol/index.js";
import { SdkError } from "../../../wire/index.js";
import {
  booleanArgument,
  bytesArgument,
  enumArgument,
  idArgument,
  type IdLike,
  numberArgument,
  samplesArgument,
  textArgument,
} from "../../argument.js";
import { audioCallbackPolicyArgument, type AudioCallbackPolicy } from "./audio-callback-policy.js";
import { CallError, CallStatus } from "./call-enums.js";
import type { CallEvents } from "./call-events.js";
import type { CallSession } from "./call-session.js";
import type { Recording } from "./recording.js";
import { enumToString } from "../../enum-to-string.js";
import { AudioModeType } from "../../enums.js";
import { frozen, Handle, nowhere } from "../../handles/handle.js";
import { VoiceStateHandle } from "../../handles/voice-state-handle.js";
import { VADThresholdSettings } from "../../values/vad-threshold-settings.js";

const MAX_RELEASE_DELAY_MS = 60_000;

/** What is known of the end-to-end encryption of a call. */
export type EncryptionStatus = DaveStatus;

const NO_ENCRYPTION: EncryptionStatus = { state: "off", version: 0, epoch: 0n, privacyCode: "" };

/** A running call. A handle: copies share the call, and become invalid when it ends. @mirrors Call */
export class Call extends Handle<CallSession> {
  static readonly nullobj = frozen(new Call(nowhere));
  static readonly Status = CallStatus;
  static readonly Error = CallError;

  /** @mirrors Call::ErrorToString */
  static errorToString(type: CallError): string {
    return enumToString(CallError, type);
  }

  /** @mirrors Call::StatusToString */
  static statusToString(type: CallStatus): string {
    return enumToString(CallStatus, type);
  }

  static moveFrom(other: Call): Call {
    return new Call(nowhere).moveAssign(other);
  }

  clone(): Call {
    return new Call(this.view);
  }

  /** @mirrors Call::GetAudioMode */
  getAudioMode(): AudioModeType {
    return this.subject?.audioMode ?? AudioModeType.MODE_UNINIT;
  }

  /** The lobby's id. @mirrors Call::GetChannelId */
  getChannelId(): bigint {
    return this.subject?.lobbyId ?? 0n;
  }

  /** The lobby's id, too. @mirrors Call::GetGuildId */
  getGuildId(): bigint {
    return this.subject?.lobbyId ?? 0n;
  }

  /** @mirrors Call::GetLocalMute */
  getLocalMute(userId: IdLike): boolean {
    return this.subject?.isLocallyMuted(idArgument("userId", userId)) ?? false;
  }

  /** Ids of the users in the call, one's own among them. @mirrors Call::GetParticipants */
  getParticipants(): bigint[] {
    return this.subject?.participants() ?? [];
  }

  /** 0–200, 100 is normal. @mirrors Call::GetParticipantVolume */
  getParticipantVolume(userId: IdLike): number {
    return this.subject?.volumeOf(idArgument("userId", userId)) ?? 0;
  }

  /** @mirrors Call::GetPTTActive */
  getPTTActive(): boolean {
    return this.subject?.pttActive ?? false;
  }

  /** Milliseconds. @mirrors Call::GetPTTReleaseDelay */
  getPTTReleaseDelay(): number {
    return this.subject?.pttReleaseDelayMs ?? 0;
  }

  /** Also true while `Client.setSelfDeafAll(true)` holds. @mirrors Call::GetSelfDeaf */
  getSelfDeaf(): boolean {
    return this.subject?.selfDeaf ?? false;
  }

  /** Also true while `Client.setSelfMuteAll(true)` holds. @mirrors Call::GetSelfMute */
  getSelfMute(): boolean {
    return this.subject?.selfMute ?? false;
  }

  /** @mirrors Call::GetStatus */
  getStatus(): CallStatus {
    return this.subject?.status ?? CallStatus.Disconnected;
  }

  /** A copy. @mirrors Call::GetVADThreshold */
  getVADThreshold(): VADThresholdSettings {
    const settings = new VADThresholdSettings();
    const vad = this.subject?.vad;
    if (vad !== undefined) {
      settings.vadThreshold = vad.threshold;
      settings.automatic = vad.automatic;
    }
    return settings;
  }

  /** @returns undefined for a user who is not in the call. @mirrors Call::GetVoiceStateHandle */
  getVoiceStateHandle(userId: IdLike): VoiceStateHandle | undefined {
    const id = idArgument("userId", userId);
    const look = this.view;
    const state = () => {
      const session = look();
      return session?.world.lobbies.get(session.lobbyId)?.voiceStates.get(id);
    };
    return state() === undefined ? undefined : new VoiceStateHandle(state);
  }

  /**
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} for one that the enum does not have
   * @mirrors Call::SetAudioMode
   */
  setAudioMode(audioMode: AudioModeType): void {
    this.subject?.setAudioMode(enumArgument("audioMode", AudioModeType, audioMode));
  }

  /**
   * Silences a user here and for nobody else.
   * @throws {ArgumentError} when not a 64-bit id, or not a boolean
   * @mirrors Call::SetLocalMute
   */
  setLocalMute(userId: IdLike, mute: boolean): void {
    this.subject?.setLocalMute(idArgument("userId", userId), booleanArgument("mute", mute));
  }

  /**
   * Mute or deaf of a participant changed; undefined removes.
   * @mirrors Call::SetOnVoiceStateChangedCallback
   */
  setOnVoiceStateChangedCallback(cb: Call.OnVoiceStateChanged | undefined): void {
    this.subject?.events.setCallback("voiceStateChanged", cb);
  }

  /** Somebody joined or left; undefined removes. @mirrors Call::SetParticipantChangedCallback */
  setParticipantChangedCallback(cb: Call.OnParticipantChanged | undefined): void {
    this.subject?.events.setCallback("participantChanged", cb);
  }

  /**
   * Changes how loud this player hears another member. Works for members who have not joined yet.
   * @param volume percent, 0–200; 100 until set
   * @throws {ArgumentError} when `userId` is not an id or `volume` not a number, {@link ArgumentRangeError} outside 0–200
   * @mirrors Call::SetParticipantVolume
   */
  setParticipantVolume(userId: IdLike, volume: number): void {
    this.subject?.setVolumeOf(idArgument("userId", userId), volumeArgument("volume", volume));
  }

  /**
   * The key is down; counts in MODE_PTT only.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Call::SetPTTActive
   */
  setPTTActive(active: boolean): void {
    this.subject?.setPttActive(booleanArgument("active", active));
  }

  /**
   * @param releaseDelayMs how long speech goes on after the key is released, ms, 0–60 000; 20 is advised
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside the range
   * @mirrors Call::SetPTTReleaseDelay
   */
  setPTTReleaseDelay(releaseDelayMs: number): void {
    this.subject?.setPttReleaseDelay(
      numberArgument("releaseDelayMs", releaseDelayMs, 0, MAX_RELEASE_DELAY_MS),
    );
  }

  /**
   * Hears nobody and is heard by nobody.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Call::SetSelfDeaf
   */
  setSelfDeaf(deaf: boolean): void {
    this.subject?.setSelf({ deaf: booleanArgument("deaf", deaf) });
  }

  /** @throws {ArgumentError} when not a boolean. @mirrors Call::SetSelfMute */
  setSelfMute(mute: boolean): void {
    this.subject?.setSelf({ mute: booleanArgument("mute", mute) });
  }

  /** Somebody became audible or silent; undefined removes. @mirrors Call::SetSpeakingStatusChangedCallback */
  setSpeakingStatusChangedCallback(cb: Call.OnSpeakingStatusChanged | undefined): void {
    this.subject?.events.setCallback("speakingStatusChanged", cb);
  }

  /** @mirrors Call::SetStatusChangedCallback */
  setStatusChangedCallback(cb: Call.OnStatusChanged | undefined): void {
    this.subject?.events.setCallback("statusChanged", cb);
  }

  /**
   * @param threshold dBFS, −100 to 0; used when not automatic
   * @throws {ArgumentError} when not a boolean, or not a number, {@link ArgumentRangeError} outside −100 to 0
   * @mirrors Call::SetVADThreshold
   */
  setVADThreshold(automatic: boolean, threshold: number): void {
    this.subject?.setVad(
      booleanArgument("automatic", automatic),
      numberArgument("threshold", threshold, -100, 0),
    );
  }

  // Additions of this package; listed in docs/parity.md.

  /** Typed events. @throws {SdkError} INVALID_OBJECT on a call that is over */
  on<K extends keyof CallEvents>(event: K, listener: CallEvents[K]): Subscription {
    return this.#live().events.on(event, listener);
  }

  /** Figures of the call and of each speaker. @throws {SdkError} INVALID_OBJECT on a call that is over */
  getStats(): SessionStats {
    return this.#live().media.getStats();
  }

  /** End-to-end encryption: state, protocol version, epoch and privacy code. All "off" on a call that is not valid. */
  getEncryptionStatus(): EncryptionStatus {
    return this.subject?.connection.encryption ?? NO_ENCRYPTION;
  }

  /**
   * 30 digits, to be read in groups of five: equal for everybody in the call when nobody listens in. Changes when
   * somebody joins or leaves; "" while the call is not encrypted.
   */
  getPrivacyCode(): string {
    return this.getEncryptionStatus().privacyCode;
  }

  /**
   * 45 digits, to be read in groups of five: equal for the two users when each really is who they seem to be. Some
   * 100 ms of work, not on this thread.
   * @returns undefined for a user who is not in the encrypted call
   */
  async getVerificationCode(userId: IdLike): Promise<string | undefined> {
    return this.subject?.connection.verificationCode(idArgument("userId", userId));
  }

  /**
   * Who holds the keys of the encrypted call, oneself included: whoever is not listed cannot listen. Empty while the call
   * is not encrypted. The list may name somebody whom {@link getParticipants} does not: see `unannouncedMember`.
   */
  getEncryptedMembers(): EncryptedMember[] {
    return this.subject?.connection.encryptedMembers() ?? [];
  }

  /**
   * Says that the verification code of this member was compared and is the same: `verified` is true for this key from now
   * on. A key that its user keeps is stored where the host keeps identity keys (`identityKeyStore`).
   * @param member of {@link getEncryptedMembers}, as it was when the code was shown
   * @returns true: later calls know it too; false: until this client is destroyed; undefined: the user is not in the
   * encrypted call with this very key, and nothing was done
   * @throws {ArgumentError} for what is no such member
   */
  async verifyMember(member: EncryptedMember): Promise<boolean | undefined> {
    return this.subject?.connection.verifyMember(memberArgument("member", member));
  }

  /**
   * What becomes of blocks that an audio callback did not filter, and how much time it gets. What is left out stays as it
   * is. Under `whenNotFiltered: "mute"` no sample is heard or sent that the callback did not finish: packets of
   * {@link playOgg}, which no callback can edit, are held back too. Guide: docs/guides/editing-audio-safely.md.
   *
   * @throws {ArgumentError}, {@link ArgumentRangeError} for an unknown field, or a value that it cannot have
   * @throws {SdkError} INVALID_OBJECT on a call that is over
   * @example
   * call.setAudioCallbackPolicy({ whenNotFiltered: "mute", callbackBudgetMs: 60 });
   */
  setAudioCallbackPolicy(policy: AudioCallbackPolicy): void {
    this.#live().setCallbackPolicy(audioCallbackPolicyArgument(policy));
  }

  /**
   * Changes how speech is encoded, from the next frame on.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the property that is wrong
   * @throws {SdkError} INVALID_OBJECT on a call that is over
   */
  setEncoder(settings: EncoderSettings): void {
    this.#live().media.setEncoder(encoderArgument("settings", settings));
  }

  /**
   * Speaks a WAV file in place of the source before.
   * @throws {ArgumentError} when `file` is not a Uint8Array, Error (code WAV_INVALID) naming what is wrong with it
   */
  playWav(file: Uint8Array, options: { loop?: boolean } = {}): void {
    this.#live().media.openWavInput(bytesArgument("file", file), loopOf(options));
  }

  /**
   * Speaks an Ogg Opus file as it is, in place of the source before: the captured callback does not see it.
   * @throws {ArgumentError} when `file` is not a Uint8Array, Error (code OGG_INVALID) naming what is wrong with it
   */
  playOgg(file: Uint8Array, options: { loop?: boolean } = {}): void {
    this.#live().media.openOggInput(bytesArgument("file", file), loopOf(options));
  }

  /**
   * From now on {@link pushPcm} speaks.
   * @param sampleRate Hz, 8 000–192 000
   * @throws {ArgumentError}, {@link ArgumentRangeError}
   */
  openPcmInput(sampleRate: number, channels: 1 | 2): void {
    this.#live().media.openPcmInput(...pcmArguments(sampleRate, channels));
  }

  /**
   * @param samples interleaved, 16 bit
   * @returns samples per channel taken; the queue holds one second
   * @throws {ArgumentError} when not an Int16Array
   */
  pushPcm(samples: Int16Array): number {
    return this.#live().media.writePcm(samplesArgument("samples", samples));
  }

  /** What is queued still plays; `inputEnded` follows. */
  endInput(): void {
    this.#live().media.endInput();
  }

  /** Stops speaking at once. */
  closeInput(): void {
    this.#live().media.closeInput();
  }

  /**
   * Writes what is heard to a WAV file: 48 kHz, stereo, 16 bit; RF64 from 4 GiB on. A recording that fails, on a full
   * disk say, is also a warning in the voice log.
   * @throws {ArgumentError} when not a string, {@link SdkError} OUTPUT_FAILED when the file cannot be made
   */
  recordWav(path: string): Recording {
    return this.#live().record(textArgument("path", path));
  }

  /** Ends the recording; its file is completed in the background ({@link Recording.ended}). */
  stopRecording(): void {
    this.#live().media.closeOutput();
  }

  /** Ends the call. */
  [Symbol.dispose](): void {
    void this.subject?.end();
  }

  /** Ends the call; resolves when it is over. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.subject?.end();
  }

  #live(): CallSession {
    const session = this.subject;
    if (session === undefined)
      throw new SdkError("INVALID_OBJECT", "Call: this call is over or was moved; start a new one");
    return session;
  }
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
