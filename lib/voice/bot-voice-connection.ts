import {
  e2eePolicyOf,
  Emitter,
  Keeper,
  KeptConnection,
  type KeptClaims,
  type KeptPosition,
  memberArgument,
  ownProcess,
  SignatureKeys,
  TimedStore,
  VerifiedKeys,
  VoiceConnection,
  type ArrivingCall,
  type HandOverOutcome,
  type StoredClaim,
  type VoicePhase,
  type EncryptedMember,
  type SoundDoor,
  type SoundFinding,
  type VoiceConnectionOptions,
  type Subscription,
  waitAborted,
} from "../call/index.js";
import type { SoundMedia } from "../hosting/index.js";
import {
  loadAddon,
  type EncoderSettings,
  type KeptRange,
  type NativeAddon,
  type NativeCallError,
  type NativeCallStatus,
  type CallStats,
} from "../native/index.js";
import {
  defaultUserAgent,
  openSocket,
  randomBytes,
  systemClock,
  TrustedRoots,
  type Clock,
} from "../net/index.js";
import {
  encoderArgument,
  type FieldReader,
  type FieldWriter,
  idArgument,
  type IdLike,
  reasonOf,
  volumeArgument,
} from "../protocol/index.js";
import { SdkError } from "../wire/index.js";
import type { AgentCall } from "./agent/agent-call.js";
import { AudioPlayer, nativePlayerOf } from "./audio-player.js";
import { destroyed, endError, type End, type JoinTrace } from "./end-error.js";
import type { EncryptionStatus, GuildVoiceEvents } from "./guild-voice-events.js";
import {
  deliverEveryArgument,
  speakingHoldArgument,
  type VoiceOptions,
  type VoiceRecovery,
} from "./join-options.js";
import { keepArgument } from "./keeping/keep-options.js";
import { moveArgument, type MoveOptions } from "./moving/hand-over.js";
import type { HostEvent } from "./moving/host-event.js";
import { Leaving } from "./moving/leaving.js";
import type { Played } from "./moving/played.js";
import { BOT_FIELDS, saveBot, type SavedBot } from "./moving/saved-bot.js";
import type { Playback } from "./playback.js";
import { VoiceReceiver } from "./receiver.js";
import { RecordedCall } from "./recording/recorded-call.js";
import type { RecordOptions, Recording } from "./recording/recording.js";
import { SentSound } from "./sent-sound.js";
import { soundDoorOf } from "./sound-door.js";
import { sourceArgument, type AudioSource, type CheckedSource, type PlayOptions } from "./source.js";
import { failureName, statusName, type VoiceSilence, type VoiceStatus } from "./status.js";

/** How long something is waited for. */
export interface WaitOptions {
  signal?: AbortSignal;
}

/** A bot uses one signature key in all its channels. */
const signatureKeys = new SignatureKeys(randomBytes);
/** Verified keys are not stored: they last as long as the process. */
const verifiedKeys = new VerifiedKeys({ store: undefined, failed: () => undefined });

/** `setAudioMode` without a gate: everything that a bot plays is sent. */
const CONTINUOUS = 3;

/** Percent: as loud as sent. */
const NORMAL_VOLUME = 100;

/** Where a connection leads, and how much it mends. */
interface Place {
  /** guild, private channel or lobby */
  serverId: bigint;
  /** undefined: learned from the first voice state */
  userId?: bigint;
  /** "given": as "session", for a session whose host brings its credentials, those of a move as well */
  recovery: VoiceRecovery | "given";
  /** "always": somebody has sent op 4 already, so that a refusal would leave a silent member behind */
  admission: "usual" | "always";
}

/** @internal A call of another process. */
export interface MovedIn {
  /** what {@link BotVoiceConnection.handOver} wrote there */
  readonly saved: FieldReader;
  readonly bot: SavedBot;
  /** counts the owners of the call: this one */
  readonly fence: bigint;
  /** that process has died, and the call was kept */
  readonly kept?: { readonly claim: StoredClaim; readonly range: KeptRange };
  /** of a call that is kept, and handed over: the claim of this process, once it has the call */
  readonly claims?: KeptClaims | undefined;
}

