import { describe, expect, it } from "vitest";
import { controlFrame, OutgoingEvent } from "../../../platform/gateway/outgoing-event.js";

describe("the frame of an event", () => {
  it.each([
    ["an object", "MESSAGE_CREATE", { content: 'a "b" \u2028 \ud83d', list: [1, null] }],
    ["a list", "SESSIONS_REPLACE", [{ a: 1 }]],
    ["no payload", "X", null],
    ["a flag", "X", false],
    ["an event of an odd name", '"\n', {}],
  ])("%s is JSON, with the number of each session", (_name, t, d) => {
    const event = new OutgoingEvent(t, d);
    expect(JSON.parse(event.frame(1))).toEqual({ op: 0, s: 1, t, d });
    expect(JSON.parse(event.frame(70_000))).toEqual({ op: 0, s: 70_000, t, d });
  });
});

describe("the frame of a command", () => {
  it.each([{ heartbeat_interval: 1 }, null, false])("%j is JSON without a number", (d) => {
    expect(JSON.parse(controlFrame(10, d))).toEqual({ op: 10, s: null, t: null, d });
  });
});
