import { EVERY_PERMISSION, GUILD_ROLES_MAX, ROLE_NAME_MAX } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import {
  createRole,
  deleteRole,
  moveRoles,
  updateRole,
  type RoleChanges,
} from "../domain/rules/guild/roles.js";
import { PictureShape, PermissionsShape } from "./guild-shapes.js";
import { PICTURE_BODY_LIMIT, route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const Color = Type.Integer({ minimum: 0, maximum: 0xffffff });

const RoleBody = Type.Object({
  name: maybe(Type.String({ minLength: 1, maxLength: ROLE_NAME_MAX })),
  permissions: maybe(PermissionsShape),
  color: maybe(Color),
  colors: maybe(
    Type.Object({ primary_color: maybe(Color), secondary_color: maybe(Color), tertiary_color: maybe(Color) }),
  ),
  hoist: maybe(Type.Boolean()),
  mentionable: maybe(Type.Boolean()),
  icon: maybe(PictureShape),
  unicode_emoji: maybe(Type.String({ maxLength: 100 })),
});

const PositionsBody = Type.Array(
  Type.Object({
    id: SnowflakeShape,
    position: maybe(Type.Integer({ minimum: 0, maximum: GUILD_ROLES_MAX })),
  }),
  { maxItems: GUILD_ROLES_MAX + 1 },
);

/** Unknown permissions are ignored. `colors` wins over the deprecated `color`. */
function changesOf(body: Static<typeof RoleBody>): RoleChanges {
  const { permissions, color, colors } = body;
  return {
    name: body.name ?? undefined,
    permissions: permissions == null ? undefined : BigInt(permissions) & EVERY_PERMISSION,
    colors: colors == null ? plainColor(color) : colorsOf(colors),
    hoist: body.hoist ?? undefined,
    mentionable: body.mentionable ?? undefined,
    icon: body.icon,
    unicodeEmoji: body.unicode_emoji,
  };
}

function plainColor(color: number | null | undefined) {
  return color == null ? undefined : { primary: color, secondary: null, tertiary: null };
}

function colorsOf(colors: NonNullable<Static<typeof RoleBody>["colors"]>) {
  const { primary_color: primary, secondary_color: secondary, tertiary_color: tertiary } = colors;
  return { primary: primary ?? 0, secondary: secondary ?? null, tertiary: tertiary ?? null };
}

/** Routes that change the roles of a server. */
export const guildRoleRoutes = [
  route("POST", "/guilds/{guild.id}/roles", {
    docs: "resources/guild#create-guild-role",
    auth: "bot",
    body: RoleBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world) => createRole(world, actor, params["guild.id"], changesOf(body)),
  }),
  route("PATCH", "/guilds/{guild.id}/roles", {
    docs: "resources/guild#modify-guild-role-positions",
    auth: "bot",
    body: PositionsBody,
    handle: ({ actor, params, body }, world) => {
      const positions = body.flatMap(({ id, position }) =>
        position == null ? [] : { roleId: String(id), position },
      );
      return moveRoles(world, actor, params["guild.id"], positions);
    },
  }),
  route("PATCH", "/guilds/{guild.id}/roles/{role.id}", {
    docs: "resources/guild#modify-guild-role",
    auth: "bot",
    body: RoleBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world) =>
      updateRole(world, actor, params["guild.id"], params["role.id"], changesOf(body)),
  }),
  route("DELETE", "/guilds/{guild.id}/roles/{role.id}", {
    docs: "resources/guild#delete-guild-role",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteRole(world, actor, params["guild.id"], params["role.id"]),
  }),
];
