import { afterAll, afterEach, beforeAll } from "vitest";
import { Description } from "./description.js";
import { JudgedFetch } from "./judged-fetch.js";

/** Holds every answer that the tests of this file get against the description; a test fails for those that differ. */
export function judgeHere(description = new Description()): JudgedFetch {
  const judge = new JudgedFetch(description);
  let putBack: () => void = () => undefined;
  beforeAll(() => {
    putBack = judge.install();
  });
  afterEach(() => judge.expectNoProblems());
  afterAll(() => putBack());
  return judge;
}
