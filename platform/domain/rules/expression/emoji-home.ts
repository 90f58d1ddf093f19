import { APPLICATION_EMOJIS_MAX, AuditLogEvent, GUILD_EMOJIS_MAX, type Snowflake } from "sdkpp/wire";
import type { Emoji } from "../../records/expression/emoji.js";
import type { ExpressionWorld } from "../../world/expression/expression-world.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ClockPort } from "../../world/ports.js";
import { auditChanges, audited } from "../audit.js";
import type { Fact } from "../../facts/facts.js";
import { unknownApplication } from "../faults.js";
import { Fault } from "../outcome.js";
import { findGuildExpressions } from "./guild-expressions.js";

/** An actor's access to the emojis of a server or of an application. */
export interface EmojiHome {
  readonly ownerId: Snowflake;
  readonly roleIds: ReadonlySet<Snowflake>;
  readonly mayCreate: boolean;
  mayChange(emoji: Emoji): boolean;
  /** Whether the actor may know who uploaded it. */
  seesCreator(emoji: Emoji): boolean;
  /** How many more like this there may be. */
  readonly limit: number;
  /** Whether an emoji counts against the limit of another one. */
  isLimitedWith(left: Emoji, right: Emoji): boolean;
  /** The facts that follow from a change. */
  changed(before: Emoji | undefined, after: Emoji | undefined): Fact[];
}

export type FindHome = (world: GuildWorld & ExpressionWorld & ClockPort, actor: Actor) => EmojiHome | Fault;

/** The emojis of a server that the actor is in. Still and animated ones are counted apart. */
export const inGuild =
  (guildId: Snowflake): FindHome =>
  (world, actor) => {
    const home = findGuildExpressions(world, actor, guildId);
    if (home instanceof Fault) return home;
    const { guild, mayCreate, mayChange } = home;
    return {
      ownerId: guild.id,
      roleIds: new Set((guild.roles ?? []).map(({ id }) => id)),
      mayCreate,
      mayChange,
      seesCreator: mayChange,
      limit: GUILD_EMOJIS_MAX,
      isLimitedWith: (left, right) => left.animated === right.animated,
      changed: (before, after) => [{ kind: "emojisChanged", guild }, auditedEmoji(actor, before, after)],
    };
  };

/** The emojis of the actor's own application, which only it may use. */
export const inApplication =
  (applicationId: Snowflake): FindHome =>
  (_world, actor) => {
    if (actor.application.id !== applicationId) return unknownApplication();
    return {
      ownerId: applicationId,
      roleIds: new Set(),
      mayCreate: true,
      mayChange: () => true,
      seesCreator: () => true,
      limit: APPLICATION_EMOJIS_MAX,
      isLimitedWith: () => true,
      changed: () => [],
    };
  };

function auditedEmoji(actor: Actor, before: Emoji | undefined, after: Emoji | undefined): Fact {
  const { EmojiCreate, EmojiUpdate, EmojiDelete } = AuditLogEvent;
  const { id, ownerId } = (after ?? before) as Emoji;
  const name = (emoji: Emoji | undefined): Record<string, unknown> => (emoji ? { name: emoji.name } : {});
  return audited(actor, {
    guildId: ownerId,
    action: before === undefined ? EmojiCreate : after === undefined ? EmojiDelete : EmojiUpdate,
    targetId: id,
    changes: auditChanges(name(before), name(after)),
  });
}
