import { RpcOpcode } from "sdkpp/wire";
import { describe, expect, it, vi } from "vitest";
import type { TappedRequest } from "../../../platform/taps/wire-tap.js";
import { withoutOddSegments, withoutSecrets } from "../../../platform/timeline/hidden.js";
import { MediaCounts, type PacketCount } from "../../../platform/timeline/media-counts.js";
import type { TimelineFilter, TimelineRecord } from "../../../platform/timeline/record.js";
import {
  closeRecord,
  deliveryRecord,
  frameRecord,
  messageRecord,
  requestRecord,
} from "../../../platform/timeline/records.js";
import { LINGER_MS, RECORDS_MAX, Timeline } from "../../../platform/timeline/timeline.js";
import { HandClock } from "./support-gateway.js";

function scene() {
  const clock = new HandClock();
  const timeline = new Timeline({ clock, machineClock: clock, isolate: (work) => work() });
  const say = (status: number) => timeline.request({ ...REQUEST, status });
  return { clock, timeline, say };
}

/** It has the form of one. */
const TOKEN = "MTU3NTU4NTA5ODM3NDMxNjAzMg.abcdef.ghijklmnopqrst";
const REQUEST: TappedRequest = {
  method: "GET",
  route: "/api/lobbies/:lobby_id",
  parameters: { lobby_id: "42" },
  url: "/api/v10/lobbies/42?token=x",
  status: 200,
  durationMs: 3,
  userId: undefined,
  applicationId: undefined,
  problem: undefined,
};
const statusOf = (record: TimelineRecord | undefined) =>
  record?.kind === "http" ? record.status : undefined;
const socket = (gateway = "main gateway") => ({ gateway, number: 3, userId: "7" });

describe("the timeline", () => {
  it("makes nothing while nobody listens, and goes on for those who come back soon", async () => {
    const { clock, timeline, say } = scene();
    say(200);
    expect([timeline.isOn, timeline.newest]).toEqual([false, 0]);
    await timeline.follow().return();
    say(201);
    const [begin, missed] = timeline.list();
    expect([begin?.kind, statusOf(missed)]).toEqual(["timeline", 201]);
    clock.advance(LINGER_MS);
    expect(timeline.isOn).toBe(false);
    timeline.keep(true);
    say(202);
    expect(timeline.list({ about: "→ 202" }).map(statusOf)).toEqual([202]);
    timeline.keep(false);
    timeline.stop();
    expect(timeline.isOn).toBe(false);
  });

  it("tells a slow reader how many records it has lost, and keeps no more than the ring", async () => {
    const { timeline, say } = scene();
    const slow = timeline.follow();
    for (let count = 0; count < RECORDS_MAX + 9; count += 1) say(count);
    // The first record says that records begin.
    expect((await slow.next()).value).toMatchObject({ kind: "timeline", lost: 10, serial: 10 });
    expect(statusOf((await slow.next()).value)).toBe(9);
    expect(timeline.list()).toHaveLength(RECORDS_MAX);
  });

  it("goes on after a record that is known, and takes the number of another run for the newest", async () => {
    const { timeline, say } = scene();
    timeline.keep(true);
    for (const status of [1, 2, 3]) say(status);
    expect(statusOf((await timeline.follow({ after: 2 }).next()).value)).toBe(2);
    const lost = timeline.follow({ after: 1_000_000 });
    say(4);
    expect(statusOf((await lost.next()).value)).toBe(4);
  });

  it.each<[TimelineFilter, number[]]>([
    [{ kinds: ["http"], about: "LOBBIES/42" }, [200, 201]],
    [{ kinds: ["gateway"] }, []],
    [{ about: "→ 201" }, [201]],
  ])("gives only what %o wants", async (filter, wanted) => {
    const { timeline, say } = scene();
    const follower = timeline.follow(filter);
    const first = follower.next();
    for (const status of [200, 201]) say(status);
    timeline.stop();
    const seen = [(await first).value];
    for await (const record of follower) seen.push(record);
    expect(timeline.list(filter).map(statusOf)).toEqual(wanted);
    expect(seen.filter((one) => one !== undefined).map(statusOf)).toEqual(wanted.slice(0, 1));
  });

  it("ends with a signal, which keeps nothing of a follower that has left", async () => {
    const { timeline, say } = scene();
    const { signal } = new AbortController();
    const listeners = vi.spyOn(signal, "addEventListener");
    const left = timeline.follow();
    left.endWith(signal);
    await left.return();
    expect(listeners.mock.calls[0]?.[2]).toMatchObject({ signal: { aborted: true } });

    const controller = new AbortController();
    const follower = timeline.follow();
    follower.endWith(controller.signal);
    const waiting = follower.next();
    controller.abort();
    say(200);
    expect(await waiting).toEqual({ done: true, value: undefined });
    const late = timeline.follow();
    late.endWith(controller.signal);
    expect(await late.next()).toEqual({ done: true, value: undefined });
    expect(timeline.followers).toBe(0);
  });

  it("counts datagrams of each call once a second, and asks nobody while nobody listens", async () => {
    const { clock, timeline } = scene();
    const totals: PacketCount[] = [
      { ssrc: 1, userId: "7", packetsIn: 50, packetsOut: 0 },
      { ssrc: 2, userId: "8", packetsIn: 0, packetsOut: 49 },
    ];
    let asked = 0;
    const counts = async () => ((asked += 1), totals);
    const placeOf = () => ({ serverId: "1", channelId: "2" });
    const counted: Promise<unknown>[] = [];
    new MediaCounts({
      timeline,
      machineClock: clock,
      source: { counts, placeOf },
      start: (work) => void counted.push(work),
    });
    clock.advance(5000);
    expect(asked).toBe(0);
    timeline.keep(true);
    for (let second = 0; second < 2; second += 1) {
      clock.advance(1000);
      await Promise.all(counted);
    }
    const records = timeline.list({ kinds: ["media"] });
    expect(records).toMatchObject([{ received: 50, sent: 49, serverId: "1", userIds: ["7", "8"] }]);
  });
});

