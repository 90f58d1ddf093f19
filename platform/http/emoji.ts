import { EMOJI_NAME_MAX, EMOJI_NAME_MIN, GUILD_ROLES_MAX, type Snowflake } from "sdkpp/wire";
import { Type } from "typebox";
import { inApplication, inGuild, type FindHome } from "../domain/rules/expression/emoji-home.js";
import {
  createEmoji,
  deleteEmoji,
  getEmoji,
  listEmojis,
  updateEmoji,
} from "../domain/rules/expression/emojis.js";
import { Fault } from "../domain/rules/outcome.js";
import { route, type Route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const NameShape = Type.String({
  minLength: EMOJI_NAME_MIN,
  maxLength: EMOJI_NAME_MAX,
  pattern: "^[A-Za-z0-9_]*$",
});
const RolesShape = maybe(Type.Array(SnowflakeShape, { maxItems: GUILD_ROLES_MAX }));
const NewEmojiBody = Type.Object({ name: NameShape, image: Type.String(), roles: RolesShape });
const EmojiBody = Type.Object({ name: maybe(NameShape), roles: RolesShape });

type Params = Readonly<Record<string, string>>;

/** The owner of emojis, and how the operations on them are documented and listed. */
interface Owner {
  readonly path: string;
  readonly name: "guild" | "application";
  readonly home: (params: Params) => FindHome;
  readonly listed: (emojis: readonly unknown[]) => unknown;
}

/** The five operations on the emojis of an owner. */
function emojiRoutesOf({ path, name, home, listed }: Owner): Route[] {
  const [all, one] = [`${path}/emojis`, `${path}/emojis/{emoji.id}`];
  const docs = (verb: string, what = "emoji"): string => `resources/emoji#${verb}-${name}-${what}`;
  const emojiId = (params: Params): Snowflake => params["emoji.id"] ?? "";
  return [
    route("GET", all, {
      docs: docs("list", "emojis"),
      auth: "bot",
      handle: ({ actor, params }, world) => {
        const emojis = listEmojis(world, actor, home(params));
        return emojis instanceof Fault ? emojis : { ...emojis, reply: listed(emojis.reply) };
      },
    }),
    route("GET", one, {
      docs: docs("get"),
      auth: "bot",
      handle: ({ actor, params }, world) => getEmoji(world, actor, home(params), emojiId(params)),
    }),
    route("POST", all, {
      docs: docs("create"),
      auth: "bot",
      body: NewEmojiBody,
      status: 201,
      handle: ({ actor, params, body }, world) => createEmoji(world, actor, home(params), body),
    }),
    route("PATCH", one, {
      docs: docs("modify"),
      auth: "bot",
      body: EmojiBody,
      handle: ({ actor, params, body }, world) =>
        updateEmoji(world, actor, home(params), emojiId(params), body),
    }),
    route("DELETE", one, {
      docs: docs("delete"),
      auth: "bot",
      handle: ({ actor, params }, world) => deleteEmoji(world, actor, home(params), emojiId(params)),
    }),
  ];
}

export const emojiRoutes = [
  ...emojiRoutesOf({
    path: "/guilds/{guild.id}",
    name: "guild",
    home: (params) => inGuild(params["guild.id"] ?? ""),
    listed: (emojis) => emojis,
  }),
  // Those of an application are for its own bot.
  ...emojiRoutesOf({
    path: "/applications/{application.id}",
    name: "application",
    home: (params) => inApplication(params["application.id"] ?? ""),
    listed: (items) => ({ items }),
  }),
];
