// One hostile member among our clients and bots of discord.js: the tests of `npm test`, with every kind of bad key package
// again and again, and with the promised time for the way back to keys. Wants an idle machine.
import { runTests, verdict } from "./run-tests.mjs";

/** Voice E2EE 12.2, milliseconds. */
const HEALED_MS = 2000;

/** @returns rows of the report, and its checks */
export function soakMember({ isShort }) {
  const rounds = isShort ? 1 : 10;
  const env = { SDKPP_MEMBER_ROUNDS: rounds, SDKPP_MEMBER_HEALED_MS: HEALED_MS };
  // One file after the other: each has bots in processes of their own.
  const isGood = runTests(["test/e2e/hostile/member", "--no-file-parallelism"], env);
  const rows = [
    ["unusable key packages", `each kind ${rounds} times, beside ours and beside discord.js bots`],
    ["first commits that members cannot follow", `${3 + rounds} times, to a discord.js bot`],
    [`keys again within ${HEALED_MS} ms, no process ended, no innocent member closed`, isGood ? "yes" : "NO"],
  ];
  return verdict("A hostile member", rows, isGood);
}
