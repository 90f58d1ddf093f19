import { expandScopes, Scope } from "sdkpp/wire";
import type { Application } from "../../records/oauth2/application.js";
import { authSessionOf } from "../../records/oauth2/token.js";
import type { User } from "../../records/user/user.js";
import type { ClockPort, DigestPort } from "../ports.js";
import type { UserWorld } from "../user/user-world.js";
import type { ApplicationWorld } from "./application-world.js";
import type { OAuth2World } from "./oauth2-world.js";

/** On whose behalf a request acts. */
export interface Actor {
  /** `account`: a user in the platform's own app. */
  readonly kind: "bot" | "bearer" | "account";
  readonly application: Application;
  readonly user: User;
  /** The granted scopes, umbrellas unexpanded; empty for bots. */
  readonly scope: string;
  /** Expanded; empty for bots. */
  readonly scopes: ReadonlySet<string>;
  /** The login; of bots the account. */
  readonly authSession: string;
  /** Unix milliseconds; null for bots */
  readonly expiresAt: number | null;
  /** Why it acts, for the audit log: 1 to 512 characters. */
  readonly reason?: string;
}

/** The bot that holds this token. */
export function botActor(world: UserWorld & ApplicationWorld & DigestPort, token: string): Actor | undefined {
  const application = world.applications.first("botToken", world.digest.sha256(token));
  const user = application?.botUserId === undefined ? undefined : world.users.get(application.botUserId);
  if (application === undefined || user === undefined || user.banned === true) return undefined;
  const authSession = application.id;
  return { kind: "bot", application, user, scope: "", scopes: new Set(), authSession, expiresAt: null };
}

/** The user and application of this access token, while it is valid. */
export function bearerActor(
  world: UserWorld & ApplicationWorld & OAuth2World & ClockPort & DigestPort,
  token: string,
): Actor | undefined {
  const record = world.tokens.get(world.digest.sha256(token));
  if (record === undefined || record.kind !== "access" || isExpired(world, record.expiresAt))
    return undefined;
  const application = world.applications.get(record.applicationId);
  const user = world.users.get(record.userId);
  if (application === undefined || user === undefined || user.banned === true) return undefined;
  const { scope, expiresAt } = record;
  const authSession = authSessionOf(record);
  return { kind: "bearer", application, user, scope, scopes: expandScopes(scope), authSession, expiresAt };
}

/** A user who acts through a desktop app, for a game that runs beside it: the app itself may do all that users may. */
export function desktopActor(application: Application, user: User): Actor {
  const scopes = new Set<string>(Object.values(Scope));
  const authSession = `desktop:${user.id}`;
  return { kind: "bearer", application, user, scope: "", scopes, authSession, expiresAt: null };
}

/** The platform's own app, which is not an application of a developer. */
const OWN_APP: Application = {
  id: "0",
  name: "",
  description: "",
  flags: 0,
  redirectUris: [],
  verifyKey: "",
};

/** A user who acts in the platform's own app, without a game. */
export function accountActor(user: User): Actor {
  const authSession = `app:${user.id}`;
  const nothing = { scope: "", scopes: new Set<string>(), expiresAt: null };
  return { kind: "account", application: OWN_APP, user, authSession, ...nothing };
}

function isExpired(world: ClockPort, expiresAt: number | null): boolean {
  return expiresAt !== null && expiresAt <= world.clock.now();
}
