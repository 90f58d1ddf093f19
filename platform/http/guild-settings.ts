import { LOCALES } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { updateGuild, type GuildSettings } from "../domain/rules/guild/settings.js";
import { PictureShape } from "./guild-shapes.js";
import { PICTURE_BODY_LIMIT, route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const level = (max: number) => maybe(Type.Integer({ minimum: 0, maximum: max }));

const GuildBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
  description: maybe(Type.String({ maxLength: 300 })),
  icon: maybe(PictureShape),
  banner: maybe(PictureShape),
  verification_level: level(4),
  default_message_notifications: level(1),
  explicit_content_filter: level(2),
  afk_channel_id: maybe(SnowflakeShape),
  afk_timeout: maybe(Type.Enum([60, 300, 900, 1800, 3600])),
  system_channel_id: maybe(SnowflakeShape),
  system_channel_flags: level(0x7fffffff),
  rules_channel_id: maybe(SnowflakeShape),
  public_updates_channel_id: maybe(SnowflakeShape),
  safety_alerts_channel_id: maybe(SnowflakeShape),
  preferred_locale: maybe(Type.Enum([...LOCALES])),
  premium_progress_bar_enabled: maybe(Type.Boolean()),
  features: maybe(Type.Array(Type.String(), { maxItems: 100 })),
  region: maybe(Type.Literal("local")),
});

function settingsOf(body: Static<typeof GuildBody>): GuildSettings {
  const idOf = (id: string | number | null | undefined) => (id == null ? id : String(id));
  return {
    name: body.name,
    description: body.description === "" ? null : body.description,
    icon: body.icon,
    banner: body.banner,
    verificationLevel: body.verification_level,
    defaultNotifications: body.default_message_notifications,
    explicitContentFilter: body.explicit_content_filter,
    afkChannelId: idOf(body.afk_channel_id),
    afkTimeoutSeconds: body.afk_timeout ?? undefined,
    systemChannelId: idOf(body.system_channel_id),
    systemChannelFlags: body.system_channel_flags ?? undefined,
    rulesChannelId: idOf(body.rules_channel_id),
    publicUpdatesChannelId: idOf(body.public_updates_channel_id),
    safetyAlertsChannelId: idOf(body.safety_alerts_channel_id),
    preferredLocale: body.preferred_locale,
    showsPremiumProgress: body.premium_progress_bar_enabled ?? undefined,
    features: body.features ?? undefined,
  };
}

/** Routes that change a server as a whole. */
export const guildSettingsRoutes = [
  route("PATCH", "/guilds/{guild.id}", {
    docs: "resources/guild#modify-guild",
    auth: "bot",
    body: GuildBody,
    unbuilt: ["splash", "discovery_splash", "home_header"],
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world) =>
      updateGuild(world, actor, params["guild.id"], settingsOf(body)),
  }),
];
