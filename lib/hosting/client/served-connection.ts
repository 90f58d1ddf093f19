import {
  arrive,
  claimKept,
  Keeper,
  KeptClaims,
  KeptConnection,
  ownProcess,
  TimedStore,
  VoiceConnection,
  type Arrived,
  type ArrivingCall,
  type CallStore,
  type NotedTides,
  type HandOverOutcome,
  type Revival,
  type SoundDoor,
  type StoredClaim,
  type UserSettings,
  type VoiceConnectionOptions,
} from "../../call/index.js";
import type { MemberKey } from "../../call/member-argument.js";
import {
  watchMediaLoad,
  wishForThreads,
  type NativeAddon,
  type NativeCallStatus,
  type NativeDeviceChanged,
} from "../../native/index.js";
import { randomBytes, TrustedRoots, type Clock, type OpenSocket } from "../../net/index.js";
import { FieldReader, GroundSeal, PIPE, reasonOf, Secret } from "../../protocol/index.js";
import { answered } from "../answered.js";
import type { CallBegin } from "../hosted-call.js";
import { PassedSound } from "../passed-sound.js";
import { sendError } from "../sent-error.js";
import { isMoveOrder, ServedMoves, type MoveOrder } from "../served-moves.js";
import { isSoundOrder } from "../sound-orders.js";
import { applySetting } from "./apply-setting.js";
import { loadAudioCallbacks, type AudioCallbackModule } from "./audio-callbacks.js";
import { handOverConnection } from "./leaving-connection.js";
import { LOBBY_FIELDS } from "./lobby-record.js";
import {
  PASSED_EVENTS,
  type DoorFacts,
  type LobbyCommand,
  type LobbyOptions,
  type LobbyOrder,
  type LobbyReport,
  type LobbyState,
  type SentDevice,
  type ToldServer,
  type ToldState,
} from "./messages.js";
import type { OwnKeys } from "./own-keys.js";
import type { PreparedMicrophone } from "./prepared-microphone.js";
import { Questions } from "./questions.js";
import { ServedInput } from "./served-input.js";
import { ServedStatistics } from "./served-statistics.js";

/** Of a voice process. */
export interface ServedConnectionHost {
  readonly clock: Clock;
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
  readonly openSocket: OpenSocket;
  readonly addon: NativeAddon;
  readonly store: CallStore;
  /** what is kept of calls is sealed with it */
  readonly key: Uint8Array;
  /** in which calls note their ticks */
  readonly tides?: NotedTides | undefined;
}

export interface ServedConnectionParts {
  readonly call: string;
  readonly options: LobbyOptions;
  readonly state: LobbyState;
  readonly host: ServedConnectionHost;
  /** what the calls of this user share here */
  readonly keys: OwnKeys;
  /** opened before the call comes */
  readonly microphone: PreparedMicrophone | undefined;
  /** @param sent is called when the report has left this process */
  readonly send: (report: LobbyReport, sent?: () => void) => void;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Said = DistributiveOmit<LobbyReport, "call">;
/** A message about a call that is here already. */
export type LaterOrder = Exclude<
  LobbyOrder,
  { type: "joinLobby" | "reviveLobby" | "takeLobby" | "openMicrophone" }
>;
type UsualOrder = Exclude<LaterOrder, MoveOrder | { type: "told" | "destroy" }>;

const DISCONNECTED: NativeCallStatus = 0;
const NOTHING_SET: UserSettings = {
  isLocallyMuted: false,
  volume: 100,
  isWanted: true,
  isMuted: false,
  isDeaf: false,
};

/** A game's call, in its voice process. */
export class ServedConnection {
  readonly #parts: ServedConnectionParts;
  readonly #questions: Questions;
  #connection: VoiceConnection | undefined;
  #keeper: Keeper | undefined;
  #input: ServedInput | undefined;
  #statistics: ServedStatistics | undefined;
  #endLoad: (() => void) | undefined;
  /** Said while the call was on its way. */
  #waiting: UsualOrder[] = [];
  readonly #moves: ServedMoves;
  #isRestored = false;
  #isOver = false;

