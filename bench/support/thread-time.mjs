// Processor time of one thread of this process, as Linux counts it.
import { readdirSync, readFileSync } from "node:fs";

const TASKS = "/proc/self/task";

/** Microseconds that the threads of a name have used. */
function threadTime(name) {
  return readdirSync(TASKS)
    .filter((task) => readFileSync(`${TASKS}/${task}/comm`, "utf8").trim() === name)
    .reduce(
      (sum, task) => sum + Number(readFileSync(`${TASKS}/${task}/schedstat`, "utf8").split(" ")[0]) / 1000,
      0,
    );
}

/** Like `cpuPerItem` of side.mjs, for the threads of a name. */
export function threadPerItem(name) {
  return async (count, seconds) => {
    const [from, before] = [count(), threadTime(name)];
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const items = count() - from;
    return { figure: (threadTime(name) - before) / items, items };
  };
}
