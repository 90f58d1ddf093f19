import {
  STICKER_BYTES_MAX,
  STICKER_DESCRIPTION_MAX,
  STICKER_NAME_MAX,
  STICKER_NAME_MIN,
  STICKER_TAGS_MAX,
} from "sdkpp/wire";
import { Type } from "typebox";
import {
  createSticker,
  deleteSticker,
  getGuildSticker,
  getSticker,
  getStickerPack,
  listGuildStickers,
  listStickerPacks,
  updateSticker,
} from "../domain/rules/expression/stickers.js";
import { BODY_BYTES_MAX } from "./body.js";
import { singleFileForm } from "./multipart.js";
import { route } from "./route.js";
import { maybe } from "./shapes.js";

const NameShape = Type.String({ minLength: STICKER_NAME_MIN, maxLength: STICKER_NAME_MAX });
const TagsShape = Type.String({ minLength: 1, maxLength: STICKER_TAGS_MAX });
/** Empty, or at least two characters. */
const DescriptionShape = maybe(
  Type.String({ maxLength: STICKER_DESCRIPTION_MAX, pattern: "^(?:[^]{2,})?$" }),
);
const NewStickerBody = Type.Object({ name: NameShape, description: DescriptionShape, tags: TagsShape });
const StickerBody = Type.Object({
  name: maybe(NameShape),
  description: DescriptionShape,
  tags: maybe(TagsShape),
});
const STICKER_FORM = singleFileForm("file", { bodyLimit: BODY_BYTES_MAX, fileBytesMax: STICKER_BYTES_MAX }, [
  "name",
  "description",
  "tags",
]);

const ALL = "/guilds/{guild.id}/stickers";
const ONE = `${ALL}/{sticker.id}` as const;

export const stickerRoutes = [
  route("GET", ALL, {
    docs: "resources/sticker#list-guild-stickers",
    auth: "bot",
    handle: ({ actor, params }, world) => listGuildStickers(world, actor, params["guild.id"]),
  }),
  route("GET", ONE, {
    docs: "resources/sticker#get-guild-sticker",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      getGuildSticker(world, actor, params["guild.id"], params["sticker.id"]),
  }),
  route("POST", ALL, {
    docs: "resources/sticker#create-guild-sticker",
    auth: "bot",
    body: NewStickerBody,
    form: STICKER_FORM,
    status: 201,
    handle: ({ actor, params, body, readUploads }, world) =>
      createSticker(world, actor, params["guild.id"], body, readUploads[0]),
  }),
  route("PATCH", ONE, {
    docs: "resources/sticker#modify-guild-sticker",
    auth: "bot",
    body: StickerBody,
    handle: ({ actor, params, body }, world) =>
      updateSticker(world, actor, params["guild.id"], params["sticker.id"], body),
  }),
  route("DELETE", ONE, {
    docs: "resources/sticker#delete-guild-sticker",
    auth: "bot",
    handle: ({ actor, params }, world) =>
      deleteSticker(world, actor, params["guild.id"], params["sticker.id"]),
  }),
  route("GET", "/stickers/{sticker.id}", {
    docs: "resources/sticker#get-sticker",
    auth: "bot",
    handle: ({ params }, world) => getSticker(world, params["sticker.id"]),
  }),
  route("GET", "/sticker-packs", {
    docs: "resources/sticker#list-sticker-packs",
    auth: "none",
    handle: () => listStickerPacks(),
  }),
  route("GET", "/sticker-packs/{pack.id}", {
    docs: "resources/sticker#get-sticker-pack",
    auth: "bot",
    handle: ({ params }) => getStickerPack(params["pack.id"]),
  }),
];
