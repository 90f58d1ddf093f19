import { EMOJI_NAME_MAX, EMOJI_NAME_MIN, GUILD_ROLES_MAX } from "sdkpp/wire";
import { Type } from "typebox";
import { inApplication, inGuild } from "../domain/rules/expression/emoji-home.js";
import {
  createEmoji,
  deleteEmoji,
  getEmoji,
  listEmojis,
  updateEmoji,
} from "../domain/rules/expression/emojis.js";
import { Fault } from "../domain/rules/outcome.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const NameShape = Type.String({
  minLength: EMOJI_NAME_MIN,
  maxLength: EMOJI_NAME_MAX,
  pattern: "^[A-Za-z0-9_]*$",
});
const RolesShape = maybe(Type.Array(SnowflakeShape, { maxItems: GUILD_ROLES_MAX }));
const NewEmojiBody = Type.Object({ name: NameShape, image: Type.String(), roles: RolesShape });
const EmojiBody = Type.Object({ name: maybe(NameShape), roles: RolesShape });

/** Emojis of servers. */
const guildEmojiRoutes = [
  route("GET", "/guilds/{guild.id}/emojis", {
    docs: "resources/emoji#list-guild-emojis",
    auth: "bot",
    handle: ({ actor, params }, world) => listEmojis(world, actor, inGuild(params["guild.id"])),
  }),
  route("GET", "/guilds/{guild.id}/emojis/{emoji.id}", {
    docs: "resources/emoji#get-guild-emoji",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      getEmoji(world, actor, inGuild(params["guild.id"]), params["emoji.id"]),
  }),
  route("POST", "/guilds/{guild.id}/emojis", {
    docs: "resources/emoji#create-guild-emoji",
    auth: "bot",
    body: NewEmojiBody,
    status: 201,
    handle: ({ actor, params, body }, world) => createEmoji(world, actor, inGuild(params["guild.id"]), body),
  }),
  route("PATCH", "/guilds/{guild.id}/emojis/{emoji.id}", {
    docs: "resources/emoji#modify-guild-emoji",
    auth: "bot",
    body: EmojiBody,
    handle: ({ actor, params, body }, world) =>
      updateEmoji(world, actor, inGuild(params["guild.id"]), params["emoji.id"], body),
  }),
  route("DELETE", "/guilds/{guild.id}/emojis/{emoji.id}", {
    docs: "resources/emoji#delete-guild-emoji",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      deleteEmoji(world, actor, inGuild(params["guild.id"]), params["emoji.id"]),
  }),
];

/** Emojis of an application, for its own bot. */
const applicationEmojiRoutes = [
  route("GET", "/applications/{application.id}/emojis", {
    docs: "resources/emoji#list-application-emojis",
    auth: "bot",
    handle: ({ actor, params }, world) => {
      const listed = listEmojis(world, actor, inApplication(params["application.id"]));
      return listed instanceof Fault ? listed : { ...listed, reply: { items: listed.reply } };
    },
  }),
  route("GET", "/applications/{application.id}/emojis/{emoji.id}", {
    docs: "resources/emoji#get-application-emoji",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      getEmoji(world, actor, inApplication(params["application.id"]), params["emoji.id"]),
  }),
  route("POST", "/applications/{application.id}/emojis", {
    docs: "resources/emoji#create-application-emoji",
    auth: "bot",
    body: NewEmojiBody,
    status: 201,
    handle: ({ actor, params, body }, world) =>
      createEmoji(world, actor, inApplication(params["application.id"]), body),
  }),
  route("PATCH", "/applications/{application.id}/emojis/{emoji.id}", {
    docs: "resources/emoji#modify-application-emoji",
    auth: "bot",
    body: EmojiBody,
    handle: ({ actor, params, body }, world) =>
      updateEmoji(world, actor, inApplication(params["application.id"]), params["emoji.id"], body),
  }),
  route("DELETE", "/applications/{application.id}/emojis/{emoji.id}", {
    docs: "resources/emoji#delete-application-emoji",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      deleteEmoji(world, actor, inApplication(params["application.id"]), params["emoji.id"]),
  }),
];

export const emojiRoutes = [...guildEmojiRoutes, ...applicationEmojiRoutes];
