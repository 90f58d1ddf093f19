import { EMOJI_BYTES_MAX, type Snowflake } from "sdkpp/wire";
import type { Emoji } from "../../records/expression/emoji.js";
import { emojiSlot } from "../../records/picture/picture-slots.js";
import { emojiView, emojiWithCreator } from "../../views/expression/emoji.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { keepPicture, removePicture } from "../../world/picture/pictures.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { invalidField, missingPermissions } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { readPicture } from "../picture-input.js";
import type { EmojiHome, FindHome } from "./emoji-home.js";
import { tooManyEmojis, unknownEmoji } from "./faults.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & ExpressionWorld & UserWorld & PictureWorld & ClockPort & IdsPort;

type View = Record<string, unknown>;

export interface NewEmoji {
  readonly name: string;
  /** Data URI. */
  readonly image: string;
  readonly roles?: readonly (string | number)[] | null | undefined;
}

export interface EmojiChange {
  readonly name?: string | null | undefined;
  readonly roles?: readonly (string | number)[] | null | undefined;
}

/** `GET …/emojis`: oldest first. */
export function listEmojis(world: Touched, actor: Actor, find: FindHome): Result<View[]> {
  const home = find(world, actor);
  if (home instanceof Fault) return home;
  return done(emojisOf(world, home).map((emoji) => viewOf(world, home, emoji)));
}

/** `GET …/emojis/{emoji}`. */
export function getEmoji(world: Touched, actor: Actor, find: FindHome, emojiId: Snowflake): Result<View> {
  const found = findEmoji(world, actor, find, emojiId);
  return found instanceof Fault ? found : done(viewOf(world, found.home, found.emoji));
}

/** `POST …/emojis`: its picture has at most 256 KiB. */
export function createEmoji(world: Touched, actor: Actor, find: FindHome, input: NewEmoji): Result<View> {
  const home = find(world, actor);
  if (home instanceof Fault) return home;
  if (!home.mayCreate) return missingPermissions();
  const image = readPicture("image", input.image, EMOJI_BYTES_MAX);
  if (image instanceof Fault) return image;
  const roleIds = rolesOf(home, input.roles ?? []);
  if (roleIds instanceof Fault) return roleIds;
  const { name } = input;
  const animated = image?.mime === "image/gif";
  const emoji = {
    id: world.ids.next(),
    ownerId: home.ownerId,
    name,
    animated,
    userId: actor.user.id,
    roleIds,
  };
  if (isFull(world, home, emoji)) return tooManyEmojis(home.limit);
  world.emojis.put(emoji);
  if (image != null) keepPicture(world, emojiSlot(emoji.id), image);
  return done(viewOf(world, home, emoji), home.changed(undefined, emoji));
}

/** `PATCH …/emojis/{emoji}`. */
export function updateEmoji(
  world: Touched,
  actor: Actor,
  find: FindHome,
  emojiId: Snowflake,
  { name, roles }: EmojiChange,
): Result<View> {
  const found = findEmoji(world, actor, find, emojiId);
  if (found instanceof Fault) return found;
  const { home, emoji } = found;
  if (!home.mayChange(emoji)) return missingPermissions();
  const roleIds = roles === undefined ? emoji.roleIds : rolesOf(home, roles ?? []);
  if (roleIds instanceof Fault) return roleIds;
  const after = { ...emoji, name: name ?? emoji.name, roleIds };
  const isSame = after.name === emoji.name && after.roleIds.join() === emoji.roleIds.join();
  if (!isSame) world.emojis.put(after);
  return done(viewOf(world, home, after), isSame ? [] : home.changed(emoji, after));
}

/** `DELETE …/emojis/{emoji}`. */
export function deleteEmoji(
  world: Touched,
  actor: Actor,
  find: FindHome,
  emojiId: Snowflake,
): Result<undefined> {
  const found = findEmoji(world, actor, find, emojiId);
  if (found instanceof Fault) return found;
  const { home, emoji } = found;
  if (!home.mayChange(emoji)) return missingPermissions();
  world.emojis.delete(emoji.id);
  removePicture(world, emojiSlot(emoji.id));
  return done(undefined, home.changed(emoji, undefined));
}

/** Counts before it reads: an application may have two thousand. */
function isFull(world: ExpressionWorld, home: EmojiHome, emoji: Emoji): boolean {
  if (world.emojis.count("owner", home.ownerId) < home.limit) return false;
  return emojisOf(world, home).filter((one) => home.isLimitedWith(one, emoji)).length >= home.limit;
}

function emojisOf(world: ExpressionWorld, { ownerId }: EmojiHome): Emoji[] {
  return world.emojis.listBy("owner", ownerId);
}

function findEmoji(
  world: Touched,
  actor: Actor,
  find: FindHome,
  emojiId: Snowflake,
): { home: EmojiHome; emoji: Emoji } | Fault {
  const home = find(world, actor);
  if (home instanceof Fault) return home;
  const emoji = world.emojis.get(emojiId);
  return emoji?.ownerId === home.ownerId ? { home, emoji } : unknownEmoji();
}

/** The roles of a request, each once. */
function rolesOf(home: EmojiHome, roles: readonly (string | number)[]): Snowflake[] | Fault {
  const ids = [...new Set(roles.map(String))];
  const unknown = ids.find((id) => !home.roleIds.has(id));
  return unknown === undefined ? ids : invalidField("roles", "ROLE_UNKNOWN", `Unknown role ${unknown}.`);
}

function viewOf(world: UserWorld, home: EmojiHome, emoji: Emoji): View {
  return home.seesCreator(emoji)
    ? emojiWithCreator(world, emoji, home.roleIds)
    : emojiView(emoji, home.roleIds);
}
