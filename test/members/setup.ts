// Before each test file of `npm run parity`: a witness in front of every public member, which writes down what the file
// calls. `npm run parity -- --falsify N` lets one member at a time answer falsely.
import { afterAll, expect } from "vitest";
import { listedMembers } from "./listed.js";
import { writeRecord } from "./record.js";
import { watchMembers } from "./watch.js";

const testFile = expect.getState().testPath ?? "";
const called = new Set<string>();
const members = listedMembers();
const watch = { called: ({ id }: { id: string }) => called.add(id), falsify: process.env["SDKPP_FALSIFY"] };

// Unit tests of the facade import its sources, which are other classes than the bundle's; other unit tests use none.
if (testFile.includes("/test/unit/sdk/")) watchMembers(await import("../../lib/index.js"), members, watch);
else if (!testFile.includes("/test/unit/")) watchMembers(await import("sdkpp"), members, watch);

afterAll(() => {
  if (watch.falsify === undefined) writeRecord(testFile, called);
});
