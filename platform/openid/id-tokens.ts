import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from "jose";
import type { TokenPayload } from "sdkpp/wire";
import type { Publisher } from "../domain/reactions/publisher.js";
import type { SigningKey } from "../domain/records/oauth2/signing-key.js";
import { done } from "../domain/rules/outcome.js";
import { addSigningKey } from "../domain/rules/oauth2/signing-keys.js";
import type { IssuedTokens } from "../domain/rules/oauth2/tokens.js";
import type { IdTokenClaims } from "../domain/views/oauth2/openid.js";
import { currentSigningKey } from "../domain/world/oauth2/signing-keys.js";
import type { World } from "../domain/world/world.js";

const ALGORITHM = "RS256";
const MODULUS_BITS = 2048;

export interface IdTokenParts {
  readonly world: World;
  readonly publisher: Publisher;
  /** Its `webBase` is the issuer. */
  readonly addresses: { readonly webBase: string };
}

/** Signs ID tokens. The key is made for the first one: most programs never read any. */
export class IdTokens {
  readonly #parts: IdTokenParts;
  #making: Promise<SigningKey> | undefined;

  constructor(parts: IdTokenParts) {
    this.#parts = parts;
  }

  /** The tokens with their ID token. */
  async attach({ tokens, idToken }: IssuedTokens): Promise<TokenPayload> {
    return idToken === undefined ? tokens : { ...tokens, id_token: await this.#sign(idToken) };
  }

  /** The key that signs now, which is made if there is none. */
  async currentKey(): Promise<SigningKey> {
    const current = currentSigningKey(this.#parts.world);
    if (current !== undefined) return current;
    this.#making ??= this.#makeKey().finally(() => (this.#making = undefined));
    return this.#making;
  }

  async #sign(claims: IdTokenClaims): Promise<string> {
    const { id, privateKey } = await this.currentKey();
    const header = { alg: ALGORITHM, kid: id, typ: "JWT" };
    const signed = new SignJWT({ ...claims, iss: this.#parts.addresses.webBase });
    return signed.setProtectedHeader(header).sign(await importPKCS8(privateKey, ALGORITHM));
  }

  async #makeKey(): Promise<SigningKey> {
    const { world, publisher } = this.#parts;
    const pair = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
    const { n = "", e = "" } = await exportJWK(pair.publicKey);
    const made = { id: world.random.token(20), n, e, privateKey: await exportPKCS8(pair.privateKey) };
    publisher.settle(() => {
      addSigningKey(world, made);
      return done(undefined);
    });
    return currentSigningKey(world) ?? made;
  }
}
