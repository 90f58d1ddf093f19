import {
  noRelationship,
  type ChannelRecord,
  type MessageRecord,
  type PresenceRecord,
  type UserRecord,
  type WorldView,
} from "../../../state/index.js";
import { ChannelType } from "../../../enums/index.js";
import type { ActivityPayload } from "../../../wire/index.js";
import type { Application } from "./application.js";
import { type ChannelHandle, channelHandle } from "../../handles/channel-handle.js";
import { seenAs } from "../../handles/handle.js";
import { type LobbyHandle, lobbyHandle } from "../../handles/lobby-handle.js";
import { type MessageHandle, messageHandle } from "../../handles/message-handle.js";
import {
  type UserApplicationProfileHandle,
  userApplicationProfileHandle,
} from "../../handles/user-application-profile-handle.js";
import {
  type RelationshipHandle,
  relationshipHandle,
  type UserHandle,
  userHandle,
  type UserSubject,
} from "../../handles/user-handle.js";

export interface HandleParts {
  world: WorldView;
  application: Pick<Application, "activityAmong">;
  /** base address of pictures */
  cdnBase: string;
  destroyed: AbortSignal;
}

class SeenUser implements UserSubject {
  record: UserRecord;
  readonly cdnBase: string;
  readonly #handles: Handles;
  readonly #parts: HandleParts;

  constructor(record: UserRecord, handles: Handles, parts: HandleParts) {
    this.record = record;
    this.cdnBase = parts.cdnBase;
    this.#handles = handles;
    this.#parts = parts;
  }

  presence(): PresenceRecord | undefined {
    return this.#parts.world.presences.get(this.record.id);
  }

  activityOfGame(activities: readonly ActivityPayload[]): ActivityPayload | undefined {
    return this.#parts.application.activityAmong(activities);
  }

  relationship(): RelationshipHandle {
    return this.#handles.relationship(this.record.id);
  }

  profiles(): UserApplicationProfileHandle[] {
    return this.#handles.profiles(this.record.id);
  }
}

/** Makes the handles: each looks into the world at every access. */
export class Handles {
  readonly #parts: HandleParts;

  constructor(parts: HandleParts) {
    this.#parts = parts;
  }

  currentUser(): UserHandle | undefined {
    const id = this.#parts.world.users.currentId;
    return id === undefined ? undefined : this.user(id);
  }

  user(userId: bigint): UserHandle | undefined {
    const { world } = this.#parts;
    const known = world.users.get(userId);
    if (known === undefined) return undefined;
    const seen = new SeenUser(known, this, this.#parts);
    return userHandle(() => seenAs(seen, world.users.get(userId)));
  }

  /** The handle of a user that the world may not know: it shows the user as it was, until the world knows more. */
  userOf(record: UserRecord): UserHandle {
    const { world, destroyed } = this.#parts;
    const seen = new SeenUser(record, this, this.#parts);
    return userHandle(() =>
      destroyed.aborted ? undefined : seenAs(seen, world.users.get(record.id) ?? record),
    );
  }

  lobby(lobbyId: bigint): LobbyHandle | undefined {
    const { world } = this.#parts;
    const known = world.lobbies.get(lobbyId);
    if (known === undefined) return undefined;
    const seen = { record: known, user: (userId: bigint) => this.user(userId) };
    return lobbyHandle(() => seenAs(seen, world.lobbies.get(lobbyId)));
  }

  /** Always gives a handle; without a relationship its types are `None`. */
  relationship(userId: bigint): RelationshipHandle {
    const { world, destroyed } = this.#parts;
    const none = noRelationship(userId);
    const seen = { record: none, user: () => this.user(userId) };
    return relationshipHandle(() =>
      destroyed.aborted ? undefined : seenAs(seen, world.relationships.get(userId) ?? none),
    );
  }

  /** The user's profile in this game: none or one. */
  profiles(userId: bigint): UserApplicationProfileHandle[] {
    const look = () => this.#parts.world.profiles.get(userId);
    return look() === undefined ? [] : [userApplicationProfileHandle(look)];
  }

  channel(channelId: bigint): ChannelHandle | undefined {
    const look = () => channelRecord(this.#parts.world, channelId);
    return look() === undefined ? undefined : channelHandle(look);
  }

  /** The handle of a message in memory. */
  message(messageId: bigint): MessageHandle | undefined {
    const record = this.#parts.world.messages.get(messageId);
    return record === undefined ? undefined : this.messageOf(record);
  }

  /** A handle that keeps its record: it outlives the message's removal, but not the client. */
  messageOf(record: MessageRecord): MessageHandle {
    const { world, destroyed } = this.#parts;
    const subject = {
      record,
      names: {
        user: (id: bigint) => nameOf(world, id) ?? record.mentionedNames.get(id),
        channel: (id: bigint) => channelRecord(world, id)?.name,
      },
      get recipientId() {
        return recipientOf(world, record);
      },
      userOf: (id: bigint) => this.user(id),
      lobbyOf: (id: bigint) => this.lobby(id),
      channelOf: (id: bigint) => this.channel(id),
    };
    return messageHandle(() => (destroyed.aborted ? undefined : subject));
  }
}

/** A lobby is a channel too. */
function channelRecord(world: WorldView, channelId: bigint): ChannelRecord | undefined {
  const channel = world.channels.get(channelId);
  if (channel !== undefined || world.lobbies.get(channelId) === undefined) return channel;
  return { id: channelId, type: ChannelType.Lobby, name: "", recipientIds: [] };
}

/** The other user of a direct message; a lobby has none. */
function recipientOf(world: WorldView, record: MessageRecord): bigint {
  return record.recipientId ?? world.channels.get(record.channelId)?.recipientIds[0] ?? 0n;
}

function nameOf(world: WorldView, userId: bigint): string | undefined {
  const user = world.users.get(userId);
  return user?.globalName ?? user?.username;
}
