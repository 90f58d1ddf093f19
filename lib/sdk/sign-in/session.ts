import { Emitter, type Subscription } from "../../call/emitter.js";
import { systemClock, type Cancel, type Clock, type StoredTokens, type TokenStore } from "../../net/index.js";
import { objectArgument } from "../../protocol/index.js";
import { ArgumentError, GatewayCloseCode, SdkError } from "../../wire/index.js";
import { functionArgument, idArgument, integerArgument, optionalArgument, type IdLike } from "../argument.js";
import { ClientResultError } from "../client-result-error.js";
import { AuthorizationTokenType, ClientStatus, type ClientError } from "../../enums/index.js";
import { TokenKeeper } from "./token-keeper.js";
import type { NewTokens, Renewal } from "./token-keeper.js";

export type { NewTokens } from "./token-keeper.js";

/** Tokens are refreshed this long before they expire. */
const AHEAD_MS = 3_600_000;
const AHEAD_MAX_MS = 7 * 24 * 3_600_000;
/** Pauses after failed attempts: doubled from the first to the last. */
const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 60_000;
/** New tokens that the gateway rejects one after the other: then they are not the problem. */
const REJECTIONS_MAX = 2;

/**
 * The part of a `Client` that a session uses. A client fits; so does one in another process, whose refresh tokens stay in this one.
 */
export interface SessionClient {
  updateToken(tokenType: AuthorizationTokenType, token: string): Promise<unknown>;
  connect(): void;
  disconnect(): void;
  getStatus(): ClientStatus;
  /** false: it was destroyed */
  isValid(): boolean;
  getApplicationId(): bigint;
  refreshToken(applicationId: bigint, refreshToken: string): Promise<NewTokens>;
  revokeToken(applicationId: bigint, token: string): Promise<unknown>;
  on(
    event: "statusChanged",
    listener: (status: ClientStatus, error: ClientError, errorDetail: number) => void,
  ): Subscription;
}

export interface SessionOptions {
  readonly tokenStore: TokenStore;
  /** default: the application id of the client */
  readonly applicationId?: IdLike;
  /** signs in a guest; called again when its tokens expire. Default: there are no guests */
  readonly guest?: () => Promise<NewTokens>;
  /** asks the player, for example with `authorize` and `getToken`, or with `getTokenFromDevice` */
  readonly interactive?: () => Promise<NewTokens>;
  /**
   * how long before their expiry tokens are renewed, milliseconds: 0 to 7 days; default one hour. Tokens with a short life are
   * renewed after half of it
   */
  readonly refreshAheadMs?: number;
  /** replaces the clock, for tests */
  readonly clock?: Clock;
  /** replaces the time of this machine, Unix milliseconds, for tests */
  readonly unixNow?: () => number;
}

export interface SessionEvents {
  /** the player's authorization has ended (revoked, unlinked or banned), and its tokens are deleted */
  deauthorized: () => void;
  /** no player is signed in: show the player a way to `signIn()` */
  relinkNeeded: () => void;
  /** the tokens could not be renewed; the session tries again */
  failed: (error: unknown) => void;
}

/**
 * Keeps a player signed in: with stored tokens, as a guest, or by asking. It refreshes tokens ahead of time, together with
 * other processes that use the same store, and connects the client again when the platform has rejected a token. Its events
 * and promises always run on the event loop. An addition.
 *
 * @example
 * const session = new Session(client, {
 *   tokenStore: new FileTokenStore(`${folder}/player.json`),
 *   applicationId,
 *   interactive: async () => {
 *     const verifier = client.createAuthorizationCodeVerifier();
 *     const args = new AuthorizationArgs();
 *     args.clientId = applicationId;
 *     args.scopes = Client.getDefaultCommunicationScopes();
 *     args.codeChallenge = verifier.challenge;
 *     const { code, redirectUri } = await client.authorize(args);
 *     return client.getToken(applicationId, code, verifier.verifier, redirectUri);
 *   },
 * });
 * session.on("relinkNeeded", () => console.log("Please sign in again."));
 * await session.start();
 * // when the game ends:
 * session.stop();
 */
