import { InteractionContext, Permission, type Snowflake } from "sdkpp/wire";
import { channelOf } from "../../records/guild/guild.js";
import { mayIn } from "../../records/guild/permissions.js";
import { otherOf } from "../../records/message/dm-channel.js";
import type { InteractionOwners } from "../../records/message/message-interaction.js";
import type { Application } from "../../records/oauth2/application.js";
import { InstallationContext, installationKey } from "../../records/oauth2/installation.js";
import type { User } from "../../records/user/user.js";
import { hasCommandsIn } from "../../world/application/installations.js";
import type { GuildWorld } from "../../world/guild/guild-world.js";
import { placeOf, type ChannelPlace } from "../../world/message/channel-place.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import type { UserWorld } from "../../world/user/user-world.js";
import type { Choosable } from "../component/values.js";
import { Fault } from "../outcome.js";

/** The slices of the world that these rules use. */
type Touched = GuildWorld & MessageWorld & UserWorld & ApplicationWorld;

/** The application, the user, and the place of an interaction. */
export interface Participants {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
}

/** A user in a channel, with an application. */
export interface Invocation {
  readonly application: Application;
  readonly user: User;
  readonly place: ChannelPlace;
  /** A value of `InteractionContext`. */
  readonly context: number;
}

/** Something that a client would not let its user do, in words. */
export const impossible = (why: string): Fault => new Fault(400, 0, why);

/** The user must see the channel. */
export function invocationOf(
  world: Touched,
  { applicationId, userId, channelId }: Participants,
): Invocation | Fault {
  const application = world.applications.get(applicationId);
  if (application === undefined) return impossible(`There is no application ${applicationId}.`);
  const user = world.users.get(userId);
  if (user === undefined) return impossible(`There is no user ${userId}.`);
  const place = placeOf(world, channelId);
  if (place === undefined || !sees(place, userId))
    return impossible(`User ${userId} sees no channel ${channelId}.`);
  return { application, user, place, context: contextOf(application, place, userId) };
}

function sees(place: ChannelPlace, userId: Snowflake): boolean {
  return place.kind === "dm"
    ? place.channel.userIds.includes(userId)
    : mayIn(place.guild, place.channel, userId, Permission.ViewChannel);
}

function contextOf({ botUserId }: Application, place: ChannelPlace, userId: Snowflake): number {
  if (place.kind === "guild") return InteractionContext.Guild;
  return otherOf(place.channel, userId) === botUserId
    ? InteractionContext.BotDm
    : InteractionContext.PrivateChannel;
}

/**
 * For which installations something can be used here: the server's, and the user's own.
 * @param integrationTypes of the command; all unless given
 */
export function ownersOf(
  world: Touched,
  { application, user, place, context }: Invocation,
  integrationTypes: readonly number[] = [InstallationContext.Guild, InstallationContext.User],
): InteractionOwners {
  const isForGuilds = integrationTypes.includes(InstallationContext.Guild);
  const isForUsers = integrationTypes.includes(InstallationContext.User);
  const isInGuild = place.kind === "guild" && hasCommandsIn(world, application, place.guild.id);
  const key = { applicationId: application.id, context: InstallationContext.User, ownerId: user.id };
  const isOfUser = world.installations.get(installationKey(key)) !== undefined;
  return {
    ...(isForGuilds && isInGuild ? { "0": place.guild.id } : {}),
    ...(isForGuilds && context === InteractionContext.BotDm ? { "0": "0" } : {}),
    ...(isForUsers && isOfUser ? { "1": user.id } : {}),
  };
}

/** The entities that a user can choose from where it is. */
export function choosableIn(world: UserWorld, { user, place }: Invocation): Choosable {
  if (place.kind === "dm") {
    const ids = place.channel.userIds;
    return { isUser: (id) => ids.includes(id), isRole: () => false, channelType: () => undefined };
  }
  const { guild } = place;
  return {
    isUser: (id) => world.users.get(id) !== undefined,
    isRole: (id) => id === guild.id || (guild.roles ?? []).some((role) => role.id === id),
    channelType: (id) => {
      const channel = channelOf(guild, id);
      const isSeen = channel !== undefined && mayIn(guild, channel, user.id, Permission.ViewChannel);
      return isSeen ? channel.type : undefined;
    },
  };
}
