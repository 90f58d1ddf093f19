import { OAuth2ErrorName, parseSnowflake, Scope, type Snowflake } from "sdkpp/wire";
import { installationConfigsOf, type Application } from "../../records/oauth2/application.js";
import { InstallationContext } from "../../records/oauth2/installation.js";
import { splitScopes } from "../../views/oauth2/scopes.js";

/** The context, server and permissions of a new installation. */
export interface InstallRequest {
  readonly context: InstallationContext;
  /** The server; none for an account, and none yet for one that the user chooses. */
  readonly guildId?: Snowflake | undefined;
  /** Bits of `Permission` that its bot asks for, decimal. */
  readonly permissions: string;
}

/** Why a request cannot be shown. */
export interface Problem {
  readonly error: string;
  readonly description: string;
}

type Query = Readonly<Record<string, string | undefined>>;

const PERMISSIONS = /^(0|[1-9][0-9]{0,19})$/;
/** Scopes that install an application. */
const INSTALLING: ReadonlySet<string> = new Set([Scope.Bot, Scope.ApplicationsCommands]);

export function isInstalling(scope: string): boolean {
  return INSTALLING.has(scope);
}

/** Whether the user has yet to choose the server. */
export function isOpen(install: InstallRequest | undefined): boolean {
  return install?.context === InstallationContext.Guild && install.guildId === undefined;
}

/** The request with the server that the user has chosen, where one is to choose. */
export function withGuild<Request extends { readonly install: InstallRequest | undefined }>(
  request: Request,
  guildId: Snowflake | undefined,
): Request {
  const { install } = request;
  const isChosen = install !== undefined && isOpen(install) && guildId !== undefined;
  return isChosen ? { ...request, install: { ...install, guildId } } : request;
}

/** An installation needs an existing context, and its other parts must be readable. */
export function installProblem(application: Application, query: Query): Problem | undefined {
  const { integration_type: type = "0", guild_id: guildId, permissions = "0" } = query;
  const isReadable =
    (type === "0" || type === "1") &&
    (guildId === undefined || parseSnowflake(guildId) !== undefined) &&
    PERMISSIONS.test(permissions);
  const description = "integration_type, guild_id or permissions is invalid";
  if (!isReadable) return { error: OAuth2ErrorName.InvalidRequest, description };
  const install = installOf(query);
  return install === undefined || isOpen(install) ? undefined : contextProblem(application, install);
}

/** The application decides where it can be installed. */
export function contextProblem(application: Application, { context }: InstallRequest): Problem | undefined {
  const type = context === InstallationContext.User ? "1" : "0";
  if (installationConfigsOf(application)[type] !== undefined) return undefined;
  return {
    error: OAuth2ErrorName.InvalidRequest,
    description: `The application does not support integration_type ${type}`,
  };
}

/** The installation that a readable query asks for: commands to an account, or a bot or commands to a server. */
export function installOf(query: Query): InstallRequest | undefined {
  const { scope = "", integration_type: type, guild_id: guildId, permissions = "0" } = query;
  const scopes = splitScopes(scope);
  if (type === "1")
    return scopes.includes(Scope.ApplicationsCommands)
      ? { context: InstallationContext.User, permissions }
      : undefined;
  if (!scopes.some(isInstalling)) return undefined;
  return { context: InstallationContext.Guild, permissions, ...(guildId === undefined ? {} : { guildId }) };
}
