import { expect, it } from "vitest";
import { generateDependencyReport, version } from "../../../packages/discordjs-voice/index.js";

it("the report says what runs, and that nothing else does", () => {
  const report = generateDependencyReport();
  expect(report).toContain(`@sdkpp/discordjs-voice: ${version}, in place of @discordjs/voice`);
  expect(report).toContain(process.version);
  expect(report).toContain("no other package is used");
});
