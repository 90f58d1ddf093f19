import {
  createSession,
  type CallbackFailure,
  type CallStats,
  type KeptRange,
  type NativeCallStatus,
  type NativeListening,
  type NativeSettings,
  type NativeVoiceSession,
  type SignallingOutput,
  type StreamRefusal,
  type Tide,
} from "../native/index.js";
import { DeadlineTimer, type Clock, type Socket } from "../net/index.js";
import {
  reasonOf,
  stackOf,
  voiceHeartbeat,
  voiceIdentify,
  voiceResume,
  voiceSelectProtocol,
  voiceSpeaking,
  type CheckedVoiceServer,
  type DaveStatus,
  type FieldReader,
  type FieldWriter,
  type NumberRange,
  type VoiceCredentials,
} from "../protocol/index.js";
import {
  DAVE_VERSION,
  VOICE_GATEWAY_VERSION,
  VoiceCloseCode,
  WebSocketCloseCode,
  type VoiceFrame,
} from "../wire/index.js";
import { CallEncryption, type CallEncryptionOptions } from "./call-encryption.js";
import type { AgentConnection } from "./agent-line.js";
import type { VoiceConnectionEvents } from "./connection-events.js";
import type { VoicePhase } from "./voice-phase.js";
import type { VoiceConnectionOptions } from "./connection-options.js";
import { Emitter, type Subscription } from "./emitter.js";
import type { EncryptedMember } from "./encrypted-members.js";
import { FrameInput, type FrameFate } from "./frame-input.js";
import { HeardSound, type SoundListener } from "./heard-sound.js";
import { gainWarning, inputEndOf, lossWarning, type InputEnd } from "./input-end.js";
import { Acknowledgement } from "./keeping/acknowledgement.js";
import { Doubt, type DoubtedCall } from "./keeping/doubt.js";
import { WriteAhead } from "./keeping/write-ahead.js";
import { FormerSocket } from "./moving/former-socket.js";
import type { GatewayFrame } from "./moving/frame-relay.js";
import { StandingStill, type Relay } from "./moving/standing-still.js";
import { CONNECTION_FIELDS as FIELDS, restoreSession, saveRunning, saveSession } from "./saved-connection.js";
import { SendCondition, STATUSES } from "./send-condition.js";
import { SessionFacts } from "./session-facts.js";
import type { MemberKey } from "./member-argument.js";
import { voiceCloseOf, type VoiceClose } from "./voice-close.js";
import type { SoundFinding } from "./why/sound-finding.js";
import { SoundWatch, type SoundDoor } from "./why/sound-watch.js";

/** Settings, inputs, outputs and statistics of a connection: what the doors may use of the native session. */
export type VoiceMedia = Pick<
  NativeVoiceSession,
  | keyof NativeSettings
  | "openPcmInput"
  | "writePcm"
  | "openOpusInput"
  | "setSpeakingHold"
  | "openStreamInput"
  | "setInputSkip"
  | "writeInputBytes"
  | "writeOpus"
  | "writeOpusPackets"
  | "openWavInput"
  | "openOggInput"
  | "openPlayerInput"
  | "heardUpTo"
  | "letInterrupt"
  | "releaseBargeIn"
  | "endInput"
  | "nameSource"
  | "closeInput"
  | "openPcmOutput"
  | "openWavOutput"
  | "closeOutput"
  | "openDeviceInput"
  | "openPreparedInput"
  | "openDeviceOutput"
  | "closeDeviceOutput"
  | "startCaptureDump"
  | "stopCaptureDump"
  | "subscribe"
  | "unsubscribe"
  | keyof NativeListening
  | "setAudioCallbacks"
  | "inputPosition"
  | "getStats"
>;

/** The socket of a call that moved, as long as it stays in the process that had the call before. */
export interface Following {
  /** Takes what {@link VoiceConnection.relay} sends there. */
  frame(frame: GatewayFrame): void;
  /** It is gone, or one of its frames is: the voice gateway replays what is missing. */
  end(): void;
}

/** `Call::Status::Disconnected`. */
const DISCONNECTED: NativeCallStatus = 0;

