import type { Client } from "sdkpp";
import { AuthorizationArgs, ClientResultError, type NewTokens } from "sdkpp";
import { clientOf, type ClientSettings } from "../process/client-of.js";

export interface AskPlayerParts {
  readonly settings: ClientSettings;
  readonly scopes: string;
  /** a scheme that leads to the game */
  readonly scheme: string | undefined;
  readonly openUrl: (url: string) => Promise<void>;
}

/** Of the SDK: the only failure that another way back could spare the player. */
const NO_PORT = "could not bind a loopback port";

/** Asks the player on the consent page. The way back is a loopback port, and where none can be bound, the game's scheme. */
export class AskPlayer {
  readonly #parts: AskPlayerParts;
  /** It refreshes and revokes tokens too; it never connects, and loads no addon. */
  readonly auth: Client;
  readonly #byScheme: Client;

  constructor(parts: AskPlayerParts) {
    const { settings, openUrl } = parts;
    this.#parts = parts;
    this.auth = clientOf(settings, { openUrl });
    this.#byScheme = clientOf(settings, { openUrl, redirect: "scheme" });
  }

  async ask(): Promise<NewTokens> {
    try {
      return await this.#askWith(this.auth);
    } catch (error) {
      const isWithoutPort = error instanceof ClientResultError && error.message.startsWith(NO_PORT);
      if (!isWithoutPort || this.#parts.scheme === undefined) throw error;
      return this.#askWith(this.#byScheme);
    }
  }

  abort(): void {
    this.auth.abortAuthorize();
    this.#byScheme.abortAuthorize();
  }

  /** @returns whether it was the way back of a player who is asked */
  handleRedirect(address: string): boolean {
    return this.#byScheme.handleRedirect(address);
  }

  close(): void {
    this.auth.destroy();
    this.#byScheme.destroy();
  }

  async #askWith(client: Client): Promise<NewTokens> {
    const verifier = client.createAuthorizationCodeVerifier();
    const args = new AuthorizationArgs();
    args.scopes = this.#parts.scopes;
    args.codeChallenge = verifier.challenge;
    args.customSchemeParam = this.#parts.scheme;
    const { code, redirectUri } = await client.authorize(args);
    return client.getToken(client.getApplicationId(), code, verifier.verifier, redirectUri);
  }
}
