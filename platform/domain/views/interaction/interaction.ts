import { InteractionContext, Permission, type Snowflake } from "sdkpp/wire";
import { channelPermissions } from "../../records/guild/permissions.js";
import type { Interaction } from "../../records/interaction/interaction.js";
import type { Guild } from "../../records/guild/guild.js";
import { fileBytesMax } from "../../records/guild/file-limits.js";
import type { Message } from "../../records/message/message.js";
import type { User } from "../../records/user/user.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { guildLocale } from "../guild/guild.js";
import { memberView } from "../guild/member.js";
import { dmChannelView } from "../message/dm-channel.js";
import { messageView } from "../message/message.js";
import { userView } from "../user/user.js";
import { partialChannel, type Viewers } from "./resolved.js";

type View = Record<string, unknown>;
type Touched = GuildWorld & MessageWorld & UserWorld & ApplicationWorld;

/** An interaction as its application receives it. */
export interface ShownInteraction {
  readonly interaction: Interaction;
  readonly token: string;
  readonly viewers: Viewers;
  readonly user: User;
  /** The language of the user's client. */
  readonly locale: string;
  readonly data: View;
  /** The message whose component was used. */
  readonly message?: Message | undefined;
  /** Entitlements of the user, or of the server, for the application. */
  readonly entitlements: readonly View[];
}

/** An interaction on the wire (H§12.1). */
export function interactionView(world: Touched, shown: ShownInteraction): View {
  const { interaction, token, viewers, user, locale, data, message, entitlements } = shown;
  const { id, applicationId, source, channelId, context } = interaction;
  return {
    id,
    application_id: applicationId,
    type: source.type,
    data,
    token,
    version: 1,
    channel_id: channelId,
    ...placeView(world, viewers, user),
    ...(message && { message: messageView(world, message) }),
    app_permissions: String(appPermissions(viewers, context)),
    locale,
    entitlements,
    authorizing_integration_owners: source.owners,
    context,
    attachment_size_limit: fileBytesMax(guildOf(viewers), user),
  };
}

function guildOf({ place }: Viewers): Guild | undefined {
  return place.kind === "guild" ? place.guild : undefined;
}

function placeView(world: Touched, viewers: Viewers, user: User): View {
  const { place } = viewers;
  if (place.kind === "dm")
    return { channel: dmChannelView(world, place.channel, user.id), user: userView(user) };
  const { guild, channel } = place;
  const permissions = String(channelPermissions(guild, channel, user.id));
  return {
    guild_id: guild.id,
    guild: { id: guild.id, locale: guildLocale(guild), features: guild.features ?? [] },
    guild_locale: guildLocale(guild),
    channel: partialChannel(world, viewers, place),
    member: { ...memberView(world, guild, user), permissions },
  };
}

const IN_CONVERSATIONS = Permission.AttachFiles | Permission.EmbedLinks | Permission.MentionEveryone;

/** The application's permissions where the interaction is: those of its bot, or of its user when the bot is not in the server. */
function appPermissions({ application, place, userId }: Viewers, context: number): bigint {
  if (place.kind === "guild") return inGuild(place, application.botUserId, userId);
  return context === InteractionContext.BotDm
    ? IN_CONVERSATIONS | Permission.UseExternalEmojis
    : IN_CONVERSATIONS;
}

function inGuild(
  { guild, channel }: Extract<ChannelPlace, { readonly kind: "guild" }>,
  botUserId: Snowflake | undefined,
  userId: Snowflake,
): bigint {
  const isThere = botUserId !== undefined && guild.memberIds.includes(botUserId);
  return channelPermissions(guild, channel, isThere ? botUserId : userId);
}
