// People for programs in other languages: the control API has their deeds, and nobody makes of it what it is not.
import { readFileSync } from "node:fs";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { NotSeenError, people, seededPeople, type Actor, type Cast } from "@sdkpp/testing";
import { VoiceSession } from "sdkpp/voice";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SPEECH } from "./support-two-people.js";

let platform: Platform;
let headers: Record<string, string>;

beforeAll(async () => {
  platform = await startPlatform({ controlApi: {} }, people);
  headers = {
    authorization: `Bearer ${platform.controlApi!.token}`,
    "content-type": "application/json",
  };
});
afterAll(() => platform.stop());

async function post(deed: string, body: unknown, more: Record<string, string> = {}) {
  const response = await fetch(`${platform.controlApi!.url}/control/v1/actors/${deed}`, {
    method: "POST",
    headers: { ...headers, ...more },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}

/** Performs a deed that succeeds. */
async function deed(name: string, body: object): Promise<unknown> {
  const { status, body: result } = await post(name, body);
  expect({ name, status, result }).toMatchObject({ status: result === undefined ? 204 : 200 });
  return result;
}

async function meet(secret: string, ...names: string[]): Promise<string> {
  let place: unknown;
  for (const actor of names) {
    place = await deed("joinLobby", { actor, secret });
    await deed("joinVoice", { actor, place });
  }
  return place as string;
}

describe("people on the control API", () => {
  it("speak a file and hear it, and read what others write", async () => {
    const place = await meet("files", "ada", "ben");
    const sound = readFileSync(SPEECH).toString("base64");
    await deed("speak", { actor: "ada", sound });
    const heard = await deed("heard", { actor: "ben", speaker: "ada", of: sound, atLeast: { estoi: 0.8 } });
    expect(heard).toMatchObject({ estoi: expect.any(Number), packetsReceived: expect.any(Number) });
    await deed("say", { actor: "ada", place, content: "ready?" });
    const seen = await deed("sees", { actor: "ben", wanted: { contains: "ready", from: "ada" } });
    expect(seen).toMatchObject({ channelId: place, content: "ready?" });
    expect(await deed("messages", { actor: "ben", place })).toEqual([seen]);
    expect(await deed("state", { actor: "ben" })).toMatchObject({ name: "ben", callId: place });
  });

  it("are told as JSON why nobody is heard", async () => {
    await meet("quiet", "ada", "ben");
    await deed("speak", { actor: "ada", sound: { hz: 440, seconds: 5 } });
    await deed("deafen", { actor: "ben" });
    expect(await post("heard", { actor: "ben", speaker: "ada", within: 300 })).toEqual({
      status: 422,
      body: {
        error: {
          name: "NotHeardError",
          code: "NOT_HEARD",
          message: expect.stringContaining("ben is deaf by its own switch"),
          details: { cause: "DEAF", figures: expect.objectContaining({ peakDbfs: "-Infinity" }) },
        },
      },
    });
  });

  it("do one thing after the other when many are asked for at once", async () => {
    const { voiceChannelId, guildId, userIds } = platform.seeded;
    const lobby = await deed("joinLobby", { actor: "ada", secret: "at once" });
    const places = [voiceChannelId, lobby, voiceChannelId, lobby, voiceChannelId];
    const joined = await Promise.all(places.map((place) => post("joinVoice", { actor: "ada", place })));
    expect(joined.map(({ status }) => status)).toEqual(places.map(() => 204));
    expect(await deed("state", { actor: "ada" })).toMatchObject({ callId: voiceChannelId });
    const members = [guildId, lobby as string].map((server) => platform.control.voice.members(server));
    expect(members.map((all) => all.filter(({ userId }) => userId === userIds[0]).length)).toEqual([1, 0]);
  });

  it("come back when the platform is put back to before they signed in, or came", async () => {
    await platform.control.snapshots.save("before");
    const secret = "put back";
    await meet(secret, "ada", "eve");
    const before = (await deed("state", { actor: "eve" })) as { id: string };
    await platform.control.snapshots.load("before");
    const place = await meet(secret, "ada", "eve");
    const after = (await deed("state", { actor: "eve" })) as { id: string };
    expect(after.id).not.toBe(before.id);
    await deed("speak", { actor: "eve", sound: { hz: 440, seconds: 5 } });
    await deed("heard", { actor: "ada", speaker: "eve", of: { hz: 440 } });
    await deed("say", { actor: "ada", place, content: "back" });
  });

  it("are described in the one document of the API, and on the report", async () => {
    const { url } = platform.controlApi!;
    const { paths } = (await (await fetch(`${url}/control/v1/openapi.json`)).json()) as { paths: object };
    for (const name of ["speak", "heard", "fillModal"])
      expect(paths).toHaveProperty([`/control/v1/actors/${name}`]);
    const report = (await (await fetch(`${url}/control/v1/platform`, { headers })).json()) as object;
    expect(report).toMatchObject({ groups: expect.arrayContaining(["actors", "clock"]) });
  });
});

describe("the seed of people", () => {
  /** What somebody speaks who speaks the first tone on a platform. */
  async function spoken(randomSeed?: number): Promise<Buffer> {
    const settings = randomSeed === undefined ? {} : { randomSeed };
    await using stage = await startPlatform();
    const { groups, close } = await seededPeople(settings).open(stage);
    const { actors } = groups as { actors: Cast["actor"] };
    const play = vi.spyOn(VoiceSession.prototype, "play");
    try {
      const ada = await actors("ada");
      await ada.joinVoice(stage.seeded.voiceChannelId);
      await ada.speak({ hz: 440, seconds: 0.1 });
      return Buffer.from((play.mock.calls[0]![0] as { file: Uint8Array }).file);
    } finally {
      play.mockRestore();
      await close();
    }
  }

  it("decides how their tones begin, and is 1 unless given", async () => {
    const [usual, one, seven, again] = [await spoken(), await spoken(1), await spoken(7), await spoken(7)];
    expect([usual.equals(one), seven.equals(again), one.equals(seven)]).toEqual([true, true, false]);
  });

  it.each<[unknown, string]>([
    ["7", "randomSeed: expected a number, received string"],
    [0.5, "randomSeed: expected a whole number, received 0.5"],
    [2 ** 53, "randomSeed: expected"],
  ])("is not %j", (randomSeed, words) => {
    expect(() => seededPeople({ randomSeed: randomSeed as number })).toThrow(words);
  });
});

describe("what nobody makes of them", () => {
  const tone = (sound: unknown) => JSON.stringify({ actor: "ada", sound });

  it.each<[string, string, string | object, Record<string, string>, number, string]>([
    ["a program without the token", "speak", tone({ hz: 440 }), { authorization: "" }, 401, "Unauthorized"],
    ["a page", "speak", tone({ hz: 440 }), { origin: "https://evil.example" }, 403, "Forbidden"],
    ["a tone of no number", "speak", tone({ hz: "NaN" }), {}, 400, "ArgumentError"],
    ["a tone without an end", "speak", tone({ hz: 440, seconds: "Infinity" }), {}, 400, "ArgumentRangeError"],
    ["a path of a file", "speak", tone("/etc/passwd.wav"), {}, 400, "ArgumentRangeError"],
    ["bytes of nothing", "speak", tone("AAAA"), {}, 400, "ArgumentError"],
    ["a file without an end", "speak", tone("A".repeat(33 << 20)), {}, 413, "BadRequest"],
    ["nobody", "speak", { sound: { hz: 440 } }, {}, 400, "ArgumentError"],
    ["somebody unknown", "heard", { actor: "ada", speaker: "zoe" }, {}, 400, "ArgumentError"],
    ["what is no deed", "client", { actor: "ada" }, {}, 404, "NotFound"],
    ["a member of every object", "constructor", { actor: "ada" }, {}, 404, "NotFound"],
  ])("%s is refused by name", async (_what, name, body, more, status, error) => {
    expect(await post(name, body, more)).toMatchObject({ status, body: { error: { name: error } } });
  });

  it("names of every object are names like others", async () => {
    for (const actor of ["__proto__", "constructor"])
      expect(await deed("state", { actor })).toMatchObject({ name: actor, callId: null });
  });

  it("10,000 people are as many as there is room for", async () => {
    const { groups, close } = await people.open(platform);
    const { actors } = groups as { actors: (name: string) => Promise<object> };
    const called = await Promise.allSettled(
      Array.from({ length: 10_000 }, (_, index) => actors(`crowd${String(index)}`)),
    );
    const refused = called.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(9_800);
    expect(refused[0]!.reason).toMatchObject({ code: "TOO_MANY_PEOPLE" });
    await close();
  });

  it("as many wait at once as there may be people, and others when those are done", async () => {
    const { groups, close } = await people.open(platform);
    const ada = await (groups as { actors: (name: string) => Promise<Actor> }).actors("ada");
    const waits = Array.from({ length: 1_000 }, (_, index) =>
      index % 2 === 0
        ? ada.sees(() => true, { within: 0, in: platform.seeded.textChannelId })
        : ada.heard("ben", { within: 0 }),
    );
    const reasons = (await Promise.allSettled(waits)).map(
      (one) => (one as PromiseRejectedResult).reason as Error,
    );
    const refused = reasons.filter((one) => (one as { code?: string }).code === "TOO_MANY_WAITS");
    expect(refused).toHaveLength(800);
    expect(refused[0]!.message).toMatch(/^ada cannot wait .* 200 messages and voices/);
    await expect(ada.sees(() => true, { within: 0 })).rejects.toThrow(NotSeenError);
    await close();
  });

  it("an extension of something else is refused before anything starts", async () => {
    const wrong = [5, {}, { table: { operations: [], schemas: {} } }] as never[];
    for (const one of wrong) await expect(startPlatform({}, one)).rejects.toThrow(/^extension/);
    const operations = [{ group: "users", name: "x", about: "", arguments: [] }];
    const taken = { ...people, table: { operations, schemas: {} } };
    await expect(startPlatform({ controlApi: {} }, taken)).rejects.toThrow("extension.table");
  });
});
