import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTrack } from "@sdkpp/fleet";
import { GUILD, Node, NOW, USER, type Client } from "./support-node.js";
import type { FakeCall } from "./support-fake-worker.js";

let node: Node;
let client: Client;

beforeEach(async () => {
  node = await Node.start();
  client = await node.connect();
});
afterEach(() => node.end());

const call = (): FakeCall => node.worker.calls[0]!;
const play = (identifier: string, more: object = {}, query = "") =>
  client.patch({ track: { identifier }, ...more }, query);

describe("a PATCH", () => {
  it("makes a player and answers all of it at once", async () => {
    const { status, body } = await client.patch({ volume: 50, unknown: 1 }, "?trace=true");
    expect([status, body]).toEqual([
      200,
      {
        guildId: GUILD,
        track: null,
        volume: 50,
        paused: false,
        state: { time: NOW, position: 0, connected: false, ping: -1 },
        voice: { token: "", endpoint: "", sessionId: "" },
        filters: {},
      },
    ]);
    expect([call().place, call().told]).toEqual([{ userId: USER, guildId: GUILD }, [["gain", 0.5]]]);
  });

  it("takes credentials with a channel and without", async () => {
    const voice = { token: "t", endpoint: "e", sessionId: "s" };
    await client.patch({ voice });
    await client.patch({ voice: { ...voice, channelId: "12" } });
    expect(call().told.filter((each) => (each as unknown[])[0] === "connect")).toEqual([
      ["connect", voice],
      ["connect", { ...voice, channelId: "12" }],
    ]);
    const { body } = await client.patch({});
    expect(body).toMatchObject({ voice: { ...voice, channelId: "12" } });
  });

  it("plays, and tells of it behind its answer", async () => {
    const { body } = await play("one", { position: 500, userData: 1 });
    expect(body).toMatchObject({ track: { info: { title: "one" } }, state: { position: 500 } });
    expect(await client.eventsUntil(1)).toEqual([["TrackStartEvent", "one"]]);
    expect(call().told.at(-1)).toEqual(["play", { url: "https://host.example/one" }, 500]);
  });

  it("plays an encoded track by what its identifier leads to, and keeps its words", async () => {
    const { body: found } = await node.ask("GET /v4/loadtracks?identifier=one");
    const { info } = (found as { data: { info: Parameters<typeof encodeTrack>[0] } }).data;
    const encoded = encodeTrack({ ...info, title: "Uno", position: 30 });
    const { body } = await client.patch({ track: { encoded, userData: { a: 1 } } });
    expect(body).toMatchObject({ track: { encoded, info: { title: "Uno" }, userData: { a: 1 } } });
    expect(call().told.at(-1)).toEqual(["play", { url: "https://host.example/one" }, 30]);
    const foreign = encodeTrack({ ...info, sourceName: "youtube" });
    expect(await client.patch({ encodedTrack: foreign })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('the track is of "youtube"') as string },
    });
  });

  it("replaces a track unless it is told not to, and stops it for null", async () => {
    await play("one");
    call().told.length = 0;
    const { body } = await play("two", { volume: 10, position: 9, paused: true }, "?noReplace=true");
    expect(body).toMatchObject({ volume: 10, paused: false, track: { info: { title: "one" } } });
    expect(call().told).toEqual([["gain", 0.1]]);
    await client.patch({ paused: true });
    expect((await play("three")).body).toMatchObject({ paused: false });
    await client.patch({ track: { encoded: null } });
    await client.patch({ encodedTrack: null });
    expect(await client.eventsUntil(4)).toEqual([
      ["TrackStartEvent", "one"],
      ["TrackEndEvent", "one", "replaced"],
      ["TrackStartEvent", "three"],
      ["TrackEndEvent", "three", "stopped"],
    ]);
  });

  it("tells of no track that the engine refuses, and plays none then", async () => {
    await play("one");
    expect(await play("refused")).toMatchObject({
      status: 400,
      body: { message: "track: url: expected another one" },
    });
    const { body } = await play("two");
    expect(body).toMatchObject({ track: { info: { title: "two" } } });
    expect(await client.eventsUntil(3)).toEqual([
      ["TrackStartEvent", "one"],
      ["TrackEndEvent", "one", "replaced"],
      ["TrackStartEvent", "two"],
    ]);
  });

  it("pauses, seeks and sets the gain of volume and filter, which the engine limits", async () => {
    await play("one");
    call().told.length = 0;
    await client.patch({ paused: true, position: 9000 });
    await client.patch({ volume: 1000, filters: { volume: 0.2, tremolo: { depth: 0.5 } } });
    const { body } = await client.patch({ filters: { volume: 5 } });
    expect(call().told).toEqual([
      ["gain", 1],
      ["paused", true],
      ["seek", 9000],
      ["filters", { tremolo: { depth: 0.5 } }],
      ["gain", 2],
      ["filters", {}],
      ["gain", 4],
    ]);
    expect(body).toMatchObject({ volume: 1000, paused: true, filters: { volume: 5 } });
  });

  it("is refused in words", async () => {
    const refused: [object, string][] = [
      [{ volume: 1001 }, "volume: expected a number, 0 to 1000"],
      [{ paused: 1 }, "paused: expected true or false"],
      [{ position: -1 }, "position: expected a number"],
      [{ track: { identifier: "a", encoded: "b" } }, "expected encoded or identifier, received both"],
      [{ track: { encoded: "b" } }, "the encoded track ends within its size"],
      [{ track: { identifier: "none" } }, "no track of that identifier"],
      [{ track: { identifier: "broken" } }, "this shelf is broken"],
      [{ voice: { token: "t" } }, "voice.endpoint: expected a text"],
      [{ voice: { token: "t", endpoint: "wrong", sessionId: "s" } }, "voice: endpoint: expected a host"],
      [{ filters: { timescale: { speed: 1.2 } } }, "this node has no timescale; it has volume, tremolo"],
    ];
    for (const [body, words] of refused)
      expect([words, await client.patch(body)]).toMatchObject([
        words,
        {
          status: 400,
          body: { status: 400, error: "Bad Request", message: expect.stringContaining(words) as string },
        },
      ]);
  });

  it("may have filters that change nothing, whatever they are", async () => {
    const neutral = {
      timescale: { speed: 1, pitch: 1, rate: 1 },
      equalizer: [{ band: 0, gain: 0 }],
      karaoke: null,
    };
    expect(await client.patch({ filters: { ...neutral, pluginFilters: {} } })).toMatchObject({ status: 200 });
    expect(call().told).toContainEqual(["filters", {}]);
  });
});

