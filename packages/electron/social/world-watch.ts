import type { CallInfoHandle, Client, LobbyHandle, LobbyMemberHandle, Subscription } from "sdkpp";
import { ClientError, ClientStatus } from "sdkpp/enums";
import {
  COLLECTIONS,
  keyFrom,
  type ApplicationId,
  type CollectionName,
  type LobbyId,
  type RecordOf,
  type UserId,
} from "sdkpp/surface";
import { CallWatch, type CallEvent } from "./call-watch.js";
import { read } from "./read.js";
import type { Records } from "./records.js";

type Id = bigint | string;

/** Keeps records of what a client knows: it reads again what an event names, and everything when the client is ready. */
export class WorldWatch {
  readonly #client: Client;
  readonly #records: Records;
  readonly #event: CallEvent;
  readonly #subscriptions: Subscription[];
  readonly #calls = new Map<string, CallWatch>();
  readonly #callsChanged: () => void;
  #error: ClientError = ClientError.None;

  /**
   * @param event what happens in calls beside the changes of their records
   * @param callsChanged the player joined or left a call
   */
  constructor(client: Client, records: Records, event: CallEvent, callsChanged: () => void) {
    this.#client = client;
    this.#records = records;
    this.#event = event;
    this.#callsChanged = callsChanged;
    this.#subscriptions = this.#listen();
    this.#readAll();
  }

  /** The calls that the player is in. */
  get calls(): ReadonlyMap<string, CallWatch> {
    return this.#calls;
  }

  end(): void {
    for (const one of this.#subscriptions) one.dispose();
    for (const one of this.#calls.values()) one.end();
    this.#calls.clear();
  }

  /** Reads what changes without an event: settings, and calls that have begun. An operation of a page may have changed them. */
  settingsChanged(): void {
    this.#readVoice();
    this.#readCalls();
  }

  /** Reads a user who came up, as the author of a message or the sender of an invite. */
  userMet(userId: Id): void {
    if (this.#records.get("users", String(userId)) === undefined) this.#readUser(userId);
  }

  #listen(): Subscription[] {
    const client = this.#client;
    return [
      client.on("statusChanged", (status, error) => this.#statusChanged(status, error)),
      client.on("userUpdated", (id) => this.#readUser(id)),
      client.on("relationshipGroupsUpdated", (id) => this.#readRelationship(id)),
      client.on("relationshipCreated", (id) => this.#readRelationship(id)),
      client.on("relationshipDeleted", (id) => this.#readRelationship(id)),
      client.on("lobbyCreated", (id) => this.#readLobby(id)),
      client.on("lobbyUpdated", (id) => this.#readLobbyAlone(id)),
      client.on("lobbyDeleted", (id) => this.#lobbyGone(String(id))),
      client.on("lobbyMemberAdded", (lobby, id) => this.#readMember(lobby, id)),
      client.on("lobbyMemberUpdated", (lobby, id) => this.#readMember(lobby, id)),
      client.on("lobbyMemberRemoved", (lobby, id) => this.#memberGone(lobby, id)),
      client.on("voiceStateChanged", (lobby, id) => this.#readParticipant(lobby, id)),
      client.on("voiceParticipantChanged", (lobby, id) => {
        this.#readCalls();
        this.#readParticipant(lobby, id);
      }),
    ];
  }

  #statusChanged(status: ClientStatus, error: ClientError): void {
    this.#error = error;
    if (status === ClientStatus.Ready) return this.#readAll();
    this.#readSession();
    this.#readCalls();
  }

  #readAll(): void {
    const client = this.#client;
    this.#readSession();
    this.#readVoice();
    const relationships = client.getRelationships();
    for (const { id } of relationships) this.#readRelationship(id);
    const lobbies = client.getLobbyIds();
    for (const id of lobbies) this.#readLobby(id);
    this.#keepOnly("relationships", new Set(relationships.map(({ id }) => String(id))));
    this.#forgetLobbies(new Set(lobbies.map(String)));
    this.#readCalls();
  }

  #keepOnly(collection: CollectionName, ids: ReadonlySet<string>): void {
    for (const key of this.#records.keys(collection))
      if (!ids.has(key)) this.#records.remove(collection, key);
  }

  #forgetLobbies(ids: ReadonlySet<string>): void {
    for (const key of this.#records.keys("lobbies")) if (!ids.has(key)) this.#lobbyGone(key);
  }

  #put<K extends CollectionName>(collection: K, source: object): void {
    this.#records.put(collection, read(COLLECTIONS[collection].record, source) as RecordOf<K>);
  }

  #readSession(): void {
    const client = this.#client;
    const user = client.getCurrentUserV2();
    if (user !== undefined) this.#readUser(user.id);
    this.#records.put("session", {
      status: client.getStatus(),
      error: this.#error,
      userId: user && (String(user.id) as UserId),
      applicationId: String(client.getApplicationId()) as ApplicationId,
    });
  }

  #readVoice(): void {
    const client = this.#client;
    this.#records.put("voice", {
      selfMuteAll: client.getSelfMuteAll(),
      selfDeafAll: client.getSelfDeafAll(),
      inputVolume: client.getInputVolume(),
      outputVolume: client.getOutputVolume(),
      ...client.getAudioProcessing(),
    });
  }

  #readUser(userId: Id): void {
    const user = this.#client.getUser(userId);
    if (user !== undefined) this.#put("users", user);
  }

  #readRelationship(userId: Id): void {
    const relationship = this.#client.getRelationshipHandle(userId);
    const { discordRelationshipType, gameRelationshipType } = relationship;
    this.#readUser(userId);
    if (discordRelationshipType === 0 && gameRelationshipType === 0)
      return this.#records.remove("relationships", String(userId));
    this.#put("relationships", relationship);
  }

  #readLobby(lobbyId: bigint): void {
    const lobby = this.#readLobbyAlone(lobbyId);
    if (lobby === undefined) return;
    const key = String(lobbyId);
    const ids = new Set(lobby.lobbyMembers.map((one) => keyFrom([key, String(one.id)])));
    for (const one of lobby.lobbyMembers) this.#putMember(key, one);
    for (const one of this.#records.keys("members"))
      if (one.startsWith(keyFrom([key, ""])) && !ids.has(one)) this.#records.remove("members", one);
    this.#readParticipants(lobby);
  }

  #readLobbyAlone(lobbyId: bigint): LobbyHandle | undefined {
    const lobby = this.#client.getLobbyHandle(lobbyId);
    if (lobby !== undefined) this.#put("lobbies", lobby);
    return lobby;
  }

  #lobbyGone(lobbyId: string): void {
    this.#records.removeBelow("participants", keyFrom([lobbyId, ""]));
    this.#records.removeBelow("members", keyFrom([lobbyId, ""]));
    this.#records.remove("lobbies", lobbyId);
    this.#readCalls();
  }

  #readMember(lobbyId: bigint, userId: bigint): void {
    const member = this.#client.getLobbyHandle(lobbyId)?.getLobbyMemberHandle(userId);
    if (member !== undefined) this.#putMember(String(lobbyId), member);
  }