  constructor(parts: ServedConnectionParts) {
    this.#parts = parts;
    this.#moves = new ServedMoves({
      call: parts.call,
      send: parts.send,
      handOver: (signal) => this.#handOver(signal),
      left: () => {
        this.#keeper?.release();
        this.#end();
      },
    });
    this.#questions = new Questions((id, question, args) => this.#send({ type: "ask", id, question, args }));
    parts.keys.enter(this.#questions);
  }

  /** Joins, goes on with what is kept of the call, or waits for the process that hands it over. Never rejects. */
  async open(begin: CallBegin): Promise<void> {
    try {
      await this.#openBy(begin);
    } catch (error) {
      this.#failed(error, begin);
    } finally {
      this.#parts.microphone?.release();
    }
  }

  async #openBy(begin: CallBegin): Promise<void> {
    const { audioCallbacks } = this.#parts.options;
    const callbacks = audioCallbacks === undefined ? {} : await loadAudioCallbacks(audioCallbacks);
    if (begin === "take") return this.#take(callbacks);
    if (begin === "join" || !(await this.#revive(callbacks))) this.#join(callbacks);
    this.#begin(begin);
  }

  order(order: LaterOrder): void {
    if (order.type === "told") return this.#questions.told(order.id, order.value, order.error);
    if (order.type === "destroy") return this.#destroy();
    if (isMoveOrder(order)) return this.#moves.order(order);
    if (this.#isOver) return;
    if (this.#connection === undefined || this.#statistics === undefined) this.#waiting.push(order);
    else this.#carryOut(order, this.#connection);
  }

  /** @throws {SdkError} as {@link handOverConnection} */
  #handOver(signal: AbortSignal): Promise<HandOverOutcome> {
    const { call, host } = this.#parts;
    const parts = {
      ...{ call, connection: this.#connection, keeper: this.#keeper, input: this.#input },
      ...{ channel: this.#moves.channel, clock: host.clock, wallClock: host.wallClock },
      still: () => this.#send({ type: "standsStill" }),
      warn: (message: string) => this.#warn(message),
    };
    return handOverConnection(parts, signal);
  }

  /** @throws {SdkError}, {@link RestoreError} as `arrive` */
  async #take(callbacks: AudioCallbackModule): Promise<void> {
    const { clock, wallClock } = this.#parts.host;
    const { channel, signal } = this.#moves;
    const claims = new KeptClaims(this.#place);
    await arrive({
      ...{ channel, claims, clock, wallClock, signal },
      ...{ target: ownProcess(), authenticity: PIPE, random: randomBytes },
      dropped: (error) => this.#warn(reasonOf(error)),
      restore: (saved) => this.#takeIn(saved, claims, callbacks),
    });
    this.#begin("take");
  }

  /** Before it is known who has the call: it stands still. */
  #takeIn(saved: FieldReader, claims: KeptClaims, callbacks: AudioCallbackModule): Arrived<VoiceConnection> {
    this.#keeper = this.#keepBy(claims);
    const options = this.#connectionOptions();
    const connection = VoiceConnection.restore(saved.inner(LOBBY_FIELDS.connection), options);
    this.#connection = connection;
    this.#listen(connection, callbacks);
    this.#keeper.begin(this.#kept(connection));
    this.#applyState(connection);
    const { input } = this.#parts.state;
    if (input !== undefined) this.#input?.takeOn(input, saved.inner(LOBBY_FIELDS.input));
    for (const order of this.#waiting) if (isSoundOrder(order)) this.#carryOut(order, connection);
    this.#waiting = this.#waiting.filter((order) => !isSoundOrder(order));
    this.#isRestored = true;
    // what its host says waits in the supervisor
    return { call: this.#arriving(connection), door: connection, event: () => undefined };
  }

  #arriving(connection: VoiceConnection): ArrivingCall {
    return {
      thaw: () => {
        connection.thaw();
        this.#keeper?.goOn();
      },
      handedOver: () => connection.handedOver(),
      deliver: (datagrams) => connection.deliver(datagrams),
      follow: (send) => connection.follow(send),
      on: (event, listener) => connection.on(event, listener),
    };
  }

  #join(callbacks: AudioCallbackModule): void {
    if (this.#isOver) return;
    this.#keeper = this.#keepBy();
    this.#connection = new VoiceConnection(this.#connectionOptions());
    this.#listen(this.#connection, callbacks);
    this.#keeper.begin(this.#kept(this.#connection));
    this.#open(this.#connection, 0);
    this.#connection.join();
  }

  /** @returns false: nothing is kept that this process can go on with */
  async #revive(callbacks: AudioCallbackModule): Promise<boolean> {
    try {
      const { clock, wallClock } = this.#parts.host;
      const seal = this.#seal();
      const place = { ...this.#place, seal, owner: ownProcess(), wallClock };
      const revival = await claimKept(place).finally(() => seal.end());
      const saved = new FieldReader(revival.record, clock.now() - revival.ageMs, "call");
      try {
        this.#goOn(saved, revival, callbacks);
      } finally {
        revival.record.fill(0);
      }
      return true;
    } catch (error) {
      this.#connection?.handedOver();
      this.#connection = undefined;
      this.#keeper?.release();
      this.#warn(`the call is joined anew: ${reasonOf(error)}`);
      return false;
    }
  }

  #goOn(saved: FieldReader, revival: Revival, callbacks: AudioCallbackModule): void {
    if (this.#isOver) return;
    const { ageMs, numbers, sequence, claim, tide } = revival;
    this.#keeper = this.#keepBy(claim);
    const kept = { ageMs, ...numbers, sequence };
    const options = this.#connectionOptions();
    const connection = VoiceConnection.restore(saved.inner(LOBBY_FIELDS.connection), options, kept);
    this.#connection = connection;
    this.#listen(connection, callbacks);
    this.#keeper.begin(this.#kept(connection));
    const isSame = tide.source === this.#parts.state.input?.id;
    const playedMs = tide.positionMs + (tide.isPlaying ? revival.elapsedMs : 0);
    this.#open(connection, isSame ? playedMs : 0);
    connection.thaw();
    this.#isRestored = true;
  }

  #begin(begin: CallBegin): void {
    const [connection, { state, host }] = [this.#connection, this.#parts];
    if (connection === undefined || this.#isOver) return;
    this.#statistics = new ServedStatistics(
      host.clock,
      () => connection.getStats(),
      (stats) => this.#send({ type: "stats", stats }),
    );
    this.#endLoad = watchMediaLoad(host.addon, (load) => this.#send({ type: "load", load }));
    // that was said to the process which handed it over
    if (state.isRefused && begin !== "take") connection.joinRefused();
    if (state.isLeaving && begin !== "take") connection.leave();
    if (begin !== "join") this.#sendMirror(connection);
    this.#send({ type: "goesOn", isAnew: begin !== "join" && !this.#isRestored });
    for (const order of this.#waiting.splice(0)) this.order(order);
  }

  /** A call that is joined tells its status by itself. */
  #sendMirror(connection: VoiceConnection): void {
    const status = this.#isRestored ? connection.status : undefined;
    const [encryption, members] = [connection.encryption, connection.encryptedMembers()];
    this.#send({ type: "mirror", status, encryption, members });
  }

  /** Before the first packet. */
  #open(connection: VoiceConnection, startMs: number): void {
    const { input } = this.#parts.state;
    this.#applyState(connection);
    if (input !== undefined) this.#input?.open(input, startMs);
  }

  #applyState(connection: VoiceConnection): void {
    const { state, host, options } = this.#parts;
    for (const rejected of wishForThreads(host.addon, options.threads)) this.#warn(rejected);
    for (const setting of state.settings) applySetting(connection.media, setting);
    if (state.output !== undefined) this.#openDevice(connection, "output", state.output);
  }

  #connectionOptions(): VoiceConnectionOptions {
    const { options, host, keys } = this.#parts;
    const { serverId, userId, userAgent, ca, e2ee, preferredMode, admission, identityKey } = options;
    if (identityKey !== undefined && userId !== undefined) keys.keep(userId, identityKey);
    return {
      ...{ serverId, userId, e2ee, preferredMode, admission, randomBytes },
      addon: host.addon,
      signalling: {
        requestSession: () => this.#send({ type: "requestSession" }),
        // the game's process sees it from the status
        leave: () => undefined,
      },
      openSocket: host.openSocket,
      socket: { userAgent, roots: ca === undefined ? undefined : new TrustedRoots(ca) },
      clock: host.clock,
      signatureKeys: keys.signatureKeys,
      verifiedKeys: keys.verifiedKeys,
      keyDirectory: {
        matches: async (...member) => (await this.#questions.ask("matchesKey", ...member)) === true,
      },
      guard: this.#keeper,
    };
  }

  get #place(): { store: CallStore; call: string; tides: NotedTides | undefined } {
    const { call, host } = this.#parts;
    return { store: new TimedStore(host.store, host.clock), call, tides: host.tides };
  }

  #seal(): GroundSeal {
    return new GroundSeal(this.#parts.host.key, randomBytes);
  }

  #keepBy(claim?: StoredClaim | KeptClaims): Keeper {
    const { clock, wallClock } = this.#parts.host;
    const failed = (error: unknown): void => this.#warn(`the call cannot be kept: ${reasonOf(error)}`);
    const parts = { ...this.#place, seal: this.#seal(), owner: ownProcess(), clock, wallClock, failed };
    return new Keeper(parts, claim);
  }

  #kept(connection: VoiceConnection): KeptConnection {
    return new KeptConnection({
      connection,
      clock: this.#parts.host.clock,
      save: (out, saveConnection) => out.record(LOBBY_FIELDS.connection, saveConnection),
      source: () => this.#input?.id ?? 0,
      positionMs: () => this.#input?.positionMs ?? 0,
      moved: () => this.#movedAway(connection),
    });
  }

