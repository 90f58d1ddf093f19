import { Emitter } from "../../call/index.js";
import {
  assertNotGiven,
  receivedError,
  registryOf,
  supervisorArgument,
  type Hosted,
  type MoveOutcome,
  type Registry,
  type SentError,
  type SupervisedProcess,
  type VoiceSupervisor,
} from "../../hosting/index.js";
import { reasonOf } from "../../protocol/index.js";
import type { AudioPlayerEvents, AudioPlayerStatus } from "../audio-player.js";
import type { PlaybackOutcome } from "../playback.js";
import { PlayerControls } from "../player-controls.js";
import type { PlayerFilters } from "../player-filters.js";
import {
  assertMixable,
  mixOptions,
  nothingPlayed,
  notSeekable,
  placeArgument,
  playerClosed,
  playerSettings,
  type AudioPlayerOptions,
  type MixOptions,
  type PlayerSettings,
} from "../player-options.js";
import type { Order, PlayerNews, PlayerOrder, Report } from "../process/messages.js";
import type { QueueOptions } from "../source.js";
import { GainFade } from "./gain-fade.js";
import { HostedPlayback } from "./hosted-playback.js";
import { HostedTrack } from "./hosted-track.js";
import { HostedTracks } from "./hosted-tracks.js";
import { PieceLog } from "./piece-log.js";
import { sentSource, type HostedSource, type Sent } from "./sent-source.js";

/** Options of a player in a voice process: those of `AudioPlayer` that are not of its supervisor. */
export interface HostedAudioPlayerOptions extends Omit<
  AudioPlayerOptions,
  "addonPath" | "mediaThreads" | "clock" | "loadAddon"
> {
  /** whose processes play: that of the connections which send the sound. Default true: the one that all such calls of this process share */
  voiceHost?: true | VoiceSupervisor;
}

/** The events of a `HostedAudioPlayer`: those of `AudioPlayer`. */
export interface HostedAudioPlayerEvents extends Omit<
  AudioPlayerEvents,
  "started" | "starved" | "refilled" | "titleChanged" | "playbackEnded"
> {
  /** the first sound of a source */
  started: (playback: HostedPlayback) => void;
  /** the source has nothing to be played; silence is sent until it has */
  starved: (playback: HostedPlayback) => void;
  /** the source has sound again, after so many milliseconds without */
  refilled: (playback: HostedPlayback, starvedMs: number) => void;
  /** an internet radio plays another song; `title` of the playback has the same */
  titleChanged: (playback: HostedPlayback, title: string) => void;
  /** a source ended; `ended` of the playback has the error of one that failed */
  playbackEnded: (playback: HostedPlayback, outcome: PlaybackOutcome) => void;
}

/** Options of `AudioPlayer` that a supervisor has. */
const REFUSED = ["addonPath", "mediaThreads", "clock", "loadAddon"];

/** A process that has not said then where the player stands does not say it, milliseconds. */
const HAND_OVER_MS = 1000;

let players = 0;

/**
 * An `AudioPlayer` whose sound is made in a voice process, for connections of `voiceHost`. When that process dies, the music goes on in the next
 * one where it would be by now, with the queue behind it, as loud as it was and with its filters, and what is paused stays paused. Its queue and its settings are in
 * this process; status and position are a mirror, as the voice process told it last.
 */
export class HostedAudioPlayer extends PlayerControls<HostedPlayback, HostedAudioPlayerEvents> {
  /** @internal */
  readonly name: string;
  readonly #supervisor: VoiceSupervisor;
  readonly #registry: Registry;
  readonly #settings: PlayerSettings;
  /** @internal */
  protected override readonly events: Emitter<HostedAudioPlayerEvents>;
  readonly #tracks = new HostedTracks();
  /** @internal Towards the supervisor. */
  readonly supervised: Hosted;
  #process: SupervisedProcess | undefined;
  #status: AudioPlayerStatus = "idle";
  /** The status of a source that is there and not paused, as the process says. */
  #told: AudioPlayerStatus;
  #isPaused = false;
  #gain = new GainFade(1, 1, 0, 0);
  /** The process has to go on with a fade, once something is heard. */
  #isFadeCut = false;
  #lastMs = 0;
  #ids = 0;
  /** Why the present process cannot have the player. */
  #failure: SentError | undefined;
  #isClosed = false;
  /** Its process has said where it stands. */
  #handedOver: () => void = () => undefined;

