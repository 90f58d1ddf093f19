import {
  e2eePolicyOf,
  Emitter,
  memberArgument,
  type EncryptedMember,
  type SoundFinding,
  type Subscription,
  type VoiceMove,
} from "../../call/index.js";
import {
  assertNotGiven,
  HostedCall,
  HostedSound,
  registryOf,
  sendError,
  supervisorArgument,
  type CallBegin,
  type CallMove,
  type HostedCallParts,
  type Registry,
  type VoiceSupervisor,
} from "../../hosting/index.js";
import type { CallStats, EncoderSettings } from "../../native/index.js";
import { TrustedRoots } from "../../net/index.js";
import {
  choiceArgument,
  encoderArgument,
  idArgument,
  reasonOf,
  volumeArgument,
  type IdLike,
} from "../../protocol/index.js";
import { AeadMode, type SdkError } from "../../wire/index.js";
import { NOT_SENT, voiceStatePayload, type VoiceAdapterMethods } from "../adapter.js";
import type { WaitOptions } from "../bot-voice-connection.js";
import type { EncryptionStatus, GuildVoiceEvents } from "../guild-voice-events.js";
import { destroyed } from "../end-error.js";
import {
  deliverEveryArgument,
  recoveryArgument,
  speakingHoldArgument,
  type HostedOptions,
  type JoinVoiceChannelOptions,
} from "../join-options.js";
import type { PlaybackOutcome } from "../playback.js";
import type { BotReport, CommandName, Mirror, Order } from "../process/messages.js";
import { joining } from "../process/mirror.js";
import { VoiceReceiver } from "../receiver.js";
import { RecordedCall } from "../recording/recorded-call.js";
import type { Recording, RecordOptions } from "../recording/recording.js";
import type { PlayOptions } from "../source.js";
import type { VoiceSilence, VoiceStatus } from "../status.js";
import { CallInput, type HostedBot } from "./call-input.js";
import type { HostedAudioPlayer } from "./hosted-audio-player.js";
import { HostedPlayback } from "./hosted-playback.js";
import { assertHosted, HostedSubscription } from "./hosted-subscription.js";
import { PieceLog } from "./piece-log.js";
import { sentSource, type HostedSource, type Sent } from "./sent-source.js";

/** Options of `joinVoiceChannel` for a call in a voice process. */
export interface HostedJoinOptions extends HostedOptions, Pick<JoinVoiceChannelOptions, "adapterCreator"> {
  /** true: the supervisor that all such calls of this process share, with its usual settings */
  voiceHost: true | VoiceSupervisor;
}

/** The events of a `HostedVoiceConnection`: those of `GuildVoiceConnection`, and `moved`. */
export interface HostedVoiceEvents extends Omit<GuildVoiceEvents, "titleChanged" | "playbackEnded"> {
  /** the voice process ended, and another one goes on with the call: with the same keys, or, after a `warning` that says why, joined anew */
  moved: (move: VoiceMove) => void;
  /** an internet radio plays another song; `title` of the playback has the same */
  titleChanged: (playback: HostedPlayback, title: string) => void;
  /** a source ended */
  playbackEnded: (playback: HostedPlayback, outcome: PlaybackOutcome) => void;
}

const FRAME_MS = 20;
/** Refused: they lead out of this process, or are what `voiceHost` does itself. */
const REFUSED = ["agent", "keep", "clock", "openSocket", "loadAddon", "addonPath", "mediaThreads"];
/** Sent as they are. */
const SENT = [
  "selfMute",
  "selfDeaf",
  "ca",
  "userAgent",
  "preferredMode",
  "e2ee",
  "deliverEveryMs",
  "speakingHoldMs",
] as const satisfies readonly (keyof HostedOptions)[];

let calls = 0;

/**
 * A bot in a voice channel, whose call runs in a voice process: it goes on in another one when that dies. What it answers at once is a
 * mirror, as the voice process told it last. "disconnected" is final.
 */
