import { Permission, RelationshipType, type Snowflake } from "sdkpp/wire";
import type { Channel, Guild, Role } from "../../domain/records/guild/guild.js";
import type { Application } from "../../domain/records/oauth2/application.js";
import { PLATFORM } from "../../domain/records/relationship/relationship.js";
import type { User } from "../../domain/records/user/user.js";
import { skusOf } from "../../domain/world/monetisation/skus.js";
import { relationshipsOf } from "../../domain/world/relationship/relationships.js";
import type { World } from "../../domain/world/world.js";
import { skuKind } from "../groups/shop.js";
import { CHANNEL_KINDS, CHANNEL_TYPES } from "../new-records.js";
import type { SeedFile, SeedUser } from "../../seed-file.js";

const PERMISSIONS = Object.keys(Permission) as (keyof typeof Permission)[];

/**
 * The contents of a platform as a seed: people, applications, friendships, servers, and lobbies with a secret.
 * @throws {RangeError} when two of them have the same name, so that nothing can refer to either
 */
export function exportSeed(world: World): SeedFile {
  const people = world.users.all().filter(({ bot, provisionalOf }) => !bot && provisionalOf === undefined);
  const applications = world.applications.all();
  const guilds = world.guilds.all();
  unique("users", people, ({ username }) => username.toLowerCase());
  unique("applications", applications, ({ name }) => name);
  unique("guilds", guilds, ({ name }) => name);
  const names = new Map(people.map(({ id, username }) => [id, username]));
  const bots = new Map(
    applications.flatMap(({ botUserId, name }) => (botUserId === undefined ? [] : [[botUserId, name]])),
  );
  return {
    users: people.map(userOf),
    applications: applications.map((one) => applicationOf(world, one, names)),
    friends: friendsOf(world, names),
    guilds: guilds.map((one) => guildOf(one, names, bots)),
    lobbies: lobbiesOf(world, names),
  };
}

type Names = ReadonlyMap<Snowflake, string>;

function userOf({ username, globalName, email, premiumType }: User) {
  return {
    username,
    ...(globalName === null ? {} : { globalName }),
    ...(email === undefined ? {} : { email }),
    ...(premiumType === undefined
      ? {}
      : { premiumType: premiumType as NonNullable<SeedUser["premiumType"]> }),
  };
}

function applicationOf(world: World, application: Application, names: Names) {
  const { id, name, description, ownerId, botUserId, redirectUris } = application;
  const owner = names.get(ownerId ?? "");
  const skus = skusOf(world, id).flatMap((sku) => {
    const kind = skuKind(sku);
    return kind === undefined
      ? []
      : [{ name: sku.name, kind: kind.kind, ...(kind.isAvailable ? {} : { isAvailable: false }) }];
  });
  return {
    name,
    ...(description === "" ? {} : { description }),
    ...(owner === undefined ? {} : { owner }),
    ...(botUserId === undefined ? { bot: false } : {}),
    redirectUris,
    ...(skus.length === 0 ? {} : { skus }),
  };
}

function friendsOf(world: World, names: Names): string[][] {
  return [...names].flatMap(([id, name]) =>
    relationshipsOf(world, PLATFORM, id)
      // Each pair once, from the older account.
      .filter(({ otherId, type }) => type === RelationshipType.Friend && BigInt(id) < BigInt(otherId))
      .flatMap(({ otherId }) => names.get(otherId) ?? [])
      .map((other) => [name, other]),
  );
}

function guildOf({ name, ownerId, memberIds, roles = [], channels }: Guild, names: Names, bots: Names) {
  unique(`roles of ${name}`, roles, (one) => one.name);
  unique(`channels of ${name}`, channels, (one) => one.name);
  const others = memberIds.filter((id) => id !== ownerId);
  const owner = names.get(ownerId);
  if (owner === undefined) throw new RangeError(`The server ${name} belongs to nobody with an account.`);
  return {
    name,
    owner,
    ...membersOf(others, names, bots),
    roles: roles.map((one) => roleOf(one, names, bots)),
    channels: channels.flatMap((one) => channelOf(one, channels)),
  };
}

function roleOf({ name, permissions, memberIds }: Role, names: Names, bots: Names) {
  const bits = BigInt(permissions);
  const given = PERMISSIONS.filter((one) => (bits & Permission[one]) === Permission[one]);
  return {
    name,
    ...(given.length === 0 ? {} : { permissions: given }),
    ...membersOf(memberIds, names, bots),
  };
}

function channelOf({ name, type, parentId, topic, nsfw, userLimit }: Channel, all: readonly Channel[]) {
  const kind = CHANNEL_KINDS.find((one) => CHANNEL_TYPES[one] === type);
  if (kind === undefined) return [];
  const category = all.find(({ id }) => id === parentId)?.name;
  return [
    {
      name,
      kind,
      ...(category === undefined ? {} : { category }),
      ...(topic === undefined ? {} : { topic }),
      ...(nsfw === undefined ? {} : { nsfw }),
      ...(userLimit > 0 ? { userLimit } : {}),
    },
  ];
}

function membersOf(ids: readonly Snowflake[], names: Names, bots: Names) {
  const among = (all: Names): string[] => ids.flatMap((id) => all.get(id) ?? []);
  const [members, machines] = [among(names), among(bots)];
  return {
    ...(members.length === 0 ? {} : { members }),
    ...(machines.length === 0 ? {} : { bots: machines }),
  };
}

function lobbiesOf(world: World, names: Names) {
  return world.lobbies.all().flatMap(({ applicationId, secret, members, metadata, isSecretPassedOn }) => {
    const application = world.applications.get(applicationId)?.name;
    const known = members.flatMap(({ id }) => names.get(id) ?? []);
    if (secret === undefined || isSecretPassedOn === true || application === undefined || known.length === 0)
      return [];
    return [
      { application, secret, members: known, ...(metadata === null ? {} : { metadata: { ...metadata } }) },
    ];
  });
}

function unique<T>(kind: string, all: readonly T[], nameOf: (one: T) => string): void {
  const seen = new Set<string>();
  for (const name of all.map(nameOf)) {
    if (seen.has(name))
      throw new RangeError(
        `Two of the ${kind} are called ${name}: a seed refers by name, so rename one of them.`,
      );
    seen.add(name);
  }
}
