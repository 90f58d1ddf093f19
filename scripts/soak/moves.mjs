// Calls that move between processes over the real wire, in rooms with an independent client: the test of `npm test`, asked for more.
import { outputOfTests, verdict } from "./run-tests.mjs";

/** @returns rows of the report, and its checks */
export function soakMoves({ moves, seed }) {
  const started = Date.now();
  const files = ["moving-rooms", "replaced-process"].map((name) => `test/e2e/moves/${name}.test.ts`);
  const { isGood, output } = outputOfTests([...files, "--no-file-parallelism"], {
    SDKPP_MOVES: moves,
    SDKPP_MOVE_SEED: seed,
    SDKPP_VOICE_REPLACEMENTS: Math.ceil(moves / VOICE_PROCESSES),
  });
  const figures = [
    ...output.matchAll(
      /^(moves|meanwhile|heard|missed|missed while an epoch began|longest gap around a move|longest gap around a replacement): (.*)$/gm,
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

/** Of so many moves one is of a voice process that its supervisor replaces. */
const VOICE_PROCESSES = 5;

const NAMES = {
  "longest gap around a move": "longest gap around a move at the listener, p50 / p95 / worst",
  "longest gap around a replacement": "with a supervisor, p50 / p95 / worst",
};
