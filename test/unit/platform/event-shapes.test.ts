// The forms of events with a developer's own data. The raw sockets of other tests hold the platform's own events to the same forms.
import { GatewayEvent } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import { GATEWAY_EVENT_SHAPES } from "../../../platform/control/event-shapes/gateway-events.js";
import { gatewayEventShape, ownData } from "../../../platform/control/event-shapes/own-data.js";
import { WEBHOOK_EVENT_SHAPES } from "../../../platform/control/event-shapes/webhook-events.js";
import { nullable, object, time } from "../../../platform/control/event-shapes/shape.js";

/** They begin a session, or go on with one. */
const OF_SESSIONS = [GatewayEvent.Ready, GatewayEvent.ReadySupplemental, GatewayEvent.Resumed];

describe("events with a developer's own data", () => {
  it("are those that may come at any time", () => {
    expect([...GATEWAY_EVENT_SHAPES.keys(), ...OF_SESSIONS].sort()).toEqual(
      Object.values(GatewayEvent).sort(),
    );
  });

  it.each([
    [
      "ENTITLEMENT_MADE",
      /event: expected an event .* such as ENTITLEMENT_CREATE, ENTITLEMENT_UPDATE, .*MADE/,
    ],
    ["READY", /expected an event that may come at any time, such as ACTIVITY_INVITE_CREATE/],
    [7, /received 7/],
  ])("%s is none of them", (event, words) => {
    expect(() => gatewayEventShape("event", event)).toThrow(words);
  });

  const user = { id: "7", username: "ada" };
  const message = {
    id: "1",
    channel_id: "2",
    type: 0,
    content: "hi",
    author: user,
    timestamp: "2026-01-31T12:00:00.000Z",
  };

  it("keep what nobody asks for, and are a copy", () => {
    const given = { ...message, nonce: "x", poll: undefined };
    const data = ownData("data", given, gatewayEventShape("event", "MESSAGE_CREATE"));
    expect(data).toEqual({ ...message, nonce: "x" });
    expect(Object.keys(data as object)).not.toContain("poll");
  });

  it.each<[string, string, unknown, RegExp]>([
    [
      "a member that is missing",
      "MESSAGE_CREATE",
      { ...message, author: { id: "7" } },
      /^data\.author\.username: expected a string, received undefined/,
    ],
    [
      "another type",
      "MESSAGE_CREATE",
      { ...message, type: "0" },
      /^data\.type: expected a number, received '0'/,
    ],
    [
      "a time that is none",
      "MESSAGE_CREATE",
      { ...message, timestamp: "soon" },
      /^data\.timestamp: expected a time in ISO 8601/,
    ],
    [
      "null where there is something",
      "GUILD_ROLE_CREATE",
      { guild_id: "1", role: null },
      /^data\.role: expected an object, received null/,
    ],
    [
      "an optional member that is wrong",
      "MESSAGE_CREATE",
      { ...message, mentions: [user, {}] },
      /^data\.mentions\[1\]\.id: expected/,
    ],
    [
      "a member of all objects",
      "LOBBY_DELETE",
      JSON.parse('{"id":"1","__proto__":{"reason":"x"}}'),
      /^data\.reason: /,
    ],
    ["a list", "MESSAGE_CREATE", [message], /^data: expected an object/],
    ["no list", "SESSIONS_REPLACE", {}, /^data: expected a list/],
    ["nothing", "MESSAGE_CREATE", undefined, /^data: expected an object, received undefined/],
    ["what JSON cannot say", "MESSAGE_CREATE", { ...message, id: 1n }, /^data: expected what JSON can say/],
    [
      "what is too deep",
      "MESSAGE_CREATE",
      { ...message, x: deep(200) },
      /^data: expected at most 100 levels/,
    ],
  ])("%s is refused", (_what, event, data, words) => {
    expect(() => ownData("data", data, gatewayEventShape("event", event))).toThrow(words);
  });

  it("has no data where the event has none", () => {
    const { QUEST_USER_ENROLLMENT: shape } = WEBHOOK_EVENT_SHAPES;
    expect(ownData("data", undefined, shape)).toBeUndefined();
    expect(() => ownData("data", { quest: 1 }, shape)).toThrow(/^data: expected no data, received/);
  });

  it("may have null where that has a meaning", () => {
    const shape = object({ at: nullable(time) });
    expect(() => ownData("data", { at: null }, shape)).not.toThrow();
    expect(() => ownData("data", {}, shape)).toThrow(/^data\.at: /);
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? 0 : [deep(levels - 1)];
}
