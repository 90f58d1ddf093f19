import { AuditLogEvent, Permission, type Snowflake } from "sdkpp/wire";
import { channelOf, ChannelType, type Guild } from "../../records/guild/guild.js";
import { bannerSlot, guildIconSlot } from "../../records/picture/picture-slots.js";
import { guildSettings, guildView } from "../../views/guild/guild.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { replacePicture } from "../../world/picture/pictures.js";
import type { DigestPort } from "../../world/ports.js";
import { auditChanges, audited } from "../audit.js";
import { invalidField } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { readPicture } from "../picture-input.js";
import { findGuildAs } from "../guild-access.js";

/** Settings of a guild in a request; undefined leaves as it is, null sets the default. Pictures are data URIs. */
export interface GuildSettings {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly icon?: string | null | undefined;
  readonly banner?: string | null | undefined;
  readonly verificationLevel?: number | null | undefined;
  readonly defaultNotifications?: number | null | undefined;
  readonly explicitContentFilter?: number | null | undefined;
  readonly afkChannelId?: Snowflake | null | undefined;
  readonly afkTimeoutSeconds?: number | undefined;
  readonly systemChannelId?: Snowflake | null | undefined;
  readonly systemChannelFlags?: number | undefined;
  readonly rulesChannelId?: Snowflake | null | undefined;
  readonly publicUpdatesChannelId?: Snowflake | null | undefined;
  readonly safetyAlertsChannelId?: Snowflake | null | undefined;
  readonly preferredLocale?: string | null | undefined;
  readonly showsPremiumProgress?: boolean | undefined;
  /** Only those that it has: the platform changes none. */
  readonly features?: readonly string[] | undefined;
}

/** `PATCH /guilds/{id}`: by a member who may manage it. */
export function updateGuild(
  world: GuildWorld & ExpressionWorld & PictureWorld & DigestPort,
  actor: Actor,
  guildId: Snowflake,
  settings: GuildSettings,
): Result<Record<string, unknown>> {
  const before = findGuildAs(world, actor, guildId, Permission.ManageGuild);
  if (before instanceof Fault) return before;
  const fault =
    channelFault(before, settings) ?? communityFault(before, settings) ?? featureFault(before, settings);
  if (fault !== undefined) return fault;
  const pictures = picturesOf(world, guildId, settings);
  if (pictures instanceof Fault) return pictures;
  const plain = { ...settings, features: undefined, icon: undefined, banner: undefined };
  const given = Object.entries({ ...plain, ...pictures }).filter(([, value]) => value !== undefined);
  // The store keeps no undefined fields.
  const guild = {
    ...before,
    ...Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])),
  };
  const changes = auditChanges(guildSettings(before), guildSettings(guild));
  if (changes.length === 0) return done(guildView(world, before));
  world.guilds.put(guild);
  const entry = { guildId, action: AuditLogEvent.GuildUpdate, targetId: guildId, changes };
  return done(guildView(world, guild), [{ kind: "guildUpdated", guild }, audited(actor, entry)]);
}

function channelFault(guild: Guild, settings: GuildSettings): Fault | undefined {
  const wrong = (field: string, id: Snowflake | null | undefined, type: number): Fault | undefined =>
    id == null || channelOf(guild, id)?.type === type
      ? undefined
      : invalidField(field, "CHANNEL_INVALID", "The server has no such channel of the right type.");
  return (
    wrong("afk_channel_id", settings.afkChannelId, ChannelType.GuildVoice) ??
    wrong("system_channel_id", settings.systemChannelId, ChannelType.GuildText) ??
    wrong("rules_channel_id", settings.rulesChannelId, ChannelType.GuildText) ??
    wrong("public_updates_channel_id", settings.publicUpdatesChannelId, ChannelType.GuildText) ??
    wrong("safety_alerts_channel_id", settings.safetyAlertsChannelId, ChannelType.GuildText)
  );
}

/** Settings that only servers with a community have; none of them can be taken away. */
function communityFault({ features = [] }: Guild, settings: GuildSettings): Fault | undefined {
  if (features.includes("COMMUNITY")) return undefined;
  const [field] = Object.entries({
    rules_channel_id: settings.rulesChannelId,
    public_updates_channel_id: settings.publicUpdatesChannelId,
    safety_alerts_channel_id: settings.safetyAlertsChannelId,
    preferred_locale: settings.preferredLocale,
  }).flatMap(([name, value]) => (value == null ? [] : [name]));
  return field === undefined
    ? undefined
    : invalidField(field, "GUILD_FEATURE_REQUIRED", "The server needs the feature COMMUNITY.");
}

function featureFault({ features: own = [] }: Guild, { features }: GuildSettings): Fault | undefined {
  const isSame =
    features === undefined || (features.length === own.length && own.every((one) => features.includes(one)));
  return isSame
    ? undefined
    : invalidField(
        "features",
        "NOT_EMULATED",
        `This platform does not change features: [${own.join(", ")}] stay.`,
      );
}

/** Stores no picture when one of them is invalid. */
function picturesOf(
  world: PictureWorld & DigestPort,
  guildId: Snowflake,
  { icon, banner }: GuildSettings,
): { icon?: string | null; banner?: string | null } | Fault {
  const [face, back] = [readPicture("icon", icon), readPicture("banner", banner)];
  if (face instanceof Fault) return face;
  if (back instanceof Fault) return back;
  return {
    ...(face === undefined ? {} : { icon: replacePicture(world, guildIconSlot(guildId), face) }),
    ...(back === undefined ? {} : { banner: replacePicture(world, bannerSlot(guildId), back) }),
  };
}
