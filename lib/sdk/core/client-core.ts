import { stackOf } from "../../protocol/index.js";
import { HttpClient } from "../../net/index.js";
import { noRelationship, World, type WorldChange, type WorldEvent } from "../../state/index.js";
import { ClientStatus } from "../client-enums.js";
import { LoggingSeverity } from "../enums.js";
import { ChannelHandle } from "../handles/channel-handle.js";
import { RelationshipHandle } from "../handles/relationship-handle.js";
import { LobbyHandle } from "../handles/lobby-handle.js";
import type { MessageHandle } from "../handles/message-handle.js";
import { UserApplicationProfileHandle } from "../handles/user-application-profile-handle.js";
import { UserHandle } from "../handles/user-handle.js";
import type { Host } from "../host-options.js";
import type { ClientCreateOptions } from "../values/client-create-options.js";
import { Api } from "./api.js";
import { CallbackQueue } from "./callback-queue.js";
import { ClientActivityInvites } from "./client-activity-invites.js";
import { ClientAuth } from "./client-auth.js";
import { ClientCalls } from "./client-calls.js";
import type { ClientEvents } from "./client-events.js";
import { ClientDirectMessages } from "./client-direct-messages.js";
import { ClientLinkedChannels } from "./client-linked-channels.js";
import { ClientLobbies } from "./client-lobbies.js";
import { ClientMessages } from "./client-messages.js";
import { ClientPresence } from "./client-presence.js";
import { ClientRelationships } from "./client-relationships.js";
import { ClientLogs } from "./client-logs.js";
import { ClientSession } from "./client-session.js";
import { MessageRequests } from "./message-requests.js";
import type { OpenSettingsParts } from "./open-settings.js";
import { TokenExpiry } from "./token-expiry.js";
import { OpenMessage } from "./open-message.js";
import { ProvisionalMerge } from "./provisional-merge.js";
import { channelRecord, makeMessageHandle } from "./message-subject.js";
import { Disclosure } from "./disclosure.js";
import { EventHub } from "./event-hub.js";
import { registerManualQueue } from "./manual-queues.js";
import { Operations } from "./operation.js";
import { WorldNews } from "./world-news.js";

/** Time limit of an HTTP request until set, milliseconds. */
export const DEFAULT_HTTP_TIMEOUT_MS = 30_000;

/** A client without voice works without the addon: one that cannot be loaded says so when a call is started. */
function isDebugBuild(host: Host): boolean {
  try {
    return host.loadAddon().buildType === "debug";
  } catch {
    return false;
  }
}

/** Everything a client is made of; the one place where its parts are put together. */
export class ClientCore {
  readonly world = new World();
  readonly queue: CallbackQueue;
  readonly logs: ClientLogs;
  readonly events: EventHub<ClientEvents>;
  readonly operations: Operations;
  readonly http: HttpClient;
  readonly session: ClientSession;
  readonly auth: ClientAuth;
  readonly lobbies: ClientLobbies;
  readonly linkedChannels: ClientLinkedChannels;
  readonly messages: ClientMessages;
  readonly directMessages: ClientDirectMessages;
  readonly activityInvites: ClientActivityInvites;
  readonly merge: ProvisionalMerge;
  readonly openMessage: OpenMessage;
  readonly openSettings: OpenSettingsParts;
  readonly api: Api;
  readonly #expiry: TokenExpiry;
  readonly presence: ClientPresence;
  readonly relationships: ClientRelationships;
  readonly calls: ClientCalls;
  readonly #news: WorldNews;
  readonly #destroyed = new AbortController();
  readonly #cdnBase: string;
  #applicationId = 0n;

