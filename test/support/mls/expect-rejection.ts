import { expect } from "vitest";
import { MlsError, type MlsErrorCode, type MlsRemedy } from "../../../lib/protocol/index.js";

/** Runs an action that must be rejected with exactly this code and remedy. */
export function expectRejection(run: () => unknown, code: MlsErrorCode, remedy: MlsRemedy): void {
  let caught: unknown;
  try {
    run();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(MlsError);
  expect(caught).toMatchObject({ code, remedy });
}
