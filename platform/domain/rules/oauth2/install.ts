import { Permission, type Snowflake } from "sdkpp/wire";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { Guild, Role } from "../../records/guild/guild.js";
import type { Application } from "../../records/oauth2/application.js";
import { InstallationContext } from "../../records/oauth2/installation.js";
import type { User } from "../../records/user/user.js";
import { splitScopes } from "../../views/oauth2/scopes.js";
import { enterGuild } from "../../world/guild/guild-members.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Fact } from "../facts.js";

/** What these rules touch. */
type Touched = ApplicationWorld & GuildWorld & UserWorld & ClockPort & IdsPort;

/** Where the application will be installed. */
export interface InstallRequest {
  readonly context: InstallationContext;
  /** The server; none for an account. */
  readonly guildId?: Snowflake | undefined;
  /** Bits of `Permission` that its bot asks for, decimal. */
  readonly permissions: string;
}

/** What a user agreed to; without `install` the application is only authorized. */
interface Agreed {
  readonly application: Application;
  readonly scope: string;
  readonly install: InstallRequest | undefined;
}

interface Installed {
  /** The server, with the bot. */
  readonly guild?: Guild;
  readonly facts: readonly Fact[];
}

/** Installs what a user agreed to. @returns undefined when the user may not manage the server */
export function install(world: Touched, agreed: Agreed, user: User): Installed | undefined {
  const { install: asked, application, scope } = agreed;
  if (asked === undefined) return { facts: [] };
  const guild = asked.guildId === undefined ? undefined : managedGuild(world, asked.guildId, user);
  if (asked.guildId !== undefined && guild === undefined) return undefined;
  const scopes = splitScopes(scope);
  world.installations.put({
    applicationId: application.id,
    context: asked.context,
    ownerId: asked.context === InstallationContext.User ? user.id : (asked.guildId ?? ""),
    installedBy: user.id,
    scopes,
    installedAt: world.clock.now(),
  });
  if (guild === undefined) return { facts: [] };
  return scopes.includes("bot") ? enter(world, guild, application, asked.permissions) : { guild, facts: [] };
}

function managedGuild(world: GuildWorld, guildId: Snowflake, user: User): Guild | undefined {
  const guild = world.guilds.get(guildId);
  if (guild === undefined) return undefined;
  return (guildPermissions(guild, user.id) & Permission.ManageGuild) === 0n ? undefined : guild;
}

/** The bot becomes a member, with a role of its own for the permissions that it asked for. */
function enter(world: Touched, guild: Guild, application: Application, permissions: string): Installed {
  const bot = application.botUserId === undefined ? undefined : world.users.get(application.botUserId);
  if (bot === undefined || guild.memberIds.includes(bot.id)) return { guild, facts: [] };
  const roles = guild.roles ?? [];
  const role: Role = {
    id: world.ids.next(),
    name: application.name,
    permissions,
    position: roles.length + 1,
    managed: true,
    memberIds: [bot.id],
  };
  const hasRole = permissions !== "0";
  const after: Guild = {
    ...guild,
    memberIds: [...guild.memberIds, bot.id],
    roles: hasRole ? [...roles, role] : roles,
  };
  enterGuild(world, after, bot.id);
  const facts: Fact[] = [
    ...(hasRole ? [{ kind: "guildRoleCreated", guild: after, roleId: role.id } as const] : []),
    { kind: "guildMemberAdded", guild: after, user: bot },
  ];
  return { guild: after, facts };
}
