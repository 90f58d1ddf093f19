import { parseJoinSecret } from "../../protocol/index.js";
import type { ActivityInviteRecord, WorldEvent, WorldView } from "../../state/index.js";
import {
  ACTIVITY_INVITE_LIFE_MS,
  type ActivityPayload,
  ArgumentError,
  ArgumentRangeError,
  type CreateActivityInviteBody,
  MESSAGE_CONTENT_MAX,
  MessageActivityType,
  Route,
  Scope,
} from "../../wire/index.js";
import { boundedText, idArgument, type IdLike } from "../argument.js";
import { ActivityActionTypes } from "../enums.js";
import type { Host } from "../host-options.js";
import { ActivityInvite } from "../values/activity-invite.js";
import type { ClientResult } from "../values/client-result.js";
import type { EventHub } from "./event-hub.js";
import type { ClientEvents } from "./client-events.js";
import type { ClientSession } from "./client-session.js";
import { answered, success } from "./failure.js";
import type { MessageRequests } from "./message-requests.js";
import type { Shape } from "./operation.js";

export interface AcceptedInvite {
  result: ClientResult;
  joinSecret: string;
}

export const acceptedShape: Shape<AcceptedInvite, [ClientResult, string]> = {
  failed: (result) => ({ result, joinSecret: "" }),
  args: ({ result, joinSecret }) => [result, joinSecret],
  result: ({ result }) => result,
};

export interface ActivityInviteParts {
  host: Host;
  requests: MessageRequests;
  session: ClientSession;
  world: WorldView;
  events: EventHub<ClientEvents>;
  changeWorld: (event: WorldEvent) => void;
}

/** Letting others into one's party, and getting into theirs. */
export class ClientActivityInvites {
  readonly #parts: ActivityInviteParts;
  /** Message ids; the platform tells every device of an acceptance, this one, too. */
  readonly #acceptedHere = new Set<bigint>();
  readonly #cancelExpiry = new Map<bigint, () => void>();

  constructor(parts: ActivityInviteParts) {
    this.#parts = parts;
  }

  async invite(userId: IdLike, content: string, signal: AbortSignal): Promise<ClientResult> {
    const id = idArgument("userId", userId);
    const text = boundedText("content", content, 0, MESSAGE_CONTENT_MAX);
    return this.#invite("SendActivityInvite", id, text, signal);
  }

  async request(userId: IdLike, signal: AbortSignal): Promise<ClientResult> {
    const id = idArgument("userId", userId);
    this.#parts.session.requireReady();
    this.#parts.session.requireEnabled("SendActivityJoinRequest");
    const partyId = this.#activityOf(id, ({ party }) => party?.id !== undefined)?.party?.id;
    if (partyId === undefined)
      throw new ArgumentRangeError(
        "userId",
        "a user whose presence shows a party in this game",
        "a user without one",
      );
    const activity = { type: MessageActivityType.JoinRequest, party_id: partyId };
    return this.#send("SendActivityJoinRequest", id, { activity }, signal);
  }

  async reply(invite: ActivityInvite, signal: AbortSignal): Promise<ClientResult> {
    requireType(invite, ActivityActionTypes.JoinRequest);
    return this.#invite("SendActivityJoinRequestReply", invite.senderId, "", signal);
  }

  async accept(invite: ActivityInvite, signal: AbortSignal): Promise<AcceptedInvite> {
    requireType(invite, ActivityActionTypes.Join);
    const { messageId, channelId, senderId, sessionId, applicationId } = invite;
    const query = `channel_id=${String(channelId)}&message_id=${String(messageId)}`;
    const path = `${Route.activitySecret(senderId, sessionId, applicationId)}?${query}`;
    this.#acceptedHere.add(messageId);
    try {
      const request = { functionName: "AcceptActivityInvite", path, signal };
      const answer = await this.#parts.requests.call("GET", request);
      return { result: success(), joinSecret: answered(parseJoinSecret(answer), "no join secret") };
    } catch (error) {
      this.#acceptedHere.delete(messageId);
      throw error;
    }
  }

