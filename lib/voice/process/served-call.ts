import type { HandOverOutcome, Subscription } from "../../call/index.js";
import {
  answered,
  isMoveOrder,
  isSoundOrder,
  NOT_JOINED,
  PassedSound,
  receivedError,
  sendError,
  ServedMoves,
  type MoveOrder,
  type ProcessOptions,
  type SoundMedia,
  type SoundOrder,
} from "../../hosting/index.js";
import type { Clock } from "../../net/index.js";
import { SdkError } from "../../wire/index.js";
import type { VoiceAdapterCreator, VoiceAdapterLibraryMethods } from "../adapter.js";
import type { AudioPlayer } from "../audio-player.js";
import { destroyed } from "../end-error.js";
import { GuildVoiceConnection } from "../guild-voice-connection.js";
import type { HostedOptions, JoinVoiceChannelOptions, VoiceOptions } from "../join-options.js";
import type { HostedKeep } from "../keeping/keep-options.js";
import { revive } from "../keeping/revive.js";
import type { Played } from "../moving/played.js";
import { soundFrom } from "../moving/play-on.js";
import type { TakenCall } from "../moving/taken-call.js";
import type { Playback } from "../playback.js";
import { sourceArgument, type AudioSource } from "../source.js";
import { VoiceHost } from "../voice-host.js";
import {
  COMMANDS,
  isInPieces,
  PASSED_EVENTS,
  type Mirror,
  type Order,
  type PassedEvent,
  type Piece,
  type PieceStart,
  type PlaybackNews,
  type Report,
  type SentInput,
  type SentPlayback,
  type SentPlayer,
} from "./messages.js";
import { joining } from "./mirror.js";
import { streamedSource, type PieceStream } from "./piece-stream.js";

type CallOrder = Extract<Order, { call: string }>;
/** A message about a call that is here already. */
export type LaterOrder = Exclude<CallOrder, { type: "join" | "revive" | "take" }>;
type OwnReport = Extract<Report, { call: string }>;

type UsualOrder = Exclude<LaterOrder, MoveOrder>;

/**
 * Looks at a source before it is played.
 * @returns what is played in its place
 * @throws what the playback fails with
 */
export type SourceRule = (source: AudioSource) => AudioSource;

/** Of a voice process: its clock, the addon, and what tests replace. */
export interface ServedHost
  extends ProcessOptions, Pick<VoiceOptions, "wallClock" | "openSocket" | "loadAddon"> {
  readonly clock: Clock;
  readonly source?: SourceRule;
}

/** The engine is that of the process, whatever a supervisor asks of a call or a player. */
export function withoutProcess<T extends object>(options: T): T {
  const copy: { addonPath?: unknown; mediaThreads?: unknown } = { ...options };
  delete copy.addonPath;
  delete copy.mediaThreads;
  return copy as T;
}

export interface ServedCallParts {
  readonly call: string;
  readonly options: HostedOptions;
  readonly keep: HostedKeep;
  readonly host: ServedHost;
  /** The player with this name; undefined: there is none in this process. */
  player(name: string): AudioPlayer | undefined;
  /** @param sent is called when the report has left this process */
  readonly send: (report: Report, sent?: () => void) => void;
}

interface Playing {
  readonly id: number;
  /** undefined: a player */
  readonly playback: Playback | undefined;
  stop(): void;
}

/** With these events the encrypted members may be others: in a large room they are much to be told with each that somebody speaks. */
const MEMBER_EVENTS: readonly PassedEvent[] = ["stateChange", "encryptionChanged", "encryptedMembersChanged"];
/** So often the supervisor is told where a source is, milliseconds. */
const POSITION_MS = 250;

/** A call of this process that belongs to another one. */
export class ServedCall {
  readonly #parts: ServedCallParts;
  #connection: GuildVoiceConnection | undefined;
  #library: VoiceAdapterLibraryMethods | undefined;
  #playing: Playing | undefined;
  #media: SoundMedia | undefined;
  /** A player that is not in this process yet. */
  #awaited: SentPlayer | undefined;
  #stream: { readonly id: number; readonly pieces: PieceStream<Piece> } | undefined;
  #positionMs = 0;
  #isMoving = false;
  readonly #moves: ServedMoves;
  #isAnew = false;
  #hasBegun = false;
  /** Said while the call was on its way. */
  #waiting: UsualOrder[] = [];
  #isOver = false;
  #isAbandoned = false;

