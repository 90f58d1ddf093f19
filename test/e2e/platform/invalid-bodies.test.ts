// Bodies that no route takes, and their refusals: made from the routes' own schemas, so that later fields are met as well.
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLossless } from "../../../platform/json/lossless.js";
import { routes, ROUTE_NAMES } from "../../../platform/http/server.js";
import type { Route } from "../../../platform/http/route.js";
import { Stage, type Asked, type Scene } from "./authorization-scene.js";
import type { Row } from "./authorization-row.js";
import { ROWS } from "./authorization-rows.js";
import { nested, unfitting } from "./invalid-values.js";
import {
  expectRejection,
  JSON_TYPE,
  leavesOf,
  readAnswer,
  type Answer,
  type Tree,
} from "./rejection-shape.js";

const RUNS_PER_ROUTE = 12;

let stage: Stage;
/** Invalid bodies that were refused as they should be. */
let refused = 0;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.close());

function authorizationOf(row: Row, scene: Scene): { authorization?: string } {
  const authorization = { ada: scene.ada.authorization, bot: stage.bot, nobody: undefined }[row.by];
  return authorization === undefined ? {} : { authorization };
}

async function post(row: Row, scene: Scene, path: string, type: string, body: string): Promise<Answer> {
  return ask(row, path, { headers: { ...authorizationOf(row, scene), "content-type": type }, body });
}

const get = (scene: Scene, row: Row, path: string): Promise<Answer> =>
  ask(row, path, { headers: authorizationOf(row, scene) });

async function ask(row: Row, path: string, init: RequestInit): Promise<Answer> {
  const method = row.route.split(" ")[0]!;
  return readAnswer(await fetch(`${stage.platform.endpoints.apiBase}/v10${path}`, { method, ...init }));
}

/** The tree mirrors what was sent; only the last name of a path may be one that is missing there. */
function expectMirror(errors: Tree, sent: unknown): void {
  const leaves = leavesOf(errors);
  expect(leaves.length).toBeGreaterThan(0);
  for (const path of leaves) {
    let value = sent;
    for (const [depth, name] of path.entries()) {
      const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
      expect(isThere || depth === path.length - 1, `${path.join(".")} is no part of what was sent`).toBe(
        true,
      );
      value = isThere ? (value as Tree)[name] : undefined;
    }
  }
}

/** One row of each route. */
function rowsOf(fits: (route: Route) => boolean): [string, Row, Route][] {
  return routes.filter(fits).flatMap((route) => {
    const row = ROWS.find((one) => one.route === `${route.method} ${route.path}`);
    return row === undefined ? [] : [[row.route, row, route] as [string, Row, Route]];
  });
}

const withBody = rowsOf((route) => route.body !== undefined);
/** Those whose path has an id that can be wrong. */
const PATH_ID = /\{(?!session\.id|external\.id|instance\.id|invite\.code)[a-z]+\.id\}/;

async function setScene(row: Row): Promise<Prepared & AsyncDisposable> {
  const scene = await stage.scene();
  const asked = await row.ask(scene);
  await scene.news();
  // An interaction waits three seconds for its response, and a busy machine needs longer for what follows.
  const { clock } = stage.platform.control;
  await clock.freeze();
  stage.store.hasChanged();
  const end = async (): Promise<void> => {
    await clock.resume();
    await scene[Symbol.asyncDispose]();
  };
  return { scene, asked, [Symbol.asyncDispose]: end };
}

async function expectSilence(scene: Scene): Promise<void> {
  expect(await scene.news()).toEqual([]);
  expect(stage.store.hasChanged()).toBe(false);
}

/**
 * Hands out some of a list, and at the next call the ones behind them. What reads bodies and ids is the same for all routes:
 * each route meets a part of the list, and all routes together meet the whole list many times.
 */
function rotating<T>(list: readonly T[]): (count: number) => T[] {
  let next = 0;
  return (count) => Array.from({ length: count }, () => list[next++ % list.length]!);
}

const wrongIds = rotating([
  "x",
  "-1",
  "01",
  "1.5",
  "1e3",
  "9".repeat(25),
  "%00",
  "%F0%9F%98%80",
  "%2e%2e%2f",
  "null",
  "%ED%A0%80",
]);
/** Made of a valid body. */
const brokenTexts = rotating<(whole: string) => string>([
  () => "{",
  () => "nope",
  (whole) => whole.slice(0, -1),
  (whole) => `${whole},`,
  () => "'x'",
  () => "\u0000",
  () => "[1,]",
  () => '{"a":1e}',
  () => '"\n"',
  () => "NaN",
]);
const deepTexts = rotating([
  nested(20_000, true),
  nested(10_000, false),
  `{"metadata":${nested(5_000, true)}}`,
]);
const otherTypes = rotating([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "*/*",
  "x",
]);

