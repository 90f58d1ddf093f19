import type { Clock } from "sdkpp";
import { COLLECTIONS, type Allowed, type CollectionName, type EventName } from "sdkpp/surface";
import type { Change, EventMessage, MicrophoneReport, ToPage } from "../bridge/messages.js";
import type { LevelSource } from "./levels.js";
import type { MicrophoneSource } from "./microphone-watch.js";
import type { Records } from "./records.js";
import { Taps, type TapsParts } from "./taps.js";

/** Characters of JSON in a message; what Chromium sends in one piece is 64 KB, and a character has two bytes at most. */
const PIECE_MAX = 30_000;
/** Events that wait for a page that does not draw; behind that the oldest are left out. */
const EVENTS_MAX = 1000;
/** Between two snapshots, milliseconds: a page that asks for them without an end costs no more. */
const SNAPSHOT_PAUSE_MS = 250;

export interface PageFeedParts {
  readonly records: Records;
  readonly levels: LevelSource;
  readonly microphone: MicrophoneSource;
  readonly callOf: TapsParts["callOf"];
  readonly clock: Pick<Clock, "now" | "schedule">;
  readonly post: (message: ToPage) => void;
  readonly allow: ReadonlySet<Allowed>;
}

/**
 * What one page is told: a snapshot, then frames of what has changed since. A frame is sent when the page has drawn the one before, so a page sets the
 * pace, and what a slow one misses is joined: of each record it gets the newest.
 */
export class PageFeed {
  readonly #parts: PageFeedParts;
  readonly #visible: readonly CollectionName[];
  readonly #changed = new Map<CollectionName, Set<string>>();
  readonly #unfollow: () => void;
  readonly #taps: Taps;
  #events: EventMessage[] = [];
  #version = 0;
  /** The page has what was sent, and waits. */
  #isWaiting = false;
  #isScheduled = false;
  #snapshotMs = -Infinity;
  #isSnapshotWanted = false;
  #isSnapshotScheduled = false;
  #levels: (() => void) | undefined;
  #toldOrder: readonly string[] | undefined;
  #areLevelsNew = false;
  #microphone: (() => void) | undefined;
  #isMicrophoneNew = false;
  #isSoundNew = false;
  #isEnded = false;

  constructor(parts: PageFeedParts) {
    this.#parts = parts;
    const names = Object.keys(COLLECTIONS) as CollectionName[];
    this.#visible = names.filter((name) => parts.allow.has(name));
    this.#taps = new Taps({ callOf: parts.callOf, heard: () => this.#soundHeard() });
    this.#unfollow = parts.records.follow((collection, key) => this.#mark(collection, key));
  }

  /** Sends the state anew, at once or behind a pause. */
  sync(): void {
    this.#isSnapshotWanted = true;
    this.#scheduleSnapshot();
  }

  /** The page has drawn what it was sent last. */
  drawn(version: number): void {
    if (version !== this.#version || this.#isSnapshotWanted) return;
    this.#isWaiting = true;
    this.#schedule();
  }

  event(name: EventName, args: readonly unknown[]): void {
    if (!this.#parts.allow.has(name) || this.#version === 0) return;
    this.#events.push([name, ...args]);
    if (this.#events.length > EVENTS_MAX) this.#events.shift();
    this.#schedule();
  }

  watchLevels(wanted: boolean): void {
    if (wanted === (this.#levels !== undefined) || !this.#parts.allow.has("levels")) return;
    if (!wanted) return this.#endLevels();
    this.#toldOrder = undefined;
    this.#levels = this.#parts.levels.watch(() => {
      this.#areLevelsNew = true;
      this.#schedule();
    });
  }

  /** The microphone is open while a page that may watches it. */
  watchMicrophone(wanted: boolean): void {
    if (wanted === (this.#microphone !== undefined) || !this.#parts.allow.has("microphone")) return;
    if (!wanted) return this.#endMicrophone();
    this.#microphone = this.#parts.microphone.watch(() => {
      this.#isMicrophoneNew = true;
      this.#schedule();
    });
  }

  tap(key: string, wanted: boolean): void {
    if (!this.#parts.allow.has("tap")) return;
    if (wanted) this.#taps.open(key);
    else this.#taps.close(key);
  }

  end(): void {
    this.#isEnded = true;
    this.#unfollow();
    this.#taps.end();
    this.#endLevels();
    this.#endMicrophone();
  }

  #endLevels(): void {
    this.#levels?.();
    this.#levels = undefined;
    this.#areLevelsNew = false;
  }

  #endMicrophone(): void {
    this.#microphone?.();
    this.#microphone = undefined;
    this.#isMicrophoneNew = false;
  }

  #mark(collection: CollectionName, key: string): void {
    if (!this.#visible.includes(collection) || this.#version === 0) return;
    const keys = this.#changed.get(collection) ?? new Set();
    this.#changed.set(collection, keys.add(key));
    this.#schedule();
  }

  #soundHeard(): void {
    this.#isSoundNew = true;
    this.#schedule();
  }

  get #hasNews(): boolean {
    const isMeasured = this.#areLevelsNew || this.#isMicrophoneNew || this.#isSoundNew;
    return isMeasured || this.#events.length > 0 || this.#changed.size > 0;
  }

