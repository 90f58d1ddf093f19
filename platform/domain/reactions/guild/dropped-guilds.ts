import type { Snowflake } from "sdkpp/wire";
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
import { dropPortion } from "../../world/portions.js";

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

/** Deletes some of what is left of deleted servers, which have up to 50,000 members. Run it in a transaction. */
export function dropMoreOfGuilds(world: Touched): void {
  dropPortion(
    world.droppedGuilds.all(),
    ({ guildId }, limit) =>
      KINDS.reduce((dropped, drop) => dropped + drop(world, guildId, limit - dropped), 0),
    ({ guildId }) => world.droppedGuilds.delete(guildId),
  );
}

/** @returns how many records it deleted; none is left when they are fewer than the limit */
type Drop = (world: Touched, guildId: Snowflake, limit: number) => number;

/** A kind of record that guilds have. */
function kind<T>(
  find: (world: Touched, guildId: Snowflake, limit: number) => T[],
  remove: (world: Touched, record: T) => void,
): Drop {
  return (world, guildId, limit) => {
    const records = limit === 0 ? [] : find(world, guildId, limit);
    for (const record of records) remove(world, record);
    return records.length;
  };
}

const KINDS: readonly Drop[] = [
  kind(
    ({ members }, ...those) => some(members, ...those),
    (world, member) => {
      world.members.delete(keyOfMember(member));
      for (const picture of ["avatars", "banners"] as const)
        removePicture(world, memberSlot(member.guildId, member.userId, picture));
    },
  ),
  kind(
    ({ bans }, ...those) => some(bans, ...those),
    ({ bans }, ban) => bans.delete(keyOfBan(ban)),
  ),
  kind(
    ({ auditEntries }, id, limit) => auditEntries.page("log", auditKey(id, {}), { limit }),
    ({ auditEntries }, { id }) => auditEntries.delete(id),
  ),
  kind(
    ({ autoModerationRules }, ...those) => some(autoModerationRules, ...those),
    ({ autoModerationRules }, { id }) => autoModerationRules.delete(id),
  ),
  kind(
    ({ scheduledEvents }, ...those) => some(scheduledEvents, ...those),
    (world, { id }) => {
      world.scheduledEvents.delete(id);
      removePicture(world, eventSlot(id));
    },
  ),
  kind(
    ({ emojis }, id, limit) => emojis.page("owner", id, { limit }),
    (world, { id }) => {
      world.emojis.delete(id);
      removePicture(world, emojiSlot(id));
    },
  ),
  kind(
    ({ stickers }, ...those) => some(stickers, ...those),
    (world, { id }) => {
      world.stickers.delete(id);
      removePicture(world, stickerSlot(id));
    },
  ),
  kind(
    ({ sounds }, ...those) => some(sounds, ...those),
    (world, { id }) => {
      world.sounds.delete(id);
      removePicture(world, soundSlot(id));
    },
  ),
];

interface ByGuild<T> {
  listDown(index: "guild", from: string, below: string, limit: number): T[];
}

/** Some records of a guild, whose ids need not be snowflakes. */
function some<T>(collection: ByGuild<T>, guildId: Snowflake, limit: number): T[] {
  return collection.listDown("guild", guildId, `${guildId}!`, limit);
}

function dropCommands(world: CommandWorld, applicationId: Snowflake, guildId: Snowflake): void {
  for (const command of commandsOf(world, applicationId, guildId)) removeCommand(world, command);
  const scope = commandScope(applicationId, guildId);
  for (const record of world.commandPermissions.listBy("scope", scope))
    world.commandPermissions.delete(commandPermissionsKey(record));
  world.commandCreates.delete(scope);
}
