// The writes of an operation are stored completely or not at all: tested for every write of every operation.
import { LobbyMemberFlag } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { SEARCHED_MESSAGES } from "../../../platform/domain/records/message/message-terms.js";
import type { PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { acceptAs } from "../../../platform/domain/rules/guild/invites.js";
import { inviteSelf } from "../../../platform/domain/rules/lobby/invites.js";
import { bulkMembers, kickMember, updateLobby } from "../../../platform/domain/rules/lobby/admin.js";
import { linkLobby } from "../../../platform/domain/rules/lobby/linking.js";
import { sendLobbyMessage } from "../../../platform/domain/rules/message/lobby-messages.js";
import { createOrJoin, deleteLobby, dissolve } from "../../../platform/domain/rules/lobby/membership.js";
import { sendDirectMessage } from "../../../platform/domain/rules/message/direct-messages.js";
import { issueTokens, revokeGrant } from "../../../platform/domain/rules/oauth2/tokens.js";
import { sweepGrants } from "../../../platform/domain/rules/oauth2/sweep.js";
import type { Fact } from "../../../platform/domain/facts/facts.js";
import { done, type Fault, type Outcome } from "../../../platform/domain/rules/outcome.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import { becomeFriends, block } from "../../../platform/domain/rules/relationship/relationships.js";
import { PLATFORM } from "../../../platform/domain/records/relationship/relationship.js";
import { banUser } from "../../../platform/domain/rules/user/bans.js";
import { voiceStatesOf } from "../../../platform/domain/views/voice/voice-state.js";
import type { World } from "../../../platform/domain/world/world.js";
import { SqliteStore } from "../../../platform/store/sqlite-store.js";
import { openDatabase } from "../../../platform/store/database.js";
import type { Store } from "../../../platform/store/store.js";
import { linkedScene } from "./linked-scene.js";
import * as given from "./operations.js";
import { reply } from "./support-world.js";

/** Fails from one write on, like a full disk. */
class FailingStore extends SqliteStore implements Store {
  /** Writes until one fails. */
  left = Infinity;

  override put(...args: Parameters<Store["put"]>): void {
    this.#count();
    super.put(...args);
  }

  override delete(...args: Parameters<Store["delete"]>): void {
    this.#count();
    super.delete(...args);
  }

  #count(): void {
    if (this.left === 0) throw new Error("disk full, on purpose");
    this.left -= 1;
  }
}

const FLAGS = { selfMute: false, selfDeaf: false, selfVideo: false };

/** A lobby linked to a channel, both players and the bot in it, Ada in its call. */
function scene() {
  const db = openDatabase(":memory:", { searched: SEARCHED_MESSAGES });
  const store = new FailingStore(db, SEARCHED_MESSAGES);
  const made = linkedScene([], {}, store);
  const { world, ada, ben, bot, lobbyId, general } = made;
  reply(given.linkLobby(world, ada, lobbyId, general));
  reply(given.putMember(world, bot, lobbyId, { id: ben.user.id }));
  reply(given.sendLobbyMessage(world, ada, lobbyId, { content: "hello" }));
  given.updateLobbyVoice(world, callerOf(ada), [{ lobbyId, ...FLAGS }], "localhost:1");
  const events: PlatformEvent[] = [];
  const publisher = new Publisher(world, (work) => work());
  publisher.subscribe((event) => events.push(event));
  /** Everything that is observable. */
  const state = (): unknown => [
    db.prepare("SELECT * FROM record ORDER BY collection, id").all(),
    db.prepare("SELECT * FROM record_index ORDER BY collection, name, value, id").all(),
    voiceStatesOf(world, lobbyId),
  ];
  return { ...made, store, publisher, events, state };
}

type Scene = ReturnType<typeof scene>;

function callerOf({ user, application }: Scene["ada"]) {
  return { sessionId: "ada's", userId: user.id, applicationId: application.id };
}

const lobbyOf = ({ world, lobbyId }: Scene) => world.lobbies.get(lobbyId)!;

