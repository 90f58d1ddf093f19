import { keyFrom, type LobbyId, type UserId } from "sdkpp/surface";
import { tell } from "./tell.js";

type Listener = (samples: Int16Array) => void;

/** The sound of speakers that a page asked for. */
export class PageTaps {
  readonly #listeners = new Map<string, Set<{ readonly listener: Listener }>>();
  readonly #wanted: (key: string, isWanted: boolean) => void;

  /** @param wanted somebody listens to this one, or nobody any more */
  constructor(wanted: (key: string, isWanted: boolean) => void) {
    this.#wanted = wanted;
  }

  open(lobbyId: LobbyId, userId: UserId, listener: Listener): () => void {
    const key = keyFrom([lobbyId, userId]);
    const listeners = this.#listeners.get(key) ?? new Set();
    // one function may listen twice
    const own = { listener };
    this.#listeners.set(key, listeners.add(own));
    if (listeners.size === 1) this.#wanted(key, true);
    return () => {
      if (!listeners.delete(own) || listeners.size > 0) return;
      this.#listeners.delete(key);
      this.#wanted(key, false);
    };
  }

  /** Another process has the calls: it is asked again. */
  again(): void {
    for (const key of this.#listeners.keys()) this.#wanted(key, true);
  }

  heard(key: string, samples: Int16Array): void {
    const listeners = [...(this.#listeners.get(key) ?? [])].map(({ listener }) => listener);
    tell(listeners, samples);
  }
}
