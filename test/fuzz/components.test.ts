// Bodies with components, made up: each is read and kept as it is, or rejected with 50035 at places that it has.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageComponents } from "../../platform/domain/rules/component/message-components.js";
import { modalFrom } from "../../platform/domain/rules/component/modal.js";
import { submissionOf, type Entry } from "../../platform/domain/rules/component/submission.js";
import { Fault } from "../../platform/domain/rules/outcome.js";
import { componentTree, FILENAMES, modalTree, strays, withoutDefaults } from "../support/component-trees.js";
import { forRuns } from "./support-runs.js";

const ID_AS_NUMBER = { type: 1, components: [{ type: 2, style: 6, sku_id: 2 ** 40 }] };
/** Properties below. */
const SHARES = 4;

function readMessage(components: unknown, isV2: boolean) {
  let last = 0;
  const nextId = (): string => String((last += 1));
  return messageComponents(
    { components },
    { isV2, filenames: FILENAMES, isActiveSku: () => true, isEmoji: () => true, nextId },
  );
}

/** Checks an outcome. @returns whether the body was accepted */
function check(outcome: unknown, body: unknown, kept: () => unknown): boolean {
  if (outcome instanceof Fault) {
    expect(outcome).toMatchObject({ status: 400, code: 50_035, message: "Invalid Form Body" });
    expect(strays(outcome.errors, body)).toEqual([]);
    return false;
  }
  expect(withoutDefaults(outcome)).toEqual(withoutDefaults(kept()));
  return true;
}

describe("made up components", () => {
  it("of a message are kept as they are, or rejected where they are wrong", () => {
    const counts = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(fc.array(componentTree, { maxLength: 6 }), fc.boolean(), (components, isV2) => {
        const isAccepted = check(readMessage(components, isV2), { components }, () => components);
        counts[isAccepted ? "accepted" : "rejected"] += 1;
      }),
      { ...forRuns(1000, SHARES), examples: [[[ID_AS_NUMBER], false]] },
    );
    expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(100);
  });

  it("of a modal are kept as they are, or rejected where they are wrong", () => {
    const counts = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(modalTree, (body) => {
        const isAccepted = check(modalFrom(body), body, () => body);
        counts[isAccepted ? "accepted" : "rejected"] += 1;
      }),
      forRuns(1000, SHARES),
    );
    expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(100);
  });

  it("of any other shape are rejected", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (body) => {
        const outcome = modalFrom(body);
        expect(outcome).toMatchObject({ code: 50_035 });
        const read = readMessage([body], true);
        expect(read).toMatchObject({ code: 50_035 });
      }),
      forRuns(1000, SHARES),
    );
  });
});

describe("made up entries of a modal", () => {
  const entry = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.array(fc.string({ maxLength: 2 }), { maxLength: 4 }),
    fc.array(fc.constantFrom("0", "1", "2"), { maxLength: 4 }),
    fc.array(fc.record({ id: fc.constant("1"), filename: fc.constantFrom("a.png", "b.exe") }), {
      maxLength: 4,
    }),
  ) as fc.Arbitrary<Entry>;
  const choosable = { isUser: () => true, isRole: () => false, channelType: () => 0 };

  it("become data of the modal, or are rejected by custom id", () => {
    fc.assert(
      fc.property(
        modalTree,
        fc.dictionary(fc.constantFrom("a", "b", "c", "_errors"), entry),
        (body, entries) => {
          const modal = modalFrom(body);
          if (modal instanceof Fault) return;
          const outcome = submissionOf(modal, entries, choosable);
          if (outcome instanceof Fault) expect(outcome).toMatchObject({ status: 400, code: 50_035 });
          else expect(outcome.components.map(({ id }) => id)).toEqual(modal.components.map(({ id }) => id));
        },
      ),
      forRuns(1000, SHARES),
    );
  });
});