  #listen(connection: VoiceConnection, { received, captured }: AudioCallbackModule): void {
    this.#input = new ServedInput({
      connection,
      clock: this.#parts.host.clock,
      openDevice: (device) => this.#openDevice(connection, "input", device),
      send: (report) => this.#send(report),
    });
    if (received !== undefined || captured !== undefined)
      connection.media.setAudioCallbacks(received ?? null, captured ?? null);
    for (const name of PASSED_EVENTS)
      connection.on(name, (...args: unknown[]) => this.#send({ type: "event", name, args }));
    connection.on("status", (...status) => this.#statusChanged(status));
    connection.on("encryption", (status) => this.#send({ type: "encryption", status }));
    connection.on("encryptedMembers", () =>
      this.#send({ type: "members", members: connection.encryptedMembers() }),
    );
    connection.on("callbackFailed", ({ which, count, error }) =>
      this.#send({ type: "callbackFailed", which, count, error: sendError(error) }),
    );
    connection.on("inputEnded", (end) => this.#input?.ended(end));
    connection.on("moved", () => this.#movedAway(connection));
    const sound = new PassedSound({
      send: (batch, sent) => this.#send({ type: "received", batch }, sent),
      warn: (message) => this.#warn(message),
    });
    connection.on("received", (batch) => sound.pass(batch));
  }

  #statusChanged(status: (LobbyReport & { type: "status" })["status"]): void {
    if (status[0] === DISCONNECTED) void this.#keeper?.end();
    this.#send({ type: "status", status });
  }

  /** Another process has the call: this one stood still. */
  #movedAway(connection: VoiceConnection): void {
    connection.handedOver();
    this.#end();
  }

  #carryOut(order: UsualOrder, connection: VoiceConnection): void {
    const { media } = connection;
    switch (order.type) {
      case "gateway":
        if (order.event === "voiceState") tellState(connection, order.data as ToldState);
        else tellServer(connection, order.data as ToldServer);
        return this.#send({ type: "answer", id: order.id });
      case "set":
        return applySetting(media, order.setting);
      case "input":
        return this.#input?.open(order.input);
      case "samples":
        return this.#input?.write(order.input, order.samples);
      case "endInput":
        return this.#input?.finish(order.input);
      case "output":
        if (order.device === undefined) media.closeDeviceOutput();
        else this.#openDevice(connection, "output", order.device);
        return;
      case "dump":
        return this.#dump(connection, order.paths);
      case "threads":
        for (const rejected of wishForThreads(this.#parts.host.addon, order.threads)) this.#warn(rejected);
        return;
      case "subscribe":
        return connection.heard.pass(order.userId, order.sound, order.tag);
      case "unsubscribe":
        return connection.heard.passNoMore(order.userId);
      case "mix":
        return order.isWanted ? media.openPcmOutput() : media.closeOutput();
      case "watch":
        return this.#statistics?.watch();
      case "joinRefused":
        return connection.joinRefused();
      case "leave":
        return connection.leave();
      case "command":
        return void this.#answer(order, connection);
    }
  }

  #openDevice(connection: VoiceConnection, side: "input" | "output", device: SentDevice): void {
    const { system, id, opening } = device;
    const open = side === "input" ? "openDeviceInput" : "openDeviceOutput";
    const changed: NativeDeviceChanged = (...change) => this.#send({ type: "device", opening, change });
    if (side === "input" && this.#parts.microphone?.openAs(device, connection, changed) === true) return;
    connection.media[open](system, id, changed);
  }

  #dump({ media }: VoiceConnection, paths: (LobbyOrder & { type: "dump" })["paths"]): void {
    if (paths === undefined) return media.stopCaptureDump();
    try {
      media.startCaptureDump(...paths, (error) => this.#send({ type: "dumpEnded", error }));
    } catch (error) {
      this.#send({ type: "dumpEnded", error: reasonOf(error) });
    }
  }

  async #answer(order: LobbyOrder & { type: "command" }, connection: VoiceConnection): Promise<void> {
    const { name, args } = order;
    this.#send(await answered(order, () => answerTo(connection, name as LobbyCommand, args)));
  }

  /** A call that another process has goes on there, and is not left. */
  #failed(error: unknown, begin: CallBegin): void {
    const type = begin === "take" ? "notTaken" : "over";
    if (begin === "take") {
      this.#connection?.handedOver();
      this.#keeper?.release();
    }
    this.#send({ type, error: sendError(error) });
    this.#destroy();
  }

  #destroy(): void {
    this.#moves.end();
    this.#end();
    void this.#keeper?.end();
    this.#connection?.close();
  }

  #end(): void {
    this.#isOver = true;
    this.#statistics?.end();
    this.#endLoad?.();
    this.#input?.close();
    this.#questions.end();
    this.#parts.keys.leave(this.#questions);
  }

  #warn(message: string): void {
    this.#send({ type: "event", name: "warning", args: [message] });
  }

  #send(report: Said, sent?: () => void): void {
    if (!this.#isOver) this.#parts.send({ ...report, call: this.#parts.call } as LobbyReport, sent);
  }
}

function tellState(connection: VoiceConnection, { userId, sessionId, channelId }: ToldState): void {
  connection.voiceStateUpdate(userId, sessionId, channelId);
}

function tellServer(connection: VoiceConnection, { endpoint, token }: ToldServer): void {
  connection.voiceServerUpdate({ endpoint, token: new Secret(token) });
}

function answerTo(
  connection: VoiceConnection,
  name: LobbyCommand,
  args: readonly unknown[],
): Promise<unknown> {
  switch (name) {
    case "why":
      return connection.why(doorOf(connection, ...(args as [DoorFacts])));
    case "verificationCode":
      return connection.verificationCode(...(args as [bigint]));
    case "verifyMember":
      return connection.verifyMember(...(args as [MemberKey]));
  }
}

function doorOf(connection: VoiceConnection, { words, own, users }: DoorFacts): SoundDoor {
  const known = new Map(users);
  return {
    words,
    own: () => own,
    user: (userId) => known.get(userId) ?? NOTHING_SET,
    listen: (userId, hear) => connection.listen(userId, hear).dispose,
  };
}