/**
 * A bot in a voice channel: what a {@link GuildVoiceConnection} and a {@link VoiceSession} have in common. "disconnected" is final.
 */
export abstract class BotVoiceConnection {
  /** The sound of the others. */
  readonly receiver: VoiceReceiver;
  readonly #connection: VoiceConnection;
  readonly #clock: Clock;
  readonly #events: Emitter<GuildVoiceEvents>;
  readonly #volumes = new Map<bigint, number>();
  #isMuted = false;
  #isDeaf = false;
  #isServerDeaf = false;
  #status: VoiceStatus = "disconnected";
  #silencedBy: VoiceSilence | undefined;
  readonly #sent: SentSound;
  /** Of those that end with the connection, whatever ends it. */
  readonly #ends = new Emitter<{ over: () => void }>((_event, error) => this.#listenerFailed("end", error));
  readonly #recorded: RecordedCall;
  readonly #door: SoundDoor;
  #end: Omit<End, "reason"> = { failure: undefined, closeCode: 0 };
  /** No sound flows any more, and no state is sent. */
  #isOver = false;
  /** A moderator removed the bot, or its channel is gone. */
  #isRemoved = false;
  #isDestroyed = false;
  readonly #leaving: Leaving;
  readonly #keeper: Keeper | undefined;
  #isHandedOver = false;
  #still: () => void = () => undefined;
  readonly #trace: JoinTrace = { phase: "", detail: "", hasState: false, hasServer: false };

