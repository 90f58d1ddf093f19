import type { ClientThread } from "../../../enums/index.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { VoiceSettingsArea } from "./voice-settings-area.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { MembersOf } from "../../core/operations/members.js";

/** Members of `Client`: settings of all calls. */
export interface VoiceSettingsMembers {
  /** Whether the player is muted in every call. @mirrors Client::GetSelfMuteAll */
  getSelfMuteAll(): boolean;

  /**
   * Mutes the player in every call, whatever the setting of the call is.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetSelfMuteAll
   */
  setSelfMuteAll(mute: boolean): void;

  /** Whether the player is deaf in every call. @mirrors Client::GetSelfDeafAll */
  getSelfDeafAll(): boolean;

  /**
   * Deafens the player in every call, whatever the setting of the call is.
   * @throws {ArgumentError} when not a boolean
   * @mirrors Client::SetSelfDeafAll
   */
  setSelfDeafAll(deaf: boolean): void;

  /** Gets the volume of the player's own voice, percent, 0–100. @mirrors Client::GetInputVolume */
  getInputVolume(): number;

  /**
   * Sets the volume of the player's own voice in every call.
   * @param inputVolume percent, 0–100; default 100
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside 0–100
   * @mirrors Client::SetInputVolume
   */
  setInputVolume(inputVolume: number): void;

  /** Gets the volume of received sound, percent, 0–200. @mirrors Client::GetOutputVolume */
  getOutputVolume(): number;

  /**
   * Sets the volume of received sound in every call.
   * @param outputVolume percent, 0–200; default 100
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside 0–200
   * @mirrors Client::SetOutputVolume
   */
  setOutputVolume(outputVolume: number): void;

  /**
   * Sets the callback for silent input, called at each crossing of the threshold in both directions; undefined removes it.
   * @mirrors Client::SetNoAudioInputCallback
   */
  setNoAudioInputCallback(callback: ClientEvents["noAudioInput"] | undefined): void;

  /**
   * Sets the level below which input counts as silent.
   * @param dBFSThreshold dBFS, −100 to 100; −100 (default) turns the detection off
   * @throws {ArgumentError} when not a number, {@link ArgumentRangeError} outside −100 to 100
   * @mirrors Client::SetNoAudioInputThreshold
   */
  setNoAudioInputThreshold(dBFSThreshold: number): void;

  /**
   * Sets the priority of a thread, in the operating system's own numbers: a nice value on Linux (−20 the highest priority, 19
   * the lowest), a value of SetThreadPriority on Windows (15, 2 to −2, −15), a SCHED_OTHER priority on macOS. It replaces the
   * realtime scheduling that the thread requests by itself. `Thread.Voice` are the media threads that all clients of a process
   * (or worker) share: they start with the first call, and the last client to set a priority wins. `Thread.Client` and
   * `Thread.Network` are the thread that runs JavaScript; for them nothing changes. A rejection by the system, such as of a
   * nice value that needs a privilege, is a warning in the voice log.
   * @param priority a 32-bit integer
   * @throws {ArgumentError} when not numbers, {@link ArgumentRangeError} for an unknown thread or a number out of range
   * @mirrors Client::SetThreadPriority
   */
  setThreadPriority(thread: ClientThread, priority: number): void;
}

interface Parts {
  voiceSettings: VoiceSettingsArea;
  events: EventHub<ClientEvents>;
}

export const voiceSettingsMembers: MembersOf<VoiceSettingsMembers, Parts> = {
  getSelfMuteAll: ({ voiceSettings }) => voiceSettings.current.selfMuteAll,
  setSelfMuteAll: ({ voiceSettings }, mute) => voiceSettings.setSelfMuteAll(mute),
  getSelfDeafAll: ({ voiceSettings }) => voiceSettings.current.selfDeafAll,
  setSelfDeafAll: ({ voiceSettings }, deaf) => voiceSettings.setSelfDeafAll(deaf),
  getInputVolume: ({ voiceSettings }) => voiceSettings.current.inputVolume,
  setInputVolume: ({ voiceSettings }, inputVolume) => voiceSettings.setInputVolume(inputVolume),
  getOutputVolume: ({ voiceSettings }) => voiceSettings.current.outputVolume,
  setOutputVolume: ({ voiceSettings }, outputVolume) => voiceSettings.setOutputVolume(outputVolume),
  setNoAudioInputCallback: ({ events }, callback) => events.setCallback("noAudioInput", callback),
  setNoAudioInputThreshold: ({ voiceSettings }, dBFSThreshold) =>
    voiceSettings.setNoInputThreshold(dBFSThreshold),
  setThreadPriority: ({ voiceSettings }, thread, priority) =>
    voiceSettings.setThreadPriority(thread, priority),
};