export class Session implements Disposable {
  readonly #client: SessionClient;
  readonly #options: SessionOptions;
  readonly #clock: Clock;
  readonly #keeper: TokenKeeper;
  readonly #events = new Emitter<SessionEvents>((_event, error) => process.emitWarning(warningOf(error)));
  readonly #statusListener: Subscription;
  /** Steps run one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #tokens: StoredTokens | undefined;
  #cancelTimer: Cancel = () => undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #rejections = 0;
  #isStopped = false;

  /** @throws {ArgumentError} for an invalid option, {@link ArgumentRangeError} for an invalid time */
  constructor(client: SessionClient, options: SessionOptions) {
    this.#client = client;
    this.#options = checked(options);
    this.#clock = options.clock ?? systemClock;
    this.#keeper = new TokenKeeper({
      store: options.tokenStore,
      refresh: (token) => client.refreshToken(this.#applicationId, token),
      guest: options.guest,
      unixNow: options.unixNow ?? Date.now,
      aheadMs: options.refreshAheadMs ?? AHEAD_MS,
    });
    this.#statusListener = client.on("statusChanged", (status, _error, detail) =>
      this.#statusChanged(status, detail),
    );
  }

  /** Listens to an event. */
  on<K extends keyof SessionEvents>(event: K, listener: SessionEvents[K]): Subscription {
    return this.#events.on(event, listener);
  }

  /**
   * Stops listening to an event. A function that listens several times is taken back once, its newest subscription first.
   */
  off<K extends keyof SessionEvents>(event: K, listener: SessionEvents[K]): void {
    this.#events.off(event, listener);
  }

  /**
   * Signs in and connects: with the stored tokens, which are refreshed when they are about to expire; else as a guest; else by
   * asking the player, where the options allow it.
   * @returns who is signed in
   * @throws {SdkError} SIGN_IN_NEEDED when none of these is possible
   * @throws {ClientResultError} when the platform could not be asked, or the player cancelled; nothing is lost, and `start` may
   * be called again
   */
  start(): Promise<"account" | "guest"> {
    return this.#step(async () => {
      const tokens = (await this.#stored()) ?? (await this.#asGuest()) ?? (await this.#ask());
      if (tokens === undefined) {
        this.#events.emit("relinkNeeded");
        throw new SdkError("SIGN_IN_NEEDED", "nobody is signed in, and the session cannot ask the player");
      }
      await this.#use(tokens, true);
      return tokens.kind;
    });
  }

  /**
   * Asks the player, in place of stored tokens: for a guest who links an account, and after `relinkNeeded`.
   * @throws {ArgumentError} without the option `interactive`; what that function throws, and then nothing has changed
   */
  signIn(): Promise<void> {
    return this.#step(async () => {
      const tokens = await this.#ask();
      if (tokens === undefined) throw new ArgumentError("interactive", "a function", "none");
      await this.#use(tokens, true);
    });
  }

  /**
   * Revokes the player's tokens, deletes them from the store, and disconnects.
   * @throws {ClientResultError} when the platform could not be asked; the tokens are deleted all the same
   */
  signOut(): Promise<void> {
    return this.#step(async () => {
      const tokens = this.#tokens ?? (await this.#keeper.load());
      this.#forget();
      await this.#keeper.clear();
      this.#client.disconnect();
      if (tokens !== undefined) await this.#client.revokeToken(this.#applicationId, tokens.accessToken);
    });
  }

  /** Ends the session's timers and listeners. The client stays connected, and the tokens stay stored. Idempotent. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#statusListener.dispose();
    this.#events.clear();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  get #applicationId(): bigint {
    const { applicationId } = this.#options;
    const id = applicationId === undefined ? this.#client.getApplicationId() : BigInt(applicationId);
    if (id === 0n)
      throw new ArgumentError("applicationId", "an application id, here or through setApplicationId", "none");
    return id;
  }

  #step<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(() => {
      if (this.#isStopped) throw new SdkError("SESSION_STOPPED", "the session was stopped");
      return work();
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** The stored tokens, refreshed when needed; undefined when there are none that work. */
  async #stored(): Promise<StoredTokens | undefined> {
    const stored = await this.#keeper.load();
    if (stored === undefined || this.#keeper.isFresh(stored)) return stored;
    try {
      return this.#accepted(await this.#keeper.renew(stored));
    } catch (error) {
      if (!(error instanceof ClientResultError) || !this.#keeper.isValid(stored)) throw error;
      this.#events.emit("failed", error);
      return stored;
    }
  }

  async #asGuest(rejected?: StoredTokens): Promise<StoredTokens | undefined> {
    const made = await this.#keeper.guest(rejected);
    return typeof made === "string" ? undefined : made;
  }

  async #ask(): Promise<StoredTokens | undefined> {
    const { interactive } = this.#options;
    return interactive === undefined ? undefined : this.#keeper.keep(await interactive());
  }

  #accepted(renewal: Renewal): StoredTokens | undefined {
    if (renewal === "ended") this.#events.emit("deauthorized");
    return typeof renewal === "string" ? undefined : renewal;
  }

  async #use(tokens: StoredTokens, connects: boolean): Promise<void> {
    await this.#client.updateToken(AuthorizationTokenType.Bearer, tokens.accessToken);
    this.#tokens = tokens;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#renewAfter(this.#keeper.timeLeftMs(tokens), false);
    if (connects && this.#client.getStatus() === ClientStatus.Disconnected) this.#client.connect();
  }

  #renewAfter(delayMs: number, connects: boolean): void {
    this.#cancelTimer();
    if (!this.#isStopped) this.#cancelTimer = this.#clock.schedule(delayMs, () => this.#renew(connects));
  }

  /** Renews in the background. @param connects whether the client lost its connection with the old tokens */
  #renew(connects: boolean): void {
    void this.#step(() => this.#renewStep(connects)).catch((error: unknown) => this.#failed(error, connects));
  }

  async #renewStep(connects: boolean): Promise<void> {
    const current = this.#tokens;
    if (current === undefined || !this.#client.isValid()) return;
    const next = this.#accepted(await this.#keeper.renew(current)) ?? (await this.#asGuest(current));
    if (next !== undefined) return this.#use(next, connects);
    this.#forget();
    this.#events.emit("relinkNeeded");
  }

  #failed(error: unknown, connects: boolean): void {
    if (this.#isStopped) return;
    this.#events.emit("failed", error);
    this.#renewAfter(this.#pauseMs, connects);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_PAUSE_MS);
  }

  #statusChanged(status: ClientStatus, detail: number): void {
    if (status === ClientStatus.Ready) this.#rejections = 0;
    if (status !== ClientStatus.Disconnected || detail !== GatewayCloseCode.AuthenticationFailed) return;
    this.#rejections += 1;
    if (this.#rejections <= REJECTIONS_MAX) return this.#renew(true);
    this.#forget();
    this.#events.emit("relinkNeeded");
  }

  #forget(): void {
    this.#cancelTimer();
    this.#tokens = undefined;
  }
}

/** @throws {ArgumentError} for an invalid option */
function checked(options: SessionOptions): SessionOptions {
  const { tokenStore, applicationId, guest, interactive, refreshAheadMs } = objectArgument(
    "options",
    options,
  );
  const store = objectArgument("tokenStore", tokenStore);
  for (const name of ["load", "save", "clear", "exclusively"] as const)
    functionArgument(`tokenStore.${name}`, store[name]);
  optionalArgument("applicationId", applicationId, idArgument);
  optionalArgument("guest", guest, functionArgument);
  optionalArgument("interactive", interactive, functionArgument);
  optionalArgument("refreshAheadMs", refreshAheadMs, (name, value) =>
    integerArgument(name, value, 0, AHEAD_MAX_MS),
  );
  return { ...options };
}

function warningOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
