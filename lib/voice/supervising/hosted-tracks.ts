import type { PlayerOrder, SentPlace } from "../process/messages.js";
import type { HostedPlayback } from "./hosted-playback.js";
import type { HostedTrack } from "./hosted-track.js";

/** Sources behind the current one that the process has: the others wait here, and cost it nothing. */
const SENT_AHEAD = 3;

type Send = (order: PlayerOrder) => void;

/** The tracks of a player of a voice process, in their order. They outlive the process: the next one gets those that are not over. */
export class HostedTracks {
  #send: Send | undefined;
  #present: HostedTrack | undefined;
  #following: HostedTrack[] = [];
  readonly #mixed = new Set<HostedTrack>();

  get present(): HostedTrack | undefined {
    return this.#present;
  }

  /** Behind the present one. */
  get following(): readonly HostedTrack[] {
    return this.#following;
  }

  /** Those that are mixed in. */
  get mixed(): readonly HostedTrack[] {
    return [...this.#mixed];
  }

  get all(): readonly HostedTrack[] {
    const present = this.#present === undefined ? [] : [this.#present];
    return [...present, ...this.#following, ...this.#mixed];
  }

  find(id: number): HostedTrack | undefined {
    return this.all.find((track) => track.id === id);
  }

  /** A process has the player: it gets them. */
  assign(send: Send): void {
    this.#send = send;
    this.#fill();
    for (const track of this.#mixed) this.#add(track);
  }

  /** The process has ended, or cannot have the player. */
  lost(): void {
    this.#send = undefined;
    for (const { playback } of this.all.filter((track) => track.lost())) playback.end("stopped");
  }

  /** Plays a track in place of the present one. */
  playNow(track: HostedTrack): void {
    const before = this.#present;
    this.#present = track;
    this.#give(track, "now");
    before?.playback.end("stopped");
    this.#fill();
  }

  add(track: HostedTrack): void {
    this.#following.push(track);
    this.#fill();
  }

  mixIn(track: HostedTrack): void {
    this.#mixed.add(track);
    this.#add(track);
  }

  seek(track: HostedTrack, positionMs: number): void {
    const seeks = track.seek(positionMs);
    this.say({ type: "seek", track: track.id, positionMs, seeks });
  }

  /** Says it to the process, if that knows of the track. */
  say(order: PlayerOrder & { track: number }): void {
    if (this.find(order.track)?.isSent === true) this.#send?.(order);
  }

  /** Takes a track that is over out of its place, if it still has one. @returns whether it was the present one */
  remove(playback: HostedPlayback): boolean {
    const isPresent = this.#present?.playback === playback;
    if (isPresent) this.#present = undefined;
    this.#following = this.#following.filter((track) => track.playback !== playback);
    for (const track of this.#mixed) if (track.playback === playback) this.#mixed.delete(track);
    this.#fill();
    return isPresent;
  }

  #fill(): void {
    this.#present ??= this.#following.shift();
    for (const track of [this.#present, ...this.#following.slice(0, SENT_AHEAD)])
      if (track?.isSent === false) this.#give(track, "behind");
  }

  #add(track: HostedTrack): void {
    if (track.mixed !== undefined) this.#give(track, track.mixed);
  }

  /** What cannot be cloned cannot be sent. */
  #give(track: HostedTrack, place: SentPlace): void {
    if (this.#send === undefined) return;
    try {
      track.isSent = true;
      this.#send({ type: "add", track: track.sent, place });
    } catch (error) {
      track.isSent = false;
      track.playback.end("failed", error);
    }
  }
}