  /** @internal */
  protected constructor(place: Place, options: VoiceOptions, moved?: MovedIn) {
    this.#clock = options.clock ?? systemClock;
    const deliverEveryMs = deliverEveryArgument(options.deliverEveryMs);
    const speakingHoldMs = speakingHoldArgument(options.speakingHoldMs);
    this.#events = new Emitter((event, error) => this.#listenerFailed(event, error));
    const addon = options.loadAddon?.() ?? loadAddon(options.addonPath, options.mediaThreads);
    this.#keeper = this.#keepBy(options, moved?.kept?.claim ?? moved?.claims);
    this.#connection = this.#connect(addon, place, options, moved);
    this.#sent = new SentSound({
      addon,
      media: this.#connection.media,
      clock: this.#clock,
      serverId: place.serverId,
      emit: (...event) => this.#events.emit(...event),
      changed: () => this.#keeper?.changed(),
    });
    this.receiver = VoiceReceiver.of({
      media: this.#connection.media,
      isDeaf: () => this.#isDeaf,
      warn: (message) => this.warn(message),
      assertLive: () => this.assertLive(),
      listenerFailed: (error) => this.#listenerFailed("onPackets", error),
    });
    this.#recorded = new RecordedCall({
      clock: this.#clock,
      receiver: this.receiver,
      media: this.#connection.media,
      assertLive: () => this.assertLive(),
      warn: (message) => this.warn(message),
      changed: (recording) => this.#events.emit("recordingChanged", recording),
    });
    this.#door = this.#soundDoor();
    this.#leaving = new Leaving({
      connection: this.#connection,
      clock: this.#clock,
      fence: moved?.fence ?? 0n,
      kept: () => this.#keeper?.handOver(),
      hold: (isHeld) => this.#hold(isHeld),
      save: (out) => this.#save(out),
      warn: (message) => this.warn(message),
    });
    this.#connection.media.setAudioMode(CONTINUOUS);
    this.#connection.media.setDeliverEvery(deliverEveryMs);
    this.#connection.media.setSpeakingHold(speakingHoldMs);
    if (moved === undefined) this.setGates(options.selfMute ?? false, options.selfDeaf ?? true);
    else this.#comeIn(moved);
    this.#keeper?.begin(this.#keptBot());
  }

  /** @internal Asks the main gateway for a (new) voice session. */
  protected abstract requestSession(): void;

  /** @internal The connection is over. */
  protected abstract leaveChannel(): void;

  /** @internal The call goes on in another process. */
  protected abstract movedAway(): void;

  /** @internal What the host of the call says, or said to the process that had it before. */
  abstract hostSays(event: HostEvent): void;

  /** @internal */
  protected get call(): VoiceConnection {
    return this.#connection;
  }

  /** @internal */
  protected get trace(): JoinTrace {
    return this.#trace;
  }

  /** @internal */
  protected get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** How far the connection is. */
  get status(): VoiceStatus {
    return this.#status;
  }

  /** Why nobody hears the bot; undefined: it is heard. The event `silenced` tells of changes. */
  get silencedBy(): VoiceSilence | undefined {
    return this.#silencedBy;
  }

  /** Listens to an event. */
  on<K extends keyof GuildVoiceEvents>(event: K, listener: GuildVoiceEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /**
   * Stops listening to an event. A function that listens several times is taken back once, its newest subscription first.
   */
  off<K extends keyof GuildVoiceEvents>(event: K, listener: GuildVoiceEvents[K]): void {
    this.#events.off(event, listener);
  }

  /**
   * Waits until sound reaches the others: the connection is up, and encrypted where it has to be. Alone in a channel it does not
   * wait for encryption. A source may be played before: it waits, too.
   * @throws {SdkError} with the failure's name as code when the connection ends first; ABORTED by the signal
   */
  async ready(options: WaitOptions = {}): Promise<void> {
    await this.#until(options, () => (this.#connection.maySend ? true : undefined));
  }

  /**
   * Waits until the channel is encrypted end to end, which takes two members: a bot that is alone waits.
   * @returns the state, with the privacy code
   * @throws {SdkError} NOT_ENCRYPTED when the channel is not encrypted; else as {@link ready}
   */
  encrypted(options: WaitOptions = {}): Promise<EncryptionStatus> {
    return this.#until(options, () => {
      const { encryption } = this;
      if (encryption.state === "on") return encryption;
      const isOff = this.#status === "connected" && encryption.state === "off";
      if (isOff || encryption.state === "refused")
        throw new SdkError("NOT_ENCRYPTED", "this channel is not encrypted end to end");
      return undefined;
    });
  }

  /**
   * Plays a source in place of the current one. An invalid source changes nothing.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} DESTROYED, or as {@link ready} when the connection is over
   * @throws Error (code WAV_INVALID, OGG_INVALID) naming what is wrong with the file
   * @example
   * const playback = connection.play({ type: "wav", file: wavFile });
   * console.log(await playback.ended);
   */
  play(source: AudioSource, options: PlayOptions = {}): Playback {
    const checked = sourceArgument(source, options);
    this.assertLive();
    return this.#sent.play(checked);
  }

  /**
   * Sends what a player plays, in place of a source of {@link play}, from its next frame on. One player feeds many connections;
   * another source or player takes its place. It goes on when the connection is over.
   * @returns takes the player back
   * @throws {ArgumentError} when `player` is not an AudioPlayer
   * @throws {SdkError} PLAYER_CLOSED, DESTROYED, or as {@link ready} when the connection is over
   * @example
   * const player = new AudioPlayer();
   * connection.subscribe(player);
   * player.queue({ type: "wav", file: wavFile });
   * player.setVolume(80, { fadeMs: 500 });
   */
  subscribe(player: AudioPlayer): Subscription {
    const native = nativePlayerOf(player);
    this.assertLive();
    return this.#sent.subscribe(player, native);
  }

  /**
   * Records everybody who speaks, a file each, until `stop()` or the end of the connection. The bot's own sound is in none. People
   * have to know that they are recorded: the event `recordingChanged` is the place to say so in the channel.
   * @throws {ArgumentError} naming the invalid property
   * @throws {SdkError} RECORDING_RUNNING, DESTROYED, or as {@link ready} when the connection is over
   * @example
   * const recording = connection.record({ folder, format: "ogg" });
   * setTimeout(() => void recording.stop(), 100);
   * console.log((await recording.ended).tracks.length);
   */
  record(options: RecordOptions): Recording {
    return this.#recorded.begin(options);
  }

  /**
   * Changes how PCM is encoded, from the next frame on.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   */
  setEncoder(settings: EncoderSettings): void {
    this.#connection.media.setEncoder(encoderArgument("settings", settings));
    this.#keeper?.changed();
  }

  /**
   * Sets how loud the bot receives a user.
   * @param volume percent, 0–200; default 100
   * @throws {ArgumentError}, {@link ArgumentRangeError}
   */
  setUserVolume(userId: IdLike, volume: number): void {
    const id = idArgument("userId", userId);
    this.#connection.media.setUserVolume(id, volumeArgument("volume", volume));
    this.#volumes.set(id, volume);
    this.#keeper?.changed();
  }

  /** Gets statistics of the connection and of each speaker. */
  getStats(): CallStats {
    return this.#connection.getStats();
  }

  /**
   * Counts for a second what is sent and received, and says why somebody is not heard, or why nobody hears the bot: muted by a moderator,
   * in the audience of a stage, deaf, nothing playing, a dead network, lost packets and so on, each with what to do. A bot that is deaf
   * on purpose is told so. On a `VoiceSession` the voice states are not known: its host receives them.
   * @returns what is wrong; empty when sound flows in both directions. On a connection that is over: that it is
   * @example
   * for (const { about, found, remedy } of await connection.why()) console.log(`${about}: ${found}; ${remedy}`);
   */
  why(): Promise<SoundFinding[]> {
    return this.#connection.why(this.#door);
  }

  /** State, protocol version, epoch and privacy code (30 digits, equal for all members of the channel). */
  get encryption(): EncryptionStatus {
    return this.#connection.encryption;
  }

  /**
   * Gets 45 digits that are equal for both users when neither is being impersonated.
   * @returns undefined for a user who is not in the encrypted call
   */
  verificationCode(userId: IdLike): Promise<string | undefined> {
    return this.#connection.verificationCode(idArgument("userId", userId));
  }

  /** The members that hold the keys of the encrypted channel, the bot included; empty without encryption. */
  get encryptedMembers(): EncryptedMember[] {
    return this.#connection.encryptedMembers();
  }

  /**
   * Marks a member as verified, after its verification code was compared: `verified` is true for this key in all channels
   * until the process ends.
   * @param member an element of {@link encryptedMembers} from the time when the code was shown
   * @returns false; undefined when the user is not in the encrypted channel with this key
   * @throws {ArgumentError} when it is not such a member
   */
  verifyMember(member: EncryptedMember): Promise<boolean | undefined> {
    const isStored = this.#connection.verifyMember(memberArgument("member", member));
    return isStored.finally(() => this.#keeper?.changed());
  }

  /**
   * Hands the call over to the process at the other end of a channel, which takes it with `VoiceHost.take`. Sound goes on there with the
   * next packet, and with the same keys: nobody else in the channel notices. Until the other process asks for the call it goes on here;
   * from then on what is changed or played here stays here.
   * @returns "taken": it goes on there, and this connection is over, without having left. "kept": nobody took it within 300 ms after it
   *   stood still, and it goes on here. "undecided": nobody knows who has it, so this connection is over, and the call is to be joined anew
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property
   * @throws {SdkError} HANDOVER_NOT_WANTED: nobody asked for it within 10 s; ABORTED by the signal; SESSION_NOT_JOINED; HANDOVER_RUNNING; HANDOVER_NOT_AUTHENTIC,
   *   HANDOVER_VERSION, HANDOVER_DAMAGED, HANDOVER_OTHER_MOVE, HANDOVER_EXPIRED of what the other process said: the call goes on here.
   *   DESTROYED, or as {@link ready} when the connection is over
   */
  async handOver(target: MoveOptions): Promise<HandOverOutcome> {
    const move = moveArgument("target", target);
    this.assertLive();
    const outcome = await this.#leaving.handOver(move);
    if (outcome !== "kept") this.#leftBehind();
    return outcome;
  }

  /** Leaves the voice session; "disconnected" follows. */
  disconnect(): void {
    if (this.#isDestroyed) return;
    this.hear({ name: "leave", data: null }, () => this.#connection.leave());
  }

  /** Leaves the voice session and frees all resources. Idempotent. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.disconnect();
    this.#isDestroyed = true;
    this.#over();
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  /** @internal Plays a source that another process began, before the call goes on. */
  playOn(source: CheckedSource, begun: Played): Playback {
    const isInPieces = begun.kind === "packets" || begun.kind === "samples";
    return this.#sent.play(source, isInPieces ? begun : undefined);
  }

  /** @internal Plays a source that goes on behind the end of another process, from this place of it. */
  playFrom(source: CheckedSource, startMs: number): Playback {
    return this.#sent.play(source, undefined, startMs);
  }

  /** @internal The source or player that is played: its place in their count, and where it is; undefined: nothing, or nothing yet. */
  playing(): { readonly count: number; readonly positionMs: number } | undefined {
    const played = this.#sent.played(this.#connection.tide()?.position);
    return played === undefined ? undefined : { count: this.#sent.count, positionMs: played.positionMs };
  }

  /** @internal The call goes on elsewhere. */
  get isHandedOver(): boolean {
    return this.#isHandedOver;
  }

  /** @internal The call stands still, as long as nobody takes it. */
  onStill(listener: () => void): void {
    this.#still = listener;
  }

  /** @internal The sound of the others is for a receiver in another process. @returns where that subscribes */
  passSound(take: (batch: ArrayBuffer) => void): SoundMedia {
    const { heard, media } = this.#connection;
    this.#connection.on("received", take);
    return {
      subscribe: (userId, sound, tag) => heard.pass(userId, sound, tag),
      unsubscribe: (userId) => heard.passNoMore(userId),
      openPcmOutput: () => media.openPcmOutput(),
      closeOutput: () => media.closeOutput(),
    };
  }

  /** @internal What a voice agent uses. */
  agentCall(): AgentCall {
    const connection = this.#connection;
    return {
      media: connection.media,
      clock: this.#clock,
      on: (event, listener) => connection.on(event, listener),
      onOver: (listener) => this.#ends.on("over", listener),
      isDeaf: () => this.#isDeaf,
      warn: (message) => this.warn(message),
      isOver: () => this.#isOver,
      assertLive: () => this.assertLive(),
      makePlayer: (options) =>
        new AudioPlayer({ ...options, clock: this.#clock, loadAddon: () => this.#sent.addon }),
      sends: (player) => this.#sent.player === player,
      subscribe: (player) => this.subscribe(player),
    };
  }

  /** @internal The call goes on elsewhere, or cannot go on here. */
  abandon(): void {
    this.#connection.handedOver();
    this.#leftBehind();
  }

  /** @internal While it stands still, as it came. */
  arriving(): ArrivingCall {
    const connection = this.#connection;
    return {
      thaw: () => {
        connection.thaw();
        this.#keeper?.goOn();
      },
      handedOver: () => this.abandon(),
      deliver: (datagrams) => connection.deliver(datagrams),
      follow: (send) => connection.follow(send),
      on: (event, listener) => connection.on(event, listener),
    };
  }

  #save(out: FieldWriter): void {
    const { media } = this.#connection;
    this.#saveWith(out, () => this.#connection.save(out), media.inputPosition());
  }

  #saveWith(out: FieldWriter, saveConnection: () => void, position: KeptPosition): void {
    const { serverId, userId = 0n, channelId, sessionId = "" } = this.#connection.facts;
    out.record(BOT_FIELDS.connection, saveConnection);
    out.number(BOT_FIELDS.source, this.#sent.count);
    out.record(BOT_FIELDS.bot, () =>
      saveBot(out, {
        serverId,
        userId,
        channelId,
        sessionId,
        selfMute: this.#isMuted,
        selfDeaf: this.#isDeaf,
        isServerDeaf: this.#isServerDeaf,
        silencedBy: this.#silencedBy,
        present: [...this.receiver.present],
        volumes: this.#volumes,
        played: this.#sent.played(position),
      }),
    );
  }

  #comeIn({ saved, bot }: MovedIn): void {
    const { selfMute, selfDeaf, isServerDeaf, silencedBy, present, volumes } = bot;
    this.#status = statusName(this.#connection.status);
    this.#sent.goOnFrom(saved.number(BOT_FIELDS.source));
    this.#isMuted = selfMute;
    this.#isDeaf = selfDeaf;
    this.#isServerDeaf = isServerDeaf;
    this.#silencedBy = silencedBy;
    this.#sent.silenced(silencedBy);
    Object.assign(this.#trace, { hasState: true, hasServer: true });
    for (const userId of present) this.receiver.participant(userId, true);
    for (const [userId, percent] of volumes) this.#volumes.set(userId, percent);
  }

  #hold(isHeld: boolean): void {
    this.#sent.hold(isHeld);
    if (isHeld) this.#still();
    if (isHeld) this.#keeper?.hold();
    else this.#keeper?.goOn();
  }

  #keepBy(options: VoiceOptions, claim: StoredClaim | KeptClaims | undefined): Keeper | undefined {
    if (options.keep === undefined) return undefined;
    const { store, seal, call, tides } = keepArgument("keep", options.keep);
    const parts = {
      store: new TimedStore(store, this.#clock),
      seal,
      call,
      owner: ownProcess(),
      tides,
      clock: this.#clock,
      wallClock: options.wallClock ?? Date.now,
      failed: (error: unknown) => this.warn(`call ${call} cannot be kept: ${reasonOf(error)}`),
    };
    return new Keeper(parts, claim);
  }

  #keptBot(): KeptConnection {
    return new KeptConnection({
      connection: this.#connection,
      clock: this.#clock,
      save: (out, saveConnection, position) => this.#saveWith(out, saveConnection, position),
      source: () => this.#sent.count,
      positionMs: (position) => this.#sent.played(position)?.positionMs ?? 0,
      moved: () => this.abandon(),
    });
  }

  #leftBehind(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = this.#isHandedOver = true;
    this.#keeper?.release();
    const before = this.#status;
    this.#status = "disconnected";
    this.#over();
    this.movedAway();
    this.#events.emit("stateChange", this.#status, before, undefined, 0);
  }

  /** @internal While the call stands still, what its host says is for whoever goes on with it. */
  protected hear(event: HostEvent, carryOut: () => void): void {
    this.#leaving.hear(event, carryOut);
  }

  /** @param saved of another process */
  #connect(
    addon: NativeAddon,
    { serverId, userId, recovery, admission }: Place,
    options: VoiceOptions,
    moved: MovedIn | undefined,
  ): VoiceConnection {
    const parts: VoiceConnectionOptions = {
      addon,
      serverId,
      userId,
      signalling: { requestSession: () => this.requestSession(), leave: () => this.leaveChannel() },
      openSocket: options.openSocket ?? openSocket,
      socket: {
        userAgent: options.userAgent ?? defaultUserAgent(),
        roots: options.ca === undefined ? undefined : new TrustedRoots(options.ca),
        agent: options.agent,
      },
      clock: this.#clock,
      randomBytes,
      signatureKeys,
      verifiedKeys,
      e2ee: e2eePolicyOf(options.e2ee, "preferred"),
      preferredMode: options.preferredMode,
      recovery,
      admission,
      guard: this.#keeper,
    };
    const saved = moved?.saved.inner(BOT_FIELDS.connection);
    const connection =
      saved === undefined
        ? new VoiceConnection(parts)
        : VoiceConnection.restore(saved, parts, moved?.kept?.range);
    connection.on("moved", () => this.abandon());
    connection.on("status", (status, error, detail) => this.#statusChanged(status, error, detail));
    connection.on("participant", (userId, added) => {
      this.receiver.participant(userId, added);
      this.#recorded.participant(userId, added);
      this.#events.emit("participant", userId, added);
    });
    connection.on("announced", (userId, ssrc) => this.#events.emit("announced", userId, ssrc));
    connection.on("speaking", (userId, speaking) => this.#events.emit("speaking", userId, speaking));
    connection.on("encryption", (status) => this.#events.emit("encryptionChanged", status));
    connection.on("transitioned", (transitionId) => this.#events.emit("transitioned", transitionId));
    connection.on("encryptionLost", (reason) => this.#events.emit("encryptionLost", reason));
    connection.on("encryptedMembers", () =>
      this.#events.emit("encryptedMembersChanged", this.encryptedMembers),
    );
    connection.on("unannouncedMember", (member) => this.#events.emit("unannouncedMember", member));
    connection.on("memberKeyChanged", (member, wasVerified) =>
      this.#events.emit("memberKeyChanged", member, wasVerified),
    );
    connection.on("phase", (phase, detail) => this.#phase(phase, detail));
    connection.on("closed", (close) => this.#events.emit("closed", close));
    connection.on("warning", (message) => this.#events.emit("warning", message));
    connection.on("inputEnded", (end, _warning, refusal) => this.#sent.inputEnded(end, refusal));
    connection.on("received", (batch) => this.receiver.push(batch));
    return connection;
  }

  #soundDoor(): SoundDoor {
    return soundDoorOf({
      receiver: this.receiver,
      call: this.#connection,
      isMuted: () => this.#isMuted,
      isDeaf: () => this.#isDeaf,
      isServerDeaf: () => this.#isServerDeaf,
      silencedBy: () => this.#silencedBy,
      source: () => (this.#sent.hasSource ? "sounds" : "none"),
      volumeOf: (userId) => this.#volumes.get(userId) ?? NORMAL_VOLUME,
    });
  }

  /** @param look undefined: not yet */
  #until<T>({ signal }: WaitOptions, look: () => T | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const subscriptions: Subscription[] = [];
      const finish = (settle: () => void): void => {
        for (const subscription of subscriptions) subscription.dispose();
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const abort = (): void => finish(() => reject(waitAborted()));
      const review = (): void => {
        try {
          if (this.#isOver) throw this.#endError();
          const found = look();
          if (found !== undefined) finish(() => resolve(found));
        } catch (error) {
          finish(() => reject(error as Error));
        }
      };
      subscriptions.push(
        this.#connection.on("maySend", review),
        this.#connection.on("encryption", review),
        this.#events.on("stateChange", review),
      );
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted === true) abort();
      else review();
    });
  }

  /** @internal What is sent and heard while mute or deaf. */
  protected setGates(mute: boolean, deaf: boolean): void {
    this.#isMuted = mute;
    this.#keeper?.changed();
    this.#connection.media.setSelfMute(mute);
    this.#connection.media.setSelfDeaf(deaf);
    if (this.#isDeaf === deaf) return;
    this.#isDeaf = deaf;
    this.receiver.deafChanged();
  }

  /** @internal The voice state says whether the bot may be heard, and may hear. */
  protected silenceChanged(by: VoiceSilence | undefined, isServerDeaf: boolean): void {
    this.#isServerDeaf = isServerDeaf;
    if (by === this.#silencedBy) return;
    this.#silencedBy = by;
    this.#events.emit("silenced", by);
    this.#sent.silenced(by);
  }

  /** @internal */
  warn(message: string): void {
    this.#events.emit("warning", message);
  }

  /** @internal The bot is in no channel any more, and has not left it. Before its own join an earlier connection's end comes so. */
  protected removed(): void {
    if (this.#isOver || !this.#trace.hasState) return;
    this.#isRemoved = true;
    this.#connection.leave();
  }

  #statusChanged(status: NativeCallStatus, error: NativeCallError, detail: number): void {
    const before = this.#status;
    this.#status = statusName(status);
    const isRemoved = this.#isRemoved && this.#status === "disconnected";
    const failure = isRemoved ? "REMOVED" : failureName(error);
    if (this.#status === "disconnected") {
      this.#end = { failure, closeCode: detail };
      this.#over();
    }
    this.#events.emit("stateChange", this.#status, before, failure, detail);
  }

  #phase(phase: VoicePhase, detail: string): void {
    Object.assign(this.#trace, { phase, detail });
    this.#events.emit("phase", phase, detail);
  }

  #endError(): SdkError {
    if (this.#isHandedOver)
      return new SdkError("HANDED_OVER", "this call goes on in another process; use its connection there");
    return endError({ ...this.#end, reason: this.#connection.endReason }, this.#trace);
  }

  /** @internal @throws {SdkError} */
  protected assertLive(): void {
    if (this.#isDestroyed && !this.#isHandedOver) throw destroyed();
    if (this.#isOver) throw this.#endError();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#recorded.end();
    void this.#keeper?.end();
    this.#isOver = true;
    this.#ends.emit("over");
    this.#ends.clear();
    this.#sent.end();
    this.receiver.close();
  }

  #listenerFailed(event: string, error: unknown): void {
    const reason = reasonOf(error);
    if (event !== "warning") this.#events.emit("warning", `a listener of "${event}" threw: ${reason}`);
  }
}
