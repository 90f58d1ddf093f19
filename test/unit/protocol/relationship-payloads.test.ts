import { describe, expect, it } from "vitest";
import {
  parseGameRelationship,
  parsePresence,
  parseReady,
  parseRelationship,
  parseRelationshipEnd,
} from "../../../lib/protocol/index.js";

const user = { id: "7", username: "ben", discriminator: "0", global_name: "Ben", public_flags: 0 };

describe("relationships", () => {
  it("reads present fields, and leaves others undefined", () => {
    expect(parseRelationship({ id: "7", type: 3, user, is_spam_request: true })).toMatchObject({
      kind: "platform",
      userId: 7n,
      type: 3,
      user: { username: "ben" },
      isSpamRequest: true,
      hasPlayedGame: undefined,
    });
    expect(parseRelationship({ id: "7", type: 1, is_spam_request: "yes" })?.isSpamRequest).toBeUndefined();
  });

  it("finds the other user's id of a game relationship", () => {
    const value = { id: "7", user_id: "5", application_id: "1", type: 1, since: "x", dm_access_type: 0 };
    expect(parseGameRelationship(value)).toMatchObject({ kind: "game", userId: 7n, user: undefined });
    expect(parseRelationshipEnd(value)).toBe(7n);
  });

  it.each([[null], [[]], [{ id: "7" }], [{ type: 1 }], [{ id: "7", type: 7 }], [{ id: "7", type: "1" }]])(
    "rejects %j",
    (value) => expect(parseRelationship(value)).toBeUndefined(),
  );
});

describe("presences", () => {
  it("reads the activities, with or without a whole user", () => {
    const activities = [{ application_id: "1" }, { application_id: "x" }, 5, { name: "no application" }];
    expect(parsePresence({ user, status: "dnd", activities })).toMatchObject({
      userId: 7n,
      user: { globalName: "Ben" },
      status: "dnd",
      activities: [
        { name: "", type: 0, application_id: "1" },
        { name: "", type: 0 },
        { name: "no application", type: 0 },
      ],
    });
    expect(parsePresence({ user: { id: "7" }, status: "idle" })).toMatchObject({
      user: undefined,
      activities: [],
    });
    expect(parsePresence({ user_id: "7", status: "online" })).toMatchObject({ userId: 7n });
  });

  it.each(["offline", "invisible", "dancing"])("%s is offline", (status) => {
    expect(parsePresence({ user, status })?.status).toBe("offline");
  });

  it.each([[null], [{ user }], [{ status: "online" }], [{ user: { id: "x" }, status: "online" }]])(
    "rejects %j",
    (value) => expect(parsePresence(value)).toBeUndefined(),
  );
});

describe("READY", () => {
  it("joins both lists and skips invalid entries", () => {
    const ready = parseReady({
      user,
      session_id: "s",
      relationships: [{ id: "8", type: 1 }, 5, { id: "x", type: 1 }],
      game_relationships: [{ id: "8", user_id: "7", type: 4 }],
      presences: [{ user: { id: "8" }, status: "online" }, {}],
    });
    expect(ready?.relationships.map(({ kind, type }) => [kind, type])).toEqual([
      ["platform", 1],
      ["game", 4],
    ]);
    expect(ready?.presences).toHaveLength(1);
    expect(parseReady({ user, session_id: "s" })).toMatchObject({ relationships: [], presences: [] });
  });
});
