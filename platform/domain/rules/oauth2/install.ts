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
import type { Fact } from "../../facts/facts.js";
import type { InstallRequest } from "./install-request.js";

/** The slices of the world that these rules use. */
type Touched = ApplicationWorld & GuildWorld & UserWorld & ClockPort & IdsPort;

/** A user's agreement; without `install` the application is only authorized. */
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
  if (bot === undefined) return { guild, facts: [] };
  if (guild.memberIds.includes(bot.id)) return permit(world, guild, { application, bot }, permissions);
  const role = roleOf(world, guild, { application, bot }, permissions);
  const after: Guild = {
    ...guild,
    memberIds: [...guild.memberIds, bot.id],
    roles: [...(guild.roles ?? []), ...role],
  };
  enterGuild(world, after, bot.id);
  const facts: Fact[] = [
    ...role.map(({ id }) => ({ kind: "guildRoleCreated", guild: after, roleId: id }) as const),
    { kind: "guildMemberAdded", guild: after, user: bot },
  ];
  return { guild: after, facts };
}

interface Newcomer {
  readonly application: Application;
  readonly bot: User;
}

/** A bot that is a member already gets the permissions that it asks for now; none asked for change nothing. */
function permit(world: Touched, guild: Guild, newcomer: Newcomer, permissions: string): Installed {
  if (permissions === NOTHING) return { guild, facts: [] };
  const own = (guild.roles ?? []).find((role) => role.managed && role.memberIds.includes(newcomer.bot.id));
  if (own?.permissions === permissions) return { guild, facts: [] };
  const role = own ?? roleOf(world, guild, newcomer, permissions)[0];
  if (role === undefined) return { guild, facts: [] };
  const others = (guild.roles ?? []).filter(({ id }) => id !== role.id);
  const roles = [...others, { ...role, permissions }].sort((left, right) => left.position - right.position);
  const after: Guild = { ...guild, roles };
  world.guilds.put(after);
  const fact: Fact =
    own === undefined
      ? { kind: "guildRoleCreated", guild: after, roleId: role.id }
      : { kind: "guildRoleUpdated", before: guild, guild: after, roleId: role.id };
  return { guild: after, facts: [fact] };
}

/** The role of a bot in a server, for which it asks for permissions. */
function roleOf(
  world: IdsPort,
  guild: Guild,
  { application, bot }: Newcomer,
  permissions: string,
): readonly Role[] {
  if (permissions === NOTHING) return [];
  const position = (guild.roles ?? []).length + 1;
  const { name } = application;
  return [{ id: world.ids.next(), name, permissions, position, managed: true, memberIds: [bot.id] }];
}

const NOTHING = "0";
