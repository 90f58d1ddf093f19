import { AudioPlayer } from "../audio-player.js";
import type { Playback, PlaybackOutcome } from "../playback.js";
import type { AudioSource } from "../source.js";
import {
  isInPieces,
  type Piece,
  type PlaybackNews,
  type PlayerNews,
  type PlayerOrder,
  type SentPlace,
  type SentTrack,
} from "./messages.js";
import { streamedSource, type PieceStream } from "./piece-stream.js";
import { receivedError, sendError } from "../../hosting/index.js";
import { withoutProcess, type ServedHost } from "./served-call.js";

interface ServedTrack {
  readonly id: number;
  /** of a source in pieces: where those begin that this process gets, milliseconds of the source */
  readonly offsetMs: number;
  seeks: number;
  playback?: Playback;
  pieces?: PieceStream<Piece>;
}

/** So often the supervisor is told where the current source is, milliseconds. */
const PLACE_MS = 250;

/** A player of this process that belongs to another one. */
export class ServedPlayer {
  readonly player: AudioPlayer;
  readonly #host: ServedHost;
  readonly #send: (news: PlayerNews) => void;
  readonly #tracks = new Map<number, ServedTrack>();
  readonly #byPlayback = new WeakMap<Playback, ServedTrack>();
  /** Its playback may end before it is known here. */
  #beginning: ServedTrack | undefined;
  #isClosed = false;

  /** @throws {SdkError} as `AudioPlayer` */
  constructor(
    { settings, gain, isPaused, filters }: PlayerOrder & { type: "open" },
    host: ServedHost,
    send: (news: PlayerNews) => void,
  ) {
    this.#host = host;
    this.#send = send;
    this.player = new AudioPlayer({ ...host, ...withoutProcess(settings) });
    this.player.setGain(gain);
    if (Object.keys(filters).length > 0) this.player.setFilters(filters);
    if (isPaused) this.player.pause();
    this.#listen(this.player);
    this.#lookAtPlace();
  }

  order(order: Exclude<PlayerOrder, { type: "open" }>): void {
    switch (order.type) {
      case "add":
        return this.#add(order.track, order.place);
      case "stop":
        return this.#tracks.get(order.track)?.playback?.stop();
      case "seek":
        return this.#seek(order);
      case "pause":
        return order.isPaused ? this.player.pause() : this.player.resume();
      case "gain":
        return this.player.setGain(order.gain, { fadeMs: order.fadeMs });
      case "filters":
        return this.player.setFilters(order.filters);
      case "pieces":
        return this.#tracks.get(order.track)?.pieces?.put(order.pieces);
      case "lastPiece":
        return this.#tracks.get(order.track)?.pieces?.end(order.error && receivedError(order.error));
      case "handOver":
        return this.#handOver();
      case "close":
        this.#isClosed = true;
        return this.player.close();
    }
  }

  /** Its calls are silent until they are in the other process, too. */
  #handOver(): void {
    this.player.pause();
    this.#tellPlace();
    this.#isClosed = true;
    this.#send({ type: "handedOver" });
  }

  #listen(player: AudioPlayer): void {
    player.on("stateChange", (status) => {
      this.#send({ type: "status", status });
      this.#tellPlace();
    });
    for (const type of ["started", "starved"] as const)
      player.on(type, (playback) => this.#send({ type, track: this.#idOf(playback) }));
    player.on("refilled", (playback, starvedMs) =>
      this.#send({ type: "refilled", track: this.#idOf(playback), starvedMs }),
    );
    player.on("titleChanged", (playback, title) =>
      this.#tell(this.#idOf(playback), { type: "title", title }),
    );
    player.on("warning", (message) => this.#send({ type: "warning", message }));
    player.on("playbackEnded", (playback, outcome) => this.#ended(playback, outcome));
  }

  #add(sent: SentTrack, place: SentPlace): void {
    const { id, seeks } = sent;
    const track: ServedTrack = { id, seeks, offsetMs: isInPieces(sent.source) ? sent.positionMs : 0 };
    this.#tracks.set(id, track);
    this.#beginning = track;
    try {
      track.playback = this.#begin(sent, place, track);
      this.#byPlayback.set(track.playback, track);
      this.#tell(id, { type: "begun", count: 0 });
    } catch (error) {
      this.#tracks.delete(id);
      this.#tell(id, { type: "ended", outcome: "failed", error: sendError(error) });
      // it is over there already
      if (place === "now") this.player.skip();
    }
    this.#beginning = undefined;
  }

  #begin(sent: SentTrack, place: SentPlace, track: ServedTrack): Playback {
    const { positionMs, rounds } = sent;
    const source = this.#sourceOf(sent, track);
    const options = {
      startMs: isInPieces(sent.source) ? 0 : rounds === 1 ? positionMs : sent.startMs,
      loop: rounds === Infinity ? true : rounds,
    };
    if (typeof place === "object") return this.player.mix(source, { ...place, ...options });
    const playback = place === "now" ? this.player.play(source, options) : this.player.queue(source, options);
    // the rounds behind this one begin at the start
    if (rounds > 1 && positionMs !== sent.startMs && this.player.current === playback)
      this.player.seek(positionMs);
    return playback;
  }

  #sourceOf({ id, source, positionMs }: SentTrack, track: ServedTrack): AudioSource {
    if (!isInPieces(source)) return this.#host.source?.(source) ?? source;
    const streamed = streamedSource(source, { ms: positionMs }, (pieces, from) =>
      this.#tell(id, { type: "wants", pieces, from }),
    );
    track.pieces = streamed.pieces;
    return streamed.source;
  }

  /** A source that has just ended is sought in no more. */
  #seek({ track: id, positionMs, seeks }: PlayerOrder & { type: "seek" }): void {
    const track = this.#tracks.get(id);
    if (track === undefined || track.playback !== this.player.current) return;
    track.seeks = seeks;
    this.player.seek(positionMs);
  }

  #ended(playback: Playback, outcome: PlaybackOutcome): void {
    const id = this.#idOf(playback);
    this.#tracks.delete(id);
    if (outcome !== "failed") return this.#tell(id, { type: "ended", outcome, losses: playback.losses });
    playback.ended.catch((error: unknown) =>
      this.#tell(id, { type: "ended", outcome, error: sendError(error) }),
    );
  }

  #lookAtPlace(): void {
    this.#host.clock.schedule(PLACE_MS, () => {
      if (this.#isClosed) return;
      if (this.player.status === "playing") this.#tellPlace();
      this.#lookAtPlace();
    });
  }

  #tellPlace(): void {
    const { current, positionMs, status, rounds } = this.player;
    const track = current && this.#byPlayback.get(current);
    if (track === undefined) return;
    const { id, seeks, offsetMs } = track;
    const isMoving = status === "playing";
    this.#send({ type: "place", track: id, positionMs: positionMs + offsetMs, isMoving, rounds, seeks });
  }

  /** One that is not known here is just beginning. */
  #idOf(playback: Playback): number {
    return (this.#byPlayback.get(playback) ?? this.#beginning)?.id ?? 0;
  }

  #tell(track: number, news: PlaybackNews): void {
    this.#send({ type: "track", track, news });
  }
}