  #putMember(lobbyId: string, member: LobbyMemberHandle): void {
    const { id, canLinkLobby, connected, metadata } = member;
    this.userMet(id);
    this.#put("members", { lobbyId, userId: id, canLinkLobby, connected, metadata });
  }

  #memberGone(lobbyId: bigint, userId: bigint): void {
    this.#records.remove("members", keyFrom([String(lobbyId), String(userId)]));
  }

  #readParticipants(lobby: LobbyHandle): void {
    const lobbyId = String(lobby.id);
    const info = lobby.getCallInfoHandle();
    const ids = info?.getParticipants() ?? [];
    const keys = new Set(ids.map((id) => keyFrom([lobbyId, String(id)])));
    for (const one of this.#records.keys("participants"))
      if (one.startsWith(keyFrom([lobbyId, ""])) && !keys.has(one)) this.#records.remove("participants", one);
    for (const id of ids) this.#putParticipant(lobbyId, id, info);
  }

  #readParticipant(lobbyId: Id, userId: bigint): void {
    const info = this.#client.getLobbyHandle(lobbyId)?.getCallInfoHandle();
    this.#putParticipant(String(lobbyId), userId, info);
  }

  #putParticipant(lobbyId: string, userId: bigint, info: CallInfoHandle | undefined): void {
    const state = info?.getVoiceStateHandle(userId);
    if (state === undefined) return this.#records.remove("participants", keyFrom([lobbyId, String(userId)]));
    this.userMet(userId);
    const call = this.#calls.get(lobbyId);
    this.#records.put("participants", {
      lobbyId: lobbyId as LobbyId,
      userId: String(userId) as UserId,
      selfMute: state.selfMute,
      selfDeaf: state.selfDeaf,
      ...(call?.participant(userId) ?? NOT_IN_CALL),
    });
  }

  /** Calls begin by an operation or by the game's own code, and end by themselves. */
  #readCalls(): void {
    const now = new Map(this.#client.getCalls().map((call) => [String(call.getChannelId()), call]));
    const before = [...this.#calls.keys()];
    for (const lobbyId of before) if (!now.has(lobbyId)) this.#callGone(lobbyId);
    for (const [lobbyId, call] of now) {
      if (!this.#calls.has(lobbyId)) this.#calls.set(lobbyId, this.#watchCall(lobbyId, call));
      this.#readCall(lobbyId);
    }
    if (before.join() !== [...this.#calls.keys()].join()) this.#callsChanged();
  }

  #watchCall(lobbyId: string, call: CallWatch["call"]): CallWatch {
    return new CallWatch(call, {
      event: this.#event,
      changed: () => this.#readCall(lobbyId),
      over: () => this.#readCalls(),
      participantChanged: (userId) => this.#readParticipant(lobbyId, userId),
      participantsChanged: () => this.#callsChanged(),
    });
  }

  #readCall(lobbyId: string): void {
    const record = this.#calls.get(lobbyId)?.record();
    if (record === undefined) return;
    this.#records.put("calls", record);
    const lobby = this.#client.getLobbyHandle(lobbyId);
    if (lobby !== undefined) this.#readParticipants(lobby);
  }

  #callGone(lobbyId: string): void {
    this.#calls.get(lobbyId)?.end();
    this.#calls.delete(lobbyId);
    this.#records.remove("calls", lobbyId);
    const lobby = this.#client.getLobbyHandle(lobbyId);
    if (lobby !== undefined) this.#readParticipants(lobby);
  }
}

/** What is known of a participant in a call that the player is not in. */
const NOT_IN_CALL = { isSpeaking: false, isLocallyMuted: false, volume: 100 };
