import { MEMBER_BIO_MAX, MEMBER_ROLES_MAX, NICK_MAX, Scope } from "sdkpp/wire";
import { Type, type Static } from "typebox";
import { joinGuild } from "../domain/rules/guild/joining.js";
import type { MemberChanges } from "../domain/rules/guild/member-changes.js";
import {
  getOwnMember,
  kickGuildMember,
  leaveGuild,
  setMemberRole,
  updateMember,
  updateOwnMember,
} from "../domain/rules/guild/member-updates.js";
import { Fault } from "../domain/rules/outcome.js";
import { PictureShape, timeOf, TimeShape } from "./guild-shapes.js";
import { PICTURE_BODY_LIMIT, route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const ACCESS_TOKEN_MAX = 10_240;

const RoleIds = Type.Array(SnowflakeShape, { maxItems: MEMBER_ROLES_MAX });
const Nick = Type.String({ maxLength: NICK_MAX });

const MemberBody = Type.Object({
  nick: maybe(Nick),
  roles: maybe(RoleIds),
  mute: maybe(Type.Boolean()),
  deaf: maybe(Type.Boolean()),
  channel_id: maybe(SnowflakeShape),
  communication_disabled_until: maybe(TimeShape),
  flags: maybe(Type.Integer({ minimum: 0, maximum: 0x7fffffff })),
});

const OwnMemberBody = Type.Object({
  nick: maybe(Nick),
  avatar: maybe(PictureShape),
  banner: maybe(PictureShape),
  bio: maybe(Type.String({ maxLength: MEMBER_BIO_MAX })),
});

const JoiningBody = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: ACCESS_TOKEN_MAX }),
  nick: maybe(Nick),
  roles: maybe(RoleIds),
  mute: maybe(Type.Boolean()),
  deaf: maybe(Type.Boolean()),
});

function changesOf(body: Static<typeof MemberBody>): MemberChanges | Fault {
  const { channel_id: channelId, communication_disabled_until: until } = body;
  const timeoutUntil = timeOf("communication_disabled_until", until);
  if (timeoutUntil instanceof Fault) return timeoutUntil;
  return {
    nick: body.nick,
    roleIds: roleIdsOf(body.roles),
    mute: body.mute ?? undefined,
    deaf: body.deaf ?? undefined,
    channelId: channelId == null ? channelId : String(channelId),
    timeoutUntil,
    flags: body.flags ?? undefined,
  };
}

/** null: none */
function roleIdsOf(ids: Static<typeof RoleIds> | null | undefined): string[] | undefined {
  return ids === undefined ? undefined : [...new Set((ids ?? []).map(String))];
}

/** Routes that change memberships and members. */
export const guildMembershipRoutes = [
  route("PATCH", "/guilds/{guild.id}/members/@me", {
    docs: "resources/guild#modify-current-member",
    auth: "bot",
    body: OwnMemberBody,
    bodyLimit: PICTURE_BODY_LIMIT,
    handle: ({ actor, params, body }, world) => updateOwnMember(world, actor, params["guild.id"], body),
  }),
  route("PUT", "/guilds/{guild.id}/members/{user.id}", {
    docs: "resources/guild#add-guild-member",
    auth: "bot",
    body: JoiningBody,
    unbuilt: ["flags"],
    status: 201,
    handle: ({ actor, params, body }, world) =>
      joinGuild(world, actor, params["guild.id"], params["user.id"], {
        accessToken: body.access_token,
        nick: body.nick ?? undefined,
        roleIds: roleIdsOf(body.roles ?? undefined),
        mute: body.mute ?? undefined,
        deaf: body.deaf ?? undefined,
      }),
  }),
  route("PATCH", "/guilds/{guild.id}/members/{user.id}", {
    docs: "resources/guild#modify-guild-member",
    auth: "bot",
    body: MemberBody,
    handle: ({ actor, params, body }, world) => {
      const changes = changesOf(body);
      if (changes instanceof Fault) return changes;
      return updateMember(world, actor, params["guild.id"], params["user.id"], changes);
    },
  }),
  route("DELETE", "/guilds/{guild.id}/members/{user.id}", {
    docs: "resources/guild#remove-guild-member",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      kickGuildMember(world, actor, params["guild.id"], params["user.id"]),
  }),
  route("PUT", "/guilds/{guild.id}/members/{user.id}/roles/{role.id}", {
    docs: "resources/guild#add-guild-member-role",
    auth: "bot",
    handle: ({ actor, params }, world) => setMemberRole(world, actor, named(params), true),
  }),
  route("DELETE", "/guilds/{guild.id}/members/{user.id}/roles/{role.id}", {
    docs: "resources/guild#remove-guild-member-role",
    auth: "bot",
    handle: ({ actor, params }, world) => setMemberRole(world, actor, named(params), false),
  }),
  route("GET", "/users/@me/guilds/{guild.id}/member", {
    docs: "resources/user#get-current-user-guild-member",
    auth: "bearer",
    scope: Scope.GuildsMembersRead,
    handle: ({ actor, params }, world) => getOwnMember(world, actor, params["guild.id"]),
  }),
  route("DELETE", "/users/@me/guilds/{guild.id}", {
    docs: "resources/user#leave-guild",
    auth: "bot",
    handle: ({ actor, params }, world) => leaveGuild(world, actor, params["guild.id"]),
  }),
];

type RoleParams = Readonly<Record<"guild.id" | "user.id" | "role.id", string>>;

function named(params: RoleParams) {
  return { guildId: params["guild.id"], userId: params["user.id"], roleId: params["role.id"] };
}