  constructor(options: ClientCreateOptions, host: Host) {
    const { world } = this;
    this.#cdnBase = host.cdnBase ?? `${options.webBase.replace(/\/+$/, "")}/cdn`;
    this.queue = new CallbackQueue(host.callbackMode, host.clock, (error) =>
      this.#callbackThrew("a callback", error),
    );
    if (host.callbackMode === "manual") registerManualQueue(this.queue);
    this.logs = new ClientLogs(this.queue, () => isDebugBuild(host));
    this.events = new EventHub(this.queue, (event, error) =>
      this.#callbackThrew(`the callback of "${event}"`, error),
    );
    this.operations = new Operations(this.queue, this.logs);
    const { fetch, userAgent, clock } = host;
    this.http = new HttpClient({ fetch, userAgent, clock, timeoutMs: DEFAULT_HTTP_TIMEOUT_MS });
    const { logs, events, queue } = this;
    const api = new Api(this.http, options);
    this.api = api;
    const changeWorld = (event: WorldEvent): void => this.#change(event);
    this.#news = new WorldNews(clock);
    this.auth = new ClientAuth({ host, options, api, logs, applicationId: () => this.#applicationId });
    this.session = new ClientSession({
      host,
      options,
      api,
      logs,
      events,
      changeWorld,
      ownUserId: () => world.users.currentId,
      ownPresence: (ready) => this.presence.began(ready),
      sessionBegan: (ready) => (this.#applicationId = ready.applicationId ?? this.#applicationId),
      becameReady: () => this.#becameReady(),
      tokenGiven: () => this.#expiry.tokenGiven(),
      ended: () => {
        this.#expiry.disconnected();
        this.presence.forget();
        this.activityInvites.ended();
      },
      loadCalls: () => this.calls.load(),
      voice: (dispatch) => this.#voice(dispatch),
    });
    const { session } = this;
    const tell = (): void => events.tell("tokenExpiring");
    this.#expiry = new TokenExpiry({ clock, api, logs, token: () => session.token, tell });
    const news = this.#news;
    this.lobbies = new ClientLobbies({ api, session, world, news, changeWorld });
    const applicationId = (): bigint => this.#applicationId;
    const { signal: destroyed } = this.#destroyed;
    const told = new Disclosure({ api, session, world, logs, applicationId, changeWorld, destroyed });
    const sent = (messageId: bigint): void => told.sent(messageId);
    const requests = new MessageRequests({ api, session, world, news, sent, changeWorld });
    this.messages = new ClientMessages(requests);
    this.directMessages = new ClientDirectMessages({ requests, session, world });
    this.activityInvites = new ClientActivityInvites({ host, requests, session, world, events, changeWorld });
    this.merge = new ProvisionalMerge({ world, queue });
    const merge = this.merge;
    this.linkedChannels = new ClientLinkedChannels({ host, options, api, session, world, news, merge, logs });
    const isReady = (): boolean => session.status === ClientStatus.Ready;
    this.openSettings = { host, options, world, isReady };
    this.openMessage = new OpenMessage({ host, options, world, merge: this.merge });
    this.presence = new ClientPresence({ host, session, changeWorld });
    this.relationships = new ClientRelationships({ api, session, world, news });
    this.calls = new ClientCalls({ host, api, session, world, logs, queue, events });
  }

  get isDestroyed(): boolean {
    return this.#destroyed.signal.aborted;
  }

  get applicationId(): bigint {
    return this.#applicationId;
  }

  setApplicationId(applicationId: bigint): void {
    this.#applicationId = applicationId;
  }

  /**
   * Ends calls and connection; pending operations end with ClientDestroyed, handles fall back to defaults.
   */
  destroy(): void {
    if (this.isDestroyed) return;
    this.#destroyed.abort();
    this.operations.destroy();
    this.auth.abort();
    this.#expiry.disconnected();
    this.presence.forget();
    this.activityInvites.forget();
    this.calls.close();
    this.session.drop();
    this.world.apply({ type: "cleared" });
    this.logs.close();
  }

  currentUser(): UserHandle | undefined {
    const id = this.world.users.currentId;
    return id === undefined ? undefined : this.user(id);
  }

  user(userId: bigint): UserHandle | undefined {
    const look = () => {
      const record = this.world.users.get(userId);
      if (record === undefined) return undefined;
      return {
        ...record,
        cdnBase: this.#cdnBase,
        presence: this.world.presences.get(userId),
        gameId: this.#applicationId,
        relationshipOf: () => this.relationship(userId),
        profilesOf: () => this.profiles(userId),
      };
    };
    return look() === undefined ? undefined : new UserHandle(look);
  }

  lobby(lobbyId: bigint): LobbyHandle | undefined {
    const look = () => {
      const record = this.world.lobbies.get(lobbyId);
      return record && { ...record, userOf: (userId: bigint) => this.user(userId) };
    };
    return look() === undefined ? undefined : new LobbyHandle(look);
  }

  /** Always a handle, also where there is nothing between the two. */
  relationship(userId: bigint): RelationshipHandle {
    const look = () => {
      if (this.isDestroyed) return undefined;
      const record = this.world.relationships.get(userId) ?? noRelationship(userId);
      return { ...record, userOf: () => this.user(userId) };
    };
    return new RelationshipHandle(look);
  }

  /** Who a user is in this game: nobody, or one. */
  profiles(userId: bigint): UserApplicationProfileHandle[] {
    const look = () => this.world.profiles.get(userId);
    return look() === undefined ? [] : [new UserApplicationProfileHandle(look)];
  }

  channel(channelId: bigint): ChannelHandle | undefined {
    const look = () => channelRecord(this.world, channelId);
    return look() === undefined ? undefined : new ChannelHandle(look);
  }

  /** Of a message in memory. */
  message(messageId: bigint): MessageHandle | undefined {
    const record = this.world.messages.get(messageId);
    return record === undefined ? undefined : makeMessageHandle(this, record);
  }

  #becameReady(): void {
    this.#expiry.connected();
    this.presence.becameReady();
    this.calls.becameReady();
  }

  #voice(dispatch: Parameters<ClientCalls["voice"]>[0]): void {
    if (dispatch.type === "voiceState") {
      const { state } = dispatch;
      this.#change({ type: "voiceState", lobbyId: state.lobbyId, voiceState: state });
    }
    this.calls.voice(dispatch);
  }

  #change(event: WorldEvent): void {
    for (const change of this.world.apply(event)) this.#tell(change);
    this.#news.changed();
  }