  /** An invite came, or changed. */
  changed(event: "activityInviteCreated" | "activityInviteUpdated", messageId: bigint): void {
    const { world, events } = this.#parts;
    const record = world.invites.get(messageId);
    if (record === undefined) return;
    if (event === "activityInviteCreated") {
      this.#watchExpiry(messageId);
      if (this.#acceptedHere.has(messageId)) return;
    }
    events.tell(event, inviteOf(record));
  }

  /** The connection has ended: what was asked there is over. */
  ended(): void {
    const messageIds = [...this.#cancelExpiry.keys()];
    this.forget();
    for (const messageId of messageIds) this.#parts.changeWorld({ type: "activityInviteExpired", messageId });
  }

  /** The client is no longer used. */
  forget(): void {
    for (const cancel of this.#cancelExpiry.values()) cancel();
    this.#cancelExpiry.clear();
    this.#acceptedHere.clear();
  }

  #invite(functionName: string, userId: bigint, content: string, signal: AbortSignal): Promise<ClientResult> {
    const { session, world } = this.#parts;
    session.requireReady();
    session.requireEnabled(functionName);
    const { currentId } = world.users;
    const isJoinable = ({ party, secrets }: ActivityPayload): boolean =>
      party?.id !== undefined && secrets?.join !== undefined;
    const own = currentId === undefined ? undefined : this.#activityOf(currentId, isJoinable);
    const partyId = own?.party?.id;
    if (partyId === undefined)
      throw new ArgumentRangeError(
        "activity",
        "a rich presence with a party and a join secret",
        "none: call updateRichPresence first",
      );
    const activity = { type: MessageActivityType.Join, party_id: partyId };
    const mayWrite = session.ready?.scopes?.includes(Scope.DmChannelsMessagesWrite) !== false;
    return this.#send(functionName, userId, { activity, ...(mayWrite ? { content } : {}) }, signal);
  }

  async #send(
    functionName: string,
    userId: bigint,
    { activity, ...rest }: Omit<CreateActivityInviteBody, "application_id">,
    signal: AbortSignal,
  ): Promise<ClientResult> {
    const { requests, session } = this.#parts;
    const { sessionId = "", applicationId } = session.ready ?? {};
    const body: CreateActivityInviteBody = {
      ...rest,
      application_id: String(applicationId ?? 0n),
      activity: { ...activity, session_id: sessionId },
    };
    await requests.call("POST", { functionName, path: Route.userMessages(userId), signal }, body);
    return success();
  }

  /** What a user does in this game. */
  #activityOf(userId: bigint, isMeant: (activity: ActivityPayload) => boolean): ActivityPayload | undefined {
    const { session, world } = this.#parts;
    const gameId = String(session.ready?.applicationId ?? 0n);
    const activities = world.presences.get(userId)?.activities ?? [];
    return activities.find((activity) => activity.application_id === gameId && isMeant(activity));
  }

  #watchExpiry(messageId: bigint): void {
    if (this.#cancelExpiry.has(messageId)) return;
    const { host, changeWorld } = this.#parts;
    const expire = (): void => {
      this.#cancelExpiry.delete(messageId);
      changeWorld({ type: "activityInviteExpired", messageId });
    };
    this.#cancelExpiry.set(messageId, host.clock.schedule(ACTIVITY_INVITE_LIFE_MS, expire));
  }
}

function inviteOf(record: ActivityInviteRecord): ActivityInvite {
  const { isValid: valid, ...fields } = record;
  return ActivityInvite.of({ ...fields, valid });
}

function requireType(invite: ActivityInvite, type: ActivityActionTypes): void {
  if (!(invite instanceof ActivityInvite))
    throw new ArgumentError("invite", "ActivityInvite", "another value");
  if (invite.isValid() && invite.type === type) return;
  throw new ArgumentRangeError("invite.type", String(type), String(invite.type));
}
