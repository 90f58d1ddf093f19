// Before each test file: a witness in front of every public member. `npm run parity -- --called` asks the witnesses,
// `npm run parity -- --falsify N` lets one member at a time answer falsely.
import { afterAll, expect } from "vitest";
import { listedMembers } from "./listed.js";
import { writeRecord } from "./record.js";
import { watchMembers } from "./watch.js";

const testFile = expect.getState().testPath ?? "";
const called = new Set<string>();
const members = listedMembers();
const watch = { called: ({ id }: { id: string }) => called.add(id), falsify: process.env["SDKPP_FALSIFY"] };

watchMembers(await import("sdkpp"), members, watch);
// These import the sources and not the bundle, which are other classes.
if (testFile.includes("/test/unit/sdk/")) watchMembers(await import("../../lib/index.js"), members, watch);

afterAll(() => {
  if (watch.falsify === undefined) writeRecord(testFile, called);
});
