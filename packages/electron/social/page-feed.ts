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
/** Between two frames, milliseconds: as many as a screen of 60 Hz shows. */
const FRAME_MS = 16;
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
 * What one page is told: a snapshot, then frames of what has changed since, one in 16 ms at most. Only so many frames are under way as the page has
 * said that it takes beyond what it has drawn, so a page sets the pace, and what a slow one misses is joined: of each record it gets the newest.
 */
export class PageFeed {
  readonly #parts: PageFeedParts;
  readonly #visible: readonly CollectionName[];
  readonly #changed = new Map<CollectionName, Set<string>>();
  readonly #unfollow: () => void;
  readonly #taps: Taps;
  #events: EventMessage[] = [];
  #version = 0;
  /** The newest version of which the page has said that it is drawn. */
  #drawnVersion = 0;
  /** The last version that the page takes before it has said that it drew more. */
  #lastTaken = 0;
  #frameMs = -Infinity;
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

  /**
   * The page has drawn what it was sent up to a version. A version that was never sent, or is older than one it has named, changes nothing.
   * @param frames that it takes beyond it
   */
  drawn(version: number, frames: number): void {
    if (version < this.#drawnVersion || version > this.#version) return;
    this.#drawnVersion = version;
    this.#lastTaken = version + frames;
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

  /** Whether the page takes another frame. One that waits for a snapshot leaves frames out. */
  get #isReady(): boolean {
    return !this.#isEnded && !this.#isSnapshotWanted && this.#version < this.#lastTaken;
  }

  /** Changes of one turn of the event loop go together, and so do those within 16 ms of a frame. */
  #schedule(): void {
    if (this.#isScheduled || !this.#isReady || !this.#hasNews) return;
    const { clock } = this.#parts;
    this.#isScheduled = true;
    clock.schedule(Math.max(0, this.#frameMs + FRAME_MS - clock.now()), () => {
      this.#isScheduled = false;
      if (this.#isReady && this.#hasNews) this.#sendFrame();
    });
  }

  #sendFrame(): void {
    this.#frameMs = this.#parts.clock.now();
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
    // what did not fit
    this.#schedule();
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
    this.#changed.clear();
    this.#toldOrder = undefined;
    this.#version += 1;
    // the frames follow when the page has drawn it
    this.#drawnVersion = this.#version;
    this.#lastTaken = this.#version;
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
