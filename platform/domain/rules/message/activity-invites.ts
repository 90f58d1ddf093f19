import {
  JsonErrorCode,
  MessageActivityType,
  Scope,
  type ActivitySecretPayload,
  type DirectMessagePayload,
  type MessageActivityPayload,
  type Snowflake,
} from "sdkpp/wire";
import type { ActivityInvite, MessageActivity } from "../../records/message/activity-invite.js";
import type { ActivityFields, SessionPresence } from "../../records/presence/session-presence.js";
import type { ConversationWorld } from "../../world/message/conversation-world.js";
import type { MessageWorld } from "../../world/message/message-world.js";
import type { Actor } from "../../world/oauth2/actor.js";
import type { ApplicationWorld } from "../../world/oauth2/application-world.js";
import { areOfOnePublisher } from "../../world/oauth2/families.js";
import type { PresenceWorld } from "../../world/presence/presence-world.js";
import type { RelationshipWorld } from "../../world/relationship/relationship-world.js";
import { isBlocked } from "../../world/relationship/relationships.js";
import { done, Fault, type Result } from "../outcome.js";
import { directPlace } from "./direct-message-access.js";
import { deliver } from "./direct-messages.js";
import { checkContent } from "../posting/text.js";

/** An invite as a client sends it. */
export interface ActivityInviteInput {
  readonly content?: string | null | undefined;
  readonly activity: MessageActivityPayload;
}

/** The identity of an invite that a client accepts. */
export interface ActivityInviteClaim {
  readonly senderId: Snowflake;
  readonly sessionId: string;
  readonly applicationId: Snowflake;
  readonly channelId: string;
  readonly messageId: string;
}

const invalidActivityAction = (): Fault =>
  new Fault(400, JsonErrorCode.InvalidActivityAction, "Invalid activity action");

/** `POST /users/{user}/messages` with an `activity`: an invite into the sender's party, or a request to join the recipient's. */
export function sendActivityInvite(
  world: ConversationWorld,
  actor: Actor,
  recipientId: Snowflake,
  input: ActivityInviteInput,
): Result<DirectMessagePayload> {
  const place = directPlace(world, actor, recipientId);
  if (place instanceof Fault) return place;
  const content = contentOf(actor, input.content);
  if (content instanceof Fault) return content;
  const activity = readActivity(input.activity);
  if (!isPossible(world, actor, recipientId, activity)) return invalidActivityAction();
  const sent = deliver(world, actor, recipientId, place, { content, activity });
  if (sent instanceof Fault) return sent;
  const { user, application } = actor;
  const invite: ActivityInvite = {
    ...activity,
    messageId: sent.reply.id,
    channelId: place === "stored" ? sent.reply.channel_id : user.id,
    applicationId: application.id,
    senderId: user.id,
    recipientId,
    sentAt: world.clock.now(),
  };
  world.activityInvites.put(invite);
  return done(sent.reply, [...sent.facts, { kind: "activityInviteSent", invite }]);
}

/** `GET /users/{user}/sessions/{session}/activities/{application}/1`: only by the invited user, until the invite expires. */
export function acceptActivityInvite(
  world: MessageWorld & RelationshipWorld & PresenceWorld & ApplicationWorld,
  actor: Actor,
  claim: ActivityInviteClaim,
): Result<ActivitySecretPayload> {
  const invite = world.activityInvites.get(claim.messageId);
  if (invite?.type !== MessageActivityType.Join || !isMeant(world, invite, actor, claim))
    return invalidActivityAction();
  if (isBlocked(world, invite.senderId, invite.recipientId)) return invalidActivityAction();
  const secret = hostedParty(world, invite, claim.sessionId)?.secrets?.join;
  if (secret === undefined) return invalidActivityAction();
  return done({ secret }, [{ kind: "activityInviteAccepted", invite }]);
}

/** With the presence scopes only, an invite has no text. */
function contentOf(actor: Actor, content: string | null | undefined): string | Fault {
  const isText = content !== undefined && content !== null && content.trim() !== "";
  return isText && actor.scopes.has(Scope.DmChannelsMessagesWrite) ? checkContent(content) : "";
}

function readActivity({ type, party_id: partyId, session_id: sessionId = "" }: MessageActivityPayload) {
  return { type, partyId, sessionId };
}

/** The sender plays in the party, or the recipient does, and there is room. */
function isPossible(
  world: PresenceWorld & ApplicationWorld,
  { user, application }: Actor,
  recipientId: Snowflake,
  { type, partyId, sessionId }: MessageActivity,
): boolean {
  const session = world.presences.get(user.id, sessionId);
  if (session?.applicationId !== application.id) return false;
  if (type === MessageActivityType.Join) return joinableParty(session, partyId) !== undefined;
  const party = world.presences
    .visibleOf(recipientId)
    .filter(({ applicationId }) => areOfOnePublisher(world, applicationId, application.id))
    .map((one) => joinableParty(one, partyId))
    .find((fields) => fields !== undefined);
  return party !== undefined && hasRoom(party);
}

/** The activity of a session with this party, if others can join it. */
function joinableParty({ activities }: SessionPresence, partyId: string): ActivityFields | undefined {
  return activities
    .map(({ fields }) => fields)
    .find(({ party, secrets }) => party?.id === partyId && secrets?.join !== undefined);
}

/** A party that does not say how large it is has room. */
function hasRoom({ party }: ActivityFields): boolean {
  const [current, max] = party?.size ?? [0, 1];
  return current < max;
}

function isMeant(
  world: ApplicationWorld,
  invite: ActivityInvite,
  { user, application }: Actor,
  claim: ActivityInviteClaim,
): boolean {
  return (
    invite.recipientId === user.id &&
    areOfOnePublisher(world, invite.applicationId, application.id) &&
    invite.senderId === claim.senderId &&
    invite.channelId === claim.channelId &&
    invite.applicationId === claim.applicationId
  );
}

/** The sender may play on in another session than the one it invited from. */
function hostedParty(
  world: PresenceWorld,
  invite: ActivityInvite,
  sessionId: string,
): ActivityFields | undefined {
  return world.presences
    .of(invite.senderId)
    .filter(({ applicationId }) => applicationId === invite.applicationId)
    .filter((session) => session.sessionId === sessionId || invite.sessionId === sessionId)
    .map((session) => joinableParty(session, invite.partyId))
    .find((fields) => fields !== undefined);
}
