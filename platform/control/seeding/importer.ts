import { LOBBY_SECRET_MAX, type Snowflake } from "sdkpp/wire";
import type { Fact } from "../../domain/facts/facts.js";
import type { Guild } from "../../domain/records/guild/guild.js";
import { everyonePermissions } from "../../domain/records/guild/permissions.js";
import type { Application } from "../../domain/records/oauth2/application.js";
import { PLATFORM } from "../../domain/records/relationship/relationship.js";
import type { User } from "../../domain/records/user/user.js";
import { joinAs } from "../../domain/rules/guild/joining.js";
import { createOrJoin } from "../../domain/rules/lobby/membership.js";
import { createSku } from "../../domain/rules/monetisation/skus.js";
import { Fault, type Result } from "../../domain/rules/outcome.js";
import { becomeFriends } from "../../domain/rules/relationship/relationships.js";
import { skusOf } from "../../domain/world/monetisation/skus.js";
import { desktopActor } from "../../domain/world/oauth2/actor.js";
import { areFriends } from "../../domain/world/relationship/relationships.js";
import type { World } from "../../domain/world/world.js";
import { memberOf } from "../../domain/records/lobby/lobby.js";
import { optional, text } from "../../guard/arguments.js";
import { skuInput } from "../groups/shop.js";
import * as inputs from "../inputs.js";
import { CHANNEL_TYPES, type NewOverwrite } from "../new-records.js";
import { overwriteOf, Registry } from "../registry.js";
import type {
  SeedApplication,
  SeedChannel,
  SeedFile,
  SeedGuild,
  SeedLobby,
  SeedOverwrite,
  SeedRole,
  SeedSku,
  SeedUser,
} from "../../seed-file.js";
import { bitsOf, EVERYONE, isSame } from "./permissions.js";
import { checkedSeed } from "./shape.js";
import { SeedError, type SeedPath, type SeedSource } from "./source.js";

/** The result of an import. */
export interface Imported {
  /** How many things did not exist before. */
  readonly made: number;
  /** The id of everything that the seed names: `users/ada`, `guilds/Home/channels/general`. */
  readonly ids: Readonly<Record<string, Snowflake>>;
}

/**
 * Makes what a seed names and does not exist; runs in a transaction, which its errors roll back.
 * @throws {RangeError} with the place in the seed: of a name that nothing has, of what contradicts what exists, of what a rule forbids
 */
export function importSeed(world: World, source: SeedSource): Imported & { readonly facts: readonly Fact[] } {
  return new Importer(world, source).run(checkedSeed(source));
}

class Importer {
  readonly #world: World;
  readonly #source: SeedSource;
  readonly #registry: Registry;
  readonly #ids = new Map<string, Snowflake>();
  readonly #facts: Fact[] = [];
  #made = 0;

  constructor(world: World, source: SeedSource) {
    this.#world = world;
    this.#source = source;
    this.#registry = new Registry(world);
  }

