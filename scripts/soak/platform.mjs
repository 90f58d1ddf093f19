// A platform that lies to our client and makes frames up: the tests of `npm test`, asked for more.
import { runTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakPlatform({ isShort }) {
  const runs = isShort ? 5 : 60;
  const isGood = runTests(["test/e2e/hostile/platform", "--no-file-parallelism"], {
    SDKPP_PLATFORM_LIES: runs,
  });
  const rows = [
    ["announced ends of encryption that never come", String(runs)],
    [
      "forged frames heard, and clear frames sent, while the call says it is encrypted",
      isGood ? "0" : "some",
    ],
  ];
  return verdict("A hostile platform", rows, isGood);
}
