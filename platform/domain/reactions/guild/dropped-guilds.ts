import { auditKey } from "../../records/guild/audit-entry.js";
import { keyOfBan } from "../../records/guild/guild-ban.js";
import { keyOfMember } from "../../records/guild/guild-member.js";
import type { Guild } from "../../records/guild/guild.js";
import { commandPermissionsKey } from "../../records/command/command-permissions.js";
import { commandScope } from "../../records/command/command.js";
import {
  bannerSlot,
  emojiSlot,
  eventSlot,
  guildIconSlot,
  memberSlot,
  roleIconSlot,
  soundSlot,
  stickerSlot,
} from "../../records/picture/picture-slots.js";
import type { AutoModerationWorld } from "../../world/auto-moderation/auto-moderation-world.js";
import type { CommandWorld } from "../../world/command/command-world.js";
import { commandsOf, removeCommand } from "../../world/command/commands.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { removePicture } from "../../world/picture/pictures.js";
import type { PictureWorld } from "../../world/picture/picture-world.js";
import type { ScheduledEventWorld } from "../../world/scheduled-event/scheduled-event-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";

/** Records that are deleted at once: everybody else waits meanwhile, and a server has up to 50,000 members. */
const DROPPED_AT_ONCE = 200;

type Touched = GuildWorld &
  ExpressionWorld &
  AutoModerationWorld &
  ScheduledEventWorld &
  CommandWorld &
  ApplicationWorld &
  PictureWorld;

/** Deletes the pictures and the commands of a deleted server, and the rest by and by. Run it in a transaction. */
export function dropGuild(world: Touched, { id, roles = [] }: Guild): void {
  const slots = [guildIconSlot(id), bannerSlot(id), ...roles.map((role) => roleIconSlot(role.id))];
  for (const slot of slots) removePicture(world, slot);
  for (const application of world.applications.all()) dropCommands(world, application.id, id);
  world.droppedGuilds.put({ guildId: id });
}

/** Deletes some of what is left of deleted servers; the limit is for all of them together. Run it in a transaction. */
export function dropMoreOfGuilds(world: Touched): void {
  let left = DROPPED_AT_ONCE;
  for (const { guildId } of world.droppedGuilds.all()) {
    for (const dropSome of KINDS) {
      left -= dropSome(world, guildId, left);
      if (left === 0) return;
    }
    world.droppedGuilds.delete(guildId);
  }
}

/** @returns how many records it deleted; none is left when they are fewer than the limit */
type DropSome = (world: Touched, guildId: string, limit: number) => number;

const KINDS: readonly DropSome[] = [
  (world, id, limit) =>
    each(some(world.members, id, limit), (member) => {
      world.members.delete(keyOfMember(member));
      for (const kind of ["avatars", "banners"] as const)
        removePicture(world, memberSlot(id, member.userId, kind));
    }),
  (world, id, limit) => each(some(world.bans, id, limit), (ban) => world.bans.delete(keyOfBan(ban))),
  (world, id, limit) =>
    each(world.auditEntries.page("log", auditKey(id, {}), { limit }), (entry) =>
      world.auditEntries.delete(entry.id),
    ),
  (world, id, limit) =>
    each(some(world.autoModerationRules, id, limit), (rule) => world.autoModerationRules.delete(rule.id)),
  (world, id, limit) =>
    each(some(world.scheduledEvents, id, limit), (event) => {
      world.scheduledEvents.delete(event.id);
      removePicture(world, eventSlot(event.id));
    }),
  (world, id, limit) =>
    each(world.emojis.page("owner", id, { limit }), (emoji) => {
      world.emojis.delete(emoji.id);
      removePicture(world, emojiSlot(emoji.id));
    }),
  (world, id, limit) =>
    each(some(world.stickers, id, limit), (sticker) => {
      world.stickers.delete(sticker.id);
      removePicture(world, stickerSlot(sticker.id));
    }),
  (world, id, limit) =>
    each(some(world.sounds, id, limit), (sound) => {
      world.sounds.delete(sound.id);
      removePicture(world, soundSlot(sound.id));
    }),
];

interface ByGuild<T> {
  listDown(index: "guild", from: string, below: string, limit: number): T[];
}

/** Some records of a guild, whose ids need not be snowflakes. */
function some<T>(collection: ByGuild<T>, guildId: string, limit: number): T[] {
  return collection.listDown("guild", guildId, `${guildId}!`, limit);
}

function each<T>(records: readonly T[], remove: (record: T) => void): number {
  records.forEach(remove);
  return records.length;
}

function dropCommands(world: CommandWorld, applicationId: string, guildId: string): void {
  for (const command of commandsOf(world, applicationId, guildId)) removeCommand(world, command);
  const scope = commandScope(applicationId, guildId);
  for (const record of world.commandPermissions.listBy("scope", scope))
    world.commandPermissions.delete(commandPermissionsKey(record));
  world.commandCreates.delete(scope);
}
