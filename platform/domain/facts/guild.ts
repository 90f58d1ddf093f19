import type { Snowflake } from "sdkpp/wire";
import type { AuditEntry } from "../records/guild/audit-entry.js";
import type { GuildInvite } from "../records/guild/guild-invite.js";
import type { Channel, Guild } from "../records/guild/guild.js";
import type { User } from "../records/user/user.js";
import type { PlacedChannel } from "../world/guild/placed-channel.js";

export type GuildFact =
  /** A new guild, with members who may be connected. */
  | { readonly kind: "guildCreated"; readonly guild: Guild }
  | {
      readonly kind: "guildMemberAdded";
      /** The guild with the new member. */
      readonly guild: Guild;
      readonly user: User;
    }
  | {
      readonly kind: "guildMemberUpdated";
      readonly before: Guild;
      readonly guild: Guild;
      readonly user: User;
    }
  | {
      readonly kind: "guildMemberRemoved";
      /** The guild with the member. */
      readonly before: Guild;
      readonly guild: Guild;
      readonly user: User;
    }
  /** Its name in the guild is another one, or none. */
  | { readonly kind: "guildMemberRenamed"; readonly guild: Guild; readonly user: User }
  /** A move to another call, or out of one, by another member or by a time-out. */
  | {
      readonly kind: "guildMemberMoved";
      readonly guild: Guild;
      readonly userId: Snowflake;
      /** null: out of the call */
      readonly channelId: Snowflake | null;
    }
  | {
      readonly kind: "guildMemberSilenced";
      readonly guild: Guild;
      readonly userId: Snowflake;
      readonly mute: boolean;
      readonly deaf: boolean;
    }
  /** @everyone has the id of the guild. */
  | { readonly kind: "guildRoleCreated"; readonly guild: Guild; readonly roleId: Snowflake }
  | {
      readonly kind: "guildRoleUpdated";
      readonly before: Guild;
      readonly guild: Guild;
      readonly roleId: Snowflake;
    }
  | {
      readonly kind: "guildRoleDeleted";
      readonly before: Guild;
      readonly guild: Guild;
      readonly roleId: Snowflake;
    }
  | { readonly kind: "guildChannelCreated"; readonly placed: PlacedChannel }
  | { readonly kind: "guildChannelUpdated"; readonly placed: PlacedChannel; readonly before: Channel }
  /** The deleted channel, in the guild before the deletion. */
  | { readonly kind: "guildChannelDeleted"; readonly placed: PlacedChannel }
  /** A channel that is gone, deleted or with its guild, which is as it was before. */
  | { readonly kind: "guildChannelLost"; readonly placed: PlacedChannel }
  | { readonly kind: "guildBanAdded"; readonly guild: Guild; readonly user: User }
  | {
      readonly kind: "guildAuthorsBanned";
      readonly guild: Guild;
      readonly userIds: readonly Snowflake[];
      /** How old messages of the users may be that go as well. */
      readonly deleteSeconds: number;
    }
  | { readonly kind: "guildBanRemoved"; readonly guild: Guild; readonly user: User }
  | { readonly kind: "guildUpdated"; readonly guild: Guild }
  /** The guild as it was. */
  | { readonly kind: "guildDeleted"; readonly guild: Guild }
  | { readonly kind: "inviteCreated"; readonly invite: GuildInvite; readonly placed: PlacedChannel }
  | { readonly kind: "inviteDeleted"; readonly invite: GuildInvite; readonly placed: PlacedChannel }
  /** An action that the audit log of its server records; the entry has no id yet. */
  | { readonly kind: "audited"; readonly entry: Omit<AuditEntry, "id"> }
  | { readonly kind: "auditEntryAdded"; readonly entry: AuditEntry };
