import { Collection, type Store } from "../../../store/store.js";
import { accountLoginIndex, type AccountLogin } from "../../records/user/account-login.js";
import {
  identityIndex,
  identityKey,
  type ApplicationIdentity,
} from "../../records/user/application-identity.js";
import { userIndex, type User } from "../../records/user/user.js";

/** Accounts, and who they are to each game. */
export interface UserWorld {
  readonly users: Collection<User>;
  /** Users who are logged in to the platform itself. */
  readonly accountLogins: Collection<AccountLogin>;
  readonly identities: Collection<ApplicationIdentity>;
}

export function userWorld(store: Store): UserWorld {
  return {
    users: new Collection<User>(store, "user", (one) => one.id, userIndex),
    accountLogins: new Collection<AccountLogin>(store, "account-login", (one) => one.hash, accountLoginIndex),
    identities: new Collection<ApplicationIdentity>(
      store,
      "application-identity",
      identityKey,
      identityIndex,
    ),
  };
}
