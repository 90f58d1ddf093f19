import {
  CHANNEL_NAME_MAX,
  CHANNEL_OVERWRITES_MAX,
  CHANNEL_TOPIC_MAX,
  EVERY_PERMISSION,
  GUILD_CHANNELS_MAX,
  SLOWMODE_MAX_S,
} from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { ChannelType } from "../domain/records/guild/guild.js";
import { moveChannels } from "../domain/rules/guild/channel-order.js";
import { deleteOverwrite, setOverwrite } from "../domain/rules/guild/channel-overwrites.js";
import type { ChannelSettings } from "../domain/rules/guild/channel-settings.js";
import { createChannel, deleteChannel, updateChannel } from "../domain/rules/guild/channels.js";
import { deleteThread, updateThread, type ThreadSettings } from "../domain/rules/thread/thread-settings.js";
import type { World } from "../domain/world/world.js";
import { PermissionsShape } from "./guild-shapes.js";
import { route } from "./route.js";
import { AutoArchiveShape, maybe, SnowflakeShape } from "./shapes.js";

const Name = Type.String({ minLength: 1, maxLength: CHANNEL_NAME_MAX });
const OverwriteKind = Type.Union([Type.Literal(0), Type.Literal(1)]);
const Kind = Type.Enum(Object.values(ChannelType));
const Overwrites = Type.Array(
  Type.Object({
    id: SnowflakeShape,
    type: maybe(OverwriteKind),
    allow: maybe(PermissionsShape),
    deny: maybe(PermissionsShape),
  }),
  { maxItems: CHANNEL_OVERWRITES_MAX },
);

const Settings = {
  position: maybe(Type.Integer({ minimum: 0, maximum: 0x7fffffff })),
  topic: maybe(Type.String({ maxLength: CHANNEL_TOPIC_MAX })),
  nsfw: maybe(Type.Boolean()),
  rate_limit_per_user: maybe(Type.Integer({ minimum: 0, maximum: SLOWMODE_MAX_S })),
  bitrate: maybe(Type.Integer({ minimum: 8000 })),
  user_limit: maybe(Type.Integer({ minimum: 0 })),
  rtc_region: maybe(Type.Literal("local")),
  video_quality_mode: maybe(Type.Union([Type.Literal(1), Type.Literal(2)])),
  default_auto_archive_duration: maybe(AutoArchiveShape),
  default_thread_rate_limit_per_user: maybe(Type.Integer({ minimum: 0, maximum: SLOWMODE_MAX_S })),
  parent_id: maybe(SnowflakeShape),
  permission_overwrites: maybe(Overwrites),
};

const NewChannelBody = Type.Object({ name: Name, type: maybe(Kind), ...Settings });
const ChannelBody = Type.Object({
  name: Type.Optional(Name),
  type: maybe(Kind),
  ...Settings,
  // Of threads.
  archived: maybe(Type.Boolean()),
  locked: maybe(Type.Boolean()),
  invitable: maybe(Type.Boolean()),
  auto_archive_duration: maybe(AutoArchiveShape),
});

/** Fields of forums, which the platform does not build. */
const FORUM_FIELDS = [
  "available_tags",
  "default_reaction_emoji",
  "default_sort_order",
  "default_forum_layout",
  "default_tag_setting",
];

const MovesBody = Type.Array(
  Type.Object({
    id: SnowflakeShape,
    position: Settings.position,
    parent_id: maybe(SnowflakeShape),
    lock_permissions: maybe(Type.Boolean()),
  }),
  { maxItems: GUILD_CHANNELS_MAX },
);

const OverwriteBody = Type.Object({
  type: maybe(OverwriteKind),
  allow: maybe(PermissionsShape),
  deny: maybe(PermissionsShape),
});

/** Unknown permissions are ignored. */
function bitsOf(permissions: Static<typeof PermissionsShape> | null | undefined): bigint {
  return BigInt(permissions ?? 0) & EVERY_PERMISSION;
}

