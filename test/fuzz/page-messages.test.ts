// Messages of a page that was taken over: they cost the process of the client nothing but an answer each, and never its life.
import fc from "fast-check";
import type { Call } from "sdkpp";
import { expect, it } from "vitest";
import { COLLECTIONS, EVENTS, OPERATIONS, SOUNDS, type Allowed } from "sdkpp/surface";
import type { ToPage } from "../../packages/electron/bridge/messages.js";
import { fromText, toText } from "../../packages/electron/bridge/socket-text.js";
import { checkedArguments } from "../../packages/electron/social/check.js";
import { PageCalls } from "../../packages/electron/social/page-calls.js";
import { PageFeed } from "../../packages/electron/social/page-feed.js";
import { Page } from "../../packages/electron/social/page.js";
import { Records } from "../../packages/electron/social/records.js";
import { idArgument } from "../../lib/protocol/index.js";
import { settle, VirtualClock } from "../support/virtual-clock.js";
import { SetLevels, SetMicrophone, userOf } from "../unit/electron/page-scene.js";
import { forRuns } from "./support-runs.js";

const EVERYTHING = [...[OPERATIONS, COLLECTIONS, EVENTS].flatMap((one) => Object.keys(one)), ...SOUNDS];

/** A call that judges ids as the SDK does. */
const CALL = {
  listen: (userId: string) => {
    idArgument("userId", userId);
    return { dispose: () => undefined, [Symbol.dispose]: () => undefined };
  },
} as unknown as Call;

/** A page with all rights, whose calls do nothing but judge their arguments. */
function takenOver() {
  const clock = new VirtualClock();
  const records = new Records();
  records.put("users", userOf("1"));
  const allow = new Set(EVERYTHING as Allowed[]);
  const posted: ToPage[] = [];
  const post = (one: ToPage): void => void posted.push(structuredClone(one));
  let say: (message: unknown) => void = () => undefined;
  const port = {
    post: (one: unknown) => post(one as ToPage),
    onMessage: (listener: (message: unknown) => void) => void (say = listener),
    onClose: () => undefined,
    close: () => undefined,
  };
  const sounds = { levels: new SetLevels(), microphone: new SetMicrophone(), callOf: () => CALL };
  const feed = new PageFeed({ records, ...sounds, clock, post, allow });
  const run = (name: keyof typeof OPERATIONS, args: readonly unknown[]): Promise<unknown> =>
    Promise.resolve().then(() => void checkedArguments(OPERATIONS[name].arguments, args));
  new Page({ port, feed, calls: new PageCalls({ allow, run, post, clock }), ended: () => undefined });
  return { clock, posted, say: (message: unknown) => say(message) };
}

const id = fc.oneof(
  fc.constantFrom("1", "7/1", "7/99999999999999999999", "7/", "/", "__proto__"),
  fc.string(),
);
const value = fc.oneof(fc.anything({ maxDepth: 2 }), id, fc.array(id, { maxLength: 3 }));
const message = fc.oneof(
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom("sync", "drawn", ...SOUNDS, "cancel", "call") },
        fc.string(),
      ),
      id: fc.oneof(fc.nat(5), value),
      name: fc.oneof(fc.constantFrom(...EVERYTHING), id),
      args: fc.oneof(fc.array(value, { maxLength: 4 }), value),
      deadlineMs: fc.oneof(fc.nat(1000), value),
      version: fc.oneof(fc.nat(3), value),
      frames: fc.oneof(fc.nat(9), value),
      key: id,
      wanted: fc.oneof(fc.boolean(), value),
    }),
  },
);

/** Clones, as a port does; a message that has no clone does not cross. */
function cloned(given: unknown): unknown {
  try {
    return structuredClone(given);
  } catch {
    return null;
  }
}

it("a page that says anything is answered once for each operation, and told what it may see", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 30 }), async (messages) => {
      const { clock, posted, say } = takenOver();
      for (const one of messages) {
        say(cloned(one));
        clock.advance(1);
      }
      await settle();
      clock.advance(600_000);
      await settle();
      const calls = messages.filter((one) => (one as { type?: unknown } | null)?.type === "call").length;
      const answers = posted.filter(({ type }) => type === "done" || type === "failed");
      expect(answers.length).toBeLessThanOrEqual(calls);
      // one now, and one behind the pause for all that asked meanwhile
      expect(posted.filter(({ type }) => type === "snapshot").length).toBeLessThanOrEqual(2);
      expect(clock.pending).toBe(0);
    }),
    forRuns(300, 2),
  );
});

it("texts of a socket are a message, or no JSON", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        message.map((one) => toText(cloned(one)) ?? ""),
      ),
      (text) => {
        try {
          fromText(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      },
    ),
    forRuns(2000, 2),
  );
});
