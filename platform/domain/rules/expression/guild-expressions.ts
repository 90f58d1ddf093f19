import { Permission, type Snowflake } from "sdkpp/wire";
import type { Guild } from "../../records/guild/guild.js";
import { includesSplit } from "../../records/guild/permission-splits.js";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { findGuild } from "../guild-access.js";
import { Fault } from "../outcome.js";

/** A server, and an actor's access to its emojis, stickers and sounds. */
export interface GuildExpressions {
  readonly guild: Guild;
  readonly mayCreate: boolean;
  readonly mayManage: boolean;
  /** Whether the actor may change one that this user made. */
  mayChange(made: { readonly userId?: Snowflake | null | undefined }): boolean;
}

/** The expressions of a server that the actor is in. */
export function findGuildExpressions(
  world: GuildWorld & ClockPort,
  actor: Actor,
  guildId: Snowflake,
): GuildExpressions | Fault {
  const guild = findGuild(world, actor, guildId);
  if (guild instanceof Fault) return guild;
  const granted = guildPermissions(guild, actor.user.id);
  const mayCreate = includesSplit(granted, "CreateGuildExpressions", world.clock.now());
  const mayManage = (granted & Permission.ManageGuildExpressions) !== 0n;
  return {
    guild,
    mayCreate,
    mayManage,
    mayChange: ({ userId }) => mayManage || (mayCreate && userId === actor.user.id),
  };
}
