// Every operation, first as it is accepted, then with one thing changed, many times: nothing fails inside, and a normal request
// afterwards is accepted.
import { afterAll, beforeAll, expect, it } from "vitest";
import { routes } from "../../../platform/http/server.js";
import { rowOf } from "../platform/authorization-rows.js";
import { Stage } from "../platform/authorization-scene.js";
import { expectRejection, leavesOf, readAnswer } from "../platform/rejection-shape.js";
import { Garbage, GARBAGE_SEED, inputs } from "../../support/garbage.js";
import { MUTATIONS, mutated } from "../../support/request-mutations.js";

/** Of each kind, over all operations: more than 3,000 in the soak. */
const OF_EACH_KIND = inputs(90);
const PER_ROUTE = Math.ceil((OF_EACH_KIND * MUTATIONS.length) / routes.length);

let stage: Stage;
/** Mutations sent, and those of them that were accepted. */
let sent = 0;
let accepted = 0;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage?.close());

it.each(routes.map((route, at) => [`${route.method} ${route.path}`, route, at] as const))(
  "%s",
  async (name, { method }, at) => {
    const row = rowOf(name);
    const garbage = new Garbage(GARBAGE_SEED + at);
    await using scene = await stage.scene();
    const asked = await row.ask(scene);
    const authorization = { ada: scene.ada.authorization, bot: stage.bot, nobody: undefined }[row.by];
    const ids = [scene.ada.id, scene.ben.id, scene.botId, scene.applicationId];
    const body = asked.body instanceof FormData ? undefined : asked.body;
    expect((await stage.send(authorization, method, asked)).status).toBeLessThan(300);
    for (let n = 0; n < PER_ROUTE; n += 1) {
      const kind = MUTATIONS[(at + n) % MUTATIONS.length]!;
      const { path, text, headers } = mutated({ path: asked.path, body, ids }, kind, garbage);
      const response = await fetch(`${stage.platform.endpoints.apiBase}/v10${path}`, {
        method,
        headers: {
          ...(text === undefined ? {} : { "content-type": "application/json" }),
          ...asked.headers,
          ...headers,
          ...(authorization === undefined ? {} : { authorization }),
        },
        ...(text === undefined || method === "GET" ? {} : { body: text }),
      });
      const answer = await readAnswer(response);
      sent += 1;
      if (answer.status < 300) accepted += 1;
      else leavesOf(expectRejection(answer));
    }
  },
);

it("sends every kind, of which some are accepted", () => {
  expect(sent).toBeGreaterThanOrEqual(OF_EACH_KIND * MUTATIONS.length);
  expect(accepted).toBeGreaterThan(sent / 50);
});
