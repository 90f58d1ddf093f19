// Calls that move between processes over the real wire, in rooms with an independent client: the test of `npm test`, asked for more.
import { outputOfTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakMoves({ moves, seed }) {
  const started = Date.now();
  const { isGood, output } = outputOfTests(["test/e2e/moves/moving-rooms.test.ts"], {
    SDKPP_MOVES: moves,
    SDKPP_MOVE_SEED: seed,
  });
  const figures = [
    ...output.matchAll(
      /^(moves|meanwhile|heard|missed|missed while an epoch began|longest gap around a move): (.*)$/gm,
    ),
  ];
  const rows = [
    ["first seed", String(seed)],
    ...figures.map(([, what, figure]) => [NAMES[what] ?? what, figure]),
    [
      "never sent, heard twice or out of order, or missed for another reason",
      isGood ? "0" : "see the output",
    ],
    ["op 31, frames that stayed unreadable, different privacy codes", isGood ? "none" : "see the output"],
    ["minutes", ((Date.now() - started) / 60_000).toFixed(1)],
  ];
  return verdict("Calls that move", rows, isGood && figures.length > 0);
}

const NAMES = { "longest gap around a move": "longest gap around a move at the listener, p50 / p95 / worst" };
