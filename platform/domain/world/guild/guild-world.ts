import { Collection, type Store } from "../../../store/store.js";
import { auditEntryIndex, type AuditEntry } from "../../records/guild/audit-entry.js";
import { banIndex, keyOfBan, type GuildBan } from "../../records/guild/guild-ban.js";
import { inviteIndex, type GuildInvite } from "../../records/guild/guild-invite.js";
import { keyOfMember, memberIndex, type GuildMember } from "../../records/guild/guild-member.js";
import { guildIndex, withoutPastTimeouts, type DroppedGuild, type Guild } from "../../records/guild/guild.js";
import type { ClockPort } from "../ports.js";
import type { ThreadWorld } from "../thread/thread-world.js";
import { MemberRequestWindows } from "./member-request-windows.js";

export interface GuildWorld extends ThreadWorld {
  readonly guilds: Collection<Guild>;
  readonly members: Collection<GuildMember>;
  readonly bans: Collection<GuildBan>;
  readonly invites: Collection<GuildInvite>;
  readonly auditEntries: Collection<AuditEntry>;
  /** Deleted guilds of which something is left. */
  readonly droppedGuilds: Collection<DroppedGuild>;
  readonly memberRequests: MemberRequestWindows;
}

export function guildWorld(store: Store, { clock }: ClockPort): Omit<GuildWorld, keyof ThreadWorld> {
  return {
    guilds: new Collection<Guild>(
      store,
      "guild",
      (one) => one.id,
      guildIndex,
      (guild) => withoutPastTimeouts(guild, clock.now()),
    ),
    members: new Collection<GuildMember>(store, "guild-member", keyOfMember, memberIndex),
    bans: new Collection<GuildBan>(store, "guild-ban", keyOfBan, banIndex),
    invites: new Collection<GuildInvite>(store, "guild-invite", (one) => one.code, inviteIndex),
    auditEntries: new Collection<AuditEntry>(store, "audit-entry", (one) => one.id, auditEntryIndex),
    droppedGuilds: new Collection<DroppedGuild>(store, "dropped-guild", (one) => one.guildId),
    memberRequests: new MemberRequestWindows(clock),
  };
}
