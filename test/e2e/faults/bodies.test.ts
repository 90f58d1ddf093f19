// Bodies of lobbies as no client of ours writes them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform, type Platform } from "@sdkpp/platform";

let platform: Platform;
let lobbyId: string;
let userId: string;

beforeAll(async () => {
  platform = await startPlatform({ enforceRateLimits: false });
  [userId] = platform.seeded.userIds;
  lobbyId = String((await send("POST", "/lobbies", "")).body["id"]);
});

afterAll(() => platform.stop());

async function send(method: string, path: string, body: string) {
  const url = `${platform.endpoints.apiBase}/v10${path}`;
  const authorization = `Bot ${platform.seeded.botToken}`;
  const response = await fetch(url, {
    method,
    headers: { authorization, "content-type": "application/json" },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it("unknown fields are ignored", async () => {
  const more = { metadata: { a: "b" }, colour: "red", nested: { a: [1, 2.5] } };
  const { status, body } = await send("PATCH", `/lobbies/${lobbyId}`, JSON.stringify(more));
  expect(status).toBe(200);
  expect(body).toMatchObject({ metadata: { a: "b" } });
  expect(body).not.toHaveProperty("colour");
});

describe("numbers in a body", () => {
  it("keep 64 bits beside small ones of 16 digits, and fractions are not ids", async () => {
    const bulk = `/lobbies/${lobbyId}/members/bulk`;
    const exact = await send(
      "POST",
      bulk,
      `[{"id":${userId},"flags":1},{"id":"${platform.seeded.userIds[1]}","flags":0.0}]`,
    );
    expect(exact.status).toBe(200);
    const ids = (exact.body as unknown as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual([userId, platform.seeded.userIds[1]]);
    for (const id of ["1234567890123456.5", "-5", "0x10", "1e-3", "null"])
      expect((await send("POST", bulk, `[{"id":${id}}]`)).status, id).toBe(400);
    for (const id of ["1000000000000001", "1e18", "18446744073709551616"])
      expect((await send("POST", bulk, `[{"id":${id}}]`)).status, id).toBe(404);
  });
});
