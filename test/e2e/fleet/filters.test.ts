import { afterEach, beforeEach, expect, it } from "vitest";
import { startLavalink, type LavalinkDoor } from "@sdkpp/fleet";
import { WebSocket } from "ws";
import { within } from "../../support/within.js";

// Filters of a client reach the engine's player, which checks them.

const GUILD = "1";
const authorization = "of this test";

let door: LavalinkDoor;
let client: WebSocket;
let sessionId: string;

beforeEach(async () => {
  door = await startLavalink({ password: authorization, port: 0 });
  const headers = { authorization, "user-id": "2" };
  client = new WebSocket(`ws://127.0.0.1:${String(door.port)}/v4/websocket`, { headers });
  const ready = new Promise<string>((resolve) => {
    client.once("message", (data: Buffer) => resolve(data.toString("utf8")));
  });
  ({ sessionId } = JSON.parse(await within("a session", ready)) as { sessionId: string });
});
afterEach(async () => {
  client.terminate();
  await door.close();
});

const ask = async (path: string, body?: object): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`http://127.0.0.1:${String(door.port)}${path}`, {
    headers: { authorization },
    ...(body === undefined ? {} : { method: "PATCH", body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};
const patch = (filters: object) => ask(`/v4/sessions/${sessionId}/players/${GUILD}`, { filters });

it("has nine of the ten", async () => {
  const { body } = await ask("/v4/info");
  expect((body as { filters: string[] }).filters).toEqual([
    ...["volume", "equalizer", "karaoke", "tremolo", "vibrato"],
    ...["rotation", "distortion", "channelMix", "lowPass"],
  ]);
});

it("takes all of them at once, and none", async () => {
  const filters = {
    volume: 0.5,
    equalizer: [{ band: 0, gain: 0.25 }],
    karaoke: { level: 1, monoLevel: 1, filterBand: 220, filterWidth: 100 },
    tremolo: { frequency: 2, depth: 0.5 },
    vibrato: { frequency: 2, depth: 0.5 },
    rotation: { rotationHz: 0.2 },
    distortion: { sinOffset: 0, scale: 0.5 },
    channelMix: { leftToLeft: 0.5, leftToRight: 0.5, rightToLeft: 0.5, rightToRight: 0.5 },
    lowPass: { smoothing: 20 },
  };
  expect(await patch(filters)).toMatchObject({ status: 200, body: { filters } });
  expect(await patch({})).toMatchObject({ status: 200, body: { filters: {} } });
});

it("names the value that the engine refuses, and keeps those of before", async () => {
  const tremolo = { frequency: 3, depth: 0.25 };
  await patch({ tremolo });
  expect(await patch({ vibrato: { frequency: 15 } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("vibrato.frequency") as string },
  });
  expect(await patch({ timescale: { speed: 1.1 } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("this node has no timescale") as string },
  });
  expect(await ask(`/v4/sessions/${sessionId}/players/${GUILD}`)).toMatchObject({
    body: { filters: { tremolo } },
  });
});
