import { AuditLogEvent, GUILD_SOUNDS_MAX, SOUND_BYTES_MAX, SOUND_MS_MAX, type Snowflake } from "sdkpp/wire";
import { readSoundData, type SoundData } from "../../records/expression/sound-data.js";
import { soundLength } from "../../records/expression/sound-length.js";
import type { Sound } from "../../records/expression/sound.js";
import { STANDARD_SOUNDS } from "../../records/expression/standard-sounds.js";
import type { Guild } from "../../records/guild/guild.js";
import { soundSlot } from "../../records/picture/picture-slots.js";
import { soundView, soundWithCreator, standardSoundView } from "../../views/expression/sound.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import { keepPicture, removePicture } from "../../world/picture/pictures.js";
import type { ClockPort, IdsPort } from "../../world/ports.js";
import type { UserWorld } from "../../world/user/user-world.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { missingPermissions, unknownSound } from "../faults.js";
import { done, Fault, type Result } from "../outcome.js";
import { soundTooLarge, soundTooLong, tooManySounds, wrongSoundFormat } from "./faults.js";
import { findGuildExpressions, type GuildExpressions } from "./guild-expressions.js";
import { soundEmoji, type EmojiInput } from "./sound-emoji.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & ExpressionWorld & UserWorld & PictureWorld & ClockPort & IdsPort;

type View = Record<string, unknown>;

export interface NewSound extends EmojiInput {
  readonly name: string;
  /** Data URI. */
  readonly sound: string;
  readonly volume?: number | null | undefined;
}

export interface SoundChange extends EmojiInput {
  readonly name?: string | undefined;
  readonly volume?: number | null | undefined;
}

const FULL_VOLUME = 1;

/** `GET /soundboard-default-sounds`. */
export function listStandardSounds(): Result<View[]> {
  return done(STANDARD_SOUNDS.map(standardSoundView));
}

/** `GET /guilds/{id}/soundboard-sounds`: oldest first. */
export function listSounds(world: Touched, actor: Actor, guildId: Snowflake): Result<View> {
  const home = findGuildExpressions(world, actor, guildId);
  if (home instanceof Fault) return home;
  return done({ items: soundsOf(world, home.guild).map((sound) => viewOf(world, home, sound)) });
}

/** `GET /guilds/{id}/soundboard-sounds/{sound}`. */
export function getSound(world: Touched, actor: Actor, guildId: Snowflake, id: Snowflake): Result<View> {
  const found = findSound(world, actor, guildId, id);
  return found instanceof Fault ? found : done(viewOf(world, found.home, found.sound));
}

/** `POST /guilds/{id}/soundboard-sounds`: MP3 or Ogg of at most 512 KiB and 5.2 seconds. */
export function createSound(world: Touched, actor: Actor, guildId: Snowflake, input: NewSound): Result<View> {
  const home = findGuildExpressions(world, actor, guildId);
  if (home instanceof Fault) return home;
  if (!home.mayCreate) return missingPermissions();
  const file = readSound(input.sound);
  if (file instanceof Fault) return file;
  const emoji = soundEmoji(world, guildId, input);
  if (emoji instanceof Fault) return emoji;
  const limit = GUILD_SOUNDS_MAX[home.guild.premiumTier ?? 0] ?? 0;
  if (world.sounds.count("guild", guildId) >= limit) return tooManySounds(limit);
  const { name, volume } = input;
  const sound: Sound = {
    ...{ id: world.ids.next(), guildId, userId: actor.user.id },
    ...{ name, volume: volume ?? FULL_VOLUME, ...emoji },
  };
  world.sounds.put(sound);
  keepPicture(world, soundSlot(sound.id), file);
  const entry = auditOf(actor, AuditLogEvent.SoundboardSoundCreate, undefined, sound);
  return done(viewOf(world, home, sound), [{ kind: "soundCreated", sound }, entry]);
}

/** `PATCH /guilds/{id}/soundboard-sounds/{sound}`. */
export function updateSound(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
  change: SoundChange,
): Result<View> {
  const found = findSound(world, actor, guildId, id);
  if (found instanceof Fault) return found;
  const { home, sound } = found;
  if (!home.mayChange(sound)) return missingPermissions();
  const emoji = soundEmoji(world, guildId, change, sound);
  if (emoji instanceof Fault) return emoji;
  const { name, volume } = change;
  const after: Sound = {
    ...sound,
    name: name ?? sound.name,
    volume: volume === undefined ? sound.volume : (volume ?? FULL_VOLUME),
    ...emoji,
  };
  if (JSON.stringify(after) === JSON.stringify(sound)) return done(viewOf(world, home, sound));
  world.sounds.put(after);
  const entry = auditOf(actor, AuditLogEvent.SoundboardSoundUpdate, sound, after);
  return done(viewOf(world, home, after), [{ kind: "soundUpdated", sound: after }, entry]);
}

/** `DELETE /guilds/{id}/soundboard-sounds/{sound}`. */
export function deleteSound(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
): Result<undefined> {
  const found = findSound(world, actor, guildId, id);
  if (found instanceof Fault) return found;
  const { home, sound } = found;
  if (!home.mayChange(sound)) return missingPermissions();
  world.sounds.delete(sound.id);
  removePicture(world, soundSlot(sound.id));
  const entry = auditOf(actor, AuditLogEvent.SoundboardSoundDelete, sound, undefined);
  return done(undefined, [{ kind: "soundDeleted", sound }, entry]);
}

function readSound(uri: string): SoundData | Fault {
  const file = readSoundData(uri);
  if (file === undefined) return wrongSoundFormat();
  if (file.bytes > SOUND_BYTES_MAX) return soundTooLarge();
  const length = soundLength(file.mime, Buffer.from(file.data, "base64")) ?? 0;
  return length > SOUND_MS_MAX ? soundTooLong() : file;
}

function findSound(
  world: Touched,
  actor: Actor,
  guildId: Snowflake,
  id: Snowflake,
): { home: GuildExpressions; sound: Sound } | Fault {
  const home = findGuildExpressions(world, actor, guildId);
  if (home instanceof Fault) return home;
  const sound = world.sounds.get(id);
  return sound?.guildId === home.guild.id ? { home, sound } : unknownSound();
}

function soundsOf(world: ExpressionWorld, { id }: Guild): Sound[] {
  return world.sounds.listBy("guild", id);
}

function viewOf(world: UserWorld, { mayCreate, mayManage }: GuildExpressions, sound: Sound): View {
  return mayCreate || mayManage ? soundWithCreator(world, sound) : soundView(sound);
}

function auditOf(actor: Actor, action: number, before: Sound | undefined, after: Sound | undefined): Fact {
  const { id, guildId } = (after ?? before) as Sound;
  const fields = (sound: Sound | undefined): View => (sound ? soundView(sound) : {});
  const changes = auditChanges(fields(before), fields(after), UNLISTED);
  return audited(actor, { guildId, action, targetId: id, changes });
}

const UNLISTED: ReadonlySet<string> = new Set(["sound_id", "guild_id", "available"]);
