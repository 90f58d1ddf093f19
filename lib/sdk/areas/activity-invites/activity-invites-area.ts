import { parseJoinSecret } from "../../../protocol/index.js";
import type { ActivityInviteRecord } from "../../../state/index.js";
import {
  ACTIVITY_INVITE_LIFE_MS,
  type ActivityPayload,
  ArgumentRangeError,
  type CreateActivityInviteBody,
  MESSAGE_CONTENT_MAX,
  MessageActivityType,
  Route,
  Scope,
} from "../../../wire/index.js";
import { boundedText, idArgument, type IdLike } from "../../argument.js";
import type { ClientEvents } from "../../core/events/client-events.js";
import type { EventHub } from "../../core/events/event-hub.js";
import { parsed, success } from "../../core/operations/failure.js";
import type { Feature } from "../../core/events/feature.js";
import type { LiveWorld } from "../../core/world/live-world.js";
import type { MessageRequests } from "../../core/messages/message-requests.js";
import type { Application } from "../../core/world/application.js";
import {
  resultAnd,
  resultOnly,
  Task,
  type TaskOf,
  type OperationCall,
  type Shape,
} from "../../core/operations/task.js";
import type { PlayerApi } from "../../core/api/player-api.js";
import type { ClientSession } from "../../core/session/session.js";
import { ActivityActionTypes } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import { ActivityInvite, activityInviteOf } from "../../values/activity-invite.js";
import { validArgument } from "../../values/copy-of.js";
import type { ClientResult } from "../../values/client-result.js";

export interface AcceptedInvite {
  result: ClientResult;
  joinSecret: string;
}

const acceptedShape: Shape<AcceptedInvite, [ClientResult, string]> = resultAnd("joinSecret", () => "");

export interface ActivityInvitesParts {
  playerApi: Pick<PlayerApi, "require">;
  messages: Pick<MessageRequests, "call">;
  host: Pick<Host, "clock">;
  session: Pick<ClientSession, "facts">;
  application: Pick<Application, "activityAmong">;
  world: LiveWorld;
  events: EventHub<ClientEvents>;
}

/** Inviting users into the player's party, and joining theirs. */
export class ActivityInvitesArea implements Feature {
  readonly #parts: ActivityInvitesParts;
  /** Message ids; the platform announces an acceptance to every device, this one included. */
  readonly #acceptedHere = new Set<bigint>();
  readonly #cancelExpiry = new Map<bigint, () => void>();

