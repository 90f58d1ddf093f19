import {
  findDesktopApp,
  RpcError,
  type Cancel,
  type Clock,
  type RpcConnection,
  type RpcRequest,
} from "../../net/index.js";

export interface DesktopLinkOptions {
  applicationId: bigint;
  clock: Clock;
  folder: string | undefined;
  event: (event: string, data: unknown) => void;
  log: (message: string) => void;
}

/** What the game wants of every desktop app, as long as it wants it. */
interface Wish {
  /** Made when it is sent: what it says may have changed since. */
  readonly request: () => RpcRequest;
  /** The answer of the connected app; undefined when it was not asked. */
  answer: Promise<unknown> | undefined;
  /** Whether some desktop app has agreed to it. */
  isAccepted: boolean;
}

/** How long to wait before the next search, milliseconds: R§3.6, and longer when an app has refused the game. */
const SEARCH_AGAIN_MS = 5000;
const REFUSED_AGAIN_MS = 60_000;

/**
 * The connection of one game to the desktop app, for as long as the game wants something of it. An app that starts later, or
 * starts again, is told everything that is wanted.
 */
export class DesktopLink {
  readonly #options: DesktopLinkOptions;
  readonly #wishes = new Map<string, Wish>();
  #connection: RpcConnection | undefined;
  #opening: Promise<RpcConnection> | undefined;
  #cancelSearch: Cancel | undefined;
  #isOver = false;

  constructor(options: DesktopLinkOptions) {
    this.#options = options;
  }

  get applicationId(): bigint {
    return this.#options.applicationId;
  }

  get connection(): RpcConnection | undefined {
    return this.#connection;
  }

  /**
   * Wants something from now on, instead of what was wanted under the same key.
   * @returns the app's answer
   * @throws {RpcError} RPC_UNAVAILABLE and RPC_CLOSED when no app was asked: it remains wanted; RPC_REFUSED: it does not, and what
   * was wanted before is wanted again
   */
  async want(key: string, request: () => RpcRequest): Promise<unknown> {
    const before = this.#wishes.get(key);
    const wish: Wish = { request, answer: undefined, isAccepted: false };
    this.#wishes.set(key, wish);
    try {
      const connection = await this.#connected();
      return await this.#deliver(this.#wishes.get(key), connection);
    } catch (error) {
      if (error instanceof RpcError && error.code !== "RPC_REFUSED") throw error;
      // Not a matter of the connection: the same request would fail again.
      if (this.#wishes.get(key) === wish) this.#restore(key, before);
      throw error;
    }
  }

  /** No longer wants it. @param undo what tells the app so, when it is to stay connected for other wishes */
  unwant(key: string, undo: RpcRequest): void {
    if (!this.#wishes.delete(key)) return;
    if (this.#wishes.size === 0) this.#disconnect();
    else this.#connection?.request(undo).catch(this.#failed);
  }

  /** Wants nothing any more. */
  end(): void {
    this.#isOver = true;
    this.#wishes.clear();
    this.#disconnect();
  }

  /** The same wishes with another application; this link is over. */
  movedTo(options: DesktopLinkOptions): DesktopLink {
    const moved = new DesktopLink(options);
    for (const [key, { request }] of this.#wishes)
      moved.#wishes.set(key, { request, answer: undefined, isAccepted: false });
    this.end();
    moved.#searchIfWanted();
    return moved;
  }

  #restore(key: string, before: Wish | undefined): void {
    if (before?.isAccepted === true) this.#wishes.set(key, before);
    else this.#wishes.delete(key);
    if (this.#wishes.size === 0) this.#disconnect();
  }

  #disconnect(): void {
    this.#cancelSearch?.();
    this.#cancelSearch = undefined;
    this.#connection?.close();
    this.#lost();
  }

  #lost(): void {
    this.#connection = undefined;
    for (const wish of this.#wishes.values()) wish.answer = undefined;
  }

  /** Searches now, also when the next search is still to come. */
  #connected(): Promise<RpcConnection> {
    if (this.#connection !== undefined) return Promise.resolve(this.#connection);
    if (this.#isOver) return Promise.reject(new RpcError("RPC_CLOSED", "the client was destroyed"));
    if (this.applicationId === 0n) return Promise.reject(noApplication());
    this.#cancelSearch?.();
    this.#cancelSearch = undefined;
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open(): Promise<RpcConnection> {
    try {
      const { applicationId, clock, folder, event } = this.#options;
      const connection: RpcConnection = await findDesktopApp({
        ...{ applicationId, clock, folder, event },
        closed: (error) => this.#closed(error),
      });
      this.#begin(connection);
      return connection;
    } catch (error) {
      this.#notFound(error);
      throw error;
    }
  }

  #begin(connection: RpcConnection): void {
    if (this.#isOver || this.#wishes.size === 0) {
      connection.close();
      throw new RpcError("RPC_CLOSED", "the desktop app is no longer needed");
    }
    this.#connection = connection;
    for (const wish of this.#wishes.values()) this.#deliver(wish, connection)?.catch(this.#failed);
  }

  #deliver(wish: Wish | undefined, connection: RpcConnection): Promise<unknown> | undefined {
    if (wish === undefined) return undefined;
    wish.answer ??= connection.request(wish.request()).then((data) => {
      wish.isAccepted = true;
      return data;
    });
    return wish.answer;
  }

  /** The app has quit, or starts again. */
  #closed(error: RpcError): void {
    this.#lost();
    this.#searchLater(error, SEARCH_AGAIN_MS);
  }

  #notFound(error: unknown): void {
    const isUnavailable = error instanceof RpcError && error.code === "RPC_UNAVAILABLE";
    this.#searchLater(isUnavailable ? undefined : error, isUnavailable ? SEARCH_AGAIN_MS : REFUSED_AGAIN_MS);
  }

  /** @param error for the log */
  #searchLater(error: unknown, delayMs: number): void {
    if (this.#isOver || this.#wishes.size === 0) return;
    if (error !== undefined) this.#failed(error);
    this.#cancelSearch ??= this.#options.clock.schedule(delayMs, () => this.#searchIfWanted());
  }

  #searchIfWanted(): void {
    this.#cancelSearch = undefined;
    if (this.#isOver || this.#wishes.size === 0) return;
    // What it fails with is logged there.
    this.#connected().catch(() => undefined);
  }

  readonly #failed = (error: unknown): void => {
    this.#options.log((error as Error).message);
  };
}

/** The wishes wait for {@link DesktopLink.movedTo}. */
function noApplication(): RpcError {
  return new RpcError("RPC_UNAVAILABLE", "the game is not known: call setApplicationId first");
}
