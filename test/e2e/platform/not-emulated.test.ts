// Operations of the real platform that this one does not emulate: each is rejected by its name, whoever asks and whatever
// they send.
import { startPlatform, type Platform } from "@sdkpp/platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOT_EMULATED, NOT_EMULATED_GROUPS } from "../../../platform/http/not-emulated/operations.js";
import { ROUTE_NAMES } from "../../../platform/http/server.js";

const ID = "1300000000000000000";
const VERSIONS = ["", "/v8", "/v9", "/v10"];
const NOT_ALLOWED = { code: 0, message: "405: Method Not Allowed" };

let platform: Platform;
let callers: Record<string, Record<string, string>>;
beforeAll(async () => {
  platform = await startPlatform({ enforceRateLimits: true });
  const { applicationId, botToken, userIds } = platform.seeded;
  const { access_token } = platform.control.tokens.issue(
    applicationId,
    userIds[0],
    "openid sdk.social_layer",
  );
  callers = {
    nobody: {},
    "an unknown token": { authorization: "Bot nope" },
    "the bot": { authorization: `Bot ${botToken}` },
    "a player": { authorization: `Bearer ${access_token}` },
  };
});
afterAll(() => platform.stop());

/** `GET /guilds/{guild.id}/bans` → `["GET", "/guilds/1300000000000000000/bans"]` */
function requestOf(route: string): [method: string, path: string] {
  const [method = "", path = ""] = route.replaceAll(/\{[a-z.]+\}/g, ID).split(" ");
  return [method, path];
}

async function ask(method: string, path: string, init: RequestInit = {}) {
  const response = await fetch(platform.endpoints.apiBase + path, { method, ...init });
  const body = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), body };
}

const rejection = (operation: string) => ({
  status: 400,
  type: "application/json",
  body: JSON.stringify({ code: 0, message: `NOT_EMULATED: ${operation}` }),
});

const JSON_TYPE = { "content-type": "application/json" };
const BODIES: readonly RequestInit[] = [
  { body: JSON.stringify({ name: "general" }), headers: JSON_TYPE },
  { body: "{", headers: JSON_TYPE },
  { body: "--x", headers: { "content-type": "multipart/form-data; boundary=x" } },
  { body: "pixels", headers: { "content-type": "image/png" } },
];

describe.each([...NOT_EMULATED])("%s", (route, operation) => {
  const [method, path] = requestOf(route);

  it("is rejected by name, under every version and for every caller", async () => {
    for (const version of VERSIONS)
      expect({ version, ...(await ask(method, version + path)) }).toEqual({
        version,
        ...rejection(operation),
      });
    for (const [who, headers] of Object.entries(callers)) {
      const answer = await ask(method, `/v10${path}`, { headers });
      expect({ who, ...answer }).toEqual({ who, ...rejection(operation) });
    }
  });

  // A client cannot send a GET with a body.
  const claims = method === "GET" ? [] : ["is rejected by name with any body"];
  it.each(claims)("%s", async () => {
    for (const init of BODIES) expect(await ask(method, `/v10${path}`, init)).toEqual(rejection(operation));
  });
});

describe("a path of the description", () => {
  const routes = [...ROUTE_NAMES, ...NOT_EMULATED.keys()];
  const paths = [...new Set(routes.map((route) => route.split(" ")[1]!))];

  it.each(paths)("%s rejects only methods without an operation with 405", async (template) => {
    const [, path] = requestOf(`GET ${template}`);
    const named = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) =>
      routes.includes(`${one} ${template}`),
    );
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !named.includes(one))) {
      const { status, body } = await ask(method, `/v10${path}`);
      expect({ method, status, body }).toEqual({ method, status: 405, body: JSON.stringify(NOT_ALLOWED) });
    }
  });
});

describe("an unknown path", () => {
  it.each(["/guilds/1/nothing", "/webhooks", "/webhooks/1/token/gitlab", "/interactions/1/token"])(
    "%s is answered with 404",
    async (path) => {
      expect(await ask("POST", `/v10${path}`)).toMatchObject({
        status: 404,
        body: JSON.stringify({ code: 0, message: "404: Not Found" }),
      });
    },
  );
});

it("a test can make an operation fail that the platform does not emulate", async () => {
  const route = "POST /guilds/{guild.id}/templates";
  const count = platform.control.faults.add({ route, what: { status: 503 } });
  const [method, path] = requestOf(route);
  expect((await ask(method, `/v10${path}`)).status).toBe(503);
  expect(await ask(method, `/v10${path}`)).toEqual(rejection("create_guild_template"));
  expect(count.hits).toBe(1);
});

it("a body that is longer than the platform reads makes no difference", async () => {
  const body = "x".repeat(2 << 20);
  const answer = await ask("POST", `/v10/guilds/${ID}/templates`, { body, headers: JSON_TYPE });
  expect(answer).toEqual(rejection("create_guild_template"));
});

it("HEAD is rejected like GET", async () => {
  const { status } = await ask("HEAD", "/v10/guilds/1/widget");
  expect(status).toBe(400);
});

describe("the table", () => {
  it("names no operation and no route twice, and no route that exists", () => {
    const operations = NOT_EMULATED_GROUPS.flatMap((group) => Object.keys(group.operations));
    const routes = NOT_EMULATED_GROUPS.flatMap((group) => Object.values(group.operations));
    expect(new Set(operations).size).toBe(operations.length);
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes.filter((route) => ROUTE_NAMES.has(route))).toEqual([]);
  });

  it.each(NOT_EMULATED_GROUPS)("$area has a reason", ({ reason }) => {
    expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  });
});
