import { Activity, ActivityInvite, ArgumentError, ArgumentRangeError } from "sdkpp";
import { OPERATIONS, type OperationName } from "sdkpp/surface";
import { describe, expect, it } from "vitest";
import { checkedArguments } from "../../../packages/electron/social/check.js";

const check = (name: OperationName, ...args: unknown[]): unknown[] =>
  checkedArguments(OPERATIONS[name].arguments, args);

describe("arguments of a page", () => {
  it.each([
    ["leaveLobby", [7], "lobbyId: expected an id in decimal digits, received number"],
    ["leaveLobby", ["-7"], "lobbyId: expected an id in decimal digits, received string"],
    ["leaveLobby", [], "lobbyId: expected an id in decimal digits, received undefined"],
    ["leaveLobby", ["7", "8"], "arguments: expected at most 1, received 2"],
    ["sendLobbyMessage", ["7", { toString: 1 }], "content: expected a string, received object"],
    [
      "sendLobbyMessage",
      ["7", "x".repeat(100_001)],
      "content: expected at most 100000 characters, received 100001",
    ],
    ["setSelfMute", ["7", "yes"], "mute: expected a boolean, received string"],
    ["setParticipantVolume", ["7", "8", "loud"], "volume: expected a number, received string"],
    ["sendLobbyMessageWithMetadata", ["7", "hi", [1]], "metadata: expected an object, received an array"],
    ["sendLobbyMessageWithMetadata", ["7", "hi", { a: 1 }], "metadata.a: expected a string, received number"],
    ["updateRichPresence", [null], "activity: expected an object, received null"],
    [
      "updateRichPresence",
      [{ name: "x", type: 99 }],
      /^activity\.type: expected one of 0 \(Playing\),.* received 99$/,
    ],
    [
      "updateRichPresence",
      [{ name: "x", type: 0, party: 1 }],
      "activity.party: expected an object, received number",
    ],
    ["setOnlineStatus", ["Online"], /^status: expected one of 0 \(Online\)/],
  ] as const)("of %s %j are refused by name", (name, args, message) => {
    const error = thrownBy(() => check(name, ...args));
    expect(error instanceof ArgumentError || error instanceof ArgumentRangeError).toBe(true);
    expect(error.message).toMatch(message);
  });

  it("refuse more pairs than any operation takes", () => {
    const pairs = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [String(at), ""]));
    expect(() => check("sendLobbyMessageWithMetadata", "7", "hi", pairs)).toThrow(
      "metadata: expected at most 1000 pairs, received 1001",
    );
  });

  it("become the objects of the SDK, with what the table names and nothing else", () => {
    const [activity] = check("updateRichPresence", {
      name: "Chess",
      type: 0,
      party: { id: "party", currentSize: 1, maxSize: 2, privacy: 1 },
      timestamps: { start: 1_700_000_000_000, end: 1_700_000_060_000 },
      secrets: { join: "secret" },
      supportedPlatforms: 1,
      constructor: 7,
      unknown: true,
    }) as [Activity];
    expect(activity).toBeInstanceOf(Activity);
    expect(activity.toObject()).toMatchObject({
      name: "Chess",
      party: { id: "party", currentSize: 1, maxSize: 2, privacy: 1 },
      timestamps: { start: "1700000000000", end: "1700000060000" },
      supportedPlatforms: 1,
    });
    expect(activity.secrets?.join).toBe("secret");
    expect(Object.keys(activity)).not.toContain("unknown");
  });

  it("let the setters of the SDK judge what the table does not know: lengths and ranges", () => {
    expect(() => check("updateRichPresence", { name: "x".repeat(200), type: 0 })).toThrow(ArgumentRangeError);
  });

  it("take an invite as it was told", () => {
    const invite = {
      senderId: "1",
      channelId: "2",
      messageId: "3",
      type: 1,
      applicationId: "4",
      parentApplicationId: "0",
      partyId: "p",
      sessionId: "s",
      valid: true,
    };
    const [made] = check("acceptActivityInvite", invite) as [ActivityInvite];
    expect(made).toBeInstanceOf(ActivityInvite);
    expect(made.toObject()).toMatchObject(invite);
  });

  it("leave out what is optional", () => {
    const [activity] = check("updateRichPresence", { name: "Chess", type: 0, details: null }) as [Activity];
    expect(activity.details).toBeUndefined();
  });
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
