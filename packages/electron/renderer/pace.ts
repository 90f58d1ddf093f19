import { FRAMES_MAX } from "../bridge/frames.js";
import type { Visibility } from "./visibility.js";

export interface PaceParts {
  /** runs a task with the next frame of the screen */
  readonly nextFrame: (task: () => void) => void;
  readonly visibility: Visibility;
  /** tells the process: the version that is drawn, and how many frames may follow, 1 to 8 */
  readonly drawn: (version: number, frames: number) => void;
}

/**
 * Tells the process of the client how far the page has drawn, and how many frames it takes beyond that. It speaks for every half of those frames,
 * since a message costs a page as much as a frame does. A page that draws more slowly than frames come takes fewer, and a hidden one takes one.
 */
export class Pace {
  readonly #parts: PaceParts;
  readonly #unwatch: () => void;
  /** The newest that the page holds; undefined while it waits for a snapshot. */
  #version: number | undefined;
  /** As the process was told last. */
  #toldVersion = 0;
  #frames = FRAMES_MAX;
  /** Kept, since the document takes longer to answer. */
  #isHidden: boolean;
  #isDrawing = false;
  /** Frames that came while the page was about to draw. */
  #overtaken = 0;

  constructor(parts: PaceParts) {
    this.#parts = parts;
    this.#isHidden = parts.visibility.isHidden;
    this.#unwatch = parts.visibility.watch(() => this.#seenOrHidden());
  }

  /** The page holds a snapshot of this version. */
  began(version: number): void {
    this.#version = version;
    this.#frames = FRAMES_MAX;
    this.#draw();
  }

  /** The page holds what this frame has brought. */
  took(version: number): void {
    this.#version = version;
    this.#overtaken += 1;
    if (version - this.#toldVersion >= this.#asked / 2) this.#draw();
  }

  /** The page waits for another snapshot. */
  lost(): void {
    this.#version = undefined;
  }

  /** Ends it: nothing is told any more. */
  end(): void {
    this.lost();
    this.#unwatch();
  }

  get #asked(): number {
    return this.#isHidden ? 1 : this.#frames;
  }

  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#overtaken = 0;
    this.#parts.nextFrame(() => {
      this.#isDrawing = false;
      this.#adapt();
      this.#tell();
    });
  }

  /** At 60 Hz a page is overtaken by one frame or two; by more where it draws more slowly, and then they pile up. */
  #adapt(): void {
    const isLate = this.#overtaken > this.#frames / 4;
    this.#frames = isLate ? Math.max(1, this.#frames / 2) : Math.min(FRAMES_MAX, this.#frames * 2);
  }

  #tell(): void {
    if (this.#version === undefined) return;
    this.#toldVersion = this.#version;
    this.#parts.drawn(this.#version, this.#asked);
  }

  /** A page that is seen again is brought up to date at once, and a hidden one no longer gets frames that were meant to be seen. */
  #seenOrHidden(): void {
    this.#isHidden = this.#parts.visibility.isHidden;
    this.#frames = FRAMES_MAX;
    this.#tell();
  }
}
