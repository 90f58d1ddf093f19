import { describe, expect, it } from "vitest";
import { frameText } from "../../../platform/gateway/frame-text.js";

const payload = { content: 'a "b"', list: [1, null] };

describe("the text of a frame", () => {
  it.each([
    ["an event", { op: 0, s: 3, t: "MESSAGE_CREATE", d: payload }],
    ["the same payload with another number", { op: 0, s: 4, t: "MESSAGE_CREATE", d: payload }],
    ["the same payload in another event", { op: 0, s: 5, t: "MESSAGE_UPDATE", d: payload }],
    ["an equal payload", { op: 0, s: 6, t: "X", d: { ...payload, content: "c" } }],
    ["a control frame", { op: 10, s: null, t: null, d: { heartbeat_interval: 1 } }],
    ["no payload", { op: 11, s: null, t: null, d: null }],
    ["a flag", { op: 9, s: null, t: null, d: false }],
    ["a list", { op: 0, s: 7, t: "SESSIONS_REPLACE", d: [{ a: 1 }] }],
  ])("%s is the frame in JSON", (_name, frame) => {
    expect(JSON.parse(frameText(frame))).toEqual(frame);
  });
});