  /**
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option
   * @example
   * const supervisor = new VoiceSupervisor({ spare: false });
   * const player = new HostedAudioPlayer({ voiceHost: supervisor });
   * player.queue({ type: "wav", file: wavFile });
   * player.setVolume(80);
   * player.on("playbackEnded", (playback, outcome) => console.log(outcome));
   * supervisor.close();
   */
  constructor(options: HostedAudioPlayerOptions = {}) {
    super();
    assertNotGiven(options, REFUSED);
    this.#settings = playerSettings(options);
    this.#told = this.#untold;
    this.#supervisor = supervisorArgument(options.voiceHost ?? true);
    this.#registry = registryOf(this.#supervisor);
    this.name = `player ${String((players += 1))}`;
    this.events = new Emitter((event, error) => this.#listenerFailed(event, error));
    this.supervised = this.#makeSupervised();
    this.#registry.enter(this.supervised);
  }

  /**
   * The player's status, as the voice process said last; "idle", "paused" and "closed" are known at once. The event `stateChange` tells of its
   * changes.
   */
  get status(): AudioPlayerStatus {
    return this.#status;
  }

  /** The source that plays, or waits to. */
  override get current(): HostedPlayback | undefined {
    return this.#tracks.present?.playback;
  }

  /** The sources behind the current one, in their order. */
  override get queued(): readonly HostedPlayback[] {
    return this.#tracks.following.map(({ playback }) => playback);
  }

  /**
   * Where the current source is, milliseconds from its beginning; without one, where the last one ended. The voice process says so four times a
   * second, and the clock counts in between while it plays.
   */
  get positionMs(): number {
    if (this.#isClosed) return 0;
    return this.current?.positionMs ?? this.#lastMs;
  }

  /** Linear gain of the player; 1 is unchanged. */
  get gain(): number {
    return this.#gain.to;
  }

  /**
   * Plays a source in place of the current one; queued ones follow it. A source whose arguments are invalid changes nothing; a file that cannot
   * be played rejects `ended` of its playback.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property; a stream of bytes is refused
   * @throws {SdkError} PLAYER_CLOSED
   */
  play(source: HostedSource, options: QueueOptions = {}): HostedPlayback {
    const track = this.#makeTrack(sentSource(source, options), options);
    this.#tracks.playNow(track);
    return this.#added(track);
  }

  /**
   * Plays a source after those that wait, without a gap. A file that cannot be played rejects `ended` of its playback when its
   * turn comes, and the next one follows.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property; a stream of bytes is refused
   * @throws {SdkError} PLAYER_CLOSED
   */
  queue(source: HostedSource, options: QueueOptions = {}): HostedPlayback {
    const track = this.#makeTrack(sentSource(source, options), options);
    this.#tracks.add(track);
    return this.#added(track);
  }

  /**
   * Plays a source over the current one, at once, as `mix` of `AudioPlayer`. When the voice process dies it ends as "stopped", unless it loops without
   * end: then it begins again.
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid property; a stream of bytes is refused
   * @throws {SdkError} PLAYER_FULL, PLAYER_CLOSED
   */
  mix(source: HostedSource, options: MixOptions = {}): HostedPlayback {
    const mixed = mixOptions(options);
    const sent = sentSource(source, options);
    this.assertOpen();
    assertMixable(this.#tracks.mixed.length);
    const track = this.#makeTrack(sent, options, mixed);
    this.#tracks.mixIn(track);
    return this.#added(track);
  }

  /**
   * Plays the current source from another place. What is paused stays paused, at the new place.
   * @param ms from the beginning of the source, 0 to 2^31-1; one behind its end ends it
   * @throws {ArgumentRangeError}
   * @throws {SdkError} SOURCE_NOT_SEEKABLE for packets, samples and what loops; NOTHING_PLAYED, PLAYER_CLOSED
   */
  seek(ms: number): void {
    const positionMs = placeArgument(ms);
    this.assertOpen();
    const { present } = this.#tracks;
    if (present === undefined) throw nothingPlayed();
    if (!present.isSeekable) throw notSeekable();
    this.#tracks.seek(present, positionMs);
  }

  /** Ends everything and frees all resources; connections that send its sound fall silent. Idempotent. */
  override close(): void {
    if (this.#isClosed) return;
    this.stop();
    this.#isClosed = true;
    this.#say({ type: "close" });
    this.#process = undefined;
    this.#tracks.lost();
    this.#registry.leave(this.supervised);
    this.#update();
  }

  /** @internal A connection that sends its sound is silenced, or is heard again. */
  silenced(...change: Parameters<AudioPlayerEvents["silenced"]>): void {
    this.events.emit("silenced", ...change);
  }

  /** @internal @throws {SdkError} PLAYER_CLOSED */
  override assertOpen(): void {
    if (this.#isClosed) throw playerClosed();
  }

  /** @internal Whether its processes are those of this supervisor. */
  isOf(supervisor: VoiceSupervisor): boolean {
    return this.#supervisor === supervisor;
  }

  #makeSupervised(): Hosted {
    const process = (): SupervisedProcess | undefined => this.#process;
    return {
      name: this.name,
      isCall: false,
      isNeeded: false,
      isIn: (one) => one === process(),
      get isAssigned() {
        return process() !== undefined;
      },
      assign: (one) => this.#assign(one),
      lost: (_end, one) => {
        if (one === process()) this.#lost();
      },
      move: (to) => this.#move(to),
      departed: () => Promise.resolve(),
      heard: (report, one) => {
        if (one === process()) this.#heard((report as Report & { type: "player" }).news);
      },
      over: (error) => (error.code === "DESTROYED" ? this.close() : this.#failed(error)),
    };
  }

  #makeTrack(sent: Sent, { startMs = 0 }: QueueOptions, mixed?: HostedTrack["mixed"]): HostedTrack {
    this.assertOpen();
    const id = (this.#ids += 1);
    const log = sent.pieces && this.#log(sent.pieces, id);
    const playback = new HostedPlayback({
      id,
      source: sent.source,
      startMs,
      clock: this.#registry.clock,
      pieces: log,
      stop: () => this.#tracks.say({ type: "stop", track: id }),
      titled: (one, title) => this.events.emit("titleChanged", one, title),
      ended: (one, outcome) => this.#ended(one, outcome),
    });
    return new HostedTrack({ playback, sent, startMs, log, mixed });
  }

  #added({ playback }: HostedTrack): HostedPlayback {
    if (this.#failure !== undefined) playback.end("failed", receivedError(this.#failure));
    this.#update();
    return playback;
  }

  #log({ form, of }: NonNullable<Sent["pieces"]>, track: number): PieceLog {
    return new PieceLog(of, form, {
      send: (pieces) => this.#tracks.say({ type: "pieces", track, pieces }),
      end: (error) => this.#tracks.say({ type: "lastPiece", track, error }),
    });
  }

  #ended(playback: HostedPlayback, outcome: PlaybackOutcome): void {
    const { positionMs } = playback;
    if (this.#tracks.remove(playback)) this.#lastMs = positionMs;
    this.events.emit("playbackEnded", playback, outcome);
    this.#update();
  }

  /** @internal */
  protected override get overlays(): readonly HostedPlayback[] {
    return this.#tracks.mixed.map(({ playback }) => playback);
  }

  /** @internal */
  protected override applyPause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    const { current } = this;
    if (isPaused) current?.standAt(current.positionMs);
    this.#say({ type: "pause", isPaused });
    this.#update();
  }

  /** @internal */
  protected override applyGain(gain: number, fadeMs: number): void {
    const nowMs = this.#nowMs;
    this.#gain = new GainFade(this.#gain.at(nowMs), gain, nowMs, fadeMs);
    this.#isFadeCut = false;
    this.#say({ type: "gain", gain, fadeMs });
  }

  /** @internal */
  protected override applyFilters(filters: PlayerFilters): void {
    this.#say({ type: "filters", filters });
  }

  #assign(process: SupervisedProcess): void {
    this.#process = process;
    this.#failure = undefined;
    const nowMs = this.#nowMs;
    this.#isFadeCut = this.#gain.leftMs(nowMs) > 0;
    const [settings, gain, isPaused] = [this.#settings, this.#gain.at(nowMs), this.#isPaused];
    this.#say({ type: "open", settings, gain, isPaused, filters: this.filters });
    this.#tracks.assign((order) => this.#say(order));
  }

  #lost(): void {
    this.#process = undefined;
    this.#tracks.lost();
    this.#handedOver();
  }

  /** It stands still in its process, which says where, and goes on there in the next one. */
  async #move(to: SupervisedProcess): Promise<MoveOutcome> {
    const from = this.#process;
    if (from === undefined) return "lost";
    await new Promise<void>((resolve) => {
      const cancel = this.#registry.clock.schedule(HAND_OVER_MS, resolve);
      this.#handedOver = () => (cancel(), resolve());
      this.#say({ type: "handOver" });
    });
    if (this.#isClosed || this.#process !== from) return "lost";
    this.#lost();
    this.#assign(to);
    return "moved";
  }

  /** Each further process would fail as this one did. */
  #failed(error: SentError): void {
    this.#lost();
    this.#failure = error;
    this.#warn(`the player cannot play: ${error.message}`);
    for (const { playback } of this.#tracks.all) playback.end("failed", receivedError(error));
  }

  #heard(news: PlayerNews): void {
    switch (news.type) {
      case "track":
        return this.#tracks.find(news.track)?.heard(news.news);
      case "place":
        return this.#tracks.find(news.track)?.placed(news, !this.#isPaused);
      case "status":
        return this.#saidStatus(news.status);
      case "started":
        return this.#started(news.track);
      case "starved":
        return this.#ofTrack(news.track, ({ playback }) => this.events.emit("starved", playback));
      case "refilled":
        return this.#ofTrack(news.track, ({ playback }) =>
          this.events.emit("refilled", playback, news.starvedMs),
        );
      case "warning":
        return this.#warn(news.message);
      case "handedOver":
        return this.#handedOver();
      case "failed":
        return this.#failed(news.error);
    }
  }