  constructor(parts: ServedCallParts) {
    this.#parts = parts;
    this.#moves = new ServedMoves({
      call: parts.call,
      send: parts.send,
      handOver: (signal) => this.#handOver(signal),
      left: () => (this.#isOver = true),
    });
  }

  /** @throws {ArgumentError}, {@link ArgumentRangeError}; {@link SdkError} as `joinVoiceChannel` */
  join(): void {
    this.#join();
    this.#begin();
  }

  /** Goes on with what is kept of it, or joins anew. Never rejects. */
  async revive(playback: SentInput | undefined): Promise<void> {
    try {
      await this.#goOn(playback);
    } catch (error) {
      this.#over(error);
    }
  }

  async #goOn(playback: SentInput | undefined): Promise<void> {
    const left = await this.#revive(playback).catch((error: unknown) => this.#joinAnew(error, playback));
    if (this.#isAbandoned) this.#connection?.abandon();
    if (this.#isOver) return;
    if (left !== undefined) this.#play(left);
    this.#begin();
  }

  /** Goes on with it as soon as the process that has it hands it over. Never rejects. */
  async take(playback: SentInput | undefined): Promise<void> {
    try {
      const taken = await this.#take(playback);
      if (this.#isAbandoned) return taken.connection.abandon();
      if (this.#isOver) return taken.connection.destroy();
      if (playback !== undefined && taken.playback !== undefined) this.#began(playback.id, taken.playback);
      this.#begin();
    } catch (error) {
      this.#send({ type: "notTaken", error: sendError(error) });
      this.#isOver = true;
    }
  }

  /** It ends here without a word to anybody: another process may go on with it. */
  abandon(): void {
    this.#moves.end();
    this.#isOver = this.#isAbandoned = true;
    this.#connection?.abandon();
  }

  order(order: LaterOrder): void {
    if (isMoveOrder(order)) return this.#moves.order(order);
    if (order.type === "destroy") this.#moves.end();
    if (this.#isOver) return;
    if (this.#hasBegun && this.#connection !== undefined) this.#carryOut(order, this.#connection);
    else this.#waiting.push(order);
  }

  /** There is a player of this name now. */
  playerOpened(name: string): void {
    if (this.#awaited?.player === name && !this.#isOver) this.#subscribe(this.#awaited);
  }

  get #options(): JoinVoiceChannelOptions & { keep: HostedKeep } {
    const { keep, host, options } = this.#parts;
    const own = { keep, adapterCreator: (library: VoiceAdapterLibraryMethods) => this.#adapter(library) };
    return Object.assign({}, host, withoutProcess(options), own);
  }

  #adapter(library: VoiceAdapterLibraryMethods): ReturnType<VoiceAdapterCreator> {
    this.#library = library;
    return {
      sendPayload: (payload) => {
        this.#send({ type: "payload", payload });
        return true;
      },
      destroy: () => undefined,
    };
  }

  /** @returns what is to be played, and is not in the record */
  async #revive(input: SentInput | undefined): Promise<SentPlayback | undefined> {
    const playback = input !== undefined && "source" in input ? input : undefined;
    let left = playback;
    let begun: Playback | undefined;
    await revive({
      ...this.#options,
      source: ({ positionMs }, count) => {
        if (playback?.count !== count) return undefined;
        left = undefined;
        return this.#sourceOf(playback, { ms: positionMs });
      },
      // before the first packet
      prepare: ({ connection, playback: one }) => {
        begun = one;
        this.#listen(connection as GuildVoiceConnection);
        if (input !== undefined && !("source" in input)) this.#subscribe(input);
      },
    });
    if (playback !== undefined && begun !== undefined) this.#began(playback.id, begun);
    return left;
  }

  #take(input: SentInput | undefined): Promise<TakenCall> {
    const { channel, signal } = this.#moves;
    return VoiceHost.take({
      ...this.#options,
      ...{ channel, signal },
      source: (played) => this.#sourceBehind(input, played),
      // before the first packet
      prepare: ({ connection }) => {
        if (this.#isOver) throw destroyed();
        this.#listen(connection as GuildVoiceConnection);
        for (const order of this.#waiting.filter(isSoundOrder)) this.#subscribeTo(order);
        this.#waiting = this.#waiting.filter((order) => !isSoundOrder(order));
        if (input !== undefined && !("source" in input)) this.#subscribe(input);
      },
    });
  }

  /** A player is not in the record of a call. */
  #sourceBehind(input: SentInput | undefined, { kind, pieces }: Played): AudioSource | undefined {
    if (input === undefined || !("source" in input) || kind === "player") return undefined;
    return this.#sourceOf(input, { taken: pieces });
  }

  /** @throws {SdkError} SESSION_NOT_JOINED; as `handOver` of a connection */
  async #handOver(signal: AbortSignal): Promise<HandOverOutcome> {
    const connection = this.#connection;
    if (connection === undefined || !this.#hasBegun) throw new SdkError("SESSION_NOT_JOINED", NOT_JOINED);
    return connection.handOver({ channel: this.#moves.channel, signal });
  }

  /** Nothing is kept, or nothing that this process can go on with. */
  #joinAnew(error: unknown, playback: SentInput | undefined): SentInput | undefined {
    if (this.#isAbandoned) return undefined;
    this.#warn(`the call is joined anew: ${sendError(error).message}`);
    try {
      this.#join();
    } catch (failure) {
      this.#over(failure);
    }
    return playback;
  }

  #warn(message: string): void {
    this.#send({ type: "event", name: "warning", args: [message], mirror: this.#mirror(false) });
  }

  #join(): void {
    this.#isAnew = true;
    this.#listen(GuildVoiceConnection.join(this.#options));
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#send({ type: "goesOn", isAnew: this.#isAnew });
    for (const order of this.#waiting.splice(0)) this.order(order);
  }

  #listen(connection: GuildVoiceConnection): void {
    this.#connection = connection;
    connection.onStill(() => this.#send({ type: "standsStill" }));
    for (const name of PASSED_EVENTS)
      connection.on(name, (...args: unknown[]) => {
        // the other process tells what becomes of it
        if (connection.isHandedOver) return;
        this.#send({ type: "event", name, args, mirror: this.#mirror(MEMBER_EVENTS.includes(name)) });
        if (name === "stateChange" && connection.status === "disconnected") void this.#ended(connection);
      });
    const sound = new PassedSound({
      send: (batch, sent) => this.#send({ type: "received", batch }, sent),
      warn: (message) => this.#warn(message),
    });
    this.#media = connection.passSound((batch) => sound.pass(batch));
    connection.on("titleChanged", (playback, title) => {
      if (playback === this.#playing?.playback) this.#tell(this.#playing.id, { type: "title", title });
    });
  }

  async #ended(connection: GuildVoiceConnection): Promise<void> {
    const error: unknown = await connection.ready().catch((reason: unknown) => reason);
    this.#over(error);
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#send({ type: "over", error: sendError(error) });
  }

  #mirror(hasMembers: boolean): Mirror {
    const connection = this.#connection;
    const { channelId } = this.#parts.options;
    if (connection === undefined) return joining(BigInt(channelId));
    const { status, silencedBy, encryption, receiver } = connection;
    return {
      status,
      channelId: connection.channelId,
      silencedBy,
      encryption,
      participants: [...receiver.present],
      ...(hasMembers && { encryptedMembers: connection.encryptedMembers }),
    };
  }

  #carryOut(order: UsualOrder, connection: GuildVoiceConnection): void {
    switch (order.type) {
      case "gateway":
        if (order.event === "voiceState") this.#library?.onVoiceStateUpdate(order.data);
        else this.#library?.onVoiceServerUpdate(order.data);
        return this.#send({ type: "answer", id: order.id });
      case "play":
        return this.#play(order.playback);
      case "stop":
        if (order.playback === this.#awaited?.id) this.#awaited = undefined;
        if (order.playback === this.#playing?.id) this.#playing.stop();
        return;
      case "pieces":
        if (order.playback === this.#stream?.id) this.#stream.pieces.put(order.pieces);
        return;
      case "lastPiece":
        if (order.playback === this.#stream?.id)
          this.#stream.pieces.end(order.error && receivedError(order.error));
        return;
      case "subscribe":
      case "unsubscribe":
      case "mix":
        return this.#subscribeTo(order);
      case "command":
        return void this.#answer(order, connection);
      case "destroy":
        this.#isOver = true;
        return connection.destroy();
    }
  }

  #subscribeTo(order: SoundOrder): void {
    switch (order.type) {
      case "subscribe":
        return this.#media?.subscribe(order.userId, order.sound, order.tag);
      case "unsubscribe":
        return this.#media?.unsubscribe(order.userId);
      case "mix":
        return order.isWanted ? this.#media?.openPcmOutput() : this.#media?.closeOutput();
    }
  }

  /** Only what a supervisor may ask: everything else of a connection leads around the rule for sources, and to the files of this machine. */
  async #answer(order: UsualOrder & { type: "command" }, connection: object): Promise<void> {
    const isKnown = (COMMANDS as readonly string[]).includes(order.name);
    const carryOut = (connection as Record<string, (...args: unknown[]) => unknown>)[order.name];
    this.#send(
      await answered(order, () => {
        if (!isKnown)
          throw new SdkError("NOT_SUPPORTED", `this voice process knows no command "${order.name}"`);
        return carryOut?.apply(connection, [...order.args]);
      }),
    );
  }

  #play(playback: SentInput): void {
    this.#awaited = undefined;
    if (!("source" in playback)) return this.#subscribe(playback);
    const { id, startMs } = playback;
    try {
      const source = this.#sourceOf(playback, { ms: startMs });
      const checked = isInPieces(playback.source)
        ? sourceArgument(source)
        : soundFrom(source, { positionMs: startMs });
      const begun = this.#connection?.playFrom(checked, startMs);
      if (begun !== undefined) this.#began(id, begun);
    } catch (error) {
      this.#tell(id, { type: "ended", outcome: "failed", error: sendError(error) });
    }
  }

  /** A player that failed to begin has said so itself; one that is on its way to this process comes later. */
  #subscribe(sent: SentPlayer): void {
    const { id, player: name } = sent;
    const player = this.#parts.player(name);
    this.#awaited = player === undefined ? sent : undefined;
    if (player === undefined || this.#connection === undefined) return;
    try {
      const subscription: Subscription = this.#connection.subscribe(player);
      this.#playing = { id, playback: undefined, stop: () => subscription.dispose() };
    } catch (error) {
      this.#warn(`the player is not heard: ${sendError(error).message}`);
    }
  }

  #began(id: number, playback: Playback): void {
    this.#playing = { id, playback, stop: () => playback.stop() };
    this.#positionMs = 0;
    this.#isMoving = false;
    this.#tell(id, { type: "begun", count: this.#connection?.playing()?.count ?? 0 });
    this.#lookAtPosition(playback);
    playback.ended.then(
      (outcome) => this.#tell(id, { type: "ended", outcome, losses: playback.losses }),
      (error: unknown) => this.#tell(id, { type: "ended", outcome: "failed", error: sendError(error) }),
    );
  }

  /** With pieces that the supervisor sends, from `start` on. */
  #sourceOf({ id, source }: SentPlayback, start: PieceStart): AudioSource {
    if (!isInPieces(source)) return this.#parts.host.source?.(source) ?? source;
    const streamed = streamedSource(source, start, (pieces, from) =>
      this.#tell(id, { type: "wants", pieces, from }),
    );
    this.#stream = { id, pieces: streamed.pieces };
    return streamed.source;
  }

  /** As long as it is played: a thousand calls that play nothing cost nothing here. A player says itself where it is. */
  #lookAtPosition(playback: Playback): void {
    this.#parts.host.clock.schedule(POSITION_MS, () => {
      if (this.#isOver || this.#playing?.playback !== playback || playback.isOver) return;
      this.#tellPosition(this.#playing.id);
      this.#lookAtPosition(playback);
    });
  }

  #tellPosition(id: number): void {
    const positionMs = this.#connection?.playing()?.positionMs;
    if (positionMs === undefined) return;
    const isMoving = positionMs > this.#positionMs;
    if (!isMoving && !this.#isMoving) return;
    this.#isMoving = isMoving;
    this.#positionMs = positionMs;
    this.#tell(id, { type: "position", positionMs, isMoving });
  }

  #tell(playback: number, news: PlaybackNews): void {
    this.#send({ type: "playback", playback, news });
  }

  #send(report: DistributiveOmit<OwnReport, "call">, sent?: () => void): void {
    this.#parts.send({ ...report, call: this.#parts.call } as Report, sent);
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