describe("a record", () => {
  it.each<[string, Partial<TappedRequest>, string]>([
    ["shows ids", {}, "GET /lobbies/42 → 200 in 3 ms"],
    [
      "names what is no id",
      {
        route: "/api/webhooks/:webhook_id/:webhook_token",
        parameters: { webhook_id: "1", webhook_token: "s" },
      },
      "GET /webhooks/1/{webhook.token} → 200 in 3 ms",
    ],
    [
      "of no route",
      { route: undefined, url: "/api/v10/a/Tok3n?code=c" },
      "GET /api/v10/a/[hidden] → 200 in 3 ms",
    ],
    ["that was cut", { status: 0 }, "GET /lobbies/42 → cut in 3 ms"],
    [
      "of an error",
      { status: 403, userId: "7", applicationId: "9", problem: "50013 Missing Permissions" },
      "GET /lobbies/42 → 403 in 3 ms, user 7 of application 9: 50013 Missing Permissions",
    ],
    [
      "of an error with what was sent",
      { status: 401, problem: `no user of ${TOKEN}` },
      "GET /lobbies/42 → 401 in 3 ms: no user of [hidden]",
    ],
  ])("of a request %s", (_what, more, text) => {
    expect(requestRecord({ ...REQUEST, ...more }).text).toBe(text);
  });

  it.each<[string, "in" | "out", string | Buffer, boolean, object]>([
    [
      "a dispatch",
      "out",
      '{"op":0,"s":4,"t":"MESSAGE_CREATE","d":{"id":"5","content":"\\"channel_id\\":\\"66\\"","channel_id":"6"}}',
      false,
      { op: 0, event: "MESSAGE_CREATE", sequence: 4, about: ["5", "6"] },
    ],
    [
      "op 10",
      "out",
      '{"op":10,"d":{},"s":null,"t":null}',
      false,
      { op: 10, text: "→ op 10 Hello, 34 bytes, socket 3, user 7" },
    ],
    [
      "ids that are none",
      "in",
      Buffer.from('{"op":8,"d":{"guild_id":"5","user_id":"SECRET"}}'),
      false,
      { op: 8, about: ["5"] },
    ],
    ["Identify", "in", Buffer.from('{"d":{"token":"SECRET"},"op":2}'), false, { op: 2 }],
    [
      "what is no JSON",
      "in",
      Buffer.from("{"),
      false,
      { text: "← an unreadable message, 1 bytes, socket 3, user 7" },
    ],
    [
      "an odd op",
      "in",
      Buffer.from('{"op":"\\u001b[2J"}'),
      false,
      { text: expect.stringContaining("unreadable") },
    ],
    ["a megabyte", "in", Buffer.alloc(1 << 20), false, { bytes: 1 << 20 }],
    ["nothing", "in", Buffer.alloc(0), true, { bytes: 0 }],
    ["an MLS message", "out", Buffer.from([0, 9, 30, 1]), true, { op: 30, sequence: 9 }],
    ["a key package", "in", Buffer.from([26, 1]), true, { op: 26, bytes: 2 }],
  ])("of a gateway reads %s", (_what, direction, data, isBinary, expected) => {
    const record = messageRecord(socket(), direction, data, isBinary);
    expect(record).toMatchObject({ kind: "gateway", direction, socket: 3, userId: "7", ...expected });
    expect(JSON.stringify(record)).not.toContain("SECRET");
  });

  it("reads the number of a voice message at its end", () => {
    const text = '{"op":5,"d":{"user_id":"7"},"seq":12}';
    expect(messageRecord(socket("voice gateway"), "out", text, false)).toMatchObject({
      kind: "voice",
      op: 5,
      sequence: 12,
      about: ["7"],
    });
  });

  it("of a webhook has the event and where it goes, without the path", () => {
    const target = new URL("http://me:pass@127.0.0.1:9/hooks/SECRET?key=SECRET");
    const body = '{"application_id":"9","type":1,"event":{"type":"LOBBY_MESSAGE_CREATE","data":{}}}';
    const record = deliveryRecord({ target, body, durationMs: 2, outcome: 204 });
    expect(record).toMatchObject({
      origin: "http://127.0.0.1:9",
      event: "LOBBY_MESSAGE_CREATE",
      status: 204,
    });
    expect(JSON.stringify(record)).not.toMatch(/SECRET|pass/);
    const ping = { target, body: '{"application_id":"9","type":0}', durationMs: 2, outcome: "ECONNREFUSED" };
    expect(deliveryRecord(ping)).toMatchObject({
      event: "PING",
      problem: "ECONNREFUSED",
      applicationId: "9",
    });
    const odd = {
      target,
      body: '{"application_id":"SECRET","type":0}',
      durationMs: 2,
      outcome: `got ${TOKEN}`,
    };
    expect(deliveryRecord(odd)).toMatchObject({ problem: "got [hidden]" });
    expect(JSON.stringify(deliveryRecord(odd))).not.toMatch(/SECRET|MTU3/);
  });

  it("of the end of a socket has its reason without what was sent", () => {
    expect(closeRecord(socket(), "in", 4004, `no session of ${TOKEN}`)).toMatchObject({
      closeCode: 4004,
      text: "← closed with 4004, socket 3, user 7: no session of [hidden]",
    });
  });

  it.each<[string | Uint8Array, string]>([
    [
      '{"cmd":"AUTHENTICATE","args":{"access_token":"SECRET"},"nonce":"1"}',
      "← AUTHENTICATE, 67 bytes, user 7",
    ],
    [Buffer.from('{"cmd":"\\u001b[2J"}'), "← Frame, 19 bytes, user 7"],
    ["[", "← Frame, 1 bytes, user 7"],
  ])("of a desktop app reads %s", (payload, text) => {
    const frame = {
      direction: "in" as const,
      opcode: RpcOpcode.Frame,
      payload,
      userId: "7",
      applicationId: undefined,
    };
    expect(frameRecord(frame).text).toBe(text);
  });
});

describe("what comes from somewhere else", () => {
  it.each([
    [`the token ${TOKEN} is wrong`, "the token [hidden] is wrong"],
    ["aBcDeFgHiJkLmNoPqRsTuVwXyZ", "[hidden]"],
    ["NOT_EMULATED: create_guild_application_command", "NOT_EMULATED: create_guild_application_command"],
    ["about 1575585098365927424", "about 1575585098365927424"],
    ["a\u001b[2Jb\nc\u202e", "a [2Jb c "],
  ])("%j is shown as %j", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it("is short", () => {
    expect(withoutSecrets("ab ".repeat(1000)).length).toBeLessThan(301);
    expect(withoutOddSegments(`/${"a/".repeat(1000)}`).length).toBeLessThan(201);
  });
});
