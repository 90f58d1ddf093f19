import {
  findDesktopApp,
  RpcError,
  type Cancel,
  type Clock,
  type RpcConnection,
  type RpcRequest,
} from "../../../net/index.js";

export interface DesktopLinkOptions {
  applicationId: bigint;
  clock: Clock;
  folder: string | undefined;
  event: (event: string, data: unknown) => void;
  log: (message: string) => void;
}

/** A request of the game to every desktop app, for as long as the game wants it. */
interface Wish {
  /** Made when it is sent: what it says may have changed since. */
  readonly request: () => RpcRequest;
  /** The app that was asked last, and its answer; undefined while none was asked. */
  asked: { readonly connection: RpcConnection; readonly answer: Promise<unknown> } | undefined;
  /** Whether some desktop app has agreed to it. */
  isAccepted: boolean;
  /** The previous wish, kept until an app agrees to this one. */
  before: Wish | undefined;
}

/** A search for a desktop app, which ends at once when it is aborted. */
interface Search {
  readonly end: AbortController;
  readonly found: Promise<RpcConnection>;
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
  #search: Search | undefined;
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
    const wish: Wish = { ...newWish(request), before: earlier(this.#wishes.get(key)) };
    this.#wishes.set(key, wish);
    try {
      const connection = await this.#connected();
      return await this.#deliver(this.#wishes.get(key), connection);
    } catch (error) {
      if (error instanceof RpcError && error.code !== "RPC_REFUSED") throw error;
      // Not a matter of the connection: the same request would fail again.
      if (this.#wishes.get(key) === wish) this.#restore(key, wish);
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
    // A client that was destroyed stays without an app.
    moved.#isOver = this.#isOver;
    for (const [key, { request }] of this.#wishes) moved.#wishes.set(key, newWish(request));
    this.end();
    moved.#searchIfWanted();
    return moved;
  }

  /** The app has refused a wish: wants again what it, or an app before it, has agreed to. */
  #restore(key: string, refused: Wish): void {
    let accepted = refused.before;
    while (accepted?.isAccepted === false) accepted = accepted.before;
    if (accepted === undefined) this.#wishes.delete(key);
    else this.#wishes.set(key, accepted);
    if (this.#wishes.size === 0) this.#disconnect();
    else if (this.#connection !== undefined) this.#deliver(accepted, this.#connection)?.catch(this.#failed);
  }

  #disconnect(): void {
    this.#cancelSearch?.();
    this.#cancelSearch = undefined;
    this.#search?.end.abort();
    this.#search = undefined;
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Searches now, also when the next search is still to come. */
  #connected(): Promise<RpcConnection> {
    if (this.#connection !== undefined) return Promise.resolve(this.#connection);
    if (this.#isOver) return Promise.reject(new RpcError("RPC_CLOSED", "the client was destroyed"));
    if (this.applicationId === 0n) return Promise.reject(noApplication());
    this.#cancelSearch?.();
    this.#cancelSearch = undefined;
    this.#search ??= this.#begunSearch();
    return this.#search.found;
  }

  #begunSearch(): Search {
    const end = new AbortController();
    const found = this.#open(end.signal).finally(() => {
      if (this.#search === search) this.#search = undefined;
    });
    const search = { end, found };
    return search;
  }

  async #open(signal: AbortSignal): Promise<RpcConnection> {
    try {
      const { applicationId, clock, folder, event } = this.#options;
      const connection: RpcConnection = await findDesktopApp({
        ...{ applicationId, clock, folder, event, signal },
        closed: (error) => this.#closed(error),
      });
      if (signal.aborted) {
        connection.close();
        throw new RpcError("RPC_CLOSED", "the desktop app is no longer needed");
      }
      this.#begin(connection);
      return connection;
    } catch (error) {
      if (!signal.aborted) this.#notFound(error);
      throw error;
    }
  }

  #begin(connection: RpcConnection): void {
    this.#connection = connection;
    for (const wish of this.#wishes.values()) this.#deliver(wish, connection)?.catch(this.#failed);
  }

  #deliver(wish: Wish | undefined, connection: RpcConnection): Promise<unknown> | undefined {
    if (wish === undefined) return undefined;
    if (wish.asked?.connection !== connection) wish.asked = { connection, answer: ask(wish, connection) };
    return wish.asked.answer;
  }

  /** The app has quit, or starts again. */
  #closed(error: RpcError): void {
    this.#connection = undefined;
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
    // Failures are logged there.
    this.#connected().catch(() => undefined);
  }

  readonly #failed = (error: unknown): void => {
    this.#options.log((error as Error).message);
  };
}

function newWish(request: () => RpcRequest): Wish {
  return { request, asked: undefined, isAccepted: false, before: undefined };
}

/** A wish that was never sent is forgotten with its replacement, so that the chain stays short. */
function earlier(wish: Wish | undefined): Wish | undefined {
  return wish === undefined || wish.isAccepted || wish.asked !== undefined ? wish : wish.before;
}

async function ask(wish: Wish, connection: RpcConnection): Promise<unknown> {
  const data = await connection.request(wish.request());
  wish.isAccepted = true;
  wish.before = undefined;
  return data;
}

/** The wishes wait for {@link DesktopLink.movedTo}. */
function noApplication(): RpcError {
  return new RpcError("RPC_UNAVAILABLE", "the game is not known: call setApplicationId first");
}
