import { AuditLogEvent } from "sdkpp/wire";
import { rolesOfMember } from "../../records/guild/guild.js";
import { memberView } from "../../views/guild/member.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import type { FoundMember } from "../guild-access.js";
import { changeMember, type MemberChanges } from "./member-changes.js";

/** Fields of a member that entries do not list, or list in their own way. */
const UNLISTED: ReadonlySet<string> = new Set(["user", "roles", "avatar", "banner", "joined_at"]);

/** Changes a member on behalf of another, or of itself. @returns what was done, and its entries in the audit log */
export function changeAudited(
  world: GuildWorld,
  actor: Actor,
  found: FoundMember,
  changes: MemberChanges,
): Fact[] {
  const before = memberView(world, found.guild, found.user);
  const facts = changeMember(world, found, changes);
  const guild = world.guilds.get(found.guild.id) ?? found.guild;
  const fields = auditChanges(before, memberView(world, guild, found.user), UNLISTED);
  const updated = fields.length === 0 ? [] : [entry(actor, found, AuditLogEvent.MemberUpdate, fields)];
  return [
    ...facts,
    ...updated,
    ...rolesAudit(actor, found, { ...found, guild }),
    ...moveAudit(actor, found, changes),
  ];
}

function rolesAudit(actor: Actor, before: FoundMember, after: FoundMember): Fact[] {
  const had: Named = rolesOfMember(before.guild, before.user.id);
  const has: Named = rolesOfMember(after.guild, after.user.id);
  const named = (roles: Named, others: Named) =>
    roles.filter(({ id }) => others.every((one) => one.id !== id)).map(({ id, name }) => ({ id, name }));
  const changes = [
    { key: "$add", new_value: named(has, had) },
    { key: "$remove", new_value: named(had, has) },
  ].filter(({ new_value: roles }) => roles.length > 0);
  return changes.length === 0 ? [] : [entry(actor, before, AuditLogEvent.MemberRoleUpdate, changes)];
}

type Named = readonly { readonly id: string; readonly name: string }[];

function moveAudit(actor: Actor, { guild }: FoundMember, { channelId }: MemberChanges): Fact[] {
  if (channelId === undefined) return [];
  const about = { guildId: guild.id, targetId: null };
  const { MemberMove, MemberDisconnect } = AuditLogEvent;
  return channelId === null
    ? [audited(actor, { ...about, action: MemberDisconnect, options: { count: "1" } })]
    : [audited(actor, { ...about, action: MemberMove, options: { channel_id: channelId, count: "1" } })];
}

function entry(
  actor: Actor,
  { guild, user }: FoundMember,
  action: number,
  changes: ReturnType<typeof auditChanges>,
): Fact {
  return audited(actor, { guildId: guild.id, action, targetId: user.id, changes });
}