const OPERATIONS: [string, (scene: Scene) => Outcome<unknown> | Fault | Fact[]][] = [
  ["an idle lobby is deleted", (it) => dissolve(it.world, lobbyOf(it))],
  ["the bot deletes a lobby", ({ world, bot, lobbyId }) => deleteLobby(world, bot, lobbyId)],
  [
    "the bot removes the caller",
    ({ world, bot, ada, lobbyId }) => kickMember(world, bot, lobbyId, ada.user.id),
  ],
  ["the bot empties a lobby", ({ world, bot, lobbyId }) => updateLobby(world, bot, lobbyId, { members: [] })],
  [
    "the bot changes several members",
    ({ world, bot, ada, ben, lobbyId }) =>
      bulkMembers(world, bot, lobbyId, [
        { id: ada.user.id, remove: true },
        { id: ben.user.id, flags: LobbyMemberFlag.CanLinkLobby, remove: false },
      ]),
  ],
  ["a lobby is unlinked", ({ world, ada, lobbyId }) => linkLobby(world, ada, lobbyId, null)],
  [
    "a message to a linked lobby",
    ({ world, ada, lobbyId }) => sendLobbyMessage(world, ada, lobbyId, { content: "hello" }),
  ],
  ["a lobby is created by its secret", ({ world, ben }) => createOrJoin(world, ben, { secret: "s" })],
  ["an invite", ({ world, ben, lobbyId }) => inviteSelf(world, ben, lobbyId)],
  [
    "an invite is accepted",
    ({ world, ben, lobbyId }) => acceptAs(world, ben.user, reply(given.inviteSelf(world, ben, lobbyId)).code),
  ],
  ["two become friends", ({ world, ada, ben }) => becomeFriends(world, ada.user.id, ben.user.id, PLATFORM)],
  [
    "a friend is blocked",
    ({ world, ada, ben }) => {
      reply(given.becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
      return block(world, ada, ben.user.id);
    },
  ],
  [
    "a first direct message",
    ({ world, ada, ben }) => {
      reply(given.becomeFriends(world, ada.user.id, ben.user.id, PLATFORM));
      return sendDirectMessage(world, ada, ben.user.id, { content: "hello" });
    },
  ],
  [
    "a grant is revoked",
    ({ world, ada, applicationId }) => {
      issueTokens(world, applicationId, ada.user.id, "identify");
      return revokeGrant(world, applicationId, ada.user.id);
    },
  ],
  ["an account is banned", ({ world, ada }) => banUser(world, ada.user.id)],
  [
    "expired tokens are swept",
    ({ world }) => {
      world.clock.advance(30 * 24 * 3_600_000);
      sweepGrants(world);
      return [];
    },
  ],
];

/** Runs an operation like the servers do. */
function carryOut({ publisher }: Scene, rule: () => Outcome<unknown> | Fault | Fact[]): void {
  publisher.settle<unknown, object>(() => {
    const result = rule();
    return Array.isArray(result) ? done(undefined, result) : result;
  });
}

describe("an operation of which one write fails", () => {
  it.each(OPERATIONS)("%s: keeps nothing and tells nothing", (_name, operation) => {
    let writes = 0;
    for (let hasFailed = true; hasFailed; writes += 1) {
      const it = scene();
      const before = it.state();
      it.store.left = writes;
      try {
        carryOut(it, () => operation(it));
        hasFailed = false;
      } catch (error) {
        expect(String(error)).toContain("on purpose");
        it.store.left = Infinity;
        expect({ writes, state: it.state(), events: it.events }).toEqual({
          writes,
          state: before,
          events: [],
        });
      }
    }
    // The last round did not fail, and one before it did.
    expect(writes).toBeGreaterThan(1);
  });
});

describe("an operation of which all writes succeed", () => {
  it("publishes its events after the commit", () => {
    const { publisher, world } = scene();
    const seen: boolean[] = [];
    publisher.subscribe(() => seen.push(isOutside(world)));
    publisher.perform(() => dissolve(world, world.lobbies.all()[0]!));
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([true]));
  });
});

/** Whether no transaction is open: within one, a part of it takes nothing back by itself. */
function isOutside(world: World): boolean {
  let isTakenBack = false;
  try {
    world.store.transaction(() => {
      world.store.onRollback(() => (isTakenBack = true));
      throw new Error("on purpose");
    });
  } catch {
    // The error does not matter here.
  }
  return isTakenBack;
}
