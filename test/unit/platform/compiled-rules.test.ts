// The patterns of a rule are compiled when it is checked and at a start, so that no message waits for them.
import { afterEach, expect, it, vi } from "vitest";
import { Pattern } from "../../../platform/domain/records/auto-moderation/pattern.js";
import { compileRules } from "../../../platform/domain/world/auto-moderation/compiled-rules.js";
import { linkedScene } from "./linked-scene.js";
import { createRule, sendChannelMessage } from "./operations.js";
import { reply } from "./support-world.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts how often a source was compiled from now on: each pattern is kept by its source. */
function watchCompiling(): (source: string) => number {
  const kept = vi.spyOn(Map.prototype, "set");
  return (source) => {
    const own = kept.mock.calls.filter(([key, value]) => key === source && value instanceof Pattern);
    return new Set(own.map(([, pattern]) => pattern as Pattern)).size;
  };
}

it("a rule is compiled before the next message, and a stored one before the first after a start", () => {
  const { world, ada, bot, guild, general } = linkedScene([], { roles: [] });
  const compiled = watchCompiling();
  const send = (content: string) => sendChannelMessage(world, bot, general, { content });
  const base = { name: "No cats", event_type: 1, trigger_type: 1, actions: [{ type: 1 }], enabled: true };
  const { id } = reply(
    createRule(world, ada, guild.id, { ...base, trigger_metadata: { regex_patterns: ["only c.t"] } }),
  ) as { id: string };
  expect(compiled("only c.t")).toBe(1);
  expect(send("the only cat")).toMatchObject({ code: 200_000 });
  expect(compiled("only c.t")).toBe(1);

  const rule = world.autoModerationRules.get(id)!;
  world.autoModerationRules.put({ ...rule, metadata: { ...rule.metadata, patterns: ["only d.g"] } });
  compileRules(world);
  expect(compiled("only d.g")).toBe(1);
  expect(send("the only dog")).toMatchObject({ code: 200_000 });
  expect(compiled("only d.g")).toBe(1);
});
