// An OpenID Connect issuer on loopback: configuration, keys that rotate, tokens.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from "jose";

/** Answers a request in place of the issuer. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export const CONFIGURATION = "/.well-known/openid-configuration";
export const KEYS = "/keys";

interface KeyPair {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function makeKey(kid: string, alg: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

export class OidcIssuer {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[] = [];
  /** Fields that replace those of the configuration. */
  configuration: Record<string, unknown> = {};
  /** Keys that it publishes. */
  published: JWK[];
  /** Answers in place of the issuer, by path. */
  readonly instead = new Map<string, Answering>();
  #key: KeyPair;
  readonly #alg: string;
  readonly #stop: () => void;

  private constructor(url: string, alg: string, key: KeyPair, stop: () => void) {
    this.url = url;
    this.#alg = alg;
    this.#key = key;
    this.published = [key.jwk];
    this.#stop = stop;
  }

  static async start(alg = "ES256"): Promise<OidcIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const issuer = new OidcIssuer(url, alg, await makeKey("first", alg), () => {
      server.close();
      server.closeAllConnections();
    });
    server.on("request", (request, response) => issuer.answer(request, response));
    return issuer;
  }

  stop(): void {
    this.#stop();
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    this.asked.push(path);
    const instead = this.instead.get(path);
    if (instead !== undefined) instead(request, response);
    else if (path === CONFIGURATION) this.#send(response, this.#configured());
    else if (path === KEYS) this.#send(response, { keys: this.published });
    else response.writeHead(404).end();
  }

  /** Signs with a new key from now on, and publishes only that one. */
  async rotate(kid: string): Promise<void> {
    this.#key = await makeKey(kid, this.#alg);
    this.published = [this.#key.jwk];
  }

  /** Its key, for another algorithm of the same family. */
  async keyFor(alg: string): Promise<CryptoKey | Uint8Array> {
    return importJWK(await exportJWK(this.#key.privateKey), alg);
  }

  /** A token of the issuer. @param change claims, or header fields, that differ; undefined: absent */
  async token(
    nowMs: number,
    claims: Record<string, unknown> = {},
    header: Partial<JWTHeaderParameters> = {},
    key: CryptoKey | Uint8Array = this.#key.privateKey,
  ): Promise<string> {
    const iat = Math.floor(nowMs / 1000);
    const usual = { iss: this.url, aud: "knights", sub: "player-1", iat, exp: iat + 600 };
    const signed = new SignJWT({ ...usual, ...claims });
    return signed.setProtectedHeader({ alg: this.#alg, kid: this.#key.kid, ...header }).sign(key);
  }

  #configured(): Record<string, unknown> {
    return {
      issuer: this.url,
      jwks_uri: this.url + KEYS,
      id_token_signing_alg_values_supported: [this.#alg, "HS256"],
      ...this.configuration,
    };
  }

  #send(response: ServerResponse, body: unknown): void {
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  }
}