export class HostedVoiceConnection {
  /** The server that the channel belongs to. */
  readonly guildId: bigint;
  /** The sound of the others. Subscriptions go on in the next voice process. */
  readonly receiver: VoiceReceiver;
  readonly #sound: HostedSound;
  readonly #recorded: RecordedCall;
  readonly #supervisor: VoiceSupervisor;
  readonly #registry: Registry;
  readonly #events: Emitter<HostedVoiceEvents>;
  readonly #adapter: VoiceAdapterMethods;
  readonly #call: HostedBot;
  readonly #input: CallInput;
  /** For a join anew. */
  #options: HostedOptions;
  #mirror: Required<Mirror>;
  #selfMute: boolean;
  #selfDeaf: boolean;
  /** Said to each process that gets the call: one that joins it anew knows nothing. */
  readonly #settings = new Map<string, readonly [CommandName, readonly unknown[]]>();
  #playbacks = 0;
  #isDestroyed = false;

  private constructor(options: HostedJoinOptions, supervisor: VoiceSupervisor) {
    const sent = sentOptions(options);
    this.guildId = BigInt(sent.guildId);
    this.#supervisor = supervisor;
    this.#registry = registryOf(supervisor);
    this.#selfMute = sent.selfMute ?? false;
    this.#selfDeaf = sent.selfDeaf ?? true;
    this.#mirror = joining(BigInt(sent.channelId));
    this.#events = new Emitter((event, error) => this.#listenerFailed(event, error));
    this.#options = sent;
    const call = `${String(this.guildId)}#${String((calls += 1))}`;
    this.#call = new HostedCall(call, this.#registry.clock, this.#ofCall());
    this.#input = new CallInput(this.#call);
    const { name } = this.#call;
    this.#sound = new HostedSound(name, (order) => this.#call.send(order));
    this.receiver = VoiceReceiver.of({
      media: this.#sound.media,
      isDeaf: () => this.#selfDeaf,
      warn: (message) => this.#warn(message),
      assertLive: () => this.#assertLive(),
      listenerFailed: (error) => this.#listenerFailed("onPackets", error),
    });
    this.#recorded = new RecordedCall({
      clock: this.#registry.clock,
      receiver: this.receiver,
      media: this.#sound.media,
      assertLive: () => this.#assertLive(),
      warn: (message) => this.#warn(message),
      changed: (recording) => this.#events.emit("recordingChanged", recording),
    });
    this.#adapter = options.adapterCreator({
      onVoiceServerUpdate: (data) => this.#call.gateway("voiceServer", data),
      onVoiceStateUpdate: (data) => this.#call.gateway("voiceState", data),
      destroy: () => this.destroy(),
    });
    this.#registry.enter(this.#call);
  }

  /** @internal `joinVoiceChannel` is its public form */
  static join(options: HostedJoinOptions): HostedVoiceConnection {
    return new HostedVoiceConnection(options, supervisorArgument(options.voiceHost));
  }

  /** How far the connection is, as the voice process said last. */
  get status(): VoiceStatus {
    return this.#mirror.status;
  }

  /** The channel that the bot is in, or joins, as the voice process said last. */
  get channelId(): bigint {
    return this.#mirror.channelId;
  }

  /** Why nobody hears the bot, as the voice process said last; undefined: it is heard. */
  get silencedBy(): VoiceSilence | undefined {
    return this.#mirror.silencedBy;
  }

  /** State, protocol version, epoch and privacy code of the encryption, as the voice process said last. */
  get encryption(): EncryptionStatus {
    return this.#mirror.encryption;
  }

  /** The other users in the channel, as the voice process said last. */
  get participants(): readonly bigint[] {
    return this.#mirror.participants;
  }

  /**
   * The members that hold the keys of the encrypted channel, the bot included, as the voice process said last; empty without
   * encryption.
   */
  get encryptedMembers(): readonly EncryptedMember[] {
    return this.#mirror.encryptedMembers;
  }

  /** Listens to an event. */
  on<K extends keyof HostedVoiceEvents>(event: K, listener: HostedVoiceEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /** Stops listening to an event. A function that listens several times is taken back once, its newest subscription first. */
  off<K extends keyof HostedVoiceEvents>(event: K, listener: HostedVoiceEvents[K]): void {
    this.#events.off(event, listener);
  }

  /**
   * Waits until sound reaches the others, as `ready` of `GuildVoiceConnection`.
   * @throws {SdkError} with the failure's name as code when the connection ends first; ABORTED by the signal; NATIVE_NOT_FOUND,
   *   NATIVE_LOAD_FAILED of the voice process; MEDIA_OVERLOADED
   */
  async ready({ signal }: WaitOptions = {}): Promise<void> {
    await this.#ask("ready", [], signal);
  }

  /**
   * Waits until the channel is encrypted end to end, as `encrypted` of `GuildVoiceConnection`.
   * @throws {SdkError} NOT_ENCRYPTED when the channel is not encrypted; else as {@link ready}
   */
  encrypted({ signal }: WaitOptions = {}): Promise<EncryptionStatus> {
    return this.#ask("encrypted", [], signal) as Promise<EncryptionStatus>;
  }

  /**
   * Plays a source in place of the current one. Files, addresses, bytes and programs are read by the voice process; packets and samples by
   * this one. When the voice process dies, the next one goes on where the source would be by now.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property; a stream of bytes is refused
   * @throws {SdkError} DESTROYED, or as {@link ready} when the connection is over
   */
  play(source: HostedSource, options: PlayOptions = {}): HostedPlayback {
    const { source: sent, pieces } = sentSource(source, options);
    this.#assertLive();
    const id = (this.#playbacks += 1);
    const playback = new HostedPlayback({
      id,
      source: sent,
      startMs: options.startMs ?? 0,
      clock: this.#registry.clock,
      pieces: pieces && this.#log(pieces, id),
      stop: () => this.#input.order(id, { type: "stop", call: this.#call.name, playback: id }),
      titled: (one, title) => this.#events.emit("titleChanged", one, title),
      ended: (one, outcome) => this.#events.emit("playbackEnded", one, outcome),
    });
    this.#input.play(playback);
    return playback;
  }

  /**
   * Sends what a player plays, in place of a source of {@link play}, from its next frame on, also in the next voice process. One player feeds
   * many connections of a supervisor; another source or player takes its place. It goes on when the connection is over.
   * @returns takes the player back
   * @throws {ArgumentError} when `player` is not a HostedAudioPlayer, or has another `voiceHost`
   * @throws {SdkError} PLAYER_CLOSED, DESTROYED, or as {@link ready} when the connection is over
   */
  subscribe(player: HostedAudioPlayer): Subscription {
    assertHosted(player, this.#supervisor);
    this.#assertLive();
    player.assertOpen();
    const id = (this.#playbacks += 1);
    const subscription = new HostedSubscription(id, player);
    this.#input.play(subscription);
    if (this.silencedBy !== undefined) subscription.silenced(this.guildId, this.silencedBy);
    const dispose = (): void => {
      if (subscription.isOver) return;
      this.#input.order(id, { type: "stop", call: this.#call.name, playback: id });
      subscription.end();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /**
   * Records everybody who speaks, as `record` of `GuildVoiceConnection`. This process writes the files: a recording goes on in the next
   * voice process, with the silence between the two in it.
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} RECORDING_RUNNING, DESTROYED, or as {@link ready} when the connection is over
   */
  record(options: RecordOptions): Recording {
    return this.#recorded.begin(options);
  }

  /** Moves to another channel of the guild. */
  move(channelId: IdLike): Promise<boolean> {
    return this.rejoin({ channelId });
  }

  /**
   * Changes channel, mute or deaf.
   * @returns false when the other library cannot send at the moment
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} DESTROYED, or as {@link ready} when the connection is over
   */
  async rejoin(
    change: { channelId?: IdLike; selfMute?: boolean; selfDeaf?: boolean } = {},
  ): Promise<boolean> {
    const channelId =
      change.channelId === undefined ? this.channelId : idArgument("channelId", change.channelId);
    this.#assertLive();
    this.#selfMute = change.selfMute ?? this.#selfMute;
    const isDeaf = change.selfDeaf ?? this.#selfDeaf;
    if (isDeaf !== this.#selfDeaf) {
      this.#selfDeaf = isDeaf;
      this.receiver.deafChanged();
    }
    const now = { channelId, selfMute: this.#selfMute, selfDeaf: this.#selfDeaf };
    this.#options = { ...this.#options, ...now };
    return (await this.#ask("rejoin", [now])) as boolean;
  }

  /**
   * Changes how PCM is encoded, from the next frame on.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   */
  async setEncoder(settings: EncoderSettings): Promise<void> {
    await this.#set("encoder", "setEncoder", [encoderArgument("settings", settings)]);
  }

  /**
   * Sets how loud the bot receives a user.
   * @param volume percent, 0–200; default 100
   * @throws {ArgumentError}, {@link ArgumentRangeError}
   */
  async setUserVolume(userId: IdLike, volume: number): Promise<void> {
    const id = idArgument("userId", userId);
    await this.#set(`volume of ${String(id)}`, "setUserVolume", [id, volumeArgument("volume", volume)]);
  }

  /** Gets statistics of the connection and of each speaker, which count anew in each voice process. */
  getStats(): Promise<CallStats> {
    return this.#ask("getStats", []) as Promise<CallStats>;
  }

  /** Says why somebody is not heard, or why nobody hears the bot, as `why` of `GuildVoiceConnection`. */
  why(): Promise<SoundFinding[]> {
    return this.#ask("why", []) as Promise<SoundFinding[]>;
  }

  /**
   * Gets 45 digits that are equal for both users when neither is being impersonated.
   * @returns undefined for a user who is not in the encrypted call
   */
  verificationCode(userId: IdLike): Promise<string | undefined> {
    return this.#ask("verificationCode", [idArgument("userId", userId)]) as Promise<string | undefined>;
  }

  /**
   * Marks a member as verified, as `verifyMember` of `GuildVoiceConnection`: in all channels of the voice process, and in this one also in
   * those that follow it.
   * @param member an element of {@link encryptedMembers} from the time when the code was shown
   * @returns false; undefined when the user is not in the encrypted channel with this key
   * @throws {ArgumentError} when it is not such a member
   */
  verifyMember(member: EncryptedMember): Promise<boolean | undefined> {
    return this.#ask("verifyMember", [memberArgument("member", member)]) as Promise<boolean | undefined>;
  }

  /** Leaves the channel and frees all resources. Idempotent. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    const before = this.status;
    this.#leave();
    this.#call.over(sendError(destroyed()));
    this.#adapter.destroy();
    this.#disconnected(before);
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  #ofCall(): HostedCallParts<BotReport> {
    return {
      first: (begin) => this.#first(begin),
      assigned: () => this.#sayAgain(),
      received: (batch) => this.receiver.push(batch),
      lost: () => this.#input.present?.lost(),
      goesOn: (move, isAnew) => this.#movedOn(move, isAnew),
      notMoved: (reason) => this.#warn(reason),
      player: () => this.#input.present?.player,
      heard: (report) => this.#heard(report),
      over: (error) => this.#over(error),
    };
  }

  #first(begin: CallBegin): Extract<Order, { call: string }>[] {
    const [call, options, playback] = [this.#call.name, this.#options, this.#input.present?.sent];
    if (begin !== "join") return [{ type: begin, call, options, playback }];
    const join = { type: "join", call, options } as const;
    return playback === undefined ? [join] : [join, { type: "play", call, playback }];
  }

  #heard(report: BotReport): void {
    switch (report.type) {
      case "payload":
        return this.#sendPayload(report.payload);
      case "event":
        this.#reflect(report.mirror);
        return this.#events.emit(report.name, ...(report.args as never));
      case "playback":
        return this.#input.heard(report);
    }
  }

  #reflect(mirror: Mirror): void {
    const { participants: before, silencedBy } = this.#mirror;
    this.#mirror = { ...this.#mirror, ...mirror };
    const { present: input } = this.#input;
    if (mirror.silencedBy !== silencedBy && input instanceof HostedSubscription)
      input.silenced(this.guildId, mirror.silencedBy);
    for (const userId of before) if (!mirror.participants.includes(userId)) this.#participant(userId, false);
    for (const userId of mirror.participants) if (!before.includes(userId)) this.#participant(userId, true);
  }

  #participant(userId: bigint, isPresent: boolean): void {
    this.receiver.participant(userId, isPresent);
    this.#recorded.participant(userId, isPresent);
  }

  #movedOn({ reason, aliveMs, isWhole }: CallMove, isAnew: boolean): void {
    if (isAnew) this.#recorded.beginsAnew();
    const gapMs = Math.round(this.#registry.clock.now() - aliveMs);
    const isMoving = !isWhole && this.#input.present?.isMoving === true;
    this.#events.emit("moved", { reason, gapMs, framesSkipped: isMoving ? Math.round(gapMs / FRAME_MS) : 0 });
  }

  #log({ form, of }: NonNullable<Sent["pieces"]>, playback: number): PieceLog {
    const { name: call } = this.#call;
    return new PieceLog(of, form, {
      send: (pieces) => this.#input.order(playback, { type: "pieces", call, playback, pieces }),
      end: (error) => this.#input.order(playback, { type: "lastPiece", call, playback, error }),
    });
  }

  #ask(name: CommandName, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return this.#call.ask(name, args, signal);
  }

  #set(what: string, name: CommandName, args: readonly unknown[]): Promise<unknown> {
    this.#settings.set(what, [name, args]);
    return this.#ask(name, args);
  }

  #sayAgain(): void {
    this.#sound.again();
    for (const [name, args] of this.#settings.values()) this.#call.tell(name, args);
  }

  #sendPayload(payload: unknown): void {
    if (!this.#adapter.sendPayload(payload)) this.#warn(NOT_SENT);
  }

  /** Said here, since a voice process may be dead. */
  #leave(): void {
    if (this.status === "disconnected") return;
    const [guildId, selfMute, selfDeaf] = [this.guildId, this.#selfMute, this.#selfDeaf];
    this.#sendPayload(voiceStatePayload({ guildId, channelId: null, selfMute, selfDeaf }));
  }

  #over(error: SdkError): void {
    this.#registry.leave(this.#call);
    this.#input.present?.end("stopped");
    this.#recorded.end();
    this.receiver.close();
    if (this.#isDestroyed) return;
    const before = this.status;
    if (error.code === "DESTROYED") this.destroy();
    else this.#disconnected(before);
  }

  #disconnected(before: VoiceStatus): void {
    if (before === "disconnected") return;
    this.#mirror = { ...this.#mirror, status: "disconnected", participants: [], encryptedMembers: [] };
    this.#events.emit("stateChange", "disconnected", before, undefined, 0);
  }

  #assertLive(): void {
    if (this.#call.error !== undefined) throw this.#call.error;
  }

  #warn(message: string): void {
    this.#events.emit("warning", message);
  }

  #listenerFailed(event: string, error: unknown): void {
    if (event !== "warning") this.#warn(`a listener of "${event}" threw: ${reasonOf(error)}`);
  }
}

/** @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property */
function sentOptions(options: HostedJoinOptions): HostedOptions {
  assertNotGiven(options, REFUSED);
  const sent: HostedOptions = {
    guildId: idArgument("guildId", options.guildId),
    channelId: idArgument("channelId", options.channelId),
    recovery: recoveryArgument(options.recovery),
  };
  e2eePolicyOf(options.e2ee, "preferred");
  deliverEveryArgument(options.deliverEveryMs);
  speakingHoldArgument(options.speakingHoldMs);
  if (options.preferredMode !== undefined)
    choiceArgument("preferredMode", options.preferredMode, Object.values(AeadMode));
  if (options.ca !== undefined) new TrustedRoots(options.ca);
  for (const name of SENT) if (options[name] !== undefined) Object.assign(sent, { [name]: options[name] });
  return sent;
}
