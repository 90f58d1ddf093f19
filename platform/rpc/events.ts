import {
  GatewayEvent,
  MessageActivityType,
  RelationshipType,
  RpcCloseCode,
  RpcEvent,
  Scope,
  type ActivityInvitePayload,
  type ActivityPayload,
  type RpcActivityInvitePayload,
  type Snowflake,
} from "sdkpp/wire";
import { deletedUser } from "../domain/records/user/user.js";
import { PLATFORM } from "../domain/records/relationship/relationship.js";
import { hears } from "../domain/reactions/audience.js";
import type { Dispatch, PlatformEvent, TokensRevoked } from "../domain/reactions/events.js";
import { activitiesOfSession } from "../domain/views/presence/presence.js";
import type { Listener } from "../domain/world/presence/listener.js";
import { typeBetween } from "../domain/world/relationship/relationships.js";
import type { World } from "../domain/world/world.js";
import type { RpcGame } from "./game.js";
import { rpcRelationshipView, rpcUserView } from "./views.js";

/** A desktop app hears of its user what a session with these scopes hears; RPC asks for scopes of its own. */
const HEARD: ReadonlySet<string> = new Set([Scope.ActivitiesRead, Scope.RelationshipsRead, Scope.Guilds]);

/** Sends a game the events that follow from one of the platform (R§3.6). */
export function hearEvent(world: World, game: RpcGame, event: PlatformEvent): void {
  switch (event.kind) {
    case "tokens.revoked":
      return revoke(game, event);
    case "guild.joined":
      return enterGuild(world, game, event);
    case "guild.left":
      if (event.userId === game.userId) game.guildIds.delete(event.guildId);
      return;
    case "dispatch":
      // Events for a single session do not go to desktop apps.
      if (event.reach.to !== "session" && hears(listenerOf(game), event))
        TRANSLATIONS.get(event.t)?.(world, game, event);
      return;
    default:
      return;
  }
}

type Translation = (world: World, game: RpcGame, event: Dispatch) => void;

const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map<string, Translation>([
  [GatewayEvent.ActivityInviteCreate, invited],
  [GatewayEvent.RelationshipAdd, related],
  [GatewayEvent.RelationshipUpdate, related],
  [GatewayEvent.RelationshipRemove, related],
  [GatewayEvent.PresenceUpdate, seen],
  [GatewayEvent.UserUpdate, renamed],
  [GatewayEvent.GuildUpdate, guildChanged],
  [GatewayEvent.ChannelCreate, channelCreated],
]);

function listenerOf({ sessionId, userId, applicationId, guildIds }: RpcGame): Listener {
  return { sessionId, userId, applicationId, isBot: false, intents: undefined, scopes: HEARD, guildIds };
}

function revoke(game: RpcGame, { applicationId, userId, authSession }: TokensRevoked): void {
  if (game.authenticated === undefined || game.applicationId !== applicationId || game.userId !== userId)
    return;
  if (authSession !== undefined && game.authenticated.authSession !== authSession) return;
  game.sink.close(RpcCloseCode.TokenRevoked, "Token revoked");
}

function enterGuild(
  world: World,
  game: RpcGame,
  { guildId, userId }: { guildId: Snowflake; userId: Snowflake },
): void {
  if (userId !== game.userId) return;
  game.guildIds.add(guildId);
  const guild = world.guilds.get(guildId);
  if (guild !== undefined) game.hear(RpcEvent.GuildCreate, () => ({ id: guildId, name: guild.name }));
}

function invited(world: World, game: RpcGame, { d }: Dispatch): void {
  const invite = d as ActivityInvitePayload;
  const isRequest = invite.activity.type === MessageActivityType.JoinRequest;
  const evt = isRequest ? RpcEvent.ActivityJoinRequest : RpcEvent.ActivityInvite;
  // The user who is asked to join is playing; the user who asks may not be.
  const hostId = isRequest ? game.userId : invite.author.id;
  game.hear(evt, (): RpcActivityInvitePayload => ({
    user: rpcUserView(world.users.get(invite.author.id) ?? deletedUser(invite.author.id)),
    activity: partyOf(world, hostId, invite),
    type: invite.activity.type,
    channel_id: invite.channel_id,
    message_id: invite.message_id,
  }));
}

/** The activity with the party of an invite; by its name and party only when its session has ended. */
function partyOf(
  world: World,
  hostId: Snowflake,
  { activity, application }: ActivityInvitePayload,
): ActivityPayload {
  const { party_id, session_id = "" } = activity;
  const shown = world.presences
    .of(hostId)
    .filter(({ applicationId }) => applicationId === application.id)
    .flatMap(activitiesOfSession)
    .find(({ party }) => party?.id === party_id);
  const bare = {
    name: application.name,
    type: 0,
    application_id: application.id,
    party: { id: party_id },
    session_id,
  };
  return shown ?? bare;
}

function related(world: World, game: RpcGame, { d }: Dispatch): void {
  const { id: otherId } = d as { readonly id: Snowflake };
  relationship(world, game, otherId);
}

function seen(world: World, game: RpcGame, { d, reach }: Dispatch): void {
  const otherId = (d as { readonly user?: { readonly id: Snowflake } }).user?.id;
  if (otherId === undefined || reach.to === "guild") return;
  if (typeBetween(world, PLATFORM, game.userId, otherId) !== RelationshipType.None)
    relationship(world, game, otherId);
}

function relationship(world: World, game: RpcGame, otherId: Snowflake): void {
  const type = typeBetween(world, PLATFORM, game.userId, otherId);
  game.hear(RpcEvent.RelationshipUpdate, () => rpcRelationshipView(world, game, { otherId, type }));
}

function renamed(world: World, game: RpcGame): void {
  const user = world.users.get(game.userId);
  if (user !== undefined) game.hear(RpcEvent.CurrentUserUpdate, () => rpcUserView(user));
}

function guildChanged(_world: World, game: RpcGame, { d }: Dispatch): void {
  const { id, name } = d as { readonly id: Snowflake; readonly name: string };
  game.hear(RpcEvent.GuildStatus, () => ({ guild: { id, name, icon_url: null } }), id);
}

function channelCreated(_world: World, game: RpcGame, { d, reach }: Dispatch): void {
  const { id, name, type } = d as { readonly id: Snowflake; readonly name: string; readonly type: number };
  if (reach.to === "guild") game.hear(RpcEvent.ChannelCreate, () => ({ id, name, type }));
}
