import type { AuditEntry } from "../../records/guild/audit-entry.js";
import type { GuildInvite } from "../../records/guild/guild-invite.js";
import type { Guild } from "../../records/guild/guild.js";
import type { User } from "../../records/user/user.js";
import type { PlacedChannel } from "../../world/guild/placed-channel.js";

export type GuildFact =
  | {
      readonly kind: "guildMemberAdded";
      /** With the new member. */
      readonly guild: Guild;
      readonly user: User;
      /** Unix milliseconds */
      readonly joinedAt: number;
    }
  | { readonly kind: "inviteCreated"; readonly invite: GuildInvite; readonly placed: PlacedChannel }
  | { readonly kind: "inviteDeleted"; readonly invite: GuildInvite; readonly placed: PlacedChannel }
  /** An action that the audit log of its server records; the entry has no id yet. */
  | { readonly kind: "audited"; readonly entry: Omit<AuditEntry, "id"> }
  | { readonly kind: "auditEntryAdded"; readonly entry: AuditEntry };
