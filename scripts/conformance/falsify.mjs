// Makes claims false, one at a time: a test that stays green under its change does not test its claim.
import { runSuite } from "./run.mjs";

/**
 * @param tests what `runSuite` returned for the subjects to falsify
 * @returns the subjects whose change no test noticed
 */
export function falsify(tests) {
  const unnoticed = [];
  for (const [subject, { change, file }] of changesOf(tests)) {
    const verdict = verdictOn(
      runSuite({ files: [file], name: `${subject}:`, sources: true, change, quiet: true }),
    );
    console.log(`${subject}: ${verdict}`);
    if (verdict !== "noticed") unnoticed.push(subject);
  }
  return unnoticed;
}

/** A change that breaks the import of the test proves nothing: a test of the subject has to run and fail. */
function verdictOn(tests) {
  if (tests.length === 0) return "NOT RUN";
  return tests.some(({ passed }) => !passed) ? "noticed" : "NOT NOTICED";
}

function changesOf(tests) {
  return new Map(
    tests
      .filter(({ change }) => change !== undefined)
      .map(({ subject, change, file }) => [subject, { change, file }]),
  );
}