/** Outputs that become events; a new output without a case does not compile. */
type EventOutput =
  | "status"
  | "phase"
  | "closed"
  | "participant"
  | "speakingChanged"
  | "inputDetected"
  | "inputLevel"
  | "inputEnded"
  | "undecryptable"
  | "bargeIn"
  | "callbackFailed"
  | "stalled";
/** Largest voice gateway message accepted, bytes. */
const MAX_PAYLOAD = 1024 * 1024;
const SEED_BYTES = 32;

/** With these the voice gateway ends a session that another process resumed: 4014 and 4006. */
const TAKEN_OVER: readonly number[] = [VoiceCloseCode.Disconnected, VoiceCloseCode.SessionInvalid];

/** A program in another process, which subscribes to users by tags of its own, has fewer. */
const OWN_TAGS = 2 ** 30;

/** The own user id in the addon while it is not known. */
const NO_USER = 0n;

/**
 * One voice connection: a WebSocket and an addon session joined. It feeds frames and events into the addon,
 * carries out the outputs of the addon's signalling machine, and decides nothing itself.
 */
export class VoiceConnection {
  readonly #options: VoiceConnectionOptions;
  readonly #clock: Clock;
  readonly #native: NativeVoiceSession;
  readonly #encryption: CallEncryption;
  readonly #frames: FrameInput;
  readonly #facts: SessionFacts;
  readonly #condition: SendCondition;
  readonly #sound: SoundWatch;
  readonly #timer: DeadlineTimer;
  readonly #events: Emitter<VoiceConnectionEvents>;
  readonly #heard = new HeardSound(this, (error) => this.#listenerFailed("listen", error), OWN_TAGS);
  #socket: Socket | undefined;
  #status: NativeCallStatus = DISCONNECTED;
  #closeReason = "";
  #endReason = "";
  #lastPhase = "";
  #maySend = false;
  #inputWaits = true;
  #draining = false;
  readonly #still: StandingStill;
  readonly #doubt: Doubt;
  readonly #ahead: WriteAhead;
  readonly #acknowledgement: Acknowledgement;
  #former: FormerSocket | undefined;
  #left = false;
  #closed = false;