  constructor(parts: ActivityInvitesParts) {
    this.#parts = parts;
    for (const type of ["activityInviteCreated", "activityInviteUpdated"] as const)
      parts.world.on(type, ({ messageId }) => this.#changed(type, messageId));
  }

  invite(userId: IdLike, content: string): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async (call) => {
      const id = idArgument("userId", userId);
      const text = boundedText("content", content, 0, MESSAGE_CONTENT_MAX);
      return this.#invite(id, text, call);
    });
  }

  request(userId: IdLike): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, (call) => this.#request(userId, call));
  }

  reply(invite: ActivityInvite): TaskOf<typeof resultOnly> {
    return new Task(resultOnly, async (call) => {
      requireType(invite, ActivityActionTypes.JoinRequest);
      return this.#invite(invite.senderId, "", call);
    });
  }

  accept(invite: ActivityInvite): TaskOf<typeof acceptedShape> {
    return new Task(acceptedShape, (call) => this.#accept(invite, call));
  }

  /** Invites do not outlive the connection. */
  ended(): void {
    const messageIds = [...this.#cancelExpiry.keys()];
    this.destroyed();
    for (const messageId of messageIds) this.#parts.world.apply({ type: "activityInviteExpired", messageId });
  }

  destroyed(): void {
    for (const cancel of this.#cancelExpiry.values()) cancel();
    this.#cancelExpiry.clear();
    this.#acceptedHere.clear();
  }

  async #request(userId: IdLike, call: OperationCall): Promise<ClientResult> {
    const id = idArgument("userId", userId);
    this.#parts.playerApi.require(call.functionName);
    const shown = this.#parts.world.view.presences.get(id)?.activities ?? [];
    const inParty = shown.filter(({ party }) => party?.id !== undefined);
    const partyId = this.#parts.application.activityAmong(inParty)?.party?.id;
    if (partyId === undefined)
      throw new ArgumentRangeError(
        "userId",
        "a user whose presence shows a party in this game",
        "a user without one",
      );
    const activity = { type: MessageActivityType.JoinRequest, party_id: partyId };
    return this.#send(id, { activity }, call);
  }

  async #accept(invite: ActivityInvite, call: OperationCall): Promise<AcceptedInvite> {
    requireType(invite, ActivityActionTypes.Join);
    const { messageId, channelId, senderId, sessionId, applicationId } = invite;
    const query = `channel_id=${String(channelId)}&message_id=${String(messageId)}`;
    const path = `${Route.activitySecret(senderId, sessionId, applicationId)}?${query}`;
    this.#acceptedHere.add(messageId);
    try {
      const body = await this.#parts.messages.call("GET", { ...call, path });
      return { result: success(), joinSecret: parsed(parseJoinSecret(body), "a join secret") };
    } catch (error) {
      this.#acceptedHere.delete(messageId);
      throw error;
    }
  }

  #changed(event: "activityInviteCreated" | "activityInviteUpdated", messageId: bigint): void {
    const { world, events } = this.#parts;
    const record = world.view.invites.get(messageId);
    if (record === undefined) return;
    if (event === "activityInviteCreated") {
      this.#watchExpiry(messageId);
      if (this.#acceptedHere.has(messageId)) return;
    }
    events.emit(event, inviteOf(record));
  }

  #invite(userId: bigint, content: string, call: OperationCall): Promise<ClientResult> {
    const { playerApi, session, world } = this.#parts;
    playerApi.require(call.functionName);
    const { currentId } = world.view.users;
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
    const mayWrite = session.facts?.scopes?.includes(Scope.DmChannelsMessagesWrite) !== false;
    return this.#send(userId, { activity, ...(mayWrite ? { content } : {}) }, call);
  }

  async #send(
    userId: bigint,
    { activity, ...rest }: Omit<CreateActivityInviteBody, "application_id">,
    call: OperationCall,
  ): Promise<ClientResult> {
    const { messages, session } = this.#parts;
    const { sessionId = "", applicationId } = session.facts ?? {};
    const body: CreateActivityInviteBody = {
      ...rest,
      application_id: String(applicationId ?? 0n),
      activity: { ...activity, session_id: sessionId },
    };
    await messages.call("POST", { ...call, path: Route.userMessages(userId) }, body);
    return success();
  }

  /** The first matching activity of a user in this game. */
  #activityOf(userId: bigint, matches: (activity: ActivityPayload) => boolean): ActivityPayload | undefined {
    const { session, world } = this.#parts;
    const gameId = String(session.facts?.applicationId ?? 0n);
    const activities = world.view.presences.get(userId)?.activities ?? [];
    return activities.find((activity) => activity.application_id === gameId && matches(activity));
  }

  #watchExpiry(messageId: bigint): void {
    if (this.#cancelExpiry.has(messageId)) return;
    const { host, world } = this.#parts;
    const expire = (): void => {
      this.#cancelExpiry.delete(messageId);
      world.apply({ type: "activityInviteExpired", messageId });
    };
    this.#cancelExpiry.set(messageId, host.clock.schedule(ACTIVITY_INVITE_LIFE_MS, expire));
  }
}

function inviteOf(record: ActivityInviteRecord): ActivityInvite {
  const { isValid: valid, ...fields } = record;
  return activityInviteOf({ ...fields, valid });
}

function requireType(invite: ActivityInvite, type: ActivityActionTypes): void {
  if (validArgument(ActivityInvite, "invite", invite).type === type) return;
  throw new ArgumentRangeError("invite.type", String(type), String(invite.type));
}
