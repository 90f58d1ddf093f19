// Every operation of a client that is not connected: before, after, and when it is gone; in both forms.
import { Call, Client, ErrorType } from "sdkpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../../support/wait-for.js";
import { end, expectFailure, expectSuccess, FORMS, misbehaviour, type Form } from "./outcome.js";
import type { OperationRow, Outcome } from "./row.js";
import { Scene, type Seat } from "./scene.js";
import { operationCases, operations } from "./table.js";

const { ClientNotReady, ClientDestroyed, Aborted, RPCError } = ErrorType;

let scene: Scene;
/** Ada's clients: one that never connected, one that keeps trying, one that was connected, and one that is destroyed. */
let early: Seat;
let trying: Seat;
let late: Seat;
let gone: Seat;

beforeAll(async () => {
  scene = await Scene.open();
  const { userId } = scene.ada;
  early = await scene.seat(userId);
  trying = await scene.seat(userId);
  const asked = scene.platform.control.faults.add({ route: "GET /gateway", what: "hang" });
  // However long the tests of this file take.
  trying.client.setHttpRequestTimeout(600_000);
  trying.client.connect();
  await waitFor("the attempt", () => asked.hits === 1);
  late = await scene.ready(userId);
  late.client.disconnect();
  await waitFor("the end", () => late.client.getStatus() === Client.Status.Disconnected);
  gone = await scene.ready(userId);
  gone.client.destroy();
});
afterAll(async () => {
  await scene.close();
  expect(misbehaviour).toEqual([]);
});

async function inBothForms(
  row: OperationRow,
  { client }: Seat,
  judge: (form: Form, outcome: Outcome) => void,
): Promise<void> {
  for (const form of FORMS) {
    const given = await row.prepare(scene);
    judge(form, await end(form, (last) => row.start(client, given, last)));
  }
}

/** Fails without a request, or works as in any other state. */
async function withoutSession(
  row: OperationRow,
  seat: Seat,
  phase: "disconnected" | "connecting",
): Promise<void> {
  const { unready = ClientNotReady } = row;
  const type = typeof unready === "object" ? unready[phase] : unready;
  const before = seat.sent.length;
  if (type === "works") return inBothForms(row, seat, (_form, outcome) => expectSuccess(row, outcome));
  // A desktop app may start at any time.
  const expected = { type, retryable: type === RPCError };
  await inBothForms(row, seat, (form, outcome) => expectFailure(row, form, outcome, expected));
  expect(seat.sent.slice(before)).toEqual([]);
}

describe.each(operationCases)("%s", (_name, row) => {
  it("before connect", () => withoutSession(row, early, "disconnected"));

  it("while connecting", () => withoutSession(row, trying, "connecting"));

  it("after disconnect", () => withoutSession(row, late, "disconnected"));

  it("after destroy: ClientDestroyed, and nothing is sent", async () => {
    const [sent, opened] = [gone.sent.length, gone.opened.length];
    await inBothForms(row, gone, (form, outcome) => {
      if (row.isVoid === true) expect(outcome).toEqual({ result: undefined, values: row.defaults });
      else expectFailure(row, form, outcome, { type: ClientDestroyed });
    });
    expect([gone.sent.length, gone.opened.length]).toEqual([sent, opened]);
  });

  it("with an aborted signal: Aborted, and nothing is sent", async () => {
    const given = await row.prepare(scene);
    const [sent, opened] = [scene.ada.sent.length, scene.ada.opened.length];
    const signal = AbortSignal.abort();
    const outcome = await end("promise", () => row.start(scene.ada.client, given, { signal }));
    if (row.isVoid === true) expect(outcome).toEqual({ result: undefined, values: row.defaults });
    else expectFailure(row, "promise", outcome, { type: Aborted });
    expect([scene.ada.sent.length, scene.ada.opened.length]).toEqual([sent, opened]);
  });
});

describe("an operation that waits for the player, or for a call to end, when the client is destroyed", () => {
  it.each(FORMS)("authorize, %s form: ClientDestroyed", async (form) => {
    const [row] = operations.filter(({ name }) => name === "authorize");
    const seat = await scene.seat(scene.ada.userId);
    seat.browse = () => Promise.resolve();
    const given = await row!.prepare(scene);
    const ended = end(form, (last) => row!.start(seat.client, given, last));
    await waitFor("the page", () => seat.opened.length === 1);
    seat.client.destroy();
    expectFailure(row!, form, await ended, { type: ClientDestroyed });
  });

  it.each(FORMS)("endCalls, %s form: done", async (form) => {
    const seat = await scene.ready(scene.cyd.userId);
    const { lobbyId } = await seat.client.createOrJoinLobby(scene.unique("secret"));
    const call = seat.client.startCall(lobbyId);
    await waitFor("the call", () => call.getStatus() === Call.Status.Connected);
    const ended = end(form, (last) => seat.client.endCalls(last as never));
    seat.client.destroy();
    expect(await ended).toEqual({ result: undefined, values: [] });
  });
});
