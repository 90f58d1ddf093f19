import { Permission, type Snowflake } from "sdkpp/wire";
import { ChannelType } from "../domain/records/guild/guild.js";
import { Collection } from "../store/store.js";
import type { World } from "../domain/world/world.js";
import { Registry } from "./registry.js";
import { importSeed } from "./seeding/importer.js";
import type { SeedSource } from "./seeding/source.js";
import type { RuleParts } from "./settling.js";

/**
 * The initial records of every new platform. Ids are decimal strings. With a seed of one's own they are its first application, server,
 * channels and users, and empty text for what it has none of.
 */
export interface Seeded {
  /** Public client with the redirect `http://127.0.0.1/callback`. */
  readonly applicationId: Snowflake;
  readonly botUserId: Snowflake;
  readonly botToken: string;
  readonly guildId: Snowflake;
  readonly textChannelId: Snowflake;
  readonly voiceChannelId: Snowflake;
  /** Ada and Ben, in this order. */
  readonly userIds: readonly [Snowflake, Snowflake];
  /** Names of these records when the platform starts, by id: users, application and bot, guild, channels. */
  readonly names: Readonly<Record<Snowflake, string>>;
}

/** The part that the store holds. */
type SeededRecord = Omit<Seeded, "botToken" | "names">;

/** Whether the store has the initial records. */
export function isSeeded(world: World): boolean {
  return keptIn(world).get("seeded") !== undefined;
}

/** Whether the bot of the initial records has this token. */
export function isSeededBotToken(world: World, token: string): boolean {
  const owner = world.applications.first("botToken", world.digest.sha256(token));
  return owner !== undefined && owner.id === keptIn(world).get("seeded")?.applicationId;
}

function keptIn({ store }: World): Collection<SeededRecord> {
  return new Collection<SeededRecord>(store, "seeded", () => "seeded");
}

/**
 * Seeds an empty store; a seeded store gets what a file names and it does not have.
 * @param botToken token of the seeded bot, which the store does not hold; undefined: the bot gets a new token
 * @param source the file; undefined: the usual first records
 * @throws {RangeError} with the place in the file
 */
export function seed(
  { world, publisher }: RuleParts,
  botToken: string | undefined,
  source: SeedSource | undefined,
): Seeded {
  const kept = keptIn(world);
  return world.store.transaction(() => {
    giveKeys(world);
    if (source !== undefined) publisher.perform(() => importSeed(world, source).facts);
    const before = kept.get("seeded");
    if (before !== undefined)
      return { ...before, botToken: botToken ?? newBotToken(world, before), names: namesOf(world, before) };
    const { botToken: token, ...record } = source === undefined ? plant(world) : firstOf(world);
    kept.put(record);
    return { ...record, botToken: token, names: namesOf(world, record) };
  });
}

/** Applications of earlier versions have no key pair yet. */
function giveKeys({ applications, applicationKeys, signatures }: World): void {
  for (const application of applications.all()) {
    if (applicationKeys.get(application.id) !== undefined) continue;
    const { publicKey, privateKey } = signatures.makeKeys();
    applications.put({ ...application, verifyKey: publicKey });
    applicationKeys.put({ applicationId: application.id, privateKey });
  }
}

function newBotToken(world: World, { applicationId }: SeededRecord): string {
  if (world.applications.get(applicationId)?.botUserId === undefined) return "";
  return new Registry(world).createBot(applicationId).token;
}

/** Records that were deleted since have no name. */
function namesOf({ applications, guilds, users }: World, seeded: SeededRecord): Record<Snowflake, string> {
  const guild = guilds.get(seeded.guildId);
  const named = [applications.get(seeded.applicationId), guild, ...(guild?.channels ?? [])];
  const people = [seeded.botUserId, ...seeded.userIds].map((id) => users.get(id));
  // The bot has the id of its application, and is called by its name.
  return Object.fromEntries([
    ...people.flatMap((one) => (one === undefined ? [] : [[one.id, one.username]])),
    ...named.flatMap((one) => (one === undefined ? [] : [[one.id, one.name]])),
  ]) as Record<Snowflake, string>;
}

/** The first of each kind that a file has made. */
function firstOf(world: World): SeededRecord & Pick<Seeded, "botToken"> {
  const [application] = world.applications.all();
  const [guild] = world.guilds.all();
  const [one, other] = world.users.all().filter(({ bot }) => !bot);
  const channelId = (type: number) => guild?.channels.find((channel) => channel.type === type)?.id ?? "";
  const record = {
    applicationId: application?.id ?? "",
    botUserId: application?.botUserId ?? "",
    guildId: guild?.id ?? "",
    textChannelId: channelId(ChannelType.GuildText),
    voiceChannelId: channelId(ChannelType.GuildVoice),
    userIds: [one?.id ?? "", other?.id ?? ""] as const,
  };
  return { ...record, botToken: newBotToken(world, record) };
}

function plant(world: World): SeededRecord & Pick<Seeded, "botToken"> {
  const registry = new Registry(world);
  const ada = registry.createUser({ username: "ada", globalName: "Ada", email: "ada@example.com" });
  const ben = registry.createUser({ username: "ben", globalName: "Ben", email: "ben@example.com" });
  const application = registry.createApplication({
    name: "Seeded Game",
    description: "A game to develop with.",
    ownerId: ada.id,
  });
  const bot = registry.createBot(application.id);
  const guild = registry.createGuild({
    name: "Seeded Server",
    ownerId: ada.id,
    memberIds: [ada.id, ben.id, bot.userId],
    channels: [
      { name: "general", kind: "text" },
      { name: "Voice", kind: "voice" },
    ],
    roles: [
      {
        name: application.name,
        permissions: Permission.Administrator,
        managed: true,
        memberIds: [bot.userId],
      },
    ],
  });
  const [text, voice] = guild.channels;
  if (text === undefined || voice === undefined) throw new Error("The seeded guild has no channels.");
  return {
    applicationId: application.id,
    botUserId: bot.userId,
    botToken: bot.token,
    guildId: guild.id,
    textChannelId: text.id,
    voiceChannelId: voice.id,
    userIds: [ada.id, ben.id],
  };
}
