import type { Application } from "../../records/oauth2/application.js";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import { splitScopes } from "../../views/oauth2/scopes.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { missingPermissions } from "../faults.js";
import { done, type Result } from "../outcome.js";
import { install } from "./install.js";
import {
  contextProblem,
  installOf,
  installProblem,
  isInstalling,
  isOpen,
  type InstallRequest,
} from "./install-request.js";

type Touched = ApplicationWorld & GuildWorld & UserWorld & ClockPort & IdsPort;

/** A link that installs and authorizes nothing: no code is issued, so the browser is not redirected. */
export interface InstallLink {
  readonly application: Application;
  /** space-separated */
  readonly scope: string;
  readonly install: InstallRequest;
}

type Query = Readonly<Record<string, string | undefined>>;
type LinkAnswer =
  | { readonly kind: "install"; readonly link: InstallLink }
  | { readonly kind: "reject"; readonly message: string };

/** Whether a query only installs: `response_type` is required for everything else. */
export function isInstallLink(query: Query): boolean {
  const scopes = splitScopes(query["scope"] ?? "");
  const wantsNothingBack = query["response_type"] === undefined && query["redirect_uri"] === undefined;
  return wantsNothingBack && scopes.length > 0 && scopes.every(isInstalling);
}

export function readInstallLink(application: Application, query: Query): LinkAnswer {
  const unreadable = installProblem(application, query);
  if (unreadable !== undefined) return { kind: "reject", message: `${unreadable.description}.` };
  const asked = installOf(query);
  if (asked === undefined) return { kind: "reject", message: "A bot cannot be installed to an account." };
  const problem = contextProblem(application, asked);
  if (problem !== undefined) return { kind: "reject", message: `${problem.description}.` };
  const scope = splitScopes(query["scope"] ?? "").join(" ");
  return { kind: "install", link: { application, scope, install: asked } };
}

/** The user agrees. @returns the server with the application, or undefined for an account */
export function followInstallLink(world: Touched, link: InstallLink, user: User): Result<Guild | undefined> {
  const { application, scope, install: asked } = link;
  const installed = isOpen(asked) ? undefined : install(world, link, user);
  if (installed === undefined) return missingPermissions();
  const { guild, facts } = installed;
  const scopes = splitScopes(scope);
  const { context } = asked;
  return done(guild, [
    ...facts,
    { kind: "applicationAuthorized", application, user, scopes, context, guild },
  ]);
}
