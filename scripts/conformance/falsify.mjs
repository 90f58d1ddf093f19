// Makes claims false, one at a time: a test that stays green under its change does not test its claim.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const LANE = fileURLToPath(new URL("./lane.mjs", import.meta.url));
/** Tests wait for sockets and clocks as well: two at once keep two processors busy. */
const LANES = 2;

/**
 * @param tests what `runSuite` returned for the subjects to falsify
 * @returns `{ subject, verdict }` of each; one that is not "noticed" has no test
 */
export async function falsify(tests) {
  const trials = trialsOf(tests);
  const verdicts = [];
  await Promise.all(Array.from({ length: Math.min(LANES, trials.length) }, () => workOff(trials, verdicts)));
  return verdicts;
}

async function workOff(trials, verdicts) {
  const { ask, end } = await openLane();
  for (let trial = trials.shift(); trial !== undefined; trial = trials.shift()) {
    const verdict = await ask(trial);
    console.log(`${trial.subject}: ${verdict}`);
    verdicts.push({ subject: trial.subject, verdict });
  }
  end();
}

async function openLane() {
  const lane = fork(LANE, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = once(lane, "exit").then(() => {
    throw new Error("a lane ended before its verdict");
  });
  const reply = async () => (await Promise.race([once(lane, "message"), ended]))[0];
  await reply();
  const ask = (trial) => {
    lane.send(trial);
    return reply();
  };
  return { ask, end: () => lane.disconnect() };
}

/** One trial for each change of a subject: several tests may share it. */
function trialsOf(tests) {
  const trials = new Map();
  for (const { subject, file, change } of tests)
    if (change !== undefined) trials.set(`${subject} ${JSON.stringify(change)}`, { subject, file, change });
  return [...trials.values()];
}