  /** @param saved of another process; see {@link VoiceConnection.restore} */
  constructor(options: VoiceConnectionOptions, saved?: FieldReader, kept?: KeptRange) {
    this.#options = options;
    this.#clock = options.clock;
    this.#facts =
      saved === undefined
        ? new SessionFacts(options.serverId, options.userId)
        : SessionFacts.restore(saved.inner(FIELDS.facts));
    this.#condition =
      saved === undefined ? new SendCondition() : SendCondition.restore(saved.inner(FIELDS.condition));
    this.#events = new Emitter((event, error) => this.#listenerFailed(event, error));
    this.#timer = new DeadlineTimer(options.clock, () => this.#run((now) => this.#timeout(now)));
    this.#native = createSession(options.addon, {
      userId: this.#facts.userId ?? NO_USER,
      seed: options.randomBytes(SEED_BYTES),
      preferredMode: options.preferredMode ?? "",
      recovery: options.recovery ?? "full",
      admission: options.admission ?? "usual",
      start: saved === undefined ? "running" : "frozen",
      onWake: (hasOutputs) => this.#wake(hasOutputs),
    });
    this.#still = new StandingStill(this.#native, options.clock);
    this.#ahead = new WriteAhead(options.guard);
    this.#acknowledgement = new Acknowledgement(options.guard !== undefined);
    this.#doubt = new Doubt(this.#doubted(), options.guard);
    if (options.guard !== undefined) this.#native.holdWhenLate(true);
    this.#encryption = this.#makeEncryption(saved);
    this.#sound = new SoundWatch({
      clock: options.clock,
      stats: () => (this.#closed ? undefined : this.#native.getStats()),
      status: () => this.status,
      others: () => this.#condition.others,
      encryption: () => this.encryption,
      maySend: () => this.maySend,
      isAlone: () => this.#condition.isAlone,
      endReason: () => this.#endReason,
    });
    this.#frames = this.#makeFrameInput();
    if (saved === undefined) this.#native.setInputWaits(this.#inputWaits);
    else this.#restore(saved, kept);
  }

  /**
   * A call of another process, which {@link save} wrote there, goes on in this one: frozen until {@link thaw}. Nothing of it is told
   * again. Listeners, callbacks, outputs and inputs are those of this process; packets or samples that were
   * written and not played come first.
   * @param options as there; ids and session come from what was saved
   * @param kept of a process that is gone, which {@link snapshot} wrote there: `saved` is read as of then
   * @throws {RestoreError} when it cannot be restored
   * @throws {SdkError} SIGNATURE_KEY_DIFFERS when the user has another key in calls of this process; as of the constructor
   */
  static restore(saved: FieldReader, options: VoiceConnectionOptions, kept?: KeptRange): VoiceConnection {
    return new VoiceConnection(options, saved, kept);
  }

  get status(): NativeCallStatus {
    return this.#status;
  }

  /** Undefined until a voice state names it, unless the options gave it. */
  get userId(): bigint | undefined {
    return this.#facts.userId;
  }

  /** Where it leads, as far as it was told. */
  get facts(): Readonly<Pick<SessionFacts, "serverId" | "userId" | "channelId" | "sessionId">> {
    return this.#facts;
  }

  /** @throws Error (code SESSION_CLOSED) from every member after {@link close} */
  get media(): VoiceMedia {
    return this.#native;
  }

  /** This connection as voice agents use it. */
  get forAgents(): AgentConnection {
    const { addon, clock } = this.#options;
    return { media: this.#native, addon, clock, on: (event, listener) => this.on(event, listener) };
  }

  /** Whether own sound reaches the others: the call is connected, and encrypted unless the user is alone. */
  get maySend(): boolean {
    return this.#condition.maySend;
  }

  /** @throws Error (code SESSION_CLOSED) after {@link close} */
  getStats(): CallStats {
    return { ...this.#native.getStats(), mediaThreads: this.#options.addon.mediaThreads() };
  }

  /** State, epoch and privacy code of the end-to-end encryption. */
  get encryption(): DaveStatus {
    return this.#encryption.session.status;
  }

  /**
   * 45 digits that are the same for both users unless the call is intercepted; takes some 100 ms of scrypt on another
   * thread.
   * @returns undefined when this user is not in the encrypted call
   */
  verificationCode(userId: bigint): Promise<string | undefined> {
    return this.#encryption.members.verificationCode(userId);
  }

  /** The users who hold the keys of the encrypted call, including this one; empty outside a group. */
  encryptedMembers(): EncryptedMember[] {
    return this.#encryption.members.list();
  }

  /**
   * Remembers the key of a member whose code people compared and found right.
   * @returns whether later calls know it too; undefined when the user is not in the group with exactly this key
   */
  verifyMember(member: MemberKey): Promise<boolean | undefined> {
    return this.#encryption.members.verify(member);
  }

  /** Why encryption ended the call, in words; "" when the call ended for another reason. */
  get endReason(): string {
    return this.#endReason;
  }

  /** Looks for a second at what is sent and received. @returns why sound does not arrive; empty when it does */
  why(door: SoundDoor): Promise<SoundFinding[]> {
    return this.#sound.why(door);
  }

  /** The sound of users that is listened to, or passed on: nobody else subscribes to them. */
  get heard(): Pick<HeardSound, "pass" | "passNoMore" | "isPassed"> {
    return this.#heard;
  }

  /** Hands over the decoded sound of a user to whom nobody else is subscribed but through {@link heard}. */
  listen(userId: bigint, listener: SoundListener): Subscription {
    return this.#heard.listen(userId, listener);
  }

  on<K extends keyof VoiceConnectionEvents>(event: K, listener: VoiceConnectionEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /** @throws Error (code OGG_INVALID) naming what is wrong with the file */
  playOgg(file: Uint8Array, loop: boolean): void {
    const warning = gainWarning(this.#native.openOggInput(file, loop));
    if (warning !== undefined) this.#events.emit("warning", warning);
  }

  join(): void {
    this.#run((now) => {
      this.#condition.begin(now);
      this.#native.join(now);
    });
  }

  /** Leaves the call; the status Disconnected follows. */
  leave(): void {
    this.#run((now) => this.#native.leave(now));
  }

  /** The join cannot succeed: ends with Forbidden. */
  joinRefused(): void {
    this.#run((now) => this.#native.joinRefused(now));
  }

  /** The own voice state in this guild or lobby. */
  voiceStateUpdate(userId: bigint, sessionId: string, channelId: bigint | undefined): void {
    if (this.#facts.learnState(userId, sessionId, channelId))
      this.#run((now) => this.#native.serverUpdate(now));
  }

  voiceServerUpdate({ endpoint, token }: Pick<CheckedVoiceServer, "endpoint" | "token">): void {
    if (endpoint === undefined) {
      this.#facts.forgetServer();
      this.#run((now) => this.#native.serverGone(now));
    } else if (this.#facts.learnServer({ endpoint, token })) {
      this.#run((now) => this.#native.serverUpdate(now));
    }
  }

  /** Both events at once: a new voice session begins, whatever was known before. */
  newSession(
    userId: bigint,
    sessionId: string,
    channelId: bigint | undefined,
    server: Pick<CheckedVoiceServer, "endpoint" | "token">,
  ): void {
    this.#facts.forgetServer();
    this.voiceStateUpdate(userId, sessionId, channelId);
    this.voiceServerUpdate(server);
  }

  /**
   * Takes the call off its media thread, between two ticks. It stands still then: it sends and receives nothing, and inputs wait. It is
   * lost when it stays so for several heartbeats, which are not sent either.
   * @throws {SdkError} SESSION_CLOSED when it is closed meanwhile
   * @throws Error (code SESSION_FROZEN) when it is frozen already
   */
  async freeze(): Promise<void> {
    const begun = this.#still.begin();
    this.#timer.set(undefined);
    await begun;
    // what the media thread reported before
    this.#carryOut(() => undefined);
  }

  /**
   * All that another process needs to go on with the frozen call. Tokens, private keys and secrets are in it. What waits to be heard
   * is not, and neither are sources but for packets and samples that were written.
   * @param out times are of the connection's clock
   * @throws Error (code SESSION_NOT_JOINED) when there is no voice session yet: the other process joins anew; SESSION_NOT_FROZEN
   */
  save(out: FieldWriter): void {
    this.#saveParts(out);
    saveSession(this.#native, out);
  }

  #saveParts(out: FieldWriter): void {
    out.record(FIELDS.facts, () => this.#facts.save(out));
    out.record(FIELDS.condition, () => this.#condition.save(out));
    out.record(FIELDS.encryption, () => this.#encryption.save(out));
    out.choice(FIELDS.status, STATUSES, this.#status);
    out.text(FIELDS.lastPhase, this.#lastPhase);
  }

  /**
   * As {@link save}, of a call that runs and goes on running, for the case that this process dies. What waits in its input is not in it.
   * @param take gets what writes it, once all of it is of one moment
   * @returns false, without a call of `take`, when the call is not joined, stands still or is over
   */
  snapshot(take: (save: (out: FieldWriter) => void) => void): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#still.isHolding) return resolve(false);
      this.#native.snapshot(this.#clock.now(), (session) => {
        if (session === undefined) return resolve(false);
        // half of what an input changes may be done
        if (this.#draining) return resolve(this.snapshot(take));
        try {
          take((out) => {
            this.#saveParts(out);
            saveRunning(session, out);
          });
          this.#acknowledgement.note();
          resolve(true);
        } catch (error) {
          reject(error as Error);
        } finally {
          session.fill(0);
        }
      });
    });
  }

  /** The newest {@link snapshot} is written: the voice gateway may forget all that it said before. */
  written(): void {
    this.#acknowledgement.written();
  }

  /** Each tick is noted in the memory of this machine from now on, where the addon has such memory open. */
  noteTide(slot: number, generation: number): void {
    if (!this.#closed) this.#native.keepTide(slot, generation);
  }

  /** How far the call is; undefined before the first tick. Some 100 ms old, 500 ms at most. */
  tide(): Tide | undefined {
    return this.#closed ? undefined : this.#native.tide();
  }

  /** Another number whenever {@link tide} says something new besides its age. */
  tideMark(): number {
    return this.#closed ? 0 : this.#native.tideMark();
  }

  /** Whether the voice gateway said something that the newest {@link snapshot} which is written does not have in it. */
  get isAheadOfWritten(): boolean {
    return this.#acknowledgement.isBehind;
  }

  /** From now on nothing is sealed but with these numbers, under each key. Before {@link join}; later only the limit grows. */
  grant({ start, limit }: NumberRange): void {
    if (!this.#closed) this.#native.grantNumbers(start, limit);
  }

  /** Another process may have the call, which is kept: nothing is sent until that is known. */
  suspect(): void {
    this.#doubt.ask();
  }

  /**
   * What still arrives at the frozen call goes to the process that goes on with it, until {@link thaw} or the end: datagrams for 2 s at
   * most, and frames of the voice gateway.
   * @param to gets what {@link deliver} and {@link follow} take there
   * @throws Error (code SESSION_NOT_FROZEN)
   */
  relay(to: Relay): void {
    if (!this.#closed) this.#still.relay(to);
  }

  /** What the process that goes on with the frozen call says to the voice gateway, until its own socket is there. */
  sendFrame({ isText, bytes }: GatewayFrame): void {
    if (!this.#still.isHolding) return;
    const socket = this.#former ?? this.#socket;
    if (isText) socket?.sendText(Buffer.from(bytes).toString("utf8"));
    else socket?.sendBinary(bytes);
  }

  /** Takes what {@link relay} sends in the process that had the call before; what comes before the call is restored has to wait for it. */
  deliver(datagrams: Uint8Array): void {
    if (!this.#closed) this.#still.deliver(datagrams);
  }

  /**
   * Until this process asks to resume the voice session, the socket of the process that had the call before is its own: others may need
   * an answer meanwhile. What comes there behind that the voice gateway replays.
   * @param send gets what {@link sendFrame} takes there
   */
  follow(send: (frame: GatewayFrame) => void): Following {
    const former = new FormerSocket(send);
    this.#former = former;
    return {
      frame: (frame) => {
        if (this.#former !== former) return;
        this.#still.passOn(frame);
        this.#run((now) => this.#received(this.#frames.takeRelayed(frame, now)));
      },
      end: () => {
        if (this.#former === former) this.#former = undefined;
      },
    };
  }

  /** The frozen call goes on: with the first tick what waits in the input is sent. @throws Error (code SESSION_NOT_FROZEN) */
  thaw(): void {
    this.#native.thaw();
    for (const input of this.#still.release()) this.#run(input);
    this.#run(() => undefined);
  }

  /** Ends what is left of a call that goes on in another process: without leaving it, and without a close frame. Idempotent. */
  handedOver(): void {
    if (this.#closed) return;
    this.#still.finish();
    this.#takeReceived();
    this.#left = true;
    this.#socket?.drop();
    this.#socket = undefined;
    this.close();
  }

  /** Ends everything at once and frees the native session. Idempotent. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#still.end();
    this.#former = undefined;
    this.#timer.set(undefined);
    this.#socket?.close(WebSocketCloseCode.Normal);
    this.#socket = undefined;
    this.#encryption.end();
    this.#native.close();
    this.#leaveOnce();
    this.#heard.clear();
    this.#events.clear();
  }

  #wake(hasOutputs: boolean): void {
    if (hasOutputs && !this.#still.isHolding) this.#run(() => undefined);
    if (!this.#closed) this.#takeReceived();
  }

  #takeReceived(): void {
    const batch = this.#native.takeReceived();
    if (batch !== undefined) this.#events.emit("received", batch);
  }

  /**
   * Feeds one input, carries out its outputs, and sets the next deadline. Every message, timer and call enters here,
   * so an internal error costs the socket, which is resumed, and a warning, never the process.
   */
  #run(input: (nowMs: number) => void): void {
    this.#doubt.review();
    if (!this.#still.take(input)) this.#carryOut(input);
  }

  #carryOut(input: (nowMs: number) => void): void {
    if (this.#closed) return;
    try {
      input(this.#clock.now());
      this.#drain();
      this.#reviewCondition();
    } catch (error) {
      this.#failed(error);
    }
    this.#timer.set(this.#closed || this.#still.isHolding ? undefined : this.#nextDeadline());
  }

  /** The source waits for others to hear it; alone in the call it does not wait. */
  #reviewCondition(): void {
    if (this.#closed) return;
    const { maySend, isAlone } = this.#condition;
    if (this.#inputWaits === isAlone) this.#native.setInputWaits((this.#inputWaits = !isAlone));
    if (this.#maySend === maySend) return;
    this.#maySend = maySend;
    this.#events.emit("maySend", maySend);
  }

  #warnOfSilence(missing: string): void {
    const step = this.#lastPhase === "" ? "" : `; the last step was ${this.#lastPhase}`;
    this.#events.emit("warning", `no sound is sent: ${missing} is missing after 5 s${step}`);
  }

  #phase(phase: VoicePhase, detail: string): void {
    this.#lastPhase = detail === "" ? phase : `${phase}: ${detail}`;
    this.#sound.phase(phase);
    this.#events.emit("phase", phase, detail);
  }

  #failed(error: unknown): void {
    this.#events.emit("warning", `internal error: ${stackOf(error)}`);
    const socket = this.#socket;
    if (socket === undefined || this.#closed) return;
    socket.drop();
    this.#socketClosed(socket, WebSocketCloseCode.Abnormal, "");
  }

  #timeout(nowMs: number): void {
    this.#encryption.session.timeout(nowMs);
    this.#native.timeout(nowMs);
    const missing = this.#condition.timeout(nowMs);
    if (missing !== undefined) this.#warnOfSilence(missing);
  }

  #nextDeadline(): number | undefined {
    const first = Math.min(
      this.#native.nextDeadline() ?? Infinity,
      this.#encryption.session.nextDeadline() ?? Infinity,
      this.#condition.nextDeadline(),
    );
    return first === Infinity ? undefined : first;
  }

  /** A listener that calls back in finds this running: the outer loop takes the new outputs too. */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    try {
      while (!this.#closed) {
        this.#encryption.drain();
        const output = this.#native.poll(this.#clock.now());
        if (output === undefined) return;
        this.#perform(output);
      }
    } finally {
      this.#draining = false;
    }
  }

  #perform(output: SignallingOutput): void {
    switch (output.type) {
      case "requestSession":
        return this.#requestSession();
      case "openSocket":
        return this.#openSocket();
      case "closeSocket":
        return this.#closeSocket(output.code);
      case "identify":
        this.#condition.newSession();
        this.#ahead.clear();
        this.#acknowledgement.newSession();
        return this.#sendWithCredentials((session) => voiceIdentify(session, this.#maxDaveVersion));
      case "resume":
        this.#former = undefined;
        return this.#sendWithCredentials((session) => voiceResume(session, output.seqAck));
      case "selectProtocol":
        return this.#send(voiceSelectProtocol(output.address, output.port, output.mode));
      case "heartbeat":
        return this.#send(voiceHeartbeat(output.t, this.#acknowledgement.most(output.seqAck)));
      case "speaking":
        return this.#say(voiceSpeaking(output.flags, output.ssrc));
      default:
        return this.#emit(output);
    }
  }

  #emit(output: Extract<SignallingOutput, { type: EventOutput }>): void {
    switch (output.type) {
      case "status":
        return this.#statusChanged(output);
      case "phase":
        return this.#phase(output.phase, this.#withReason(output));
      case "closed":
        return this.#socketGone(voiceCloseOf(output, this.#takeCloseReason()));
      case "participant":
        this.#condition.participant(output.userId, output.added, this.#clock.now());
        if (!output.added) this.#sound.left(output.userId);
        this.#options.guard?.changed();
        return this.#events.emit("participant", output.userId, output.added);
      case "speakingChanged":
        return this.#events.emit("speaking", this.#nameOf(output.userId), output.speaking);
      case "inputDetected":
        return this.#events.emit("inputDetected", output.detected);
      case "inputLevel":
        return this.#events.emit("inputLevel", output.dbfs);
      case "inputEnded":
        return this.#inputEnded(inputEndOf(output.losses), output.refusal);
      case "undecryptable":
        return this.#encryption.session.undecryptable(output.userId, this.#clock.now());
      case "bargeIn":
        return this.#events.emit("bargeIn", output);
      case "callbackFailed":
        return this.#callbackFailed(output);
      case "stalled":
        return this.#doubt.ask();
      default:
        output satisfies never;
    }
  }

  /** Adds the reason of a close, which the machine does not know. */
  #withReason({ phase, detail }: { phase: string; detail: string }): string {
    if (phase !== "socketClosed" || this.#closeReason === "") return detail;
    return `${detail}: ${this.#closeReason}`;
  }

  #socketGone(close: VoiceClose): void {
    this.#sound.closed(close);
    this.#events.emit("closed", close);
  }

  /** Of one close only: the machine closes sockets, too. */
  #takeCloseReason(): string {
    const reason = this.#closeReason;
    this.#closeReason = "";
    return reason;
  }

  #inputEnded(end: InputEnd, refusal: StreamRefusal | undefined): void {
    this.#events.emit("inputEnded", end, lossWarning(end), refusal);
  }

  #callbackFailed({ which, count, error }: CallbackFailure): void {
    this.#events.emit("callbackFailed", { which, count, error });
  }

  #statusChanged({ status, error, errorDetail }: Extract<SignallingOutput, { type: "status" }>): void {
    this.#status = status;
    this.#options.guard?.changed();
    this.#condition.status(status, this.#clock.now());
    this.#sound.status(status);
    if (status === DISCONNECTED) {
      this.#encryption.end();
      this.#leaveOnce();
    }
    this.#events.emit("status", status, error, errorDetail);
  }

  #nameOf(userId: bigint): bigint {
    return userId === NO_USER ? (this.#facts.userId ?? NO_USER) : userId;
  }

  #leaveOnce(): void {
    if (this.#left) return;
    this.#left = true;
    this.#options.signalling.leave();
  }

  /** The known server belongs to the previous session. */
  #requestSession(): void {
    this.#facts.forgetServer();
    this.#options.signalling.requestSession();
  }

  #openSocket(): void {
    this.#socket?.drop();
    this.#encryption.session.interrupted(this.#clock.now());
    const url = `wss://${this.#facts.endpoint ?? ""}/?v=${String(VOICE_GATEWAY_VERSION)}`;
    const socket = this.#options.openSocket(
      url,
      { maxPayload: MAX_PAYLOAD, ...this.#options.socket },
      {
        opened: () => this.#ofSocket(socket, (now) => this.#native.socketOpened(now)),
        text: (bytes) => this.#frameOf(socket, { isText: true, bytes }),
        binary: (bytes) => this.#frameOf(socket, { isText: false, bytes }),
        closed: (code, reason) => this.#socketClosed(socket, code, reason),
      },
    );
    this.#socket = socket;
  }

  /** The machine expects no `socketClosed` for a socket that it closed. */
  #closeSocket(code: number): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#encryption.session.interrupted(this.#clock.now());
    socket?.close(code);
  }

  #frameOf(socket: Socket, frame: GatewayFrame): void {
    if (socket !== this.#socket) return;
    this.#still.passOn(frame);
    this.#run((now) => this.#received(this.#frames.take(frame, now)));
  }

  #ofSocket(socket: Socket, input: (nowMs: number) => void): void {
    if (socket === this.#socket) this.#run(input);
  }

  #socketClosed(socket: Socket, code: number, reason: string): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#encryption.session.interrupted(this.#clock.now());
    this.#closeReason = reason;
    if (TAKEN_OVER.includes(code)) this.#doubt.ask();
    this.#run((now) => this.#native.socketClosed(code, now));
  }

  #received(fate: FrameFate): void {
    if (fate === "malformed")
      this.#events.emit("warning", "malformed message from the voice gateway ignored");
  }

  #sendWithCredentials(frame: (session: VoiceCredentials) => VoiceFrame): void {
    const credentials = this.#facts.credentials();
    if (credentials !== undefined) this.#send(frame(credentials));
  }

  #send(frame: VoiceFrame): void {
    this.#socket?.sendText(JSON.stringify(frame));
  }

  /** What is for the session, not for one socket of it. */
  #say(frame: VoiceFrame): void {
    if (this.#former === undefined) this.#send(frame);
    else this.#former.sendText(JSON.stringify(frame));
  }

  get #maxDaveVersion(): number {
    return this.#options.e2ee === "off" ? 0 : DAVE_VERSION;
  }

  #doubted(): DoubtedCall {
    return {
      freeze: () => this.freeze(),
      goOn: () => {
        this.#native.goOn();
        this.thaw();
      },
      moved: () => this.#events.emit("moved"),
    };
  }

  #makeFrameInput(): FrameInput {
    const announced = (userId: bigint, ssrc: number, isSpeaking: boolean): void => {
      this.#sound.announced(userId, isSpeaking);
      this.#events.emit("announced", userId, ssrc);
    };
    return new FrameInput(this.#native, this.#encryption, this.#facts, this.#acknowledgement, announced);
  }

  #restore(saved: FieldReader, kept: KeptRange | undefined): void {
    this.#maySend = this.#condition.maySend;
    this.#inputWaits = !this.#condition.isAlone;
    this.#still.hold();
    if (kept !== undefined) this.#condition.goOn(this.#clock.now());
    try {
      this.#status = saved.choice(FIELDS.status, STATUSES);
      this.#lastPhase = saved.text(FIELDS.lastPhase);
      restoreSession(this.#native, saved, kept);
    } catch (error) {
      this.handedOver();
      throw error;
    }
  }

  #makeEncryption(saved: FieldReader | undefined): CallEncryption {
    if (saved === undefined) return new CallEncryption(this.#encryptionOptions());
    try {
      return CallEncryption.restore(saved.inner(FIELDS.encryption), this.#encryptionOptions());
    } catch (error) {
      this.#native.close();
      throw error;
    }
  }

  #encryptionOptions(): CallEncryptionOptions {
    const { e2ee, signatureKeys: keys, verifiedKeys, keyDirectory, randomBytes: random } = this.#options;
    return {
      native: this.#native,
      keys,
      verifiedKeys,
      keyDirectory,
      random,
      maxVersion: this.#maxDaveVersion,
      requirement: e2ee === "off" ? "preferred" : e2ee,
      outlets: {
        send: (frame) => this.#ahead.say(false, () => this.#say(frame)),
        sendBinary: (bytes) => this.#ahead.say(true, () => (this.#former ?? this.#socket)?.sendBinary(bytes)),
        changed: (status) => {
          this.#options.guard?.changed();
          this.#condition.encryption(status.state, this.#clock.now());
          this.#events.emit("encryption", status);
        },
        transitioned: (transitionId) => this.#events.emit("transitioned", transitionId),
        begun: () => this.#condition.othersNamed(this.#clock.now()),
        phase: (phase, detail) => this.#phase(phase, detail),
        lost: (reason) => this.#events.emit("encryptionLost", reason),
        end: (reason) => this.#endUnencrypted(reason),
        membersChanged: () => this.#events.emit("encryptedMembers"),
        unannouncedMember: (member) => this.#events.emit("unannouncedMember", member),
        memberKeyChanged: (member, wasVerified) => this.#events.emit("memberKeyChanged", member, wasVerified),
      },
    };
  }

  #endUnencrypted(reason: string): void {
    this.#endReason = reason;
    this.#phase("e2eeEnded", reason);
    this.#native.encryptionLost(this.#clock.now());
  }

  #listenerFailed(event: string, error: unknown): void {
    const reason = reasonOf(error);
    if (event !== "warning") this.#events.emit("warning", `a listener of "${event}" threw: ${reason}`);
  }
}
