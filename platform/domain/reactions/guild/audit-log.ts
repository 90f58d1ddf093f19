import { GatewayEvent, Permission } from "sdkpp/wire";
import { guildPermissions } from "../../records/guild/permissions.js";
import type { Fact, FactOf } from "../../facts/facts.js";
import { auditEntryView } from "../../views/guild/audit-log.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { toMembers } from "./connected-members.js";

/** Adds an entry to the audit log of its server. */
export function addAuditEntry(world: World, { entry }: FactOf<"audited">): Fact[] {
  const added = { ...entry, id: world.ids.next() };
  world.auditEntries.put(added);
  return [{ kind: "auditEntryAdded", entry: added }];
}

/** For members who may read the audit log. */
export function auditEntryAdded(world: World, { entry }: FactOf<"auditEntryAdded">): Dispatch[] {
  const guild = world.guilds.get(entry.guildId);
  if (guild === undefined) return [];
  const reach = toMembers(
    world,
    guild,
    (id) => (guildPermissions(guild, id) & Permission.ViewAuditLog) !== 0n,
  );
  const d = { ...auditEntryView(entry), guild_id: guild.id };
  return [dispatch(GatewayEvent.GuildAuditLogEntryCreate, d, reach)];
}
