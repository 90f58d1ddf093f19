// Every operation of a connected client: what it does, and every failure that is documented for it, in both forms.
import { Client, ErrorType } from "sdkpp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listedMembers } from "../../members/listed.js";
import { end, expectFailure, expectSuccess, FORMS, misbehaviour } from "./outcome.js";
import { Scene } from "./scene.js";
import { operationCases, operations } from "./table.js";

let scene: Scene;

beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(async () => {
  await scene.close();
  expect(misbehaviour).toEqual([]);
});
afterEach(() => scene.platform.control.faults.clear());

it("the table has every operation that the package has, once", () => {
  const present = listedMembers()
    .filter(({ type, name, isOperation }) => isOperation && type === "Client" && name in Client.prototype)
    .map(({ name }) => name);
  expect(present.length).toBeGreaterThan(40);
  expect(operations.map(({ name }) => name).sort()).toEqual(present.sort());
});

it("no class but Client has operations", () => {
  expect(listedMembers().filter(({ type, isOperation }) => isOperation && type !== "Client")).toEqual([]);
});

describe.each(operationCases)("%s", (_name, row) => {
  it.each(FORMS)("succeeds, and others see it: %s form", async (form) => {
    const given = await row.prepare(scene);
    const client = row.by?.(given) ?? scene.ada.client;
    const outcome = await end(form, (last) => row.start(client, given, last));
    expectSuccess(row, outcome);
    await row.effect(scene, given, outcome.values);
  });

  it.each((row.failures ?? []).map((failure) => [failure.claim, failure] as const))(
    "fails: %s",
    async (_claim, { arrange, undo, expected }) => {
      try {
        for (const form of FORMS) {
          const start = await arrange(scene);
          const before = scene.ada.sent.length;
          const outcome = await end(form, start);
          expectFailure(row, form, outcome, expected);
          if (expected.type === ErrorType.ValidationError) expect(scene.ada.sent.slice(before)).toEqual([]);
        }
      } finally {
        await undo?.(scene);
      }
    },
  );
});