  #ofTrack(id: number, tell: (track: HostedTrack) => void): void {
    const track = this.#tracks.find(id);
    if (track !== undefined) tell(track);
  }

  /** Each process says it once: in the next one a source is heard a first time again. */
  #started(id: number): void {
    this.#goOnWithFade();
    this.#ofTrack(id, (track) => {
      if (!track.hasSounded) this.events.emit("started", track.playback);
      track.hasSounded = true;
    });
  }

  /** Until something is heard a player changes its gain at once. */
  #goOnWithFade(): void {
    if (!this.#isFadeCut) return;
    this.#isFadeCut = false;
    this.#say({ type: "gain", gain: this.#gain.to, fadeMs: this.#gain.leftMs(this.#nowMs) });
  }

  #saidStatus(status: AudioPlayerStatus): void {
    if (status === "unheard" || status === "buffering" || status === "playing") this.#told = status;
    this.#update();
  }

  /** Until a process says more. */
  get #untold(): AudioPlayerStatus {
    return this.#settings.whenUnheard === "play" ? "buffering" : "unheard";
  }

  #update(): void {
    const before = this.#status;
    this.#status = this.#statusNow();
    if (this.#status === before) return;
    if (this.#status === "idle") this.#told = this.#untold;
    this.events.emit("stateChange", this.#status, before);
  }

  #statusNow(): AudioPlayerStatus {
    if (this.#isClosed) return "closed";
    if (this.current === undefined && this.#tracks.mixed.length === 0) return "idle";
    return this.#isPaused ? "paused" : this.#told;
  }

  get #nowMs(): number {
    return this.#registry.clock.now();
  }

  #say(order: PlayerOrder): void {
    const message: Order = { type: "player", player: this.name, order };
    this.#process?.send(message);
  }

  #warn(message: string): void {
    this.events.emit("warning", message);
  }

  #listenerFailed(event: string, error: unknown): void {
    if (event !== "warning") this.#warn(`a listener of "${event}" threw: ${reasonOf(error)}`);
  }
}
