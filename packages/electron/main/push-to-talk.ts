import { ArgumentError, type Subscription } from "sdkpp";

/** A push-to-talk key, in the hands of whoever watches the keyboard. */
export interface TalkKey {
  /**
   * Says whether the key is down. Repeats of a key that is held cost nothing: only a change reaches the calls.
   * @throws {ArgumentError} when not a boolean; the key counts as up then
   */
  readonly onKey: (isDown: boolean) => void;
  /** Ends the watch, as the source does by itself: the key counts as up. @param error why, for the event `talkKeyEnded` */
  readonly onEnd: (error?: unknown) => void;
}

/**
 * Watches a key of the keyboard, or a button, also while another window is in front. What it throws or rejects with ends it.
 * @returns ends the watch
 */
export type TalkKeySource = (key: TalkKey) => StopWatch | Promise<StopWatch>;
type StopWatch = (() => void) | void;

export interface PushToTalkParts {
  /** the key went down or up, of all sources together */
  readonly set: (isDown: boolean) => void;
  /** a source ended by itself */
  readonly ended: (error: unknown) => void;
}

/** The sources of push-to-talk keys: the player talks while one of their keys is down. */
export class PushToTalk {
  readonly #parts: PushToTalkParts;
  readonly #sources = new Set<WatchedKey>();
  #isDown = false;

  constructor(parts: PushToTalkParts) {
    this.#parts = parts;
  }

  /** @throws {ArgumentError} when not a function */
  add(source: TalkKeySource): Subscription {
    if (typeof source !== "function") throw new ArgumentError("source", "a function", typeof source);
    const key = new WatchedKey({
      changed: () => this.#look(),
      ended: (error) => {
        this.#remove(key);
        this.#parts.ended(error);
      },
    });
    this.#sources.add(key);
    key.watch(source);
    const dispose = (): void => this.#remove(key);
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** Another process has the client: to it all keys are up, until one of them is said to be down again. */
  forget(): void {
    for (const key of this.#sources) key.isDown = false;
    this.#isDown = false;
  }

  /** Ends all sources. */
  close(): void {
    for (const key of this.#sources) this.#remove(key);
  }

  #remove(key: WatchedKey): void {
    if (!this.#sources.delete(key)) return;
    this.#look();
    key.end();
  }

  #look(): void {
    const isDown = [...this.#sources].some((key) => key.isDown);
    if (isDown === this.#isDown) return;
    this.#isDown = isDown;
    this.#parts.set(isDown);
  }
}

interface WatchedKeyParts {
  readonly changed: () => void;
  readonly ended: (error: unknown) => void;
}

/** The key of one source. */
class WatchedKey {
  readonly #parts: WatchedKeyParts;
  #stop: StopWatch = undefined;
  #isOver = false;
  isDown = false;

  constructor(parts: WatchedKeyParts) {
    this.#parts = parts;
  }

  watch(source: TalkKeySource): void {
    void this.#begin(source).catch((error: unknown) => this.#over(error));
  }

  end(): void {
    this.#isOver = true;
    const stop = this.#stop;
    this.#stop = undefined;
    try {
      stop?.();
    } catch (error) {
      this.#parts.ended(error);
    }
  }

  async #begin(source: TalkKeySource): Promise<void> {
    const stop = await source({
      onKey: (isDown) => this.#set(isDown),
      onEnd: (error) => this.#over(error),
    });
    if (stop !== undefined && typeof stop !== "function")
      throw new ArgumentError("the value of the source", "a function that ends the watch", typeof stop);
    this.#stop = stop;
    if (this.#isOver) this.end();
  }

  #set(isDown: boolean): void {
    if (this.#isOver) return;
    const isKnown = typeof isDown === "boolean";
    this.isDown = isKnown && isDown;
    this.#parts.changed();
    if (!isKnown) throw new ArgumentError("isDown", "a boolean", typeof isDown);
  }

  #over(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.isDown = false;
    this.#parts.ended(error);
  }
}
