import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startLavalink } from "@sdkpp/fleet";
import WebSocket from "ws";
import { waitFor } from "../../support/wait-for.js";
import { GUILD, Node, NOW, PASSWORD, trackOf, USER } from "./support-node.js";

let node: Node;

beforeEach(async () => {
  node = await Node.start();
});
afterEach(() => node.end());

describe("a request", () => {
  it("needs the password", async () => {
    const without = await fetch(`http://127.0.0.1:${String(node.door.port)}/v4/info`);
    expect([without.status, without.headers.get("content-type"), await without.json()]).toEqual([
      401,
      "application/json",
      {
        timestamp: NOW,
        status: 401,
        error: "Unauthorized",
        message: "expected the password in the header Authorization",
        path: "/v4/info",
      },
    ]);
    expect(await node.ask("GET /version", undefined, { authorization: "another" })).toMatchObject({
      status: 403,
    });
    expect(await node.ask("GET /version")).toEqual({ status: 200, body: "4.0.0" });
  });

  it("of info tells what there is, and nothing else", async () => {
    expect((await node.ask("GET /v4/info")).body).toMatchObject({
      version: { major: 4 },
      sourceManagers: ["http"],
      filters: ["volume", "tremolo"],
      plugins: [],
    });
  });

  it("finds a track, none, or says what is wrong", async () => {
    expect((await node.ask("GET /v4/loadtracks?identifier=one")).body).toMatchObject({
      loadType: "track",
      data: { info: { title: "one", sourceName: "shelf" }, pluginInfo: {}, userData: {} },
    });
    expect((await node.ask("GET /v4/loadtracks?identifier=none")).body).toEqual({
      loadType: "empty",
      data: null,
    });
    expect((await node.ask("GET /v4/loadtracks?identifier=broken")).body).toMatchObject({
      loadType: "error",
      data: { message: "this shelf is broken", severity: "common" },
    });
    expect((await node.ask("GET /v4/loadtracks")).status).toBe(400);
  });

  it("decodes tracks of any source, one or many", async () => {
    const { data } = (await node.ask("GET /v4/loadtracks?identifier=a~~")).body as {
      data: { encoded: string; info: object };
    };
    expect((await node.ask(`GET /v4/decodetrack?encodedTrack=${data.encoded}`)).body).toEqual(data);
    expect((await node.ask("POST /v4/decodetracks", [data.encoded])).body).toEqual([data]);
    expect((await node.ask("POST /v4/decodetracks", ["?"])).status).toBe(400);
    expect((await node.ask("POST /v4/decodetracks", "{")).body).toMatchObject({
      message: "the body: expected JSON",
    });
  });

  it("of the route planner says that there is none", async () => {
    expect((await node.ask("GET /v4/routeplanner/status")).status).toBe(204);
    for (const path of ["address", "all"])
      expect((await node.ask(`POST /v4/routeplanner/free/${path}`, {})).body).toMatchObject({
        message: expect.stringContaining("no route planner") as string,
      });
  });

  it("to elsewhere, of an unknown session or with too much is refused", async () => {
    expect(await node.ask("GET /v3/info")).toMatchObject({ status: 404, body: { error: "Not Found" } });
    expect(await node.ask("GET /v4/sessions/none/players")).toMatchObject({ status: 404 });
    expect(await node.ask("POST /v4/decodetracks", "x".repeat(1024 * 1024 + 1))).toMatchObject({
      status: 413,
    });
  });
});

