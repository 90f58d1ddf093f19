// Channels of our clients, and of bots of the drop-in, with a thousand joins and leaves: the long form of tests in `npm test`.
import { runTests, verdict } from "./run-tests.mjs";

const TESTS = ["no-loss", "drop-in-no-loss", "membership"].map(
  (name) => `test/e2e/encryption/${name}.test.ts`,
);
const SPEECH_S = 60;

/** @returns rows of the report, and its checks */
export function soakChanges({ isShort }) {
  const changes = isShort ? 200 : 1000;
  const env = { SDKPP_NO_LOSS_CHANGES: changes, SDKPP_MEMBERSHIP_SECONDS: SPEECH_S };
  const isGood = runTests([...TESTS, "--no-file-parallelism"], env);
  const rows = [
    ["changes while two members speak to each other, in `sdkpp/voice` and in the drop-in", String(changes)],
    ["then speech with a change every two seconds", `${SPEECH_S} s`],
    ["frames lost or withheld", isGood ? "0" : "some"],
  ];
  return verdict("Changes of members", rows, isGood);
}