/** Sends the head of a request whose body would be this long. */
async function announce(row: Row, scene: Scene, path: string, length: number): Promise<Answer> {
  const asked = request(`${stage.platform.endpoints.apiBase}/v10${path}`, {
    method: row.route.split(" ")[0]!,
    headers: { ...authorizationOf(row, scene), "content-type": JSON_TYPE, "content-length": length },
  });
  // The platform cuts off a body that it does not read.
  asked.on("error", () => undefined);
  asked.flushHeaders();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { statusCode: status = 0, headers } = answer;
  const read = await text(answer);
  asked.destroy();
  return { status, type: headers["content-type"] ?? null, body: JSON.parse(read) };
}

interface Prepared {
  readonly scene: Scene;
  readonly asked: Asked;
}

/** What no route takes: nothing of it changes the scene, so that all tests of a route share one. */
const REJECTED: readonly [
  claim: string,
  concerns: (route: Route) => boolean,
  prove: (set: Prepared, row: Row, route: Route) => Promise<void>,
][] = [
  [
    "a body that does not match its schema, with the name of the place",
    ({ body }) => body !== undefined,
    async ({ scene, asked }, row, route) => {
      const validator = Compile(route.body!);
      const wrong = unfitting(route.body as object)
        .map((value) => JSON.stringify(value))
        .filter((body) => !validator.Check(parseLossless(body)));
      await fc.assert(
        fc.asyncProperty(wrong, async (body) => {
          const answer = await post(row, scene, asked.path, JSON_TYPE, body);
          const errors = expectRejection(answer);
          expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
          expectMirror(errors, JSON.parse(body));
          expect(stage.store.hasChanged()).toBe(false);
          refused += 1;
        }),
        { numRuns: RUNS_PER_ROUTE },
      );
    },
  ],
  [
    "bodies that are not JSON",
    ({ body }) => body !== undefined,
    async ({ scene, asked }, row, route) => {
      const whole = JSON.stringify(asked.body);
      for (const body of [...brokenTexts(3).map((broken) => broken(whole)), ...deepTexts(1)]) {
        const answer = await post(row, scene, asked.path, JSON_TYPE, body);
        expectRejection(answer);
        expect(answer, body.slice(0, 40)).toMatchObject({ status: 400, body: { code: 50_109 } });
      }
      for (const type of otherTypes(2)) {
        const answer = await post(row, scene, asked.path, type, whole);
        expect(answer, type).toMatchObject({ status: 400, body: { code: 50_035 } });
        leavesOf(expectRejection(answer));
      }
      const tooLarge = await announce(row, scene, asked.path, (route.bodyLimit ?? 1 << 20) + 1);
      expectRejection(tooLarge);
      expect(tooLarge).toMatchObject({ status: 413, body: { code: 40_005 } });
    },
  ],
  [
    "invalid ids",
    ({ path }) => PATH_ID.test(path),
    async ({ scene, asked }, row, route) => {
      const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
      const [path = "", query] = asked.path.split("?");
      for (const [at, part] of route.path.split("/").entries()) {
        if (!PATH_ID.test(part)) continue;
        for (const id of wrongIds(2)) {
          const there = path.split("/").with(at, id).join("/") + (query === undefined ? "" : `?${query}`);
          const answer = await (body === undefined
            ? get(scene, row, there)
            : post(row, scene, there, JSON_TYPE, body));
          leavesOf(expectRejection(answer));
          expect(answer, there).toMatchObject({ status: 400, body: { code: 50_035 } });
        }
      }
    },
  ],
];

describe.each(rowsOf((route) => REJECTED.some(([, concerns]) => concerns(route))))(
  "%s",
  (_name, row, route) => {
    let set: Awaited<ReturnType<typeof setScene>>;
    beforeAll(async () => {
      set = await setScene(row);
    });
    afterAll(() => set?.[Symbol.asyncDispose]());

    it.each(REJECTED.filter(([, concerns]) => concerns(route)))(
      "rejects %s, and changes nothing",
      async (_claim, _concerns, prove) => {
        await prove(set, row, route);
        await expectSilence(set.scene);
      },
    );
  },
);

it("rejects a body that is longer than the platform reads", async () => {
  const row = ROWS.find(({ route }) => route === "PUT /lobbies")!;
  await using set = await setScene(row);
  const long = JSON.stringify("x".repeat(1 << 20));
  const answer = await post(row, set.scene, set.asked.path, JSON_TYPE, long);
  expectRejection(answer);
  expect(answer).toMatchObject({ status: 413, body: { code: 40_005 } });
  await expectSilence(set.scene);
});

