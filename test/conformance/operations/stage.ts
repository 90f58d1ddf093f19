import { afterAll, beforeAll } from "vitest";
import { Stage } from "../../e2e/platform/authorization-scene.js";

/** Registers a stage for the file. */
export function stageHere(): () => Stage {
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(() => stage?.close());
  return () => stage as Stage;
}