  #tell(change: WorldChange): void {
    const own = this.world.users.currentId;
    switch (change.type) {
      case "userUpdated":
      case "relationshipGroupsUpdated":
        this.events.tell(change.type, change.userId);
        break;
      case "relationshipCreated":
      case "relationshipDeleted":
        this.events.tell(change.type, change.userId, change.kind === "platform");
        break;
      case "lobbyCreated":
      case "lobbyUpdated":
      case "lobbyDeleted":
        this.events.tell(change.type, change.lobbyId);
        break;
      case "memberAdded":
        if (change.memberId !== own) this.events.tell("lobbyMemberAdded", change.lobbyId, change.memberId);
        break;
      case "memberRemoved":
        if (change.memberId !== own) this.events.tell("lobbyMemberRemoved", change.lobbyId, change.memberId);
        break;
      case "memberUpdated":
        this.events.tell("lobbyMemberUpdated", change.lobbyId, change.memberId);
        break;
      case "messageCreated":
      case "messageUpdated":
        this.events.tell(change.type, change.messageId);
        break;
      case "activityInviteCreated":
      case "activityInviteUpdated":
        this.activityInvites.changed(change.type, change.messageId);
        break;
      case "messageDeleted":
        this.events.tell("messageDeleted", change.messageId, change.channelId);
        break;
      case "voiceParticipant":
        this.events.tell("voiceParticipantChanged", change.lobbyId, change.memberId, change.added);
        break;
      case "voiceStateChanged":
        // An event of the call, not of the client.
        break;
    }
    this.calls.worldChanged(change);
  }

  #callbackThrew(what: string, error: unknown): void {
    this.logs.write("general", LoggingSeverity.Error, `${what} threw: ${stackOf(error)}`);
  }
}
