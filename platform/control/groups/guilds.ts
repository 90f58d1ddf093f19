import type { Snowflake } from "sdkpp/wire";
import type { Guild } from "../../domain/records/guild/guild.js";
import { deleteGuild } from "../../domain/rules/guild/deletion.js";
import { joinAs } from "../../domain/rules/guild/joining.js";
import { done } from "../../domain/rules/outcome.js";
import * as inputs from "../inputs.js";
import { knownGuild, knownUser } from "../known.js";
import type { NewGuild } from "../new-records.js";
import { Registry } from "../registry.js";
import { perform, settle, type RuleParts } from "../settling.js";

/** Servers. */
export class ControlGuilds {
  readonly #parts: RuleParts;

  /** @internal */
  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /**
   * Creates a server. Its members who are connected receive it as when they join one.
   * @throws {RangeError} when an overwrite or a category refers to something that the server does not have
   */
  create(input: NewGuild): Guild {
    return this.#parts.publisher.settle<Guild, never>(() => {
      const guild = new Registry(this.#parts.world).createGuild(input);
      return done(guild, [{ kind: "guildCreated", guild }]);
    });
  }

  /** All servers, oldest first. */
  list(): Guild[] {
    return this.#parts.world.guilds.all();
  }

  /** A server with its channels, roles and members. @throws {RangeError} when it does not exist */
  get(guildId: Snowflake): Guild {
    return knownGuild(this.#parts.world, guildId);
  }

  /**
   * Deletes a server with all that is in it: its members lose it, calls and stages end, invites and webhooks are void, lobbies are
   * no longer linked to its channels. Purchases for it stay.
   * @throws {RangeError} when it does not exist
   */
  remove(guildId: Snowflake): void {
    const guild = knownGuild(this.#parts.world, guildId);
    perform(this.#parts, (world) => deleteGuild(world, guild));
  }

  /**
   * Lets a user or a bot join a guild without an invite; has no effect for a member.
   * @throws {RangeError} when the user or guild does not exist, or the guild has banned the user
   */
  join(userId: Snowflake, guildId: Snowflake): void {
    const user = knownUser(this.#parts.world, "userId", userId);
    inputs.id("guildId", guildId);
    settle(this.#parts, (world) => joinAs(world, user, guildId));
  }

  /**
   * Makes the messages of a guild searchable at once: otherwise its first search gets a 202 with code 110000.
   * @throws {RangeError} when the guild does not exist
   */
  indexMessages(guildId: Snowflake): void {
    const { world } = this.#parts;
    world.searchedGuilds.add(knownGuild(world, guildId).id);
  }
}
