import { describe, expect, it } from "vitest";
import { World, type LobbyFacts, type MemberFacts, type VoiceFacts } from "../../../lib/state/index.js";

const user = (id: bigint, username = "u") => ({
  id,
  username,
  globalName: undefined,
  avatar: undefined,
  isProvisional: false,
});
const member = (id: bigint, change: Partial<MemberFacts> = {}): MemberFacts => ({
  id,
  user: user(id),
  metadata: {},
  canLinkLobby: false,
  connected: true,
  ...change,
});
const voice = (userId: bigint, channelId: bigint | undefined = 1n): VoiceFacts => ({
  userId,
  channelId,
  selfMute: false,
  selfDeaf: false,
});
const lobby = (change: Partial<LobbyFacts> = {}): LobbyFacts => ({
  id: 1n,
  metadata: { map: "a" },
  members: [member(5n)],
  voiceStates: [],
  ...change,
});

function ready(lobbies: LobbyFacts[] = [lobby()]): World {
  const world = new World();
  world.apply({ type: "ready", user: user(5n), lobbies });
  return world;
}

describe("the world", () => {
  it("reports the lobbies of READY, and knows the player", () => {
    const world = new World();
    expect(world.apply({ type: "ready", user: user(5n), lobbies: [lobby()] })).toEqual([
      { type: "lobbyCreated", lobbyId: 1n },
    ]);
    expect(world.users.currentId).toBe(5n);
    expect(world.lobbies.get(1n)?.members.get(5n)?.connected).toBe(true);
  });

  it("reports only what a second READY changed", () => {
    const world = ready([lobby(), lobby({ id: 2n })]);
    const again = [lobby({ members: [member(5n), member(6n)] }), lobby({ id: 3n })];
    expect(world.apply({ type: "ready", user: user(5n), lobbies: again })).toEqual([
      { type: "lobbyDeleted", lobbyId: 2n },
      { type: "memberAdded", lobbyId: 1n, memberId: 6n },
      { type: "lobbyCreated", lobbyId: 3n },
    ]);
    expect(world.apply({ type: "ready", user: user(5n), lobbies: again })).toEqual([]);
  });

  it("reports a link that was added, moved or removed meanwhile, once", () => {
    const linkedChannel = { id: 40n, name: "general", guildId: 30n };
    const world = ready([lobby(), lobby({ id: 2n, linkedChannel }), lobby({ id: 3n, linkedChannel })]);
    const again = [
      lobby({ linkedChannel }),
      lobby({ id: 2n }),
      lobby({ id: 3n, linkedChannel: { ...linkedChannel, id: 41n } }),
    ];
    expect(world.apply({ type: "ready", user: user(5n), lobbies: again })).toEqual([
      { type: "lobbyUpdated", lobbyId: 1n },
      { type: "lobbyUpdated", lobbyId: 2n },
      { type: "lobbyUpdated", lobbyId: 3n },
    ]);
    expect([1n, 2n, 3n].map((id) => world.lobbies.get(id)?.linkedChannel?.id)).toEqual([40n, undefined, 41n]);
    expect(world.apply({ type: "ready", user: user(5n), lobbies: again })).toEqual([]);
  });

  it("never creates a lobby twice in a row", () => {
    const world = ready();
    expect(world.apply({ type: "lobby", lobby: lobby(), announce: false })).toEqual([]);
    expect(world.apply({ type: "lobbyDeleted", lobbyId: 1n })).toEqual([
      { type: "lobbyDeleted", lobbyId: 1n },
    ]);
    expect(world.apply({ type: "lobbyDeleted", lobbyId: 1n })).toEqual([]);
    expect(world.apply({ type: "lobby", lobby: lobby(), announce: false })).toEqual([
      { type: "lobbyCreated", lobbyId: 1n },
    ]);
  });

  it("reports an update even when nothing differs", () => {
    expect(ready().apply({ type: "lobby", lobby: lobby(), announce: true })).toEqual([
      { type: "lobbyUpdated", lobbyId: 1n },
    ]);
  });

  it("reports members that join, change and leave; their voice state leaves with them", () => {
    const world = ready();
    expect(world.apply({ type: "member", lobbyId: 1n, member: member(6n) })).toMatchObject([
      { type: "memberAdded" },
    ]);
    expect(world.apply({ type: "member", lobbyId: 1n, member: member(6n) })).toEqual([]);
    const changed = member(6n, { metadata: { skin: "red" } });
    expect(world.apply({ type: "member", lobbyId: 1n, member: changed })).toMatchObject([
      { type: "memberUpdated" },
    ]);
    world.apply({ type: "voiceState", lobbyId: 1n, voiceState: voice(6n) });
    expect(world.apply({ type: "memberRemoved", lobbyId: 1n, memberId: 6n })).toEqual([
      { type: "voiceParticipant", lobbyId: 1n, memberId: 6n, added: false },
      { type: "memberRemoved", lobbyId: 1n, memberId: 6n },
    ]);
  });

  it("reports users who join a call, change and leave", () => {
    const world = ready();
    const say = (voiceState: ReturnType<typeof voice>) =>
      world.apply({ type: "voiceState", lobbyId: 1n, voiceState });
    expect(say(voice(6n))).toMatchObject([{ type: "voiceParticipant", added: true }]);
    expect(say(voice(6n))).toEqual([]);
    expect(say({ ...voice(6n), selfMute: true })).toMatchObject([
      { type: "voiceStateChanged", memberId: 6n },
    ]);
    expect(say({ ...voice(6n), channelId: undefined })).toMatchObject([
      { type: "voiceParticipant", added: false },
    ]);
    expect(say({ ...voice(6n), channelId: undefined })).toEqual([]);
  });

  it("ignores events of unknown lobbies", () => {
    const world = ready();
    expect(world.apply({ type: "member", lobbyId: 9n, member: member(6n) })).toEqual([]);
    expect(world.apply({ type: "memberRemoved", lobbyId: 9n, memberId: 6n })).toEqual([]);
    expect(world.apply({ type: "voiceState", lobbyId: 9n, voiceState: voice(6n) })).toEqual([]);
  });

  it("keeps a user's name when a member has none, and reports a new name", () => {
    const world = ready();
    world.apply({ type: "member", lobbyId: 1n, member: member(5n, { user: undefined, connected: false }) });
    expect(world.users.get(5n)?.username).toBe("u");
    expect(world.apply({ type: "user", user: user(5n, "new") })).toEqual([
      { type: "userUpdated", userId: 5n },
    ]);
  });

  it("is empty when cleared", () => {
    const world = ready();
    world.apply({ type: "cleared" });
    expect([world.users.currentId, world.lobbies.ids()]).toEqual([undefined, []]);
  });
});
