// Every operation of a connected client that asks over HTTP, and what can happen to the asking; in both forms.
import type { HttpFault } from "@sdkpp/platform";
import { ErrorType } from "sdkpp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { end, expectFailure, FORMS, misbehaviour, type Form } from "./outcome.js";
import type { Expected, OperationRow } from "./row.js";
import { Scene, type Seat } from "./scene.js";
import { operations } from "./table.js";

const { HTTPError, NetworkError, Aborted, Disabled, ClientDestroyed } = ErrorType;
const DEFAULT_TIMEOUT_MS = 30_000;
/** Nothing else waits so long. */
const TIMEOUT_MS = 29_999;
/** A request that is not there by then goes to another route than the table says. */
const ARRIVAL_MS = 3000;

let scene: Scene;
/** Of a platform that has switched every function off. */
let refused: Seat;

const cases = operations.flatMap((row) =>
  row.route === undefined ? [] : [[row.name, { ...row, route: row.route }] as const],
);
type Case = OperationRow & { readonly route: string };

beforeAll(async () => {
  scene = await Scene.open();
  const { control } = scene.platform;
  control.applications.disableFunctions(operations.flatMap(({ functionName }) => functionName ?? []));
  refused = await scene.ready(scene.ada.userId);
  control.applications.disableFunctions([]);
});
afterAll(async () => {
  await scene.close();
  expect(misbehaviour).toEqual([]);
});
afterEach(() => scene.platform.control.faults.clear());

/** Results of an operation under a fault. */
const faults: [claim: string, what: HttpFault, expected: Expected][] = [
  ["500", { status: 500, code: 7, message: "no" }, { type: HTTPError, status: 500, errorCode: 7 }],
  ["503", { status: 503 }, { type: HTTPError, status: 503, retryable: true }],
  [
    "429",
    { status: 429, retryAfter: 2.5 },
    { type: HTTPError, status: 429, retryable: true, retryAfter: 2.5 },
  ],
  ["401", { status: 401 }, { type: HTTPError, status: 401 }],
  ["403", { status: 403, code: 50_001 }, { type: HTTPError, status: 403, errorCode: 50_001 }],
  ["a broken connection", "reset", { type: NetworkError, retryable: true }],
  ["an answer that is no JSON", "garbage", { type: NetworkError, retryable: true }],
];

/** Token endpoints have words where others have codes. */
function seenBy({ route }: Case, expected: Expected): Expected {
  return route.startsWith("POST /oauth2/") ? { ...expected, errorCode: 0 } : expected;
}

/** One operation of Ada's whose request meets a fault. */
async function meet(row: Case, form: Form, given: unknown, what: HttpFault) {
  const count = scene.platform.control.faults.add({ route: row.route, what });
  const outcome = await end(form, (last) => row.start(scene.ada.client, given, last));
  await waitFor("the request", () => count.hits === 1, ARRIVAL_MS);
  return outcome;
}

describe.each(cases)("%s", (_name, row) => {
  let given: unknown;

  beforeAll(async () => {
    given = await row.prepare(scene);
  });

  it.each(faults)("%s", async (_claim, what, expected) => {
    for (const form of FORMS)
      expectFailure(row, form, await meet(row, form, given, what), seenBy(row, expected));
  });

  it("no answer in time", async () => {
    const { client, clock } = scene.ada;
    client.setHttpRequestTimeout(TIMEOUT_MS);
    try {
      for (const form of FORMS) {
        const count = scene.platform.control.faults.add({ route: row.route, what: "hang" });
        const ended = end(form, (last) => row.start(client, given, last));
        await waitFor("the request", () => count.hits === 1, ARRIVAL_MS);
        clock.keepEarly(TIMEOUT_MS);
        expectFailure(row, form, await ended, { type: NetworkError, retryable: true });
      }
    } finally {
      client.setHttpRequestTimeout(DEFAULT_TIMEOUT_MS);
    }
  });

  it("aborted under way, by its signal", async () => {
    const count = scene.platform.control.faults.add({ route: row.route, what: "hang" });
    const abort = new AbortController();
    const ended = end("promise", () => row.start(scene.ada.client, given, { signal: abort.signal }));
    await waitFor("the request", () => count.hits === 1, ARRIVAL_MS);
    abort.abort();
    expectFailure(row, "promise", await ended, { type: Aborted });
  });

  it("the client destroyed under way: both forms are told", async () => {
    const leaving = await scene.ready(scene.ada.userId);
    await row.settle?.(leaving.client);
    const count = scene.platform.control.faults.add({ route: row.route, times: 2, what: "hang" });
    const ended = FORMS.map((form) => end(form, (last) => row.start(leaving.client, given, last)));
    await waitFor("both requests", () => count.hits === 2, ARRIVAL_MS);
    leaving.client.destroy();
    for (const [index, form] of FORMS.entries())
      expectFailure(row, form, await ended[index]!, { type: ClientDestroyed });
  });

  it.each(FORMS)("done, and the answer lost: no success is told, %s form", async (form) => {
    const outcome = await meet(row, form, await row.prepare(scene), "lost");
    expectFailure(row, form, outcome, { type: NetworkError, retryable: true });
  });
});

describe.each(
  operations.flatMap((row) => (row.functionName === undefined ? [] : [[row.name, row] as const])),
)("%s", (_name, row) => {
  it("switched off by the platform: fails, and nothing is sent", async () => {
    const given = await row.prepare(scene);
    const before = refused.sent.length;
    for (const form of FORMS)
      expectFailure(row, form, await end(form, (last) => row.start(refused.client, given, last)), {
        type: Disabled,
      });
    expect(refused.sent.slice(before)).toEqual([]);
  });
});
