// Permissions of every route of the platform, asked by everybody who lacks them.
import { Scope } from "sdkpp/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../platform/http/server.js";
import type { Route } from "../../../platform/http/route.js";
import { rejections } from "./authorization-rejections.js";
import { Stage, type Answered, type Asked, type Scene } from "./authorization-scene.js";
import type { Row } from "./authorization-row.js";
import { ROWS } from "./authorization-rows.js";

const UNAUTHORIZED = { code: 0, message: "401: Unauthorized" };

const nameOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;
const routeOf = new Map(routes.map((route) => [nameOf(route), route]));
/** Somebody of whom the path, or the body, speaks, and who may have blocked the caller. */
const HAS_COUNTERPART = /\{(user|first)\.id\}/;

/** An answer, and what came of the request. */
type Seen = Answered & { readonly effects: readonly unknown[] };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.close());

/** Asks, and sees whether anything came of it. */
async function ask(
  scene: Scene,
  route: Route,
  authorization: string | undefined,
  asked: Asked,
): Promise<Seen> {
  stage.store.hasChanged();
  await scene.news();
  const answer = await stage.send(authorization, route.method, asked);
  const told = await scene.news();
  return { ...answer, effects: [...told, ...(stage.store.hasChanged() ? ["the store was written"] : [])] };
}

function expectVerdict(who: string, answer: Seen, [status, code]: readonly [number, number?]): void {
  const errors = code === 50_035 ? { errors: expect.any(Object) } : {};
  const body = code === undefined ? undefined : { code, message: expect.stringMatching(/./), ...errors };
  expect({ who, ...answer }).toEqual({ who, status, body, effects: [] });
  if (status === 401) expect(answer.body).toEqual(UNAUTHORIZED);
}

function expectSuccess({ status, body, effects }: Seen, isWithoutEffect: boolean): void {
  expect({ status, rejection: status < 300 ? undefined : body }).toEqual({
    status: expect.any(Number),
    rejection: undefined,
  });
  if (isWithoutEffect) expect(effects).toEqual([]);
}

const authorizationOf = ({ by }: Row, { ada }: Scene): string | undefined =>
  ({ ada: ada.authorization, bot: stage.bot, nobody: undefined })[by];

const titled = ROWS.map(
  (row) => [row.claim === undefined ? row.route : `${row.route}, ${row.claim}`, row] as const,
);
const COLUMNS = ["otherPlayer", "otherBot", "stranger"] as const;

describe.each(titled)("%s", (_title, row) => {
  const route = routeOf.get(row.route)!;
  const isRead = route?.method === "GET";

  it("accepts authorized requests and rejects all others with a reason and without a change", async () => {
    await using scene = await stage.scene();
    const asked = await row.ask(scene);
    for (const [who, authorization, verdict] of rejections(route, scene, row)) {
      if (verdict === "allowed") continue;
      const answer = await ask(scene, route, authorization, asked);
      expectVerdict(who, answer, verdict);
    }
    const answer = await ask(scene, route, authorizationOf(row, scene), asked);
    expectSuccess(answer, false);
    // A change that is visible now would have been visible before.
    expect(answer.effects.length > 0).toBe(row.isHeard ?? !isRead);
  });

  it.each(COLUMNS.filter((column) => row[column] === "allowed"))("answers %s as well", async (column) => {
    await using scene = await stage.scene();
    const authorization = {
      otherPlayer: stage.bearer(scene.ada.id, stage.otherApplicationId),
      otherBot: stage.otherBot,
      stranger: scene.eve.authorization,
    }[column];
    expectSuccess(await ask(scene, route, authorization, await row.ask(scene)), isRead);
  });

  it.each(row.fellow === undefined ? [] : [[row.fellow]])("when Ben asks: %s", async (verdict) => {
    await using scene = await stage.scene();
    const { ada, ben } = scene;
    const asked = await row.ask(scene);
    // Of their conversation he is the other side.
    const path = asked.path.replace(`/users/${ben.id}/messages`, `/users/${ada.id}/messages`);
    const answer = await ask(scene, route, ben.authorization, { ...asked, path });
    if (verdict !== "allowed") expectVerdict("Ben", answer, verdict);
    else expectSuccess(answer, isRead);
  });

  it.each(row.blocked === undefined ? [] : [[row.blocked]])(
    "when Ben has blocked the asking user: %s",
    async (verdict) => {
      await using scene = await stage.scene();
      const asked = await row.ask(scene);
      await scene.block();
      const answer = await ask(scene, route, authorizationOf(row, scene), asked);
      if (verdict === "allowed") expectSuccess(answer, isRead);
      else expectVerdict("blocked", answer, verdict);
    },
  );
});

it("a text message to a user needs more than the scope for invites", async () => {
  await using scene = await stage.scene();
  scene.befriend();
  const invitesOnly = stage.bearer(scene.ada.id, scene.applicationId, [Scope.ActivitiesInvitesWrite]);
  const asked = { path: `/users/${scene.ben.id}/messages`, body: { content: "hello" } };
  const route = routeOf.get("POST /users/{user.id}/messages")!;
  expectVerdict("invites only", await ask(scene, route, invitesOnly, asked), [403, 50_026]);
});

describe("the table", () => {
  it("has a row for every route, and no other", () => {
    expect(new Set(ROWS.map(({ route }) => route))).toEqual(new Set(routes.map(nameOf)));
  });

  it.each(titled)("%s: has a verdict for every kind of actor", (_title, row) => {
    const route = routeOf.get(row.route)!;
    const columns = {
      none: [],
      bot: ["otherBot"],
      bearer: ["otherPlayer", "stranger"],
      any: ["otherPlayer", "otherBot", "stranger"],
    }[route.auth];
    expect(COLUMNS.filter((one) => row[one] !== undefined)).toEqual(columns);
    expect(row.by).toBe({ none: "nobody", bot: "bot", bearer: "ada", any: row.by }[route.auth]);
    if (row.by === "ada" && HAS_COUNTERPART.test(route.path)) expect(row.blocked).toBeDefined();
  });
});
