import type { Secret } from "../../../protocol/index.js";
import type { Api, ApiRequest } from "./api.js";

/** The part of the client's session that the player's requests need. */
export interface PlayerSession {
  readonly token: Secret;
  /** @throws {Failure} ClientNotReady */
  requireReady(): void;
  /** @throws {Failure} Disabled */
  requireEnabled(functionName: string): void;
}

/** The {@link Api} as the player uses it: with the client's token, and only while the client is ready. */
export class PlayerApi {
  readonly #api: Pick<Api, "call">;
  readonly #session: PlayerSession;

  constructor(api: Pick<Api, "call">, session: PlayerSession) {
    this.#api = api;
    this.#session = session;
  }

  /**
   * Checks that the function may be used now.
   * @param functionName name of the SDK function, which the platform can use to disable it
   * @throws {Failure} ClientNotReady, Disabled
   */
  require(functionName: string): void {
    this.#session.requireReady();
    this.#session.requireEnabled(functionName);
  }

  /** @returns the parsed body. @throws {Failure} when the request does not succeed */
  call(request: ApiRequest): Promise<unknown> {
    return this.#api.call(request, this.#session.token);
  }
}