describe("a connection", () => {
  it.each([
    [{ authorization: "another", "user-id": USER }, 403],
    [{ "user-id": USER }, 401],
    [{ authorization: PASSWORD }, 400],
  ])("with the headers %j is refused with %i", async (headers, status) => {
    const socket = new WebSocket(`ws://127.0.0.1:${String(node.door.port)}/v4/websocket`, { headers });
    let seen: number | undefined;
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (_request, response) => {
      seen = response.statusCode;
      socket.terminate();
    });
    await waitFor("the answer", () => seen !== undefined);
    expect(seen).toBe(status);
  });

  it("gets stats at once and each minute, with the frames of that minute", async () => {
    const client = await node.connect();
    await client.patch({ track: { identifier: "one" } });
    const call = node.worker.calls[0]!;
    const minute = async () => {
      for (const half of [30_000, 30_000]) {
        node.clock.advance(half);
        await client.roundTrip();
      }
    };
    call.frames = { sent: 2900, expected: 3000, starved: 60 };
    await minute();
    call.frames = { sent: 5900, expected: 6000, starved: 60 };
    await minute();
    const stats = () => client.messages.filter(({ op }) => op === "stats");
    await client.until("three stats", () => stats().length >= 3);
    expect(stats().map(({ frameStats }) => frameStats)).toEqual([
      null,
      { sent: 2900, nulled: 60, deficit: 40 },
      { sent: 3000, nulled: 0, deficit: 0 },
    ]);
    expect(stats()[2]).toMatchObject({ players: 1, playingPlayers: 1, uptime: 120_000 });
    expect((await node.ask("GET /v4/stats")).body).toMatchObject({ players: 1, frameStats: null });
  });

  it("that answers no ping is given up", async () => {
    const deaf = await node.connect({}, { autoPong: false });
    const other = await node.connect();
    const pings: string[] = [];
    deaf.socket.on("ping", () => pings.push("deaf"));
    other.socket.on("ping", () => pings.push("other"));
    node.clock.advance(30_000);
    await waitFor("both pings", () => pings.length === 2);
    await other.roundTrip();
    node.clock.advance(30_000);
    await waitFor("the end", () => deaf.socket.readyState === WebSocket.CLOSED);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe("a session", () => {
  const start = async (resuming: boolean) => {
    const client = await node.connect();
    const path = `/v4/sessions/${client.sessionId!}`;
    expect((await node.ask(`PATCH ${path}`, { resuming, timeout: 20 })).body).toEqual({
      resuming,
      timeout: 20,
    });
    await client.patch({ track: { identifier: "one" } });
    await client.eventsUntil(1);
    await client.close();
    return { client, path, call: node.worker.calls[0]! };
  };
  const closed = (call: { told: unknown[] }) => call.told.some((each) => (each as unknown[])[0] === "close");

  it("ends with its connection", async () => {
    const { path, call } = await start(false);
    await waitFor("the end", () => closed(call));
    expect((await node.ask(`GET ${path}/players`)).status).toBe(404);
  });

  it("goes on meanwhile when it resumes, and tells what happened", async () => {
    const { client, call } = await start(true);
    await waitFor("the node to notice", () => node.clock.pending > 1);
    node.clock.advance(19_999);
    call.listener.sourceEnded({ type: "finished" });
    const stranger = await node.connect({ "session-id": client.sessionId!, "user-id": "999" });
    const again = await node.connect({ "session-id": client.sessionId! });
    expect([stranger.messages[0], again.messages[0]]).toMatchObject([
      { resumed: false },
      { op: "ready", resumed: true, sessionId: client.sessionId },
    ]);
    expect(await again.eventsUntil(1)).toEqual([["TrackEndEvent", "one", "finished"]]);
    node.clock.advance(20_000);
    expect((await again.patch({ track: { identifier: "two" } })).status).toBe(200);
  });

  it("keeps the newest 1,000 events of that time", async () => {
    const { client, call } = await start(true);
    await waitFor("the node to notice", () => node.clock.pending > 1);
    for (let code = 0; code < 1001; code += 1) call.listener.gatewayClosed(code, "", true);
    const again = await node.connect({ "session-id": client.sessionId! });
    const events = await again.eventsUntil(1000);
    expect([events.length, events[0]?.[1], events.at(-1)?.[1]]).toEqual([1000, 1, 1000]);
  });

  it("ends when its connection does not come back", async () => {
    const { client, call } = await start(true);
    await waitFor("the node to notice", () => node.clock.pending > 1);
    node.clock.advance(20_000);
    expect(closed(call)).toBe(true);
    const again = await node.connect({ "session-id": client.sessionId! });
    expect(again.messages[0]).toMatchObject({ resumed: false });
  });

  it("is told when the node stops, that its tracks are cleaned up", async () => {
    const client = await node.connect();
    await client.patch({ track: { identifier: "one" } }, "", GUILD);
    await client.eventsUntil(1);
    await node.door.close();
    expect(await client.eventsUntil(2)).toContainEqual(["TrackEndEvent", "one", "cleanup"]);
    await client.until("the close", () => client.socket.readyState === WebSocket.CLOSED);
  });
});

it("a session that ended while its track was looked for opens no call", async () => {
  let find: (() => void) | undefined;
  const slow = await Node.start({
    resolve: (identifier) =>
      new Promise((resolve) => {
        find = () => resolve(trackOf(identifier));
      }),
  });
  const client = await slow.connect();
  const path = `/v4/sessions/${client.sessionId!}/players`;
  const answer = client.patch({ track: { identifier: "one" } });
  await waitFor("the node to look", () => find !== undefined);
  await client.close();
  await expect.poll(async () => (await slow.ask(`GET ${path}`)).status).toBe(404);
  find?.();
  expect((await answer).status).toBe(404);
  expect(slow.worker.calls).toEqual([]);
  await slow.end();
});

it("a door names an option that is wrong", async () => {
  await expect(startLavalink({ password: "" })).rejects.toThrow("password: expected a text");
  await expect(startLavalink({ password: "a", port: 70_000 })).rejects.toThrow(
    "port: expected a whole number",
  );
  await expect(startLavalink({ password: "a", host: "0.0.0.0" })).rejects.toThrow("listenOutside");
  await expect(startLavalink({ password: "a", port: 0, media: ["/none/of/these"] })).rejects.toThrow(
    "ENOENT",
  );
});
