import { RelationshipType, type Snowflake } from "sdkpp/wire";
import type { Channel, Guild, Overwrite, Role } from "../../domain/records/guild/guild.js";
import type { Application } from "../../domain/records/oauth2/application.js";
import { PLATFORM } from "../../domain/records/relationship/relationship.js";
import type { User } from "../../domain/records/user/user.js";
import { skusOf } from "../../domain/world/monetisation/skus.js";
import { relationshipsOf } from "../../domain/world/relationship/relationships.js";
import type { World } from "../../domain/world/world.js";
import { skuKind } from "../groups/shop.js";
import { EVERYONE, permissionsOf } from "./permissions.js";
import { CHANNEL_KINDS, CHANNEL_TYPES } from "../new-records.js";
import type { SeedFile, SeedOverwrite, SeedUser } from "../../seed-file.js";

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

function guildOf(guild: Guild, names: Names, bots: Names) {
  const { id, name, ownerId, memberIds, everyone, roles = [], channels } = guild;
  const roleNames = new Map([[id, EVERYONE], ...roles.map((one) => [one.id, one.name] as const)]);
  const overwritesOf = (given: readonly Overwrite[]) =>
    given.flatMap((one) => overwriteOf(one, [roleNames, names, bots]));
  unique(`roles of ${name}`, roles, (one) => one.name);
  unique(`channels of ${name}`, channels, (one) => one.name);
  const others = memberIds.filter((id) => id !== ownerId);
  const owner = names.get(ownerId);
  if (owner === undefined) throw new RangeError(`The server ${name} belongs to nobody with an account.`);
  return {
    name,
    owner,
    ...membersOf(others, names, bots),
    ...(everyone === undefined ? {} : { everyone: permissionsOf(everyone) }),
    roles: roles.map((one) => roleOf(one, names, bots)),
    channels: channels.flatMap((one) => channelOf(one, channels, overwritesOf)),
  };
}

function roleOf({ name, permissions, memberIds }: Role, names: Names, bots: Names) {
  return {
    name,
    ...unlessEmpty("permissions", permissionsOf(permissions)),
    ...membersOf(memberIds, names, bots),
  };
}

/** Those of somebody who has left are left out. */
function overwriteOf({ id, allow, deny }: Overwrite, [roles, people, bots]: readonly [Names, Names, Names]) {
  const [role, member, bot] = [roles.get(id), people.get(id), bots.get(id)];
  if (role === undefined && member === undefined && bot === undefined) return [];
  return [
    {
      ...(role !== undefined && { role }),
      ...(member !== undefined && { member }),
      ...(bot !== undefined && { bot }),
      ...unlessEmpty("allow", permissionsOf(allow)),
      ...unlessEmpty("deny", permissionsOf(deny)),
    },
  ];
}

function unlessEmpty<Name extends string, T>(
  name: Name,
  list: readonly T[],
): { readonly [_ in Name]?: readonly T[] } {
  return list.length === 0 ? {} : ({ [name]: list } as { readonly [_ in Name]: readonly T[] });
}

function channelOf(
  { name, type, parentId, topic, nsfw, userLimit, overwrites = [] }: Channel,
  all: readonly Channel[],
  overwritesOf: (given: readonly Overwrite[]) => readonly SeedOverwrite[],
) {
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
      ...unlessEmpty("overwrites", overwritesOf(overwrites)),
    },
  ];
}

function membersOf(ids: readonly Snowflake[], names: Names, bots: Names) {
  const among = (all: Names): string[] => ids.flatMap((id) => all.get(id) ?? []);
  const [members, machines] = [among(names), among(bots)];
  return {
    ...unlessEmpty("members", members),
    ...unlessEmpty("bots", machines),
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
