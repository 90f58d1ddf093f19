import { HOLOGRAPHIC_COLORS } from "sdkpp/wire";
import {
  GuildFeature,
  hasFeature,
  type Guild,
  type Role,
  type RoleColors,
} from "../../records/guild/guild.js";
import { roleIconSlot } from "../../records/picture/picture-slots.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { replacePicture } from "../../world/picture/pictures.js";
import type { DigestPort } from "../../world/ports.js";
import { invalidField } from "../faults.js";
import { Fault } from "../outcome.js";
import { readPicture } from "../picture-input.js";
import { boostsNeeded } from "./faults.js";

/** The appearance of a role; undefined leaves as it is, null takes away. */
export interface RoleAppearance {
  readonly name?: string | undefined;
  readonly colors?: RoleColors | undefined;
  readonly hoist?: boolean | undefined;
  readonly mentionable?: boolean | undefined;
  /** A data URI. */
  readonly icon?: string | null | undefined;
  readonly unicodeEmoji?: string | null | undefined;
}

/** Size of a role's icon. */
const ICON_BYTES_MAX = 256 * 1024;
const STANDARD_EMOJI = new RegExp("^\\p{RGI_Emoji}$", "v");

/** The role with another appearance. Pictures and gradients need features of the guild. */
export function withAppearance(
  world: PictureWorld & DigestPort,
  guild: Guild,
  role: Role,
  appearance: RoleAppearance,
): Role | Fault {
  const { icon, unicodeEmoji, colors, name, hoist, mentionable } = appearance;
  const fault = featureFault(guild, appearance);
  if (fault !== undefined) return fault;
  const image = readPicture("icon", icon, ICON_BYTES_MAX);
  if (image instanceof Fault) return image;
  if (unicodeEmoji != null && !STANDARD_EMOJI.test(unicodeEmoji))
    return invalidField("unicode_emoji", "UNICODE_EMOJI_INVALID", "Expected a standard emoji.");
  const { icon: oldIcon, unicodeEmoji: oldEmoji, ...plain } = role;
  const hash = image === undefined ? undefined : replacePicture(world, roleIconSlot(role.id), image);
  return {
    ...plain,
    ...(name === undefined ? {} : { name }),
    ...(colors === undefined ? {} : { colors: holographic(colors) }),
    ...(hoist === undefined ? {} : { hoist }),
    ...(mentionable === undefined ? {} : { mentionable }),
    ...defined("icon", hash === undefined ? oldIcon : (hash ?? undefined)),
    ...defined("unicodeEmoji", unicodeEmoji === undefined ? oldEmoji : (unicodeEmoji ?? undefined)),
  };
}

function featureFault(guild: Guild, { colors, icon, unicodeEmoji }: RoleAppearance): Fault | undefined {
  const isGradient = colors !== undefined && (colors.secondary !== null || colors.tertiary !== null);
  const isAllowed =
    (!isGradient || hasFeature(guild, GuildFeature.EnhancedRoleColors)) &&
    ((icon ?? unicodeEmoji) == null || hasFeature(guild, GuildFeature.RoleIcons));
  return isAllowed ? undefined : boostsNeeded();
}

/** A third colour stands for one fixed style. */
function holographic(colors: RoleColors): RoleColors {
  const [primary, secondary, tertiary] = HOLOGRAPHIC_COLORS;
  return colors.tertiary === null ? colors : { primary, secondary, tertiary };
}

function defined(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}