function settingsOf(body: Static<typeof ChannelBody>): ChannelSettings {
  const { parent_id: parentId, permission_overwrites: overwrites } = body;
  return {
    name: body.name,
    type: body.type ?? undefined,
    position: body.position ?? undefined,
    topic: body.topic,
    nsfw: body.nsfw ?? undefined,
    rateLimitPerUser: body.rate_limit_per_user,
    bitrate: body.bitrate,
    userLimit: body.user_limit,
    rtcRegion: body.rtc_region,
    videoQualityMode: body.video_quality_mode,
    autoArchiveMinutes: body.default_auto_archive_duration,
    threadRateLimitPerUser: body.default_thread_rate_limit_per_user,
    parentId: parentId == null ? parentId : String(parentId),
    overwrites: overwrites?.map(({ id, type, allow, deny }) => ({
      id: String(id),
      type: type ?? undefined,
      allow: bitsOf(allow),
      deny: bitsOf(deny),
    })),
  };
}

function threadSettingsOf(body: Static<typeof ChannelBody>): ThreadSettings {
  return {
    name: body.name,
    isArchived: body.archived ?? undefined,
    isLocked: body.locked ?? undefined,
    isInvitable: body.invitable ?? undefined,
    autoArchiveMinutes: body.auto_archive_duration ?? undefined,
    rateLimitPerUser: body.rate_limit_per_user === null ? 0 : body.rate_limit_per_user,
  };
}

/** Threads have paths of channels. */
function isThread(world: World, channelId: string): boolean {
  return world.threads.get(channelId) !== undefined;
}

/** Routes that change the channels of a server. */
export const guildChannelRoutes = [
  route("POST", "/guilds/{guild.id}/channels", {
    docs: "resources/guild#create-guild-channel",
    auth: "bot",
    body: NewChannelBody,
    unbuilt: FORUM_FIELDS,
    status: 201,
    handle: ({ actor, params, body }, world) => {
      const type = body.type ?? ChannelType.GuildText;
      const settings = { ...settingsOf(body), name: body.name, type };
      return createChannel(world, actor, params["guild.id"], settings);
    },
  }),
  route("PATCH", "/guilds/{guild.id}/channels", {
    docs: "resources/guild#modify-guild-channel-positions",
    auth: "bot",
    body: MovesBody,
    handle: ({ actor, params, body }, world) => {
      const moves = body.map(({ id, position, parent_id: parentId, lock_permissions: isSynced }) => ({
        channelId: String(id),
        position: position ?? undefined,
        parentId: parentId == null ? parentId : String(parentId),
        isSynced: isSynced ?? false,
      }));
      return moveChannels(world, actor, params["guild.id"], moves);
    },
  }),
  route("PATCH", "/channels/{channel.id}", {
    docs: "resources/channel#modify-channel",
    auth: "bot",
    body: ChannelBody,
    unbuilt: [...FORUM_FIELDS, "applied_tags", "flags", "icon"],
    handle: ({ actor, params: { "channel.id": id }, body }, world) =>
      isThread(world, id)
        ? updateThread(world, actor, id, threadSettingsOf(body))
        : updateChannel(world, actor, id, settingsOf(body)),
  }),
  route("DELETE", "/channels/{channel.id}", {
    docs: "resources/channel#deleteclose-channel",
    auth: "bot",
    handle: ({ actor, params: { "channel.id": id } }, world) =>
      isThread(world, id) ? deleteThread(world, actor, id) : deleteChannel(world, actor, id),
  }),
  route("PUT", "/channels/{channel.id}/permissions/{overwrite.id}", {
    docs: "resources/channel#edit-channel-permissions",
    auth: "bot",
    body: OverwriteBody,
    handle: ({ actor, params, body }, world) =>
      setOverwrite(world, actor, params["channel.id"], {
        id: params["overwrite.id"],
        type: body.type ?? undefined,
        allow: bitsOf(body.allow),
        deny: bitsOf(body.deny),
      }),
  }),
  route("DELETE", "/channels/{channel.id}/permissions/{overwrite.id}", {
    docs: "resources/channel#delete-channel-permission",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      deleteOverwrite(world, actor, params["channel.id"], params["overwrite.id"]),
  }),
];
