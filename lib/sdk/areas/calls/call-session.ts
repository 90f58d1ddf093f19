import type {
  EncryptedMember,
  InputEnd,
  OwnSettings,
  CallConnection,
  CallMedia,
  AgentConnection,
  Subscription,
  VoiceMove,
} from "../../../call/index.js";
import { Emitter } from "../../../call/emitter.js";
import { PLANNED } from "../../../call/voice-move.js";
import type {
  CallbackFailure,
  NativeAudioSystem,
  NativeCallError,
  NativeCallStatus,
  NativeDeviceChanged,
  NativePlayer,
  SessionStats,
} from "../../../native/index.js";
import { reasonOf } from "../../../protocol/index.js";
import type { WorldView } from "../../../state/index.js";
import { CallError, CallStatus, AudioModeType, LoggingSeverity } from "../../../enums/index.js";
import type { CallEvents } from "./call-events.js";
import type { ChosenDevices, DeviceSide, DeviceUser } from "../../core/devices/chosen-devices.js";
import type { ClientLogs } from "../../core/logs/client-logs.js";
import type { EventHub } from "../../core/events/event-hub.js";
import type { Operations } from "../../core/operations/operation.js";
import { CaptureDump } from "./capture-dump.js";
import { beginRecording, type Recording } from "./recording.js";
import type { VoiceSettings } from "../../core/devices/voice-settings.js";

export interface CallSessionParts {
  lobbyId: bigint;
  connection: CallConnection;
  events: EventHub<CallEvents>;
  operations: Operations;
  world: WorldView;
  logs: ClientLogs;
  settings: VoiceSettings;
  /** called when the player's own mute or deaf changed, so that the platform is notified */
  selfChanged: () => void;
  inputDetected: (detected: boolean) => void;
  /** the player's devices; undefined when calls use none */
  devices: CallDevices | undefined;
}

/** The microphone and the speaker, as far as one call goes. */
export interface CallDevices {
  system: NativeAudioSystem;
  chosen: Pick<ChosenDevices, "attach" | "detach">;
  /** whether the call begins with the microphone */
  microphone: boolean;
}

/** Why a call is disconnected. */
export interface CallEnding {
  readonly error: CallError;
  readonly detail: number;
  /** the last step, as the log names it; empty when there was none */
  readonly step: string;
}

/** The treatment of blocks that an audio callback did not finish, and its time budget. */
export interface CallbackPolicy {
  whenNotFiltered: "pass" | "mute";
  budgetMs: number;
}

/** Volume of a participant at which sound plays as loud as sent, percent. */
const NORMAL_VOLUME = 100;

