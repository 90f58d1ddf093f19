import { Collection, type Store } from "../../../store/store.js";
import { deviceGrantIndex, type DeviceGrant } from "../../records/oauth2/device-grant.js";
import type { SigningKey } from "../../records/oauth2/signing-key.js";
import {
  codeIndex,
  spentIndex,
  tokenIndex,
  type AuthorizationCode,
  type SpentToken,
  type TokenRecord,
} from "../../records/oauth2/token.js";
import type { ClockPort } from "../ports.js";
import { UserCodeGuesses } from "./user-code-guesses.js";

/** Grants, and the keys that sign for them. */
export interface OAuth2World {
  readonly codes: Collection<AuthorizationCode>;
  readonly tokens: Collection<TokenRecord>;
  readonly spentTokens: Collection<SpentToken>;
  readonly deviceGrants: Collection<DeviceGrant>;
  readonly userCodeGuesses: UserCodeGuesses;
  readonly signingKeys: Collection<SigningKey>;
}

export function oauth2World(store: Store, { clock }: ClockPort): OAuth2World {
  return {
    codes: new Collection<AuthorizationCode>(store, "code", (one) => one.hash, codeIndex),
    tokens: new Collection<TokenRecord>(store, "token", (one) => one.hash, tokenIndex),
    spentTokens: new Collection<SpentToken>(store, "spent-token", (one) => one.hash, spentIndex),
    deviceGrants: new Collection<DeviceGrant>(store, "device-grant", (one) => one.hash, deviceGrantIndex),
    userCodeGuesses: new UserCodeGuesses(clock),
    signingKeys: new Collection<SigningKey>(store, "signing-key", (one) => one.id),
  };
}
