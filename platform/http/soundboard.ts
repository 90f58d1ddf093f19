import { SOUND_NAME_MAX, SOUND_NAME_MIN } from "sdkpp/wire";
import { Type } from "typebox";
import {
  createSound,
  deleteSound,
  getSound,
  listSounds,
  listStandardSounds,
  updateSound,
} from "../domain/rules/expression/sounds.js";
import { sendSound } from "../domain/rules/voice/sound-effects.js";
import { route } from "./route.js";
import { maybe, SnowflakeShape } from "./shapes.js";

const NameShape = Type.String({ minLength: SOUND_NAME_MIN, maxLength: SOUND_NAME_MAX });
const shared = {
  volume: maybe(Type.Number({ minimum: 0, maximum: 1 })),
  emoji_id: maybe(SnowflakeShape),
  emoji_name: maybe(Type.String({ minLength: 1, maxLength: 32 })),
};
const NewSoundBody = Type.Object({ ...shared, name: NameShape, sound: Type.String() });
const SoundBody = Type.Object({ ...shared, name: Type.Optional(NameShape) });
const ChoiceBody = Type.Object({ sound_id: SnowflakeShape, source_guild_id: maybe(SnowflakeShape) });

const ALL = "/guilds/{guild.id}/soundboard-sounds";
const ONE = `${ALL}/{sound.id}` as const;

export const soundboardRoutes = [
  route("POST", "/channels/{channel.id}/send-soundboard-sound", {
    docs: "resources/soundboard#send-soundboard-sound",
    auth: "bot",
    body: ChoiceBody,
    handle: ({ actor, params, body }, world) => sendSound(world, actor, params["channel.id"], body),
  }),
  route("GET", "/soundboard-default-sounds", {
    docs: "resources/soundboard#list-default-soundboard-sounds",
    auth: "bot",
    handle: () => listStandardSounds(),
  }),
  route("GET", ALL, {
    docs: "resources/soundboard#list-guild-soundboard-sounds",
    auth: "bot",
    handle: ({ actor, params }, world) => listSounds(world, actor, params["guild.id"]),
  }),
  route("POST", ALL, {
    docs: "resources/soundboard#create-guild-soundboard-sound",
    auth: "bot",
    body: NewSoundBody,
    status: 201,
    handle: ({ actor, params, body }, world) => createSound(world, actor, params["guild.id"], body),
  }),
  route("GET", ONE, {
    docs: "resources/soundboard#get-guild-soundboard-sound",
    auth: "bot",
    handle: ({ actor, params }, world) => getSound(world, actor, params["guild.id"], params["sound.id"]),
  }),
  route("PATCH", ONE, {
    docs: "resources/soundboard#modify-guild-soundboard-sound",
    auth: "bot",
    body: SoundBody,
    handle: ({ actor, params, body }, world) =>
      updateSound(world, actor, params["guild.id"], params["sound.id"], body),
  }),
  route("DELETE", ONE, {
    docs: "resources/soundboard#delete-guild-soundboard-sound",
    auth: "bot",
    handle: ({ actor, params }, world) => deleteSound(world, actor, params["guild.id"], params["sound.id"]),
  }),
];
