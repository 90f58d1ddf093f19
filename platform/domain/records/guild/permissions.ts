import { EVERY_PERMISSION, OverwriteType, Permission, type Snowflake } from "sdkpp/wire";
import { rolesOfMember, type Channel, type Guild, type Overwrite } from "./guild.js";
import { isThread, type ThreadChannel } from "./thread-channel.js";

/** Permissions of @everyone in a new server. */
export const NEW_GUILD_PERMISSIONS: bigint = [
  Permission.CreateInstantInvite,
  Permission.AddReactions,
  Permission.Stream,
  Permission.ViewChannel,
  Permission.SendMessages,
  Permission.SendTtsMessages,
  Permission.EmbedLinks,
  Permission.AttachFiles,
  Permission.ReadMessageHistory,
  Permission.MentionEveryone,
  Permission.UseExternalEmojis,
  Permission.Connect,
  Permission.Speak,
  Permission.UseVad,
  Permission.ChangeNickname,
  Permission.UseApplicationCommands,
  Permission.RequestToSpeak,
  Permission.CreatePublicThreads,
  Permission.CreatePrivateThreads,
  Permission.UseExternalStickers,
  Permission.SendMessagesInThreads,
  Permission.UseEmbeddedActivities,
  Permission.UseSoundboard,
  Permission.UseExternalSounds,
  Permission.SendVoiceMessages,
  Permission.SendPolls,
  Permission.UseExternalApps,
].reduce((all, bit) => all | bit, 0n);

/** Permissions of @everyone in this guild, before any role. */
export function everyonePermissions(guild: Guild): bigint {
  return guild.everyone === undefined ? NEW_GUILD_PERMISSIONS : BigInt(guild.everyone);
}

/** A member's permissions in the guild as a whole (H§15); none for users who are not members. */
export function guildPermissions(guild: Guild, userId: Snowflake): bigint {
  if (!guild.memberIds.includes(userId)) return 0n;
  if (guild.ownerId === userId) return EVERY_PERMISSION;
  const granted = rolesOfMember(guild, userId)
    .map((role) => BigInt(role.permissions))
    .reduce((all, bits) => all | bits, everyonePermissions(guild));
  if ((granted & Permission.Administrator) !== 0n) return EVERY_PERMISSION;
  return isSilenced(guild, userId) ? granted & LEFT_BY_SILENCE : granted;
}

/** Permissions that a member in time-out or quarantine keeps. */
const LEFT_BY_SILENCE = Permission.ViewChannel | Permission.ReadMessageHistory;

/** Owners and administrators cannot be timed out. */
function isSilenced({ timeouts, quarantinedIds }: Guild, userId: Snowflake): boolean {
  return timeouts?.[userId] !== undefined || quarantinedIds?.includes(userId) === true;
}

/**
 * A member's permissions in one channel: overwrites of @everyone, of roles, of the member, in this order (H§15). In a thread they
 * are those of the channel around it.
 */
export function channelPermissions(guild: Guild, channel: Channel, userId: Snowflake): bigint {
  const base = guildPermissions(guild, userId);
  if ((base & Permission.Administrator) !== 0n) return base;
  const own = new Set(rolesOfMember(guild, userId).map((role) => role.id));
  const steps = [
    ofKind(channel, OverwriteType.Role, (id) => id === guild.id),
    ofKind(channel, OverwriteType.Role, (id) => own.has(id)),
    ofKind(channel, OverwriteType.Member, (id) => id === userId),
  ];
  const granted = steps.reduce(overwritten, base);
  const bits = withoutImplied(isThread(channel) ? inThread(channel, granted, userId) : granted);
  return isSilenced(guild, userId) ? bits & LEFT_BY_SILENCE : bits;
}

/** Whether a member may do all of these in a channel. */
export function mayIn(guild: Guild, channel: Channel, userId: Snowflake, permissions: bigint): boolean {
  return (channelPermissions(guild, channel, userId) & permissions) === permissions;
}

/** The members who see a channel. */
export function viewersOf(guild: Guild, channel: Channel): Snowflake[] {
  return guild.memberIds.filter((id) => mayIn(guild, channel, id, Permission.ViewChannel));
}

function ofKind(channel: Channel, type: number, isMeant: (id: Snowflake) => boolean): Overwrite[] {
  return (channel.overwrites ?? []).filter((one) => one.type === type && isMeant(one.id));
}

/** All denials of a step together, then all that it allows. */
function overwritten(bits: bigint, overwrites: readonly Overwrite[]): bigint {
  const denied = overwrites.reduce((all, one) => all | BigInt(one.deny), 0n);
  const allowed = overwrites.reduce((all, one) => all | BigInt(one.allow), 0n);
  return (bits & ~denied) | allowed;
}

/** A private thread is for its members and for users who manage threads; writing in a thread is a permission of its own. */
function inThread({ memberIds }: ThreadChannel, granted: bigint, userId: Snowflake): bigint {
  const { ManageThreads, SendMessages, SendMessagesInThreads, ViewChannel } = Permission;
  const isHidden = memberIds?.has(userId) === false && (granted & ManageThreads) === 0n;
  const bits = isHidden ? granted & ~ViewChannel : granted;
  return (bits & SendMessagesInThreads) === 0n ? bits & ~SendMessages : bits | SendMessages;
}

const NEEDS_SENDING =
  Permission.MentionEveryone | Permission.SendTtsMessages | Permission.AttachFiles | Permission.EmbedLinks;

/** Without ViewChannel a user has no permission there; without the right to write, none to attach anything to a message. */
function withoutImplied(bits: bigint): bigint {
  if ((bits & Permission.ViewChannel) === 0n) return 0n;
  return (bits & Permission.SendMessages) === 0n ? bits & ~NEEDS_SENDING : bits;
}
