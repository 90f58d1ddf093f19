import { expandScopes, type Snowflake } from "sdkpp/wire";
import type { Application } from "./application.js";
import { unauthorized } from "./faults.js";
import { authSessionOf } from "./oauth2/auth-session.js";
import type { Fault } from "./outcome.js";
import type { User } from "./user/user.js";
import type { World } from "./world.js";

/** On whose behalf a request acts. */
export interface Actor {
  readonly kind: "bot" | "bearer";
  readonly application: Application;
  readonly user: User;
  /** As granted, umbrellas unexpanded; empty for bots. */
  readonly scope: string;
  /** Expanded; empty for bots. */
  readonly scopes: ReadonlySet<string>;
  /** The login; of bots the account. */
  readonly authSession: string;
  /** Unix milliseconds; null for bots */
  readonly expiresAt: number | null;
}

/** Reads an `Authorization` header; the prefix in any case (H§1.3). */
export function authenticate(world: World, header: string | undefined): Actor | Fault {
  const match = /^(bot|bearer) +(\S+)$/i.exec(header ?? "");
  const token = match?.[2];
  if (token === undefined) return unauthorized();
  const actor = match?.[1]?.toLowerCase() === "bot" ? botActor(world, token) : bearerActor(world, token);
  return actor ?? unauthorized();
}

/** Who holds this bot token. */
export function botActor(world: World, token: string): Actor | undefined {
  const application = world.applications.first("botToken", world.digest.sha256(token));
  const user = application?.botUserId === undefined ? undefined : world.users.get(application.botUserId);
  if (application === undefined || user === undefined || user.banned === true) return undefined;
  const authSession = application.id;
  return { kind: "bot", application, user, scope: "", scopes: new Set(), authSession, expiresAt: null };
}

/** Who holds this access token, while it lives. */
export function bearerActor(world: World, token: string): Actor | undefined {
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

/** The guilds an actor belongs to. */
export function guildIdsOf(world: World, actor: Actor): Snowflake[] {
  if (actor.kind === "bearer" && !actor.scopes.has("guilds")) return [];
  return world.guilds.listBy("member", actor.user.id).map((guild) => guild.id);
}

function isExpired(world: World, expiresAt: number | null): boolean {
  return expiresAt !== null && expiresAt <= world.clock.now();
}