  run({ users, applications, friends, guilds, lobbies }: SeedFile) {
    this.#each(
      "users",
      users,
      ({ username }) => username.toLowerCase(),
      (...one) => this.#user(...one),
    );
    this.#each(
      "applications",
      applications,
      ({ name }) => name,
      (...one) => this.#application(...one),
    );
    this.#each(
      "friends",
      friends,
      (pair) => pair.toSorted().join(" "),
      (...one) => this.#friends(...one),
    );
    this.#each(
      "guilds",
      guilds,
      ({ name }) => name,
      (...one) => this.#guild(...one),
    );
    this.#each("lobbies", lobbies, lobbyKey, (...one) => this.#lobby(...one));
    return { made: this.#made, ids: Object.fromEntries(this.#ids), facts: this.#facts };
  }

  /** Each name once; errors of what is made there get its place. */
  #each<T>(
    where: string | SeedPath,
    all: readonly T[] = [],
    nameOf: (one: T) => string,
    make: (one: T, path: SeedPath) => void,
  ): void {
    const seen = new Set<string>();
    for (const [index, one] of all.entries()) {
      const path = [...(typeof where === "string" ? [where] : where), index];
      const name = nameOf(one);
      if (seen.has(name)) throw this.#source.error(path, `expected each name once, received ${name} again`);
      seen.add(name);
      this.#at(path, () => make(one, path));
    }
  }

  #at<T>(path: SeedPath, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const isTheirs = error instanceof TypeError || error instanceof RangeError;
      if (!isTheirs || error instanceof SeedError) throw error;
      throw this.#source.error(path, error.message);
    }
  }

  #settled<T>(result: Result<T>): T {
    if (result instanceof Fault) throw new RangeError(result.message);
    this.#facts.push(...result.facts);
    return result.reply;
  }

  /** Checks that existing things are as the seed says, where it says something. */
  #agree(path: SeedPath, given: object, existing: object): void {
    for (const [name, value] of Object.entries(given)) {
      const is = (existing as Readonly<Record<string, unknown>>)[name] ?? undefined;
      if (value !== undefined && JSON.stringify(value) !== JSON.stringify(is))
        throw this.#source.error(
          [...path, name],
          `expected ${JSON.stringify(is) ?? "none"}, as it exists, received ${JSON.stringify(value)}`,
        );
    }
  }

  #keep(name: string, id: Snowflake): void {
    this.#ids.set(name, id);
  }

  #user(given: SeedUser, path: SeedPath): void {
    const existing = this.#userNamed(given.username);
    if (existing !== undefined) this.#agree(path, { ...given, username: existing.username }, existing);
    else this.#made += 1;
    this.#keep(`users/${given.username}`, (existing ?? this.#registry.createUser(given)).id);
  }

  #application(given: SeedApplication, path: SeedPath): void {
    const { name, description, owner, bot = true, secret, redirectUris, skus } = given;
    const ownerId = owner === undefined ? undefined : this.#userId(owner, [...path, "owner"]);
    const own = { name, description, redirectUris };
    let application = this.#applicationNamed(name);
    if (application === undefined) {
      const input = { ...own, ownerId, secret };
      application = this.#registry.createApplication(defined(input) as { name: string });
      this.#made += 1;
    } else {
      this.#agree(path, own, application);
      if (ownerId !== undefined && application.ownerId !== ownerId)
        throw this.#source.error(
          [...path, "owner"],
          `expected the owner that it has, received ${String(owner)}`,
        );
    }
    const { id } = application;
    if (bot && application.botUserId === undefined) this.#registry.createBot(id);
    this.#keep(`applications/${name}`, id);
    this.#each(
      [...path, "skus"],
      skus,
      (one) => one.name,
      (one, place) => this.#sku(id, name, one, place),
    );
  }

  #sku(applicationId: Snowflake, owner: string, given: SeedSku, path: SeedPath): void {
    const input = skuInput({ applicationId, ...given });
    const existing = skusOf(this.#world, applicationId).find(
      ({ name, type, groupId }) => name === given.name && (groupId !== undefined || type === input.type),
    );
    if (existing !== undefined) this.#agree(path, { type: input.type }, existing);
    const sku = existing ?? createSku(this.#world, input);
    if (sku instanceof Fault) throw new RangeError(sku.message);
    if (existing === undefined) this.#made += 1;
    this.#keep(`applications/${owner}/skus/${given.name}`, sku.id);
  }

  #friends(pair: readonly string[], path: SeedPath): void {
    const [one, other, ...rest] = pair.map((name, index) => this.#userId(name, [...path, index]));
    if (one === undefined || other === undefined || rest.length > 0 || one === other)
      throw this.#source.error(path, `expected two user names, received ${JSON.stringify(pair)}`);
    if (areFriends(this.#world, PLATFORM, one, other)) return;
    this.#settled(becomeFriends(this.#world, one, other, PLATFORM));
    this.#made += 1;
  }

  #guild(given: SeedGuild, path: SeedPath): void {
    const { name, owner, members = [], bots = [], roles, channels } = given;
    const everyone = given.everyone && bitsOf(given.everyone);
    const ownerId = this.#userId(owner, [...path, "owner"]);
    const existing = this.#world.guilds.all().find((one) => one.name === name);
    if (existing !== undefined && existing.ownerId !== ownerId)
      throw this.#source.error([...path, "owner"], `expected the owner that it has, received ${owner}`);
    if (existing !== undefined && everyone !== undefined && everyonePermissions(existing) !== everyone)
      throw this.#source.error([...path, "everyone"], `expected ${AS_IT_HAS}, received others`);
    if (existing === undefined) this.#made += 1;
    const before = this.#facts.length;
    const settings = { name, ownerId, ...(everyone !== undefined && { everyone }) };
    const { id } = existing ?? this.#registry.createGuild(settings);
    this.#keep(`guilds/${name}`, id);
    const joining = this.#membersOf(path, { members, bots });
    for (const user of joining) this.#settled(joinAs(this.#world, user, id));
    this.#each(
      [...path, "roles"],
      roles,
      (one) => one.name,
      (one, place) => this.#role(id, one, place),
    );
    this.#each(
      [...path, "channels"],
      channels,
      (one) => one.name,
      (one, place) => this.#channel(id, one, place),
    );
    // A new one arrives whole, and nobody hears of its parts.
    if (existing === undefined)
      this.#facts.splice(before, Infinity, { kind: "guildCreated", guild: this.#guildOf(id) });
  }

  #role(guildId: Snowflake, given: SeedRole, path: SeedPath): void {
    const { name, permissions = [], members = [], bots = [] } = given;
    const before = this.#guildOf(guildId);
    const bits = bitsOf(permissions);
    const memberIds = this.#membersOf(path, { members, bots }).map(({ id }) => id);
    const stranger = memberIds.find((id) => !before.memberIds.includes(id));
    if (stranger !== undefined)
      throw this.#source.error(
        path,
        `expected members of ${before.name}, received ${this.#world.users.get(stranger)?.username ?? ""}`,
      );
    const existing = before.roles?.find((one) => one.name === name);
    if (existing !== undefined && given.permissions !== undefined && existing.permissions !== String(bits))
      throw this.#source.error(
        [...path, "permissions"],
        `expected ${AS_IT_HAS}, received ${permissions.join(", ")}`,
      );
    const { guild, role } = this.#registry.putRole(before, { name, permissions: bits, memberIds });
    this.#keep(`guilds/${guild.name}/roles/${name}`, role.id);
    if (existing === undefined) this.#made += 1;
    if (existing === undefined) this.#facts.push({ kind: "guildRoleCreated", guild, roleId: role.id });
    const newcomers = memberIds.filter((id) => existing?.memberIds.includes(id) !== true);
    for (const user of newcomers.flatMap((id) => this.#world.users.get(id) ?? []))
      this.#facts.push({ kind: "guildMemberUpdated", before, guild, user });
  }

  #channel(guildId: Snowflake, { overwrites: wanted, ...given }: SeedChannel, path: SeedPath): void {
    const before = this.#guildOf(guildId);
    const overwrites = wanted?.map((one, index) => this.#overwrite(one, [...path, "overwrites", index]));
    const existing = before.channels.find((one) => one.name === given.name);
    if (existing !== undefined) {
      const { kind, topic, nsfw, userLimit } = given;
      if (existing.type !== CHANNEL_TYPES[kind])
        throw this.#source.error([...path, "kind"], `expected the kind that it has, received ${kind}`);
      this.#agree(path, { topic, nsfw, userLimit }, existing);
      const asked = overwrites?.map((one) => overwriteOf(one, guildId, before.roles ?? []));
      if (asked !== undefined && !isSame(asked, existing.overwrites))
        throw this.#source.error([...path, "overwrites"], `expected ${AS_IT_HAS}, received others`);
      return this.#keep(`guilds/${before.name}/channels/${given.name}`, existing.id);
    }
    const { guild, channel } = this.#registry.addChannel(before, {
      ...given,
      ...(overwrites && { overwrites }),
    });
    this.#keep(`guilds/${guild.name}/channels/${given.name}`, channel.id);
    this.#made += 1;
    this.#facts.push({ kind: "guildChannelCreated", placed: { guild, channel } });
  }

  #overwrite(given: SeedOverwrite, path: SeedPath): NewOverwrite {
    const { role, member, bot, allow = [], deny = [] } = given;
    const bits = { allow: bitsOf(allow), deny: bitsOf(deny) };
    if ([role, member, bot].filter((one) => one !== undefined).length !== 1)
      throw this.#source.error(path, "expected one of role, member and bot");
    if (role !== undefined) return { for: role === EVERYONE ? EVERYONE : { role }, ...bits };
    const user =
      member === undefined
        ? this.#botOf(bot ?? "", [...path, "bot"])
        : this.#known(member, [...path, "member"]);
    return { for: { userId: user.id }, ...bits };
  }

  #lobby(given: SeedLobby, path: SeedPath): void {
    const { application: name, secret, members, metadata } = given;
    const application = this.#applicationNamed(name);
    if (application === undefined)
      throw this.#source.error([...path, "application"], unknown("an application", name));
    if (members.length === 0)
      throw this.#source.error([...path, "members"], "expected at least one member, received none");
    text("secret", secret, 1, LOBBY_SECRET_MAX);
    optional("metadata", metadata, inputs.pairs);
    const existing = this.#world.lobbies.first("secret", `${application.id}:${secret}`);
    if (existing === undefined) this.#made += 1;
    for (const [index, member] of members.entries()) {
      const user = this.#known(member, [...path, "members", index]);
      if (existing !== undefined && memberOf(existing, user.id) !== undefined) continue;
      const input = { secret, ...(metadata === undefined ? {} : { lobbyMetadata: metadata }) };
      this.#settled(createOrJoin(this.#world, desktopActor(application, user), input));
    }
    const made = this.#world.lobbies.first("secret", `${application.id}:${secret}`);
    if (made !== undefined) this.#keep(`lobbies/${secret}`, made.id);
  }

  #membersOf(
    path: SeedPath,
    { members, bots }: { members: readonly string[]; bots: readonly string[] },
  ): User[] {
    return [
      ...members.map((name, index) => this.#known(name, [...path, "members", index])),
      ...bots.map((name, index) => this.#botOf(name, [...path, "bots", index])),
    ];
  }

  #botOf(name: string, path: SeedPath): User {
    const user = this.#world.users.get(this.#applicationNamed(name)?.botUserId ?? "");
    if (user === undefined) throw this.#source.error(path, unknown("an application with a bot", name));
    return user;
  }

  #known(name: string, path: SeedPath): User {
    const user = this.#userNamed(name);
    if (user === undefined) throw this.#source.error(path, unknown("a user", name));
    return user;
  }

  #userId(name: string, path: SeedPath): Snowflake {
    return this.#known(name, path).id;
  }

  #userNamed(name: string): User | undefined {
    return this.#world.users
      .listBy("username", name.toLowerCase())
      .find(({ bot, provisionalOf }) => !bot && provisionalOf === undefined);
  }

  #applicationNamed(name: string): Application | undefined {
    return this.#world.applications.all().find((one) => one.name === name);
  }

  #guildOf(id: Snowflake): Guild {
    const guild = this.#world.guilds.get(id);
    if (guild === undefined) throw new RangeError(`There is no guild ${id}.`);
    return guild;
  }
}

function unknown(expected: string, name: string): string {
  return `expected the name of ${expected}, received ${JSON.stringify(name)}`;
}

const AS_IT_HAS = "those that it has";

function lobbyKey({ application, secret }: SeedLobby): string {
  return `${application} ${secret}`;
}

function defined(given: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
