import { expect, it } from "vitest";
import { OwnKeys } from "../../../lib/hosting/client/own-keys.js";
import { Questions } from "../../../lib/hosting/client/questions.js";

interface Asked {
  readonly id: number;
  readonly question: string;
  readonly args: readonly unknown[];
}

function asker(keys: OwnKeys) {
  const asked: Asked[] = [];
  const questions = new Questions((id, question, args) => asked.push({ id, question, args }));
  keys.enter(questions);
  return { asked, questions };
}

it("the newest call asks the game's store for the keys of a user", async () => {
  const keys = new OwnKeys(true, () => undefined);
  const [old, newest] = [asker(keys), asker(keys)];
  const learnt = keys.verifiedKeys.learn(5n, 7n);
  expect([old.asked, newest.asked]).toMatchObject([[], [{ question: "loadKeys", args: ["5:verified:7:1"] }]]);
  newest.questions.told(newest.asked[0]!.id, new Uint8Array(65).fill(4), undefined);
  await learnt;
  expect(keys.verifiedKeys.has(5n, 7n, new Uint8Array(65).fill(4))).toBe(true);
});

it("nobody waits for the answer to a call that is over", async () => {
  const failures: string[] = [];
  const keys = new OwnKeys(true, (reason) => failures.push(reason));
  const { questions } = asker(keys);
  const learnt = keys.verifiedKeys.learn(5n, 7n);
  questions.end();
  keys.leave(questions);
  await learnt;
  await keys.verifiedKeys.learn(5n, 8n);
  expect(failures).toEqual(["the call that asked is over", "the call that has the store is over"]);
});

it("without a store nothing is asked", async () => {
  const keys = new OwnKeys(false, () => undefined);
  const { asked } = asker(keys);
  await keys.verifiedKeys.learn(5n, 7n);
  expect(asked).toEqual([]);
});
