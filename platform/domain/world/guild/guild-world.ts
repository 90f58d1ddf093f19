import type { Collection } from "../../../store/store.js";
import type { GuildBan } from "../../records/guild/guild-ban.js";
import type { GuildMember } from "../../records/guild/guild-member.js";
import type { AuditEntry } from "../../records/guild/audit-entry.js";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import type { Guild } from "../../records/guild/guild.js";
import type { ThreadWorld } from "../thread/thread-world.js";
import type { MemberRequestWindows } from "./member-request-windows.js";

export interface GuildWorld extends ThreadWorld {
  readonly guilds: Collection<Guild>;
  readonly members: Collection<GuildMember>;
  readonly bans: Collection<GuildBan>;
  readonly invites: Collection<GuildInvite>;
  readonly auditEntries: Collection<AuditEntry>;
  readonly memberRequests: MemberRequestWindows;
}
