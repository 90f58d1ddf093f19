// The patterns of a rule are compiled when it is checked and at a start, so that no message waits for them.
import { expect, it, vi } from "vitest";
import type * as syntax from "../../../platform/domain/records/auto-moderation/pattern-syntax.js";
import { compileRules } from "../../../platform/domain/world/auto-moderation/compiled-rules.js";
import { linkedScene } from "./linked-scene.js";
import { createRule, sendChannelMessage } from "./operations.js";
import { reply } from "./support-world.js";

const { parsed } = vi.hoisted(() => ({ parsed: [] as string[] }));
vi.mock("../../../platform/domain/records/auto-moderation/pattern-syntax.js", async (original) => {
  const real = await original<typeof syntax>();
  const parsePattern = (source: string) => (parsed.push(source), real.parsePattern(source));
  return { ...real, parsePattern };
});

it("a rule is compiled before the next message, and a stored one before the first after a start", () => {
  const { world, ada, bot, guild, general } = linkedScene([], { roles: [] });
  const send = (content: string) => sendChannelMessage(world, bot, general, { content });
  const base = { name: "No cats", event_type: 1, trigger_type: 1, actions: [{ type: 1 }], enabled: true };
  const { id } = reply(
    createRule(world, ada, guild.id, { ...base, trigger_metadata: { regex_patterns: ["c.t"] } }),
  ) as { id: string };
  expect(send("a cat")).toMatchObject({ code: 200_000 });
  expect(parsed).toEqual(["c.t"]);

  const rule = world.autoModerationRules.get(id)!;
  world.autoModerationRules.put({ ...rule, metadata: { ...rule.metadata, patterns: ["d.g"] } });
  compileRules(world);
  expect(parsed).toEqual(["c.t", "d.g"]);
  expect(send("a dog")).toMatchObject({ code: 200_000 });
  expect(parsed).toEqual(["c.t", "d.g"]);
});
