// A channel of our clients with a thousand joins and leaves: the long form of tests in `npm test`.
import { runTests, verdict } from "./run-tests.mjs";

const TESTS = ["test/e2e/encryption/no-loss.test.ts", "test/e2e/encryption/membership.test.ts"];
const SPEECH_S = 60;

/** @returns rows of the report, and its checks */
export function soakChanges({ isShort }) {
  const changes = isShort ? 200 : 1000;
  const env = { SDKPP_NO_LOSS_CHANGES: changes, SDKPP_MEMBERSHIP_SECONDS: SPEECH_S };
  const isGood = runTests([...TESTS, "--no-file-parallelism"], env);
  const rows = [
    ["changes while two members speak to each other", String(changes)],
    ["then speech with a change every two seconds", `${SPEECH_S} s`],
    ["frames lost or withheld", isGood ? "0" : "some"],
  ];
  return verdict("Changes of members", rows, isGood);
}
