import { expect, it, type TaskMeta } from "vitest";
import type { Change } from "./change.js";

declare module "vitest" {
  interface TaskMeta {
    /** The claim that a test of the conformance suite proves, such as `row 17`. */
    subject?: string;
    change?: Change;
    /** Part of the reference of an operation; `scripts/conformance/reference.mjs` says which there are. */
    reference?: Readonly<Record<string, unknown>>;
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
  test: (meta: TaskMeta) => void | Promise<void>,
): void {
  it(`${subject}: ${title}`, async ({ task }) => {
    task.meta.subject = subject;
    task.meta.change = change;
    expect.hasAssertions();
    await test(task.meta);
  });
}