/** One running call; the game's `Call` objects share it. */
export class CallSession implements DeviceUser {
  readonly #parts: CallSessionParts;
  readonly #volumes = new Map<bigint, number>();
  readonly #localMutes = new Set<bigint>();
  #selfMute = false;
  #selfDeaf = false;
  #audioMode: AudioModeType = AudioModeType.MODE_VAD;
  #pttActive = false;
  #pttReleaseDelayMs = 0;
  #vad = { automatic: true, threshold: -60 };
  #callbackPolicy: CallbackPolicy = { whenNotFiltered: "pass", budgetMs: 40 };
  readonly #failedCallbacks = new Set<CallbackFailure["which"]>();
  readonly #dump: CaptureDump;
  #usesDevices = false;
  #usesMicrophone: boolean;
  #playsOwn = false;
  /** what a voice agent says through it */
  #player: NativePlayer | undefined;
  #isInputDetected = true;
  #hasPrinted = false;
  #lastPhase = "";
  readonly #silenced = new Emitter<{ silenced: () => void }>((_event, error) =>
    this.warn(`a listener of its end threw: ${reasonOf(error)}`),
  );
  #ending: CallEnding | undefined;
  #isOver = false;
  #ended: (() => void) | undefined;

  constructor(parts: CallSessionParts) {
    this.#parts = parts;
    this.#usesMicrophone = parts.devices?.microphone === true;
    this.#dump = new CaptureDump(parts);
    this.#listen(parts.connection);
    this.media.setAudioMode(this.#audioMode);
    this.media.setVadThreshold(this.#vad.automatic, this.#vad.threshold);
    this.applySettings();
  }

  get lobbyId(): bigint {
    return this.#parts.lobbyId;
  }

  get connection(): CallConnection {
    return this.#parts.connection;
  }

  get events(): EventHub<CallEvents> {
    return this.#parts.events;
  }

  get operations(): Operations {
    return this.#parts.operations;
  }

  /** Why the call is disconnected; undefined before. */
  get ending(): CallEnding | undefined {
    return this.#ending;
  }

  /** @throws Error (code SESSION_CLOSED) from every member when the call is over */
  get media(): CallMedia {
    return this.#parts.connection.media;
  }

  /** The media for a source of the game's, which takes the place of the microphone from then on. */
  get mediaOfGame(): CallMedia {
    this.#leaveMicrophone();
    return this.media;
  }

  /** Sends what a voice agent says, in place of the microphone. @returns ends that; the microphone does not come back */
  sendPlayer(agents: AgentConnection, player: NativePlayer): Subscription {
    this.#leaveMicrophone();
    agents.media.openPlayerInput(player);
    this.#player = player;
    const dispose = (): void => {
      if (this.sendsPlayer(player) && !this.#isOver) this.closeInput();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** Whether nothing else has taken its place. */
  sendsPlayer(player: NativePlayer): boolean {
    return this.#player === player;
  }

  /** @throws Error (code OGG_INVALID) */
  playOgg(file: Uint8Array, loop: boolean): void {
    this.#leaveMicrophone();
    this.connection.playOgg(file, loop);
  }

  /** Leaves the call without a source. */
  closeInput(): void {
    this.mediaOfGame.closeInput();
    this.#playsOwn = false;
  }

  #leaveMicrophone(): void {
    this.#usesMicrophone = false;
    this.#playsOwn = true;
    this.#player = undefined;
    this.#applyDump();
  }

  openDevice(side: DeviceSide, id: string, changed: NativeDeviceChanged): void {
    const system = this.#parts.devices?.system;
    if (this.#isOver || system === undefined) return;
    if (side === "output") this.media.openDeviceOutput(system, id, changed);
    else if (this.#usesMicrophone) this.media.openDeviceInput(system, id, changed);
  }

  /** Whether the call was ended: the game's `Call` objects are no longer valid then. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get status(): CallStatus {
    return this.#parts.connection.status;
  }

  get selfMute(): boolean {
    return this.#selfMute || this.#parts.settings.selfMuteAll;
  }

  get selfDeaf(): boolean {
    return this.#selfDeaf || this.#parts.settings.selfDeafAll;
  }

  setSelf(change: { mute?: boolean; deaf?: boolean }): void {
    this.#selfMute = change.mute ?? this.#selfMute;
    this.#selfDeaf = change.deaf ?? this.#selfDeaf;
    this.applySettings();
    this.#parts.selfChanged();
  }

  /** Applies the client-wide levels and switches to the media session. */
  applySettings(): void {
    if (this.#isOver) return;
    const { inputVolume, outputVolume, noInputThreshold, speech } = this.#parts.settings;
    // A deaf user is not heard either.
    this.media.setSelfMute(this.selfMute || this.selfDeaf);
    this.media.setSelfDeaf(this.selfDeaf);
    this.media.setInputVolume(inputVolume);
    this.media.setOutputVolume(outputVolume);
    this.media.setNoInputThreshold(noInputThreshold);
    this.media.setSpeechProcessing(speech.echo, speech.noise, speech.gain);
    this.#applyDump();
  }

  #applyDump(): void {
    this.#dump.set(this.#parts.settings.captureDump && this.#usesDevices && this.#usesMicrophone);
  }

  get audioMode(): AudioModeType {
    return this.#audioMode;
  }

  setAudioMode(mode: AudioModeType): void {
    this.#audioMode = mode;
    this.media.setAudioMode(mode);
  }

  get pttActive(): boolean {
    return this.#pttActive;
  }

  setPttActive(active: boolean): void {
    this.#pttActive = active;
    this.media.setPttActive(active);
  }

  get pttReleaseDelayMs(): number {
    return this.#pttReleaseDelayMs;
  }

  setPttReleaseDelay(delayMs: number): void {
    this.#pttReleaseDelayMs = delayMs;
    this.media.setPttReleaseDelay(delayMs);
  }

  get vad(): Readonly<{ automatic: boolean; threshold: number }> {
    return this.#vad;
  }

  setVad(automatic: boolean, threshold: number): void {
    this.#vad = { automatic, threshold };
    this.media.setVadThreshold(automatic, threshold);
  }

  /** Omitted fields stay unchanged. */
  setCallbackPolicy(change: Partial<CallbackPolicy>): void {
    this.#callbackPolicy = { ...this.#callbackPolicy, ...change };
    this.media.setCallbackPolicy(this.#callbackPolicy.whenNotFiltered, this.#callbackPolicy.budgetMs);
  }

  volumeOf(userId: bigint): number {
    return this.#volumes.get(userId) ?? NORMAL_VOLUME;
  }

  setVolumeOf(userId: bigint, volume: number): void {
    this.#volumes.set(userId, volume);
    this.media.setUserVolume(userId, volume);
  }

  isLocallyMuted(userId: bigint): boolean {
    return this.#localMutes.has(userId);
  }

  setLocalMute(userId: bigint, mute: boolean): void {
    if (mute) this.#localMutes.add(userId);
    else this.#localMutes.delete(userId);
    this.media.setLocalMute(userId, mute);
  }

  /** Ids of the users in the call. */
  participants(): bigint[] {
    return [...(this.#parts.world.lobbies.get(this.lobbyId)?.voiceStates.keys() ?? [])];
  }

  /** Whether there is a source of sound, and whether it gives any. */
  sourceOf({ inputLatencyMs }: SessionStats): OwnSettings["source"] {
    const isOpen = this.#usesMicrophone ? inputLatencyMs >= 0 : this.#playsOwn;
    if (!isOpen) return "none";
    return this.#isInputDetected ? "sounds" : "silent";
  }

  get settings(): Readonly<VoiceSettings> {
    return this.#parts.settings;
  }

  get world(): WorldView {
    return this.#parts.world;
  }

  /** @throws {SdkError} OUTPUT_FAILED */
  record(path: string): Recording {
    return beginRecording(this.media, path, (message) => this.#log(LoggingSeverity.Warning, message));
  }

  /** Leaves and frees the call. Resolves when it is disconnected; does nothing when it is over. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    if (this.status !== CallStatus.Disconnected) {
      const disconnected = new Promise<void>((resolve) => (this.#ended = resolve));
      this.connection.leave();
      await disconnected;
    }
    this.close();
  }

  /** Whether no sound passes any more: it is over, or disconnected for good. */
  get isSilenced(): boolean {
    return this.#isOver || this.#ending !== undefined;
  }

  /** Listens to that; once. */
  onSilenced(listener: () => void): Subscription {
    return this.#silenced.on("silenced", listener);
  }

  /** Frees the call at once. */
  close(): void {
    this.#isOver = true;
    this.#tellSilenced();
    this.#parts.devices?.chosen.detach(this);
    this.#parts.connection.close();
    this.#ended?.();
  }

  #listen(connection: CallConnection): void {
    const { events } = this.#parts;
    connection.on("status", (status, error, detail) => this.#statusChanged(status, error, detail));
    connection.on("speaking", (userId, speaking) => events.emit("speakingStatusChanged", userId, speaking));
    connection.on("encryption", (status) => events.emit("encryptionChanged", status));
    connection.on("encryptionLost", (reason) => this.#encryptionLost(reason));
    connection.on("encryptedMembers", () =>
      events.emit("encryptedMembersChanged", connection.encryptedMembers()),
    );
    connection.on("unannouncedMember", (member) => this.#unannounced(member));
    connection.on("memberKeyChanged", (member, wasVerified) => this.#keyChanged(member, wasVerified));
    connection.on("inputEnded", (end, warning) => this.#inputEnded(end, warning));
    connection.on("inputLevel", (dbfs) => events.emit("level", dbfs));
    events.onInterest(["level"], (isWanted) => !this.#isOver && this.media.setLevelReports(isWanted));
    connection.on("inputDetected", (detected) => {
      this.#isInputDetected = detected;
      this.#parts.inputDetected(detected);
    });
    connection.on("callbackFailed", (failure) => this.#callbackFailed(failure));
    connection.on("goesOn", (move) => this.#goesOn(move));
    connection.on("warning", (message) => this.#log(LoggingSeverity.Warning, message));
    connection.on("phase", (phase, detail) => this.#phase(detail === "" ? phase : `${phase}: ${detail}`));
  }

  /** A dump ended with its process. */
  #goesOn(move: VoiceMove): void {
    const [severity, what] =
      move.reason === PLANNED
        ? [LoggingSeverity.Info, "was replaced"]
        : [LoggingSeverity.Warning, `ended (${move.reason})`];
    this.#log(
      severity,
      `its voice process ${what}: it goes on in another one, after ${String(move.gapMs)} ms`,
    );
    this.#dump.set(false);
    this.#applyDump();
    this.#parts.events.emit("moved", move);
  }

  #inputEnded(end: InputEnd, warning: string | undefined): void {
    this.#playsOwn = false;
    if (warning !== undefined) this.#log(LoggingSeverity.Warning, warning);
    this.#parts.events.emit("inputEnded", end);
  }

  #encryptionLost(reason: string): void {
    this.#log(LoggingSeverity.Warning, reason);
    this.#parts.events.emit("encryptionLost", reason);
  }

  #unannounced(member: EncryptedMember): void {
    this.#log(
      LoggingSeverity.Warning,
      `user ${String(member.userId)} holds the encryption keys, but was not announced`,
    );
    this.#parts.events.emit("unannouncedMember", member);
  }

  #keyChanged(member: EncryptedMember, wasVerified: boolean): void {
    const severity = wasVerified ? LoggingSeverity.Warning : LoggingSeverity.Info;
    const verified = wasVerified ? ", although an earlier key was verified" : "";
    this.#log(severity, `user ${String(member.userId)} has a new identity key${verified}`);
    this.#parts.events.emit("memberKeyChanged", member, wasVerified);
  }

  #statusChanged(status: NativeCallStatus, error: NativeCallError, detail: number): void {
    if (error !== CallError.None) {
      const where = this.#lastPhase === "" ? "" : `, last step ${this.#lastPhase}`;
      this.#log(LoggingSeverity.Error, `ended with error ${String(error)}, detail ${String(detail)}${where}`);
    }
    this.#ending = status === CallStatus.Disconnected ? { error, detail, step: this.#lastPhase } : undefined;
    this.#parts.events.emit("statusChanged", status, error, detail);
    if (status === CallStatus.Connected) this.#useDevices();
    if (status === CallStatus.Disconnected) this.#tellSilenced();
    if (status === CallStatus.Disconnected) this.#leaveDevices();
    if (status === CallStatus.Disconnected) this.#ended?.();
  }

  #tellSilenced(): void {
    this.#silenced.emit("silenced");
    this.#silenced.clear();
  }

  /** Opens the devices when sound first flows, unless the game has its own source by then. */
  #useDevices(): void {
    if (this.#usesDevices) return;
    this.#usesDevices = true;
    this.#parts.devices?.chosen.attach(this);
    this.#applyDump();
  }

  /** A disconnected call stays until the game ends it: its devices are closed at once. */
  #leaveDevices(): void {
    const { devices } = this.#parts;
    if (!this.#usesDevices || devices === undefined || this.#isOver) return;
    devices.chosen.detach(this);
    this.media.closeDeviceOutput();
    if (this.#usesMicrophone) this.media.closeInput();
    this.#dump.set(false);
  }

  /** Emits the failure; without a listener it is printed, because a failing filter must not go unnoticed. */
  #callbackFailed(failure: CallbackFailure): void {
    const { which, error } = failure;
    const text = `the ${which} audio callback failed: ${reasonOf(error)}`;
    if (!this.#failedCallbacks.has(which)) this.#log(LoggingSeverity.Warning, text);
    this.#failedCallbacks.add(which);
    const { events } = this.#parts;
    if (events.has("audioCallbackFailed")) return events.emit("audioCallbackFailed", failure);
    if (this.#hasPrinted) return;
    this.#hasPrinted = true;
    const outcome = this.#callbackPolicy.whenNotFiltered === "mute" ? "are silenced" : "pass unedited";
    console.error(
      `sdkpp: ${text}\nBlocks that it does not finish ${outcome} (Call.setAudioCallbackPolicy); ` +
        `listen to "audioCallbackFailed" to handle this.`,
      error,
    );
  }

  #phase(text: string): void {
    this.#lastPhase = text;
    this.#log(LoggingSeverity.Info, text);
  }

  /** For those that use the call beside the game's code. */
  warn(message: string): void {
    this.#log(LoggingSeverity.Warning, message);
  }

  #log(severity: LoggingSeverity, message: string): void {
    this.#parts.logs.write("voice", severity, `call ${String(this.lobbyId)}: ${message}`);
  }
}
