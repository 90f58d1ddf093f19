import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { Client } from "sdkpp";

interface Wrong {
  /** what stands in the field */
  readonly value: unknown;
  /** path to the leaf that has to be named */
  readonly at: string;
}

interface Door {
  readonly name: string;
  readonly method: string;
  readonly path: (lobbyId: string, userId: string) => string;
  readonly as: "bot" | "player";
  readonly body: (userId: string) => Record<string, unknown>;
  readonly required: readonly string[];
  readonly wrong: readonly Wrong[];
}

const TOO_LONG = "x".repeat(1025);
const METADATA: readonly Wrong[] = [
  { value: { metadata: 7 }, at: "metadata" },
  { value: { metadata: { a: 1 } }, at: "metadata" },
  { value: { metadata: { a: TOO_LONG } }, at: "metadata" },
];
const FLAGS: readonly Wrong[] = [
  { value: { flags: "1" }, at: "flags" },
  { value: { flags: 1.5 }, at: "flags" },
  { value: { flags: -1 }, at: "flags" },
];
const IDLE: readonly Wrong[] = [
  { value: { idle_timeout_seconds: 4 }, at: "idle_timeout_seconds" },
  { value: { idle_timeout_seconds: 604_801 }, at: "idle_timeout_seconds" },
  { value: { idle_timeout_seconds: "60" }, at: "idle_timeout_seconds" },
];
const MEMBERS: readonly Wrong[] = [
  { value: { members: {} }, at: "members" },
  { value: { members: [{ id: "x" }] }, at: "members" },
  { value: { members: [{}] }, at: "members" },
  { value: { members: Array(26).fill({ id: "1" }) }, at: "members" },
];

const DOORS: readonly Door[] = [
  {
    name: "PUT /lobbies",
    method: "PUT",
    path: () => "/lobbies",
    as: "player",
    body: () => ({
      secret: "a",
      lobby_metadata: { a: "b" },
      member_metadata: {},
      idle_timeout_seconds: 60,
      flags: 0,
    }),
    required: ["secret"],
    wrong: [
      { value: { secret: "" }, at: "secret" },
      { value: { secret: 7 }, at: "secret" },
      { value: { secret: "x".repeat(251) }, at: "secret" },
      { value: { lobby_metadata: [] }, at: "lobby_metadata" },
      { value: { member_metadata: "x" }, at: "member_metadata" },
      ...FLAGS,
      ...IDLE,
    ],
  },
  {
    name: "POST /lobbies",
    method: "POST",
    path: () => "/lobbies",
    as: "bot",
    body: (userId) => ({
      metadata: { a: "b" },
      members: [{ id: userId }],
      idle_timeout_seconds: 60,
      flags: 0,
    }),
    required: [],
    wrong: [...METADATA, ...MEMBERS, ...FLAGS, ...IDLE],
  },
  {
    name: "PATCH /lobbies/{id}",
    method: "PATCH",
    path: (lobbyId) => `/lobbies/${lobbyId}`,
    as: "bot",
    body: (userId) => ({
      metadata: { a: "b" },
      members: [{ id: userId }],
      idle_timeout_seconds: 60,
      flags: 0,
    }),
    required: [],
    wrong: [...METADATA, ...MEMBERS, ...FLAGS, ...IDLE],
  },
  {
    name: "PUT /lobbies/{id}/members/{id}",
    method: "PUT",
    path: (lobbyId, userId) => `/lobbies/${lobbyId}/members/${userId}`,
    as: "bot",
    body: () => ({ metadata: { a: "b" }, flags: 1 }),
    required: [],
    wrong: [...METADATA, ...FLAGS],
  },
];

let platform: Platform;
let headers: Record<Door["as"], Record<string, string>>;
let lobbyId: string;
let userId: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { control, seeded } = platform;
  const scopes = Client.getDefaultCommunicationScopes();
  [userId] = seeded.userIds;
  const token = control.issueTokens(seeded.applicationId, userId, scopes).access_token;
  headers = {
    bot: { authorization: `Bot ${seeded.botToken}`, "content-type": "application/json" },
    player: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  };
  lobbyId = String((await send("POST", "/lobbies", "bot", "{}")).body["id"]);
});

afterAll(() => platform.stop());

async function send(method: string, path: string, as: Door["as"], body: string) {
  const url = `${platform.endpoints.apiBase}/v10${path}`;
  const response = await fetch(url, { method, headers: headers[as], body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const knock = ({ method, path, as }: Door, body: string) => send(method, path(lobbyId, userId), as, body);

describe.each(DOORS.map((door) => [door.name, door] as const))("the body of %s", (_name, door) => {
  it("is accepted complete, and with unknown fields", async () => {
    expect((await knock(door, JSON.stringify(door.body(userId)))).status).toBeLessThan(300);
    const more = { ...door.body(userId), colour: "red", nested: { __proto__: null, a: [1, 2.5] } };
    const answer = await knock(door, JSON.stringify(more));
    expect(answer.status).toBeLessThan(300);
    expect(answer.body).not.toHaveProperty("colour");
  });

  it("is rejected with the name of a wrong field", async () => {
    for (const { value, at } of door.wrong) {
      const claim = JSON.stringify(value).slice(0, 60);
      const answer = await knock(door, JSON.stringify({ ...door.body(userId), ...(value as object) }));
      expect(answer, claim).toMatchObject({ status: 400, body: { code: 50_035, errors: { [at]: {} } } });
      expect(Object.keys(answer.body["errors"] as object), claim).toEqual([at]);
    }
  });

  it("is rejected without a required field, and optional when no field is required", async () => {
    expect((await knock(door, "")).status < 300).toBe(door.required.length === 0);
    for (const field of door.required) {
      // A field that is undefined is not written.
      const answer = await knock(door, JSON.stringify({ ...door.body(userId), [field]: undefined }));
      expect(answer).toMatchObject({ status: 400, body: { code: 50_035, errors: { [field]: {} } } });
    }
  });

  it.each([
    ["cut off", '{"metadata":{"a":'],
    ["doubled", "{}{}"],
    ["a bare word", "secret"],
    ["an array", "[]"],
    ["a text", '"{}"'],
  ])("is rejected when it is %s", async (_claim, text) => {
    const answer = await knock(door, text);
    expect(answer.status).toBe(400);
    expect([50_035, 50_109]).toContain(answer.body["code"]);
  });
});

describe("numbers in a body", () => {
  it("keep 64 bits beside small ones of 16 digits, and fractions are not ids", async () => {
    const bulk = `/lobbies/${lobbyId}/members/bulk`;
    const exact = await send(
      "POST",
      bulk,
      "bot",
      `[{"id":${userId},"flags":1},{"id":"${platform.seeded.userIds[1]}","flags":0.0}]`,
    );
    expect(exact.status).toBe(200);
    const ids = (exact.body as unknown as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual([userId, platform.seeded.userIds[1]]);
    for (const id of ["1234567890123456.5", "-5", "0x10", "1e-3", "null"])
      expect((await send("POST", bulk, "bot", `[{"id":${id}}]`)).status, id).toBe(400);
    for (const id of ["1000000000000001", "1e18", "18446744073709551616"])
      expect((await send("POST", bulk, "bot", `[{"id":${id}}]`)).status, id).toBe(404);
  });
});