  /** What changes in one turn of the event loop goes together. */
  #schedule(): void {
    if (!this.#isWaiting || this.#isScheduled || !this.#hasNews) return;
    this.#isScheduled = true;
    this.#parts.clock.schedule(0, () => {
      this.#isScheduled = false;
      if (!this.#isEnded && this.#isWaiting && this.#hasNews) this.#sendFrame();
    });
  }

  #sendFrame(): void {
    this.#isWaiting = false;
    this.#version += 1;
    const events = this.#events;
    this.#events = [];
    this.#parts.post({
      type: "frame",
      version: this.#version,
      changes: this.#takeChanges(),
      events,
      ...this.#newLevels(),
      ...this.#newMicrophone(),
      ...this.#newSound(),
    });
  }

  #newLevels(): { levels?: Float32Array; order?: readonly string[] } {
    if (!this.#areLevelsNew) return {};
    this.#areLevelsNew = false;
    const { order, values } = this.#parts.levels;
    if (order === this.#toldOrder) return { levels: values() };
    this.#toldOrder = order;
    return { levels: values(), order };
  }

  #newMicrophone(): { microphone?: MicrophoneReport } {
    if (!this.#isMicrophoneNew) return {};
    this.#isMicrophoneNew = false;
    return { microphone: this.#parts.microphone.report };
  }

  #newSound(): { sound?: [string, Int16Array][] } {
    if (!this.#isSoundNew) return {};
    this.#isSoundNew = false;
    const sound = this.#taps.take();
    return sound.length === 0 ? {} : { sound };
  }

  /** As many as fit into a message; the others follow in the next frame. */
  #takeChanges(): Change[] {
    const taken: Change[] = [];
    let length = 0;
    for (const [collection, keys] of this.#changed) {
      for (const key of keys) {
        const change = this.#changeOf(collection, key);
        length += JSON.stringify(change).length;
        if (length > PIECE_MAX && taken.length > 0) return taken;
        taken.push(change);
        keys.delete(key);
      }
      this.#changed.delete(collection);
    }
    return taken;
  }

  #changeOf(collection: CollectionName, key: string): Change {
    return [collection, key, this.#parts.records.get(collection, key) ?? null];
  }

  #scheduleSnapshot(): void {
    if (this.#isSnapshotScheduled || this.#isEnded) return;
    const { clock } = this.#parts;
    const waitMs = Math.max(0, this.#snapshotMs + SNAPSHOT_PAUSE_MS - clock.now());
    this.#isSnapshotScheduled = true;
    clock.schedule(waitMs, () => {
      this.#isSnapshotScheduled = false;
      if (!this.#isEnded) this.#sendSnapshot();
    });
  }

  #sendSnapshot(): void {
    this.#snapshotMs = this.#parts.clock.now();
    this.#isSnapshotWanted = false;
    this.#isWaiting = false;
    this.#changed.clear();
    this.#toldOrder = undefined;
    this.#version += 1;
    const pieces = this.#pieces();
    pieces.forEach((changes, piece) => {
      const isLast = piece === pieces.length - 1;
      this.#parts.post({ type: "snapshot", piece, changes, ...(isLast ? { version: this.#version } : {}) });
    });
  }

  #pieces(): Change[][] {
    let piece: Change[] = [];
    const pieces = [piece];
    let length = 0;
    for (const collection of this.#visible) {
      for (const key of this.#parts.records.keys(collection)) {
        const change = this.#changeOf(collection, key);
        const size = JSON.stringify(change).length;
        if (length + size > PIECE_MAX && length > 0) {
          piece = [];
          pieces.push(piece);
          length = 0;
        }
        piece.push(change);
        length += size;
      }
    }
    return pieces;
  }
}
