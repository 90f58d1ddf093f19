import { describe, expect, it } from "vitest";
import { react } from "../../../platform/domain/reactions/react.js";
import { REACTIONS, type Reactions } from "../../../platform/domain/reactions/reactions.js";
import type { Fact } from "../../../platform/domain/facts/facts.js";
import { Publisher } from "../../../platform/domain/reactions/publisher.js";
import { done } from "../../../platform/domain/rules/outcome.js";
import { linkedScene } from "./linked-scene.js";
import { linkLobby } from "./operations.js";
import { cast, dispatches, reply } from "./support-world.js";

const banned = (userId: string): Fact => ({ kind: "userBanned", userId });
const event = (t: string) =>
  ({ kind: "dispatch", t, d: null, reach: { to: "session", sessionId: "" } }) as const;
const announce = (t: string) => ({ announce: () => [event(t)] });
const follow = (...facts: Fact[]) => ({ change: () => facts });

describe("reactions", () => {
  it("run in the order of the list, each with its consequences before the next", () => {
    const { world, ada } = cast();
    const reactions: Reactions = {
      ...REACTIONS,
      userBanned: [
        announce("1"),
        follow({ kind: "userChanged", user: ada.user }, ...grants(2)),
        announce("5"),
      ],
      userChanged: [announce("2")],
      grantRevoked: [announce("grant")],
    };
    const events = react(world, [banned("1"), { kind: "userChanged", user: ada.user }], reactions);
    expect(dispatches(events).map(({ t }) => t)).toEqual(["1", "2", "grant", "grant", "5", "2"]);
  });

  it("that cause each other endlessly throw an error with the fact", () => {
    const { world } = cast();
    const reactions: Reactions = { ...REACTIONS, userBanned: [follow(banned("1"))] };
    expect(() => react(world, [banned("1")], reactions)).toThrow(
      "more than 10 facts follow from each other; the last one is userBanned",
    );
  });

  it("are part of the operation: a failure rolls back the rule's writes and nothing is published", () => {
    const { world, ada } = cast();
    const events: unknown[] = [];
    const publisher = new Publisher(world, (work) => work());
    publisher.subscribe((one) => events.push(one));
    const revoke = world.live.applicationsOf.bind(world.live);
    world.live.applicationsOf = () => {
      throw new Error("on purpose");
    };
    const rule = () => {
      world.users.put({ ...ada.user, globalName: "New" });
      return done(undefined, [banned(ada.user.id)]);
    };
    expect(() => publisher.settle(rule)).toThrow("on purpose");
    world.live.applicationsOf = revoke;
    expect(world.users.get(ada.user.id)).toEqual(ada.user);
    expect(events).toEqual([]);
  });

  it("copy a message between a lobby and its channel once, and not back", () => {
    const { world, ada, lobbyId, general } = linkedScene();
    reply(linkLobby(world, ada, lobbyId, general));
    const lobby = world.lobbies.get(lobbyId)!;
    const message = { channelId: lobbyId, applicationId: "1", authorId: ada.user.id, content: "hello" };
    const posted = { ...message, id: world.ids.next(), sentAt: world.clock.now(), editedAt: null };
    world.messages.put(posted);
    const events = react(world, [{ kind: "lobbyMessagePosted", lobby, message: posted }]);
    expect(dispatches(events).map(({ t }) => t)).toEqual(["LOBBY_MESSAGE_CREATE", "MESSAGE_CREATE"]);
    expect(world.channelMessages.get(posted.id)?.content).toBe("hello");
    expect(world.channelMessages.listBy("channel", general)).toHaveLength(2);
  });
});

function grants(count: number): Fact[] {
  return Array.from({ length: count }, () => ({
    kind: "grantRevoked",
    applicationId: "1",
    userId: "1",
    authSessions: [],
  }));
}
