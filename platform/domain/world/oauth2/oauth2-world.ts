import type { Collection } from "../../../store/store.js";
import type { DeviceGrant } from "../../records/oauth2/device-grant.js";
import type { SigningKey } from "../../records/oauth2/signing-key.js";
import type { AuthorizationCode, SpentToken, TokenRecord } from "../../records/oauth2/token.js";
import type { UserCodeGuesses } from "./user-code-guesses.js";

/** What was granted, and keys that sign for it. */
export interface OAuth2World {
  readonly codes: Collection<AuthorizationCode>;
  readonly tokens: Collection<TokenRecord>;
  readonly spentTokens: Collection<SpentToken>;
  readonly deviceGrants: Collection<DeviceGrant>;
  readonly userCodeGuesses: UserCodeGuesses;
  readonly signingKeys: Collection<SigningKey>;
}
