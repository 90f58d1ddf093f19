// Bodies for every route that takes one, made from the routes' own schemas, so that a new route is covered by itself: some that
// match, some that nearly match, some of other types and shapes.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../platform/http/server.js";
import type { Row } from "../platform/authorization-row.js";
import { rowOf } from "../platform/authorization-rows.js";
import { Stage, type Asked, type Scene } from "../platform/authorization-scene.js";
import { unfitting, type Schema } from "../platform/invalid-values.js";
import { expectRejection, JSON_TYPE, leavesOf, readAnswer } from "../platform/rejection-shape.js";
import { matching } from "../platform/valid-values.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";

const BODIES = inputs(800);

const taking = routes.filter(({ body }) => body !== undefined);
const PER_ROUTE = Math.ceil(BODIES / taking.length);

let stage: Stage;
/** Bodies sent, and those that were accepted. */
let sent = 0;
let accepted = 0;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.close());

async function send(row: Row, scene: Scene, asked: Asked, text: string) {
  const authorization = { ada: scene.ada.authorization, bot: stage.bot, nobody: undefined }[row.by];
  const response = await fetch(`${stage.platform.endpoints.apiBase}/v10${asked.path}`, {
    method: row.route.split(" ")[0]!,
    headers: {
      "content-type": JSON_TYPE,
      ...asked.headers,
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: text,
  });
  return readAnswer(response);
}

/** Texts of bodies: two in five match, two in five nearly do, the others are anything. */
function bodiesFor(schema: Schema, scene: Scene): fc.Arbitrary<string> {
  const ids = [scene.ada.id, scene.ben.id, scene.botId, scene.applicationId];
  const anything = fc.nat().map((seed) => new Garbage(seed).json());
  const written = (value: unknown): string => JSON.stringify(value);
  return fc.oneof(
    { arbitrary: matching(schema, ids).map(written), weight: 2 },
    { arbitrary: unfitting(schema).map(written), weight: 2 },
    { arbitrary: anything, weight: 1 },
  );
}

describe(`${String(BODIES)} generated bodies`, () => {
  it.each(taking.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s answers each of its bodies, and a normal request afterwards",
    async (name, route) => {
      const row = rowOf(name);
      await using scene = await stage.scene();
      const asked = await row.ask(scene);
      await fc.assert(
        fc.asyncProperty(bodiesFor(route.body as Schema, scene), async (text) => {
          const answer = await send(row, scene, asked, text);
          sent += 1;
          if (answer.status < 300) accepted += 1;
          else leavesOf(expectRejection(answer));
        }),
        { numRuns: PER_ROUTE, seed: GARBAGE_SEED },
      );
      await using fresh = await stage.scene();
      const normal = await row.ask(fresh);
      const whose = { ada: fresh.ada.authorization, bot: stage.bot, nobody: undefined }[row.by];
      const answer = await stage.send(whose, route.method, normal);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    },
  );

  it("sends them all, of which some are accepted", () => {
    expect(sent).toBeGreaterThanOrEqual(BODIES);
    expect(accepted).toBeGreaterThan(BODIES / 20);
  });
});
