import { AuditLogEvent, GUILD_STICKERS_MAX, type Snowflake } from "sdkpp/wire";
import { STANDARD_PACK, standardSticker } from "../../records/expression/standard-stickers.js";
import { readStickerFile } from "../../records/expression/sticker-file.js";
import type { Sticker } from "../../records/expression/sticker.js";
import type { Guild } from "../../records/guild/guild.js";
import type { ReadUpload } from "../../records/message/upload.js";
import { stickerSlot } from "../../records/picture/picture-slots.js";
import {
  standardStickerView,
  stickerPackView,
  stickerView,
  stickerWithCreator,
} from "../../views/expression/sticker.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { keepPicture, removePicture } from "../../world/picture/pictures.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import {
  lottieNotAllowed,
  stickerFileFault,
  stickerFileRequired,
  tooManyStickers,
  unknownSticker,
  unknownStickerPack,
} from "./faults.js";
import { findGuildExpressions, type GuildExpressions } from "./guild-expressions.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & ExpressionWorld & UserWorld & PictureWorld & ClockPort & IdsPort;

type View = Record<string, unknown>;

export interface NewSticker {
  readonly name: string;
  /** Empty, or at least two characters. */
  readonly description?: string | null | undefined;
  readonly tags: string;
}

export interface StickerChange {
  readonly name?: string | null | undefined;
  /** Null: none. */
  readonly description?: string | null | undefined;
  readonly tags?: string | null | undefined;
}

/** Features of guilds that may upload Lottie files. */
const LOTTIE_FEATURES = ["VERIFIED", "PARTNERED"];

/** `GET /guilds/{id}/stickers`: oldest first. */
export function listGuildStickers(world: Touched, actor: Actor, guildId: Snowflake): Result<View[]> {
  const home = findGuildExpressions(world, actor, guildId);
  if (home instanceof Fault) return home;
  return done(stickersOf(world, home.guild).map((sticker) => viewOf(world, home, sticker)));
}

/** `GET /guilds/{id}/stickers/{sticker}`. */
export function getGuildSticker(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
): Result<View> {
  const found = findSticker(world, actor, guildId, id);
  return found instanceof Fault ? found : done(viewOf(world, found.home, found.sticker));
}

/** `POST /guilds/{id}/stickers`: a PNG, APNG, GIF or Lottie file of at most 512 KiB, 320 × 320 pixels and 5 seconds. */
export function createSticker(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  { name, description = null, tags }: NewSticker,
  upload: ReadUpload | undefined,
): Result<View> {
  const home = findGuildExpressions(world, actor, guildId);
  if (home instanceof Fault) return home;
  if (!home.mayCreate) return missingPermissions();
  if (upload === undefined) return stickerFileRequired();
  const bytes = Buffer.from(upload.bytes);
  const file = readStickerFile(bytes);
  if (typeof file === "string") return stickerFileFault(file);
  const { guild } = home;
  const isLottie = file.mime === "application/json";
  if (isLottie && !LOTTIE_FEATURES.some((one) => guild.features?.includes(one))) return lottieNotAllowed();
  if (stickersOf(world, guild).length >= GUILD_STICKERS_MAX) return tooManyStickers();
  const { format, mime } = file;
  const sticker = { id: world.ids.next(), guildId, name, description, tags, format, userId: actor.user.id };
  world.stickers.put(sticker);
  keepPicture(world, stickerSlot(sticker.id), { mime, data: bytes.toString("base64") });
  return done(viewOf(world, home, sticker), changed(actor, guild, undefined, sticker));
}

/** `PATCH /guilds/{id}/stickers/{sticker}`. */
export function updateSticker(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
  { name, description, tags }: StickerChange,
): Result<View> {
  const found = findSticker(world, actor, guildId, id);
  if (found instanceof Fault) return found;
  const { home, sticker } = found;
  if (!home.mayChange(sticker)) return missingPermissions();
  const after = {
    ...sticker,
    name: name ?? sticker.name,
    description: description === undefined ? sticker.description : description,
    tags: tags ?? sticker.tags,
  };
  const changes = auditChanges(audible(sticker), audible(after));
  if (changes.length === 0) return done(viewOf(world, home, sticker));
  world.stickers.put(after);
  return done(viewOf(world, home, after), changed(actor, home.guild, sticker, after));
}

/** `DELETE /guilds/{id}/stickers/{sticker}`. Messages that have it keep it. */
export function deleteSticker(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
): Result<undefined> {
  const found = findSticker(world, actor, guildId, id);
  if (found instanceof Fault) return found;
  const { home, sticker } = found;
  if (!home.mayChange(sticker)) return missingPermissions();
  world.stickers.delete(sticker.id);
  removePicture(world, stickerSlot(sticker.id));
  return done(undefined, changed(actor, home.guild, sticker, undefined));
}

/** `GET /stickers/{sticker}`: of any server, or of the platform's pack. */
export function getSticker(world: ExpressionWorld, id: Snowflake): Result<View> {
  const standard = standardSticker(id);
  if (standard !== undefined) return done(standardStickerView(standard));
  const sticker = world.stickers.get(id);
  return sticker === undefined ? unknownSticker() : done(stickerView(sticker));
}

/** `GET /sticker-packs`. */
export function listStickerPacks(): Result<View> {
  return done({ sticker_packs: [stickerPackView()] });
}

/** `GET /sticker-packs/{pack}`. */
export function getStickerPack(id: Snowflake): Result<View> {
  return id === STANDARD_PACK.id ? done(stickerPackView()) : unknownStickerPack();
}

function findSticker(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
): { home: GuildExpressions; sticker: Sticker } | Fault {
  const home = findGuildExpressions(world, actor, guildId);
  if (home instanceof Fault) return home;
  const sticker = world.stickers.get(id);
  return sticker?.guildId === home.guild.id ? { home, sticker } : unknownSticker();
}

function stickersOf(world: ExpressionWorld, { id }: Guild): Sticker[] {
  return world.stickers.listBy("guild", id);
}

function viewOf(world: UserWorld, { mayCreate, mayManage }: GuildExpressions, sticker: Sticker): View {
  return mayCreate || mayManage ? stickerWithCreator(world, sticker) : stickerView(sticker);
}

/** The fields of a sticker in the audit log. */
function audible(sticker: Sticker | undefined): Record<string, unknown> {
  if (sticker === undefined) return {};
  const { name, description, tags } = sticker;
  return { name, description, tags };
}

function changed(
  actor: Actor,
  guild: Guild,
  before: Sticker | undefined,
  after: Sticker | undefined,
): Fact[] {
  const { StickerCreate, StickerUpdate, StickerDelete } = AuditLogEvent;
  const { id } = (after ?? before) as Sticker;
  const entry = audited(actor, {
    guildId: guild.id,
    action: before === undefined ? StickerCreate : after === undefined ? StickerDelete : StickerUpdate,
    targetId: id,
    changes: auditChanges(audible(before), audible(after)),
  });
  return [{ kind: "stickersChanged", guild }, entry];
}
