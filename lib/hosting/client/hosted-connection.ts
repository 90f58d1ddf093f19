import type {
  CallConnection,
  CallMedia,
  EncryptedMember,
  KeyDirectory,
  KeyStore,
  SoundDoor,
  SoundFinding,
  SoundListener,
  Subscription,
  VoiceConnectionEvents,
  VoiceSignalling,
} from "../../call/index.js";
import { Emitter } from "../../call/emitter.js";
import { HeardSound } from "../../call/heard-sound.js";
import type { MemberKey } from "../../call/member-argument.js";
import { linkVerdicts } from "../../call/why/verdicts.js";
import type {
  CallStats,
  MediaLoad,
  NativeCallError,
  NativeCallStatus,
  ThreadWishes,
} from "../../native/index.js";
import { NO_ENCRYPTION, reasonOf, type CheckedVoiceServer, type DaveStatus } from "../../protocol/index.js";
import type { SdkError } from "../../wire/index.js";
import {
  HostedCall,
  type CallBegin,
  type CallMove,
  type HostedCallParts,
  type Preparation,
} from "../hosted-call.js";
import { HostedSound } from "../hosted-sound.js";
import { receivedError, sendError } from "../sent-error.js";
import { registryOf, type Registry, type VoiceSupervisor } from "../voice-supervisor.js";
import { HostedMedia } from "./hosted-media.js";
import { HostedStatistics } from "./hosted-statistics.js";
import type {
  DoorFacts,
  LobbyCommand,
  LobbyOptions,
  LobbyOrder,
  LobbyState,
  OwnReport,
  ToldServer,
  ToldState,
} from "./messages.js";

export interface HostedConnectionParts extends Omit<
  LobbyOptions,
  "e2ee" | "identityKey" | "hasKeyStore" | "threads"
> {
  readonly supervisor: VoiceSupervisor;
  readonly signalling: VoiceSignalling;
  /** asked when a process gets the call: one that was encrypted may have to stay so */
  e2ee(): LobbyOptions["e2ee"];
  /** private; asked when a process gets the call */
  identityKey(): Uint8Array | undefined;
  readonly keyStore: KeyStore | undefined;
  readonly keyDirectory: KeyDirectory;
  threads(): ThreadWishes;
  /** A media thread of the voice process has too much to do. */
  loaded(load: MediaLoad): void;
  /** It was closed. */
  closed(): void;
}

const FRAME_MS = 20;
const DISCONNECTED: NativeCallStatus = 0;
const JOINING: NativeCallStatus = 1;
/** `Call::Error::VoiceConnectionFailed`. */
const FAILED: NativeCallError = 3;

let calls = 0;

/** A game's call in a voice process, which goes on in another one when that dies. What it answers at once is a mirror. */
export class HostedConnection implements CallConnection {
  readonly #parts: HostedConnectionParts;
  readonly #registry: Registry;
  readonly #call: HostedCall<OwnReport>;
  readonly #events = new Emitter<VoiceConnectionEvents>((event, error) => this.#listenerFailed(event, error));
  readonly #sound: HostedSound;
  readonly #media: HostedMedia;
  readonly #heard: HeardSound;
  readonly #statistics: HostedStatistics;
  readonly #others = new Set<bigint>();
  #status: NativeCallStatus = DISCONNECTED;
  #encryption: DaveStatus = NO_ENCRYPTION;
  #members: readonly EncryptedMember[] = [];
  #isRefused = false;
  #isLeaving = false;
  #hasLeft = false;
  #isClosed = false;

