import type { LobbyFacts, MemberFacts, VoiceFacts, WorldChange } from "./events.js";
import type { LobbyFields, LobbyMemberRecord, LobbyRecord, VoiceStateRecord } from "./records.js";
import { isDeepEqual } from "./equality.js";

/** The lobbies that the player is in, with members and voice states. */
export class LobbyStore {
  readonly #lobbies = new Map<bigint, LobbyRecord>();

  get(lobbyId: bigint): LobbyRecord | undefined {
    return this.#lobbies.get(lobbyId);
  }

  ids(): bigint[] {
    return [...this.#lobbies.keys()];
  }

  clear(): void {
    this.#lobbies.clear();
  }

  /** Replaces all lobbies with the complete set of a new session. */
  replaceAll(lobbies: readonly LobbyFacts[]): WorldChange[] {
    const listed = new Set(lobbies.map((lobby) => lobby.id));
    const gone = this.ids().filter((id) => !listed.has(id));
    return [...gone.flatMap((id) => this.delete(id)), ...lobbies.flatMap((lobby) => this.put(lobby, false))];
  }

  /** @param announce whether a known lobby counts as updated even when nothing differs */
  put(facts: LobbyFacts, announce: boolean): WorldChange[] {
    const known = this.#lobbies.get(facts.id);
    if (known === undefined) return this.#create(facts);
    const fields = fieldsOf(facts);
    const changed = announce || !isDeepEqual(fieldsOf(known), fields);
    this.#lobbies.set(facts.id, { ...fields, members: known.members, voiceStates: known.voiceStates });
    const changes = [
      ...this.#replaceMembers(known, facts.members),
      ...this.#replaceVoice(known, facts.voiceStates),
    ];
    return changed ? [{ type: "lobbyUpdated", lobbyId: known.id }, ...changes] : changes;
  }

  delete(lobbyId: bigint): WorldChange[] {
    return this.#lobbies.delete(lobbyId) ? [{ type: "lobbyDeleted", lobbyId }] : [];
  }

  putMember(lobbyId: bigint, facts: MemberFacts): WorldChange[] {
    const lobby = this.#lobbies.get(lobbyId);
    return lobby === undefined ? [] : putMember(lobby, facts);
  }

  removeMember(lobbyId: bigint, memberId: bigint): WorldChange[] {
    const lobby = this.#lobbies.get(lobbyId);
    if (lobby?.members.delete(memberId) !== true) return [];
    return [...removeVoice(lobby, memberId), { type: "memberRemoved", lobbyId, memberId }];
  }

  putVoiceState(lobbyId: bigint, facts: VoiceFacts): WorldChange[] {
    const lobby = this.#lobbies.get(lobbyId);
    if (lobby === undefined) return [];
    return facts.channelId === undefined ? removeVoice(lobby, facts.userId) : putVoice(lobby, facts);
  }

  #create(facts: LobbyFacts): WorldChange[] {
    const lobby: LobbyRecord = { ...fieldsOf(facts), members: new Map(), voiceStates: new Map() };
    for (const member of facts.members) lobby.members.set(member.id, memberRecord(member));
    this.#lobbies.set(lobby.id, lobby);
    return [{ type: "lobbyCreated", lobbyId: lobby.id }, ...this.#replaceVoice(lobby, facts.voiceStates)];
  }

  #replaceMembers(lobby: LobbyRecord, members: readonly MemberFacts[]): WorldChange[] {
    const listed = new Set(members.map((member) => member.id));
    const gone = [...lobby.members.keys()].filter((id) => !listed.has(id));
    return [
      ...gone.flatMap((memberId) => this.removeMember(lobby.id, memberId)),
      ...members.flatMap((member) => putMember(lobby, member)),
    ];
  }

  #replaceVoice(lobby: LobbyRecord, voiceStates: readonly VoiceFacts[]): WorldChange[] {
    const present = voiceStates.filter((state) => state.channelId !== undefined);
    const listed = new Set(present.map((state) => state.userId));
    const gone = [...lobby.voiceStates.keys()].filter((id) => !listed.has(id));
    return [
      ...gone.flatMap((userId) => removeVoice(lobby, userId)),
      ...present.flatMap((state) => putVoice(lobby, state)),
    ];
  }
}

function fieldsOf({ members: _members, voiceStates: _voiceStates, ...fields }: LobbyFacts | LobbyRecord) {
  return fields satisfies LobbyFields;
}

function memberRecord({ id, metadata, canLinkLobby, connected }: MemberFacts): LobbyMemberRecord {
  return { id, metadata, canLinkLobby, connected };
}

function putMember(lobby: LobbyRecord, facts: MemberFacts): WorldChange[] {
  const record = memberRecord(facts);
  const known = lobby.members.get(facts.id);
  lobby.members.set(facts.id, record);
  const change = { lobbyId: lobby.id, memberId: facts.id };
  if (known === undefined) return [{ type: "memberAdded", ...change }];
  return isDeepEqual(known, record) ? [] : [{ type: "memberUpdated", ...change }];
}

function putVoice(lobby: LobbyRecord, { userId, selfMute, selfDeaf }: VoiceFacts): WorldChange[] {
  const record: VoiceStateRecord = { userId, selfMute, selfDeaf };
  const known = lobby.voiceStates.get(userId);
  lobby.voiceStates.set(userId, record);
  const change = { lobbyId: lobby.id, memberId: userId };
  if (known === undefined) return [{ type: "voiceParticipant", added: true, ...change }];
  return isDeepEqual(known, record) ? [] : [{ type: "voiceStateChanged", ...change }];
}

function removeVoice(lobby: LobbyRecord, memberId: bigint): WorldChange[] {
  if (!lobby.voiceStates.delete(memberId)) return [];
  return [{ type: "voiceParticipant", lobbyId: lobby.id, memberId, added: false }];
}
