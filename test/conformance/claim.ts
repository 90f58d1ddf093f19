import { expect, it } from "vitest";
import type { Change } from "./change.js";

declare module "vitest" {
  interface TaskMeta {
    /** The claim that a test of the conformance suite proves, such as `row 17`. */
    subject?: string;
    change?: Change;
  }
}

/**
 * A test of one subject. The change travels with its result: `scripts/conformance.mjs` reads both.
 * @param subject `row <number>` or `operation <name>`
 * @param title what holds
 * @param change makes it false
 */
export function claim(
  subject: string,
  title: string,
  change: Change,
  test: () => void | Promise<void>,
): void {
  it(`${subject}: ${title}`, async ({ task }) => {
    task.meta.subject = subject;
    task.meta.change = change;
    expect.hasAssertions();
    await test();
  });
}
