import type { AudioProcessing, AudioProcessingArea } from "./audio-processing-area.js";
import type { MembersOf } from "../../core/operations/members.js";

/** Members of `Client`: the processing of the microphone. */
export interface AudioProcessingMembers {
  /** Returns which processing of the microphone is on: for a settings screen. The C++ SDK does not tell. */
  getAudioProcessing(): AudioProcessing;

  /**
   * Switches the removal of what the speaker plays from what the microphone hears; on until set. It learns for some seconds after
   * the beginning of a call, and after each change of the room.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetEchoCancellation
   */
  setEchoCancellation(on: boolean): void;

  /**
   * Switches the suppression of noise, by 15 dB at most; on until set. On switches {@link setNoiseCancellation} off.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetNoiseSuppression
   */
  setNoiseSuppression(on: boolean): void;

  /**
   * Switches the stronger removal of noise, by 40 dB at most, which voices suffer from sooner; off until set. On switches
   * {@link setNoiseSuppression} off.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetNoiseCancellation
   */
  setNoiseCancellation(on: boolean): void;

  /**
   * Switches automatic gain control: it makes quiet players louder, by 20 dB at most, and loud ones quieter; on until set.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetAutomaticGainControl
   */
  setAutomaticGainControl(on: boolean): void;

  /**
   * Records what the processing of the microphone takes and gives, in every call that uses a microphone: three WAV files in the
   * folder of the voice log, else of the general log, else the current one. `discord-aec_<n>_captured.wav` is the microphone,
   * `…_played.wav` what the call plays meanwhile, `…_processed.wav` what is sent; n is the lowest free number. They grow by
   * 35 MB a minute together, until false is set or the call ends. A full disk ends them, and is a warning of the voice log.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetAecDump
   */
  setAecDump(on: boolean): void;

  /**
   * Switches Opus in hardware. Without effect: Opus runs in software here. After the first call it is an error in the voice log.
   * @throws {ArgumentError} when not booleans
   * @mirrors Client::SetOpusHardwareCoding
   */
  setOpusHardwareCoding(encode: boolean, decode: boolean): void;

  /**
   * Says who owns the audio session of a phone. Without effect on desktop systems.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetEngineManagedAudioSession
   */
  setEngineManagedAudioSession(isEngineManaged: boolean): void;

  /**
   * Chooses between speaker and earpiece of a phone. Without effect on desktop systems.
   * @returns false
   * @throws {ArgumentError} when not a boolean
   * @deprecated since 1.3 of the C++ SDK
   * @mirrors Client::SetSpeakerMode
   */
  setSpeakerMode(speakerMode: boolean): boolean;

  /**
   * Shows the picker of audio routes of a phone. Without effect on desktop systems.
   * @returns false
   * @mirrors Client::ShowAudioRoutePicker
   */
  showAudioRoutePicker(): boolean;
}

interface Parts {
  audioProcessing: AudioProcessingArea;
}

export const audioProcessingMembers: MembersOf<AudioProcessingMembers, Parts> = {
  getAudioProcessing: ({ audioProcessing }) => audioProcessing.current,
  setEchoCancellation: ({ audioProcessing }, on) => audioProcessing.setEchoCancellation(on),
  setNoiseSuppression: ({ audioProcessing }, on) => audioProcessing.setNoiseSuppression(on),
  setNoiseCancellation: ({ audioProcessing }, on) => audioProcessing.setNoiseCancellation(on),
  setAutomaticGainControl: ({ audioProcessing }, on) => audioProcessing.setAutomaticGainControl(on),
  setAecDump: ({ audioProcessing }, on) => audioProcessing.setAecDump(on),
  setOpusHardwareCoding: ({ audioProcessing }, encode, decode) =>
    audioProcessing.setOpusHardwareCoding(encode, decode),
  setEngineManagedAudioSession: ({ audioProcessing }, isEngineManaged) =>
    audioProcessing.setEngineManagedAudioSession(isEngineManaged),
  setSpeakerMode: ({ audioProcessing }, speakerMode) => audioProcessing.setSpeakerMode(speakerMode),
  showAudioRoutePicker: ({ audioProcessing }) => audioProcessing.showAudioRoutePicker(),
};