describe("a track", () => {
  it("that ends by itself is finished, or has failed for a reason", async () => {
    await play("one");
    call().listener.sourceEnded({ type: "finished" });
    await play("two");
    call().listener.sourceEnded({ type: "failed", reason: "no such host" });
    expect(await client.eventsUntil(5)).toEqual([
      ["TrackStartEvent", "one"],
      ["TrackEndEvent", "one", "finished"],
      ["TrackStartEvent", "two"],
      ["TrackExceptionEvent", "two"],
      ["TrackEndEvent", "two", "loadFailed"],
    ]);
    expect(client.messages.find(({ type }) => type === "TrackExceptionEvent")).toMatchObject({
      guildId: GUILD,
      exception: { message: "no such host", severity: "suspicious", cause: "no such host" },
    });
  });

  it("is stuck when nothing of it comes for ten seconds", async () => {
    await play("one");
    call().listener.starving(true);
    node.clock.advance(9999);
    call().listener.starving(false);
    node.clock.advance(20_000);
    call().listener.starving(true);
    node.clock.advance(10_000);
    expect(await client.eventsUntil(2)).toEqual([
      ["TrackStartEvent", "one"],
      ["TrackStuckEvent", "one", 10_000],
    ]);
  });

  it("ends at its end time, and later while it stands still", async () => {
    await play("one", { endTime: 2000 });
    call().positionMs = 1000;
    node.clock.advance(2000);
    expect((await client.eventsUntil(1)).length).toBe(1);
    call().positionMs = 2000;
    node.clock.advance(1000);
    expect((await client.eventsUntil(2))[1]).toEqual(["TrackEndEvent", "one", "finished"]);
  });

  it("is told of every five seconds, and when the call changes", async () => {
    await play("one");
    call().positionMs = 1234.6;
    call().isConnected = true;
    const updates = () => client.messages.filter(({ op }) => op === "playerUpdate");
    const before = updates().length;
    node.clock.advance(5000);
    call().listener.connectionChanged();
    await client.until("two updates", () => updates().length >= before + 2);
    const state = { time: NOW, position: 1235, connected: true, ping: 7 };
    expect(updates().slice(-2)).toEqual(
      Array.from({ length: 2 }, () => ({ op: "playerUpdate", guildId: GUILD, state })),
    );
  });
});

it("a close of the voice gateway has its code, and its player can be removed", async () => {
  await play("one");
  call().listener.gatewayClosed(4014, "moved", true);
  const path = `/v4/sessions/${client.sessionId!}/players`;
  expect(await node.ask(`GET ${path}`)).toMatchObject({ body: [{ guildId: GUILD }] });
  expect((await node.ask(`DELETE ${path}/${GUILD}`)).status).toBe(204);
  expect(await node.ask(`GET ${path}/${GUILD}`)).toMatchObject({
    status: 404,
    body: { path: `${path}/${GUILD}` },
  });
  expect(await client.eventsUntil(3)).toEqual([
    ["TrackStartEvent", "one"],
    ["WebSocketClosedEvent", 4014, "moved"],
    ["TrackEndEvent", "one", "stopped"],
  ]);
  expect(call().told.at(-1)).toEqual(["close"]);
});
