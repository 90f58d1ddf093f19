import type { Platform } from "@sdkpp/platform";
import { authorizeOnPage } from "./authorize-page.js";

/** Tokens, or why there are none. */
interface Exchanged {
  readonly status: number;
  readonly body: {
    access_token?: string;
    refresh_token?: string;
    id_token?: string;
    code?: number;
    error?: string;
  };
}

/** A player of one game by a ticket of Steam, and how it gets tokens. */
export class LinkedPlayer {
  readonly #platform: Platform;
  readonly #applicationId: string;
  readonly #ticket: string;

  constructor(platform: Platform, applicationId: string, name: string) {
    this.#platform = platform;
    this.#applicationId = applicationId;
    this.#ticket = `test:${name}`;
  }

  /** As a guest. */
  signIn(): Promise<Exchanged> {
    return this.#post(
      "/partner-sdk/token",
      JSON.stringify({ client_id: this.#applicationId, ...this.#external() }),
      {
        "content-type": "application/json",
      },
    );
  }

  /** Agrees on the page as a full account, which the guest becomes part of. */
  async mergeInto(userId: string): Promise<Exchanged> {
    const redirect_uri = "http://127.0.0.1/callback";
    const query = {
      client_id: this.#applicationId,
      scope: "openid sdk.social_layer",
      redirect_uri,
      state: "s".repeat(16),
    };
    const code = (await authorizeOnPage(this.#platform, userId, query)).searchParams.get("code") ?? "";
    return this.#token({
      grant_type: "authorization_code",
      code,
      redirect_uri,
      client_secret: SECRET,
      ...this.#external(),
    });
  }

  refresh(refresh_token = ""): Promise<Exchanged> {
    return this.#token({ grant_type: "refresh_token", refresh_token, client_secret: SECRET });
  }

  revoke(token = ""): Promise<Exchanged> {
    return this.#token({ token, client_secret: SECRET }, "/oauth2/token/revoke");
  }

  #external(): Record<string, string> {
    return { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: this.#ticket };
  }

  #token(fields: Record<string, string>, path = "/oauth2/token"): Promise<Exchanged> {
    return this.#post(path, new URLSearchParams({ client_id: this.#applicationId, ...fields }));
  }

  async #post(
    path: string,
    body: string | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Exchanged> {
    const response = await fetch(`${this.#platform.endpoints.apiBase}/v10${path}`, {
      method: "POST",
      body,
      headers,
    });
    return { status: response.status, body: (await response.json()) as Exchanged["body"] };
  }
}

/** Of the applications of these players. */
export const SECRET = "s3cret";
