// Other libraries beside ours, for longer: the tests of `npm test`, asked for more.
import { runTests, verdict } from "./run-tests.mjs";

const TESTS = ["test/interop", "test/unit/protocol/mls-rooms.test.ts", "--no-file-parallelism"];

/** @returns rows of the report, and its checks */
export function soakInterop({ isShort }) {
  const [seconds, changes, rooms] = isShort ? [10, 8, 12] : [60, 40, 200];
  const env = { SDKPP_INTEROP_SECONDS: seconds, SDKPP_MIXED_CHANGES: changes, SDKPP_MLS_ROOMS: rooms };
  const isGood = runTests(TESTS, env);
  const rows = [
    ["speech between @discordjs/voice and sdkpp/voice, each mode", `${seconds} s`],
    ["changes of members in a mixed encrypted call", String(changes)],
    ["MLS rooms of ours and of an independent implementation", String(rooms)],
    ["tests that failed", isGood ? "none" : "some"],
  ];
  return verdict("Other libraries", rows, isGood);
}
