import type { Collection } from "../../../store/store.js";
import type { AccountLogin } from "../../records/user/account-login.js";
import type { ApplicationIdentity } from "../../records/user/application-identity.js";
import type { User } from "../../records/user/user.js";

/** Accounts, and who they are to each game. */
export interface UserWorld {
  readonly users: Collection<User>;
  /** Users who are logged in to the platform itself. */
  readonly accountLogins: Collection<AccountLogin>;
  readonly identities: Collection<ApplicationIdentity>;
}
