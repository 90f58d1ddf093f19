import { describe, expect, it } from "vitest";
import { parseVoiceFrame } from "../../../lib/protocol/index.js";

const read = (frame: unknown): unknown => parseVoiceFrame(JSON.stringify(frame))?.message;
const key = Array.from({ length: 32 }, (_, index) => index);

describe("voice gateway messages", () => {
  it.each([
    [
      "hello",
      { op: 8, d: { v: 8, heartbeat_interval: 13750.5 } },
      { type: "hello", heartbeatIntervalMs: 13750.5 },
    ],
    [
      "ready",
      {
        op: 2,
        d: { ssrc: 4294967295, ip: "127.0.0.1", port: 65535, modes: ["a", 5, "b"], heartbeat_interval: 1 },
      },
      { type: "ready", ssrc: 4294967295, ip: "127.0.0.1", port: 65535, modes: ["a", "b"] },
    ],
    [
      "session description",
      { op: 4, d: { mode: "m", secret_key: key, dave_protocol_version: 1, audio_codec: "opus" } },
      { type: "sessionDescription", mode: "m", secretKey: Uint8Array.from(key), daveVersion: 1 },
    ],
    [
      "speaking",
      { op: 5, d: { speaking: 1, ssrc: 7, user_id: "9" } },
      { type: "speaking", userId: 9n, ssrc: 7, flags: 1 },
    ],
    ["heartbeat ack", { op: 6, d: { t: 1501184119561 } }, { type: "heartbeatAck", t: 1501184119561 }],
    ["heartbeat request", { op: 3, d: null }, { type: "heartbeatRequest" }],
    ["resumed", { op: 9, d: null }, { type: "resumed" }],
    [
      "clients connect",
      { op: 11, d: { user_ids: ["1", "2", "x"] } },
      { type: "clientsConnect", userIds: [1n, 2n] },
    ],
    ["client disconnect", { op: 13, d: { user_id: "1" } }, { type: "clientDisconnect", userId: 1n }],
    ["unknown opcode", { op: 99, d: {} }, { type: "ignored", op: 99 }],
    ["missing content of an ignored opcode", { op: 18 }, { type: "ignored", op: 18 }],
  ])("reads %s", (_name, frame, message) => {
    expect(read(frame)).toEqual(message);
  });

  it.each([
    ["hello without interval", { op: 8, d: {} }],
    ["hello with interval 0", { op: 8, d: { heartbeat_interval: 0 } }],
    ["hello with endless interval", { op: 8, d: { heartbeat_interval: 1e12 } }],
    ["ready with ssrc 0", { op: 2, d: { ssrc: 0, ip: "i", port: 1, modes: [] } }],
    ["ready with a fraction as ssrc", { op: 2, d: { ssrc: 1.5, ip: "i", port: 1, modes: [] } }],
    ["ready with 33 bits of ssrc", { op: 2, d: { ssrc: 2 ** 32, ip: "i", port: 1, modes: [] } }],
    ["ready with port 0", { op: 2, d: { ssrc: 1, ip: "i", port: 0, modes: [] } }],
    ["ready with port 65536", { op: 2, d: { ssrc: 1, ip: "i", port: 65536, modes: [] } }],
    ["ready without ip", { op: 2, d: { ssrc: 1, port: 1, modes: [] } }],
    ["key of 31 bytes", { op: 4, d: { mode: "m", secret_key: key.slice(1) } }],
    ["key of 33 bytes", { op: 4, d: { mode: "m", secret_key: [...key, 1] } }],
    ["key with 256", { op: 4, d: { mode: "m", secret_key: [256, ...key.slice(1)] } }],
    ["key with a string", { op: 4, d: { mode: "m", secret_key: ["1", ...key.slice(1)] } }],
    ["key as text", { op: 4, d: { mode: "m", secret_key: "A".repeat(32) } }],
    ["speaking without user", { op: 5, d: { speaking: 1, ssrc: 7 } }],
    ["ack as number", { op: 6, d: 5 }],
    ["clients connect without list", { op: 11, d: { user_ids: "1" } }],
    ["content null", { op: 2, d: null }],
    ["content a list", { op: 2, d: [] }],
  ])("rejects %s", (_name, frame) => {
    expect(read(frame)).toBeUndefined();
  });

  it("reads the number of any message, including 0", () => {
    const seqOf = (seq: unknown): number | undefined =>
      parseVoiceFrame(JSON.stringify({ op: 99, d: null, seq }))?.seq;
    expect([seqOf(0), seqOf(65535), seqOf(65536), seqOf("5"), seqOf(-1), seqOf(undefined)]).toEqual([
      0, 65535, -1, -1, -1, -1,
    ]);
  });

  it.each(["", "{", "null", "5", "[]", '{"d":1}', '{"op":"2"}', '{"op":1.5}', '{"op":-1}'])(
    "rejects %s",
    (text) => {
      expect(parseVoiceFrame(text)).toBeUndefined();
    },
  );
});
