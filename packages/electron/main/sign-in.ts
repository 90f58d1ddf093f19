import {
  SdkError,
  Session,
  type Cancel,
  type NewTokens,
  type SessionClient,
  type Subscription,
  type TokenStore,
} from "sdkpp";
import type { SignInParts } from "./client-host.js";
import type { TimerClock } from "../bridge/system-clock.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const NEEDED = "SIGN_IN_NEEDED";

/** What happens to the player's being signed in. */
export interface SignInEvents {
  /** nobody is signed in: show the player a way to sign in */
  readonly relinkNeeded: () => void;
  /** the player's authorization has ended: revoked, unlinked or banned */
  readonly deauthorized: () => void;
  /** the platform could not be asked; it is tried again */
  readonly failed: (error: unknown) => void;
}

export interface SignInSettings {
  readonly client: SessionClient;
  readonly tokenStore: TokenStore;
  readonly ask: () => Promise<NewTokens>;
  /** Ends a question that the player has not answered. */
  readonly abort: () => void;
  readonly guest: (() => Promise<NewTokens>) | undefined;
  readonly clock: TimerClock;
  readonly events: SignInEvents;
}

/** Keeps the player signed in: a `Session` that never opens a page by itself. */
export class SignIn implements SignInParts {
  readonly #settings: SignInSettings;
  readonly #session: Session;
  readonly #subscriptions: readonly Subscription[];
  #resumed: Promise<void> = Promise.resolve();
  /** how many calls of `signIn` go on */
  #asking = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #cancelRetry: Cancel = () => undefined;
  #isClosed = false;

  constructor(settings: SignInSettings) {
    const { client, tokenStore, guest, events } = settings;
    this.#settings = settings;
    this.#session = new Session(client, {
      tokenStore,
      interactive: () => this.#ask(),
      ...(guest !== undefined && { guest }),
    });
    this.#subscriptions = [
      this.#session.on("relinkNeeded", () => events.relinkNeeded()),
      this.#session.on("deauthorized", () => events.deauthorized()),
      this.#session.on("failed", (error) => events.failed(error)),
    ];
  }

  /** Signs in with what is stored, or as a guest. It is tried again until the platform could be asked. */
  resume(): Promise<void> {
    this.#resumed = this.#session.start().then(
      () => undefined,
      (error: unknown) => this.#notResumed(error),
    );
    return this.#resumed;
  }

  /** Asks the player; a second call asks anew, as a player does who has closed the page. */
  async signIn(): Promise<void> {
    // While stored tokens are tried, nobody may be asked.
    await this.#resumed;
    this.#cancelRetry();
    this.#settings.abort();
    this.#asking += 1;
    try {
      await this.#session.signIn();
    } finally {
      this.#asking -= 1;
    }
  }

  async signOut(): Promise<void> {
    this.#cancelRetry();
    await this.#session.signOut();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    for (const one of this.#subscriptions) one.dispose();
    this.#session.stop();
  }

  async #ask(): Promise<NewTokens> {
    if (this.#asking > 0) return this.#settings.ask();
    throw new SdkError(NEEDED, "nobody is signed in: call signIn(), which asks the player");
  }

  #notResumed(error: unknown): void {
    const { clock, events } = this.#settings;
    if (this.#isClosed) return;
    if (error instanceof SdkError && error.code === NEEDED) return events.relinkNeeded();
    events.failed(error);
    this.#cancelRetry = clock.schedule(this.#pauseMs, () => void this.resume());
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
