import { JsonErrorCode, MessageActivityType, RpcErrorCode, type Snowflake } from "sdkpp/wire";
import { acceptActivityInvite, sendActivityInvite } from "../domain/rules/message/activity-invites.js";
import { Fault } from "../domain/rules/outcome.js";
import type { DesktopApp } from "./desktop-app.js";
import type { RpcGame } from "./game.js";
import { RpcRejection } from "./rejection.js";
import { readAcceptInvite, readInviteUser, readJoinRequest } from "./request-shapes.js";

/** ACTIVITY_INVITE_USER: invites into the party that the game shows. */
export function inviteUser(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readInviteUser(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readInviteUser.complaint("args", args));
  return invite(app, game, String(input.user_id), input.content ?? undefined);
}

/** SEND_ACTIVITY_JOIN_INVITE: lets a user in who asked to join. */
export function acceptJoinRequest(app: DesktopApp, game: RpcGame, args: object): unknown {
  const asked = joinRequestOf(app, game, args);
  return asked instanceof RpcRejection ? asked : invite(app, game, asked, undefined);
}

/** CLOSE_ACTIVITY_JOIN_REQUEST: the request is not answered; the user who asked does not hear of it. */
export function closeJoinRequest(app: DesktopApp, game: RpcGame, args: object): unknown {
  const asked = joinRequestOf(app, game, args);
  return asked instanceof RpcRejection ? asked : null;
}

/** ACCEPT_ACTIVITY_INVITE: the games of the invite's application hear the secret (R§3.5). */
export function acceptInvite(app: DesktopApp, game: RpcGame, args: object): unknown {
  const input = readAcceptInvite(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readAcceptInvite.complaint("args", args));
  const applicationId = String(input.application_id ?? game.applicationId);
  const actor = game.actorIn(applicationId);
  if (actor === undefined)
    return new RpcRejection(RpcErrorCode.InvalidClientId, `Unknown application: ${applicationId}`);
  const { world, publisher } = app.context;
  const claim = {
    applicationId,
    senderId: String(input.user_id),
    sessionId: input.session_id,
    channelId: String(input.channel_id),
    messageId: String(input.message_id),
  };
  const reply = publisher.settle(() => acceptActivityInvite(world, actor, claim));
  if (reply instanceof Fault) return new RpcRejection(RpcErrorCode.InvalidInvite, reply.message);
  app.join(applicationId, reply.secret);
  return null;
}

function joinRequestOf(app: DesktopApp, game: RpcGame, args: object): Snowflake | RpcRejection {
  const input = readJoinRequest(args);
  if (input === undefined)
    return new RpcRejection(RpcErrorCode.InvalidPayload, readJoinRequest.complaint("args", args));
  const senderId = String(input.user_id);
  const asked = app.context.world.activityInvites.newest({
    type: MessageActivityType.JoinRequest,
    senderId,
    recipientId: game.userId,
    applicationId: game.applicationId,
  });
  if (asked !== undefined) return senderId;
  const message = `User ${senderId} has not asked to join`;
  return new RpcRejection(RpcErrorCode.InvalidActivityJoinRequest, message);
}

function invite(app: DesktopApp, game: RpcGame, userId: Snowflake, content: string | undefined): unknown {
  const { world, publisher } = app.context;
  const actor = game.actorIn(game.applicationId);
  const party = world.presences.get(game.userId, game.sessionId)?.activities[0]?.fields.party;
  if (actor === undefined || party?.id === undefined)
    return new RpcRejection(RpcErrorCode.NoEligibleActivity, "The game shows no party that others can join");
  const { sessionId } = game;
  const activity = { type: MessageActivityType.Join, party_id: party.id, session_id: sessionId };
  const reply = publisher.settle(() => sendActivityInvite(world, actor, userId, { content, activity }));
  if (!(reply instanceof Fault)) return null;
  const isParty = reply.code === JsonErrorCode.InvalidActivityAction;
  return new RpcRejection(
    isParty ? RpcErrorCode.NoEligibleActivity : RpcErrorCode.InvalidUser,
    reply.message,
  );
}