describe("query strings", () => {
  const number = ["0", "-1", "x", "", "1.5", "1e1", "9".repeat(30), "1&limit=2", "NaN", "%00"];
  const id = ["x", "-1", "", "01", "9".repeat(30), "1&NAME=2"];
  const flag = ["maybe", "", "2", "TRUE", "true&NAME=false"];
  const known: [route: string, name: string, wrong: readonly string[]][] = [
    ["GET /lobbies/{lobby.id}/messages", "limit", [...number, "201"]],
    ["GET /users/{user.id}/messages", "limit", [...number, "201"]],
    ["GET /users/@me/guilds", "limit", [...number, "201"]],
    ["GET /users/@me/guilds", "before", id],
    ["GET /users/@me/guilds", "after", id],
    ["GET /users/@me/guilds", "with_counts", flag],
    ["GET /guilds/{guild.id}", "with_counts", flag],
    ["GET /guilds/{guild.id}/channels", "with_can_link_lobby", flag],
    ["GET /guilds/{guild.id}/members", "limit", [...number, "1001"]],
    ["GET /guilds/{guild.id}/members", "after", id],
    ["GET /guilds/{guild.id}/members/search", "limit", [...number, "1001"]],
    ["GET /guilds/{guild.id}/members/search", "query", ["", "x".repeat(101)]],
    ["GET /channels/{channel.id}/messages", "limit", [...number, "101"]],
    ["GET /channels/{channel.id}/messages", "before", id],
    ["GET /channels/{channel.id}/messages", "after", id],
    ["GET /channels/{channel.id}/messages", "around", [...id, "1&before=2"]],
    ["GET /invites/{invite.code}", "with_counts", flag],
    ["GET /users/{user.id}/application-identities", "with_profiles", flag],
  ];

  it.each(known)("%s rejects a wrong %s", async (name, field, wrong) => {
    const row = ROWS.find(({ route }) => route === name)!;
    await using set = await setScene(row);
    const { scene, asked } = set;
    const path = asked.path.split("?")[0]!;
    for (const value of wrong) {
      const query = `${field}=${value.replace("NAME", field)}`;
      const answer = await get(scene, row, `${path}?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { code: 50_035 } });
      expect(leavesOf(expectRejection(answer)), query).toHaveLength(1);
    }
    await expectSilence(scene);
  });
});

it.each(["a\nb", "__proto__", "", "\ud800"])("checks a map's value for any key: %j", async (key) => {
  const row = ROWS.find(({ route }) => route === "PUT /lobbies")!;
  await using set = await setScene(row);
  const { scene, asked } = set;
  const body = { secret: "x", lobby_metadata: Object.fromEntries([[key, 7]]) };
  const answer = await post(row, scene, asked.path, JSON_TYPE, JSON.stringify(body));
  expect(answer).toMatchObject({ status: 400, body: { code: 50_035 } });
  expect(leavesOf(expectRejection(answer))).toEqual([["lobby_metadata", key]]);
  await expectSilence(scene);
});

describe("the token endpoints", () => {
  const paths = [...ROUTE_NAMES]
    .filter((name) => name.startsWith("POST /oauth2/token"))
    .map((name) => name.split(" ")[1]!);

  it.each(paths)("%s rejects wrong requests as RFC 6749 requires", async (path) => {
    const { applicationId } = stage.platform.seeded;
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        applicationId,
        "1",
        "",
        "authorization_code",
        "refresh_token",
        "client_credentials",
        "x".repeat(5000),
      ),
      fc.constantFrom("\u0000", "\ud83d\ude00", "a".repeat(43), "http://127.0.0.1/callback"),
    );
    const names = [
      "client_id",
      "client_secret",
      "grant_type",
      "code",
      "code_verifier",
      "refresh_token",
      "redirect_uri",
    ];
    const forms = fc.array(fc.tuple(fc.constantFrom(...names, "scope", "token", "__proto__"), value), {
      maxLength: 7,
    });
    stage.store.hasChanged();
    await fc.assert(
      fc.asyncProperty(forms, fc.boolean(), async (fields, isForm) => {
        const form = new URLSearchParams(fields);
        const answer = await fetch(`${stage.platform.endpoints.apiBase}/v10${path}`, {
          method: "POST",
          headers: { "content-type": isForm ? "application/x-www-form-urlencoded" : JSON_TYPE },
          body: isForm ? form.toString() : JSON.stringify(Object.fromEntries(form)),
        }).then(readAnswer);
        // A token that is unknown is as good as revoked (RFC 7009).
        if (answer.status === 200 && path.endsWith("revoke") && isForm) {
          expect(answer.body).toEqual({});
          return;
        }
        expect([400, 401]).toContain(answer.status);
        expect(answer.body).toEqual({
          error: expect.stringMatching(/^[a-z_]+$/),
          error_description: expect.stringMatching(/./),
        });
      }),
      { numRuns: 40 },
    );
    expect(stage.store.hasChanged()).toBe(false);
  });
});

it("rejected at least 500 invalid bodies, on every route with a body", () => {
  expect(withBody.map(([name]) => name)).toEqual(
    routes.filter(({ body }) => body !== undefined).map(({ method, path }) => `${method} ${path}`),
  );
  expect(refused).toBeGreaterThanOrEqual(500);
});