  constructor(parts: HostedConnectionParts) {
    this.#parts = parts;
    this.#registry = registryOf(parts.supervisor);
    const name = `lobby ${String(parts.serverId)}#${String((calls += 1))}`;
    this.#call = new HostedCall(name, this.#registry.clock, this.#ofCall());
    this.#sound = new HostedSound(name, (order) => this.#say(order));
    this.#media = new HostedMedia({
      call: name,
      sound: this.#sound.media,
      send: (order) => this.#say(order),
    });
    this.#heard = new HeardSound(
      { media: this.#sound.media, on: (event, listener) => this.#events.on(event, listener) },
      (error) => this.#listenerFailed("listen", error),
    );
    this.#statistics = new HostedStatistics(this.#registry.clock, () =>
      this.#say({ type: "watch", call: name }),
    );
  }

  get status(): NativeCallStatus {
    return this.#status;
  }

  get encryption(): DaveStatus {
    return this.#encryption;
  }

  get media(): CallMedia {
    return this.#media.media;
  }

  on<K extends keyof VoiceConnectionEvents>(event: K, listener: VoiceConnectionEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  join(): void {
    this.#changeStatus(JOINING, 0, 0);
    this.#registry.enter(this.#call);
  }

  joinRefused(): void {
    this.#isRefused = true;
    this.#say({ type: "joinRefused", call: this.#call.name });
  }

  /** Without a process, which may take long to come, it is over at once. */
  leave(): void {
    this.#isLeaving = true;
    if (this.#call.isAssigned) return this.#say({ type: "leave", call: this.#call.name });
    this.#changeStatus(DISCONNECTED, 0, 0);
    this.#finish();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#finish();
    this.#leaveOnce();
    this.#parts.closed();
    this.#heard.clear();
    this.#events.clear();
  }

  voiceStateUpdate(userId: bigint, sessionId: string, channelId: bigint | undefined): void {
    this.#call.gateway("voiceState", { userId, sessionId, channelId } satisfies ToldState);
  }

  voiceServerUpdate({ endpoint, token }: Pick<CheckedVoiceServer, "endpoint" | "token">): void {
    this.#call.gateway("voiceServer", { endpoint, token: token.reveal() } satisfies ToldServer);
  }

  playOgg(file: Uint8Array, loop: boolean): void {
    this.#media.playOgg(file, loop);
  }

  getStats(): CallStats {
    return this.#statistics.newest;
  }

  async why(door: SoundDoor): Promise<SoundFinding[]> {
    if (this.#call.error !== undefined)
      return linkVerdicts(
        { isConnected: false, state: "it is over", isPathSilent: false, missingKey: "" },
        door.words,
      );
    const users = [...this.#others].map((userId) => [userId, door.user(userId)] as const);
    const facts: DoorFacts = { words: door.words, own: door.own(this.getStats()), users };
    return (await this.#ask("why", [facts])) as SoundFinding[];
  }

  listen(userId: bigint, listener: SoundListener): Subscription {
    return this.#heard.listen(userId, listener);
  }

  encryptedMembers(): EncryptedMember[] {
    return [...this.#members];
  }

  async verificationCode(userId: bigint): Promise<string | undefined> {
    return (await this.#ask("verificationCode", [userId])) as string | undefined;
  }

  async verifyMember(member: MemberKey): Promise<boolean | undefined> {
    return (await this.#ask("verifyMember", [member])) as boolean | undefined;
  }

  /** The wishes for media threads have changed. */
  threadsChanged(): void {
    this.#say({ type: "threads", call: this.#call.name, threads: this.#parts.threads() });
  }

  #ask(name: LobbyCommand, args: readonly unknown[]): Promise<unknown> {
    return this.#call.ask(name, args);
  }

  #say(order: LobbyOrder): void {
    this.#call.send(order);
  }

  #ofCall(): HostedCallParts<OwnReport> {
    return {
      first: (begin) => [this.#first(begin)],
      prepare: () => this.#microphone(),
      assigned: () => {
        this.#sound.again();
        this.#statistics.assigned();
      },
      lost: () => {
        // nobody goes on with a call that is over
        if (this.#status === DISCONNECTED) this.#finish();
      },
      goesOn: (move, isAnew) => this.#goesOn(move, isAnew),
      notMoved: (reason) => this.#events.emit("warning", reason),
      received: (batch) => {
        this.#media.received(batch);
        this.#events.emit("received", batch);
      },
      heard: (report) => this.#heardReport(report),
      over: (error) => this.#over(error),
    };
  }

  /** A microphone takes longer to open than the call stands still. */
  #microphone(): Preparation | undefined {
    const { input } = this.#media.state;
    if (input?.type !== "device") return undefined;
    const order = { type: "openMicrophone", call: this.#call.name, device: input.device } as const;
    return { order, answer: "microphoneReady" };
  }

  #first(begin: CallBegin): LobbyOrder {
    const { client, serverId, userId, preferredMode, admission, userAgent, ca, audioCallbacks } = this.#parts;
    const options: LobbyOptions = {
      ...{ client, serverId, userId, preferredMode, admission, userAgent, ca, audioCallbacks },
      e2ee: this.#parts.e2ee(),
      identityKey: this.#parts.identityKey(),
      hasKeyStore: this.#parts.keyStore !== undefined,
      threads: this.#parts.threads(),
    };
    const state: LobbyState = {
      ...this.#media.state,
      isRefused: this.#isRefused,
      isLeaving: this.#isLeaving,
    };
    return { type: `${begin}Lobby`, call: this.#call.name, options, state };
  }

  #heardReport(report: OwnReport): void {
    switch (report.type) {
      case "requestSession":
        return this.#parts.signalling.requestSession();
      case "status":
        return this.#changeStatus(...report.status);
      case "encryption":
        this.#encryption = report.status;
        return this.#events.emit("encryption", report.status);
      case "members":
        this.#members = report.members;
        return this.#events.emit("encryptedMembers");
      case "event":
        return this.#passOn(report);
      case "callbackFailed": {
        const { which, count, error } = report;
        return this.#events.emit("callbackFailed", { which, count, error: receivedError(error) });
      }
      case "stats":
        return this.#statistics.heard(report.stats);
      case "device":
        return this.#media.deviceChanged(report.opening, report.change);
      case "inputEnded":
        if (this.#media.inputEnded(report.input))
          this.#events.emit("inputEnded", report.end, report.warning, undefined);
        return;
      case "played":
        return this.#media.played(report.input, report.positionMs);
      case "dumpEnded":
        return this.#media.dumpEnded(report.error);
      case "load":
        return this.#parts.loaded(report.load);
      case "ask":
        return void this.#answer(report);
      case "mirror":
        return this.#reflect(report);
      case "microphoneReady":
        // nobody waits any more
        return;
    }
  }

  #passOn({ name, args }: OwnReport & { type: "event" }): void {
    if (name === "participant") {
      const [userId, isThere] = args as Parameters<VoiceConnectionEvents["participant"]>;
      if (isThere) this.#others.add(userId);
      else this.#others.delete(userId);
    }
    this.#events.emit(name, ...(args as never));
  }

  /** Shows changes that no process could tell meanwhile. */
  #reflect({ status, encryption, members }: OwnReport & { type: "mirror" }): void {
    const before = this.#encryption;
    this.#encryption = encryption;
    this.#members = members;
    if (status !== undefined) this.#changeStatus(status, 0, 0);
    if (encryption.state === before.state && encryption.epoch === before.epoch) return;
    this.#events.emit("encryption", encryption);
    this.#events.emit("encryptedMembers");
  }

  async #answer({ id, question, args }: OwnReport & { type: "ask" }): Promise<void> {
    const call = this.#call.name;
    try {
      this.#say({ type: "told", call, id, value: await this.#answerTo(question, args) });
    } catch (error) {
      this.#say({ type: "told", call, id, error: sendError(error) });
    }
  }

  #answerTo(question: (OwnReport & { type: "ask" })["question"], args: readonly unknown[]): Promise<unknown> {
    const { keyStore, keyDirectory } = this.#parts;
    switch (question) {
      case "loadKeys":
        return Promise.resolve(keyStore?.load(...(args as [string])));
      case "saveKeys":
        return Promise.resolve(keyStore?.save(...(args as [string, Uint8Array])));
      case "matchesKey":
        return keyDirectory.matches(...(args as [bigint, Uint8Array]));
    }
  }

  #changeStatus(...change: Parameters<VoiceConnectionEvents["status"]>): void {
    const [status] = change;
    if (status === this.#status) return;
    this.#status = status;
    if (status === DISCONNECTED) {
      this.#others.clear();
      this.#leaveOnce();
    }
    this.#events.emit("status", ...change);
  }

  #goesOn({ reason, aliveMs, isWhole }: CallMove, isAnew: boolean): void {
    const gapMs = Math.round(this.#registry.clock.now() - aliveMs);
    const framesSkipped = this.#media.isPlaying && !isWhole ? Math.round(gapMs / FRAME_MS) : 0;
    if (isAnew) {
      this.#others.clear();
      this.#media.beginsAnew();
    }
    this.#events.emit("goesOn", { reason, gapMs, framesSkipped });
  }

  /** No process can have it, or its supervisor was closed. */
  #over(error: SdkError): void {
    this.#registry.leave(this.#call);
    this.#media.end();
    if (this.#isClosed || this.#status === DISCONNECTED) return;
    this.#events.emit("phase", "voiceProcessFailed", error.message);
    this.#changeStatus(DISCONNECTED, FAILED, 0);
  }

  #finish(): void {
    this.#call.over({ code: "DESTROYED", message: "this call is over" });
  }

  #leaveOnce(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#parts.signalling.leave();
  }

  #listenerFailed(event: string, error: unknown): void {
    if (event !== "warning")
      this.#events.emit("warning", `a listener of "${event}" threw: ${reasonOf(error)}`);
  }
}
