import type { Clock } from "../../../net/index.js";
import { World, type WorldChange, type WorldEvent, type WorldView } from "../../../state/index.js";

/** How long an operation waits for the gateway to announce what HTTP has confirmed. */
const ANNOUNCEMENT_MS = 2000;

type ChangeOf<T extends WorldChange["type"]> = WorldChange & { type: T };
type Listener = (change: never) => void;

/** An operation's access to the world: to see it, to change it, and to wait for a state. */
export type WorldAccess = Pick<LiveWorld, "view" | "apply" | "until">;

/** The client's picture of the world, with listeners for its changes and operations that wait for a state. */
export class LiveWorld {
  readonly #world = new World();
  readonly #clock: Clock;
  readonly #listeners = new Map<WorldChange["type"], Listener[]>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get view(): WorldView {
    return this.#world;
  }

  /** Listens to one type of change. Listeners of a type run in the order in which they were added. */
  on<T extends WorldChange["type"]>(type: T, listener: (change: ChangeOf<T>) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  /** Applies an event, notifies the listeners of each change, then checks what operations wait for. */
  apply(event: WorldEvent): void {
    for (const change of this.#world.apply(event)) {
      const listeners = this.#listeners.get(change.type);
      if (listeners !== undefined) for (const listener of listeners) listener(change as never);
    }
    for (const check of this.#waiting) check();
  }

  /** @returns as soon as `holds` is true, or after two seconds: then the gateway has not announced it */
  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        this.#waiting.delete(check);
        resolve();
      };
      const check = (): void => {
        if (holds()) done();
      };
      const cancel = this.#clock.schedule(ANNOUNCEMENT_MS, done);
      this.#waiting.add(check);
    });
  }

  destroyed(): void {
    this.apply({ type: "cleared" });
  }
}
