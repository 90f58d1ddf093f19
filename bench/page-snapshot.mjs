// How long until a page shows 5,000 friends, and does it answer meanwhile?
import { quantile, withPage } from "./support/launcher-page.mjs";

export const about = {
  title: "a page of a launcher gets 5,000 friends, until they are drawn (Chromium)",
  unit: "ms",
  absolute: 400,
  also: [{ of: "taskP99", title: "a task of the page meanwhile, p99, ms", most: 8 }],
  needsNoSink: true,
};

/** Tasks of the page's main thread from its mark "snapshot" until `run` is over, milliseconds each. */
async function tasksWhile(whole, run) {
  const events = [];
  whole.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await whole.send("Tracing.start", {
    categories:
      "toplevel,blink.user_timing,devtools.timeline,disabled-by-default-devtools.timeline,__metadata",
    transferMode: "ReportEvents",
  });
  const result = await run();
  const complete = new Promise((resolve) => whole.once("Tracing.tracingComplete", resolve));
  await whole.send("Tracing.end");
  await complete;
  // Chromium has pages of its own, whose tasks are none of ours
  const own = new Set(
    events.filter(({ args }) => args?.data?.url?.endsWith("/program.js")).map(({ pid }) => pid),
  );
  const pages = new Set(
    events
      .filter(
        ({ name, args, pid }) => name === "thread_name" && args.name === "CrRendererMain" && own.has(pid),
      )
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const { ts: began } = events.find(({ name }) => name === "snapshot");
  const tasks = events.filter(
    ({ name, ph, ts, pid, tid }) =>
      ph === "X" && ts >= began && pages.has(`${pid}/${tid}`) && name === "RunTask",
  );
  return { result, tasks: tasks.map(({ dur }) => dur / 1000) };
}

export function ours() {
  return withPage(async ({ page, whole, about }) => {
    const { result, tasks } = await tasksWhile(whole, () =>
      page.evaluate((given) => globalThis.begin(given), about),
    );
    if (tasks.length === 0) throw new Error("the trace has no task of the page");
    const above = tasks.filter((ms) => ms > 8);
    return {
      figure: result,
      taskP99: quantile(tasks, 0.99),
      notes: [
        `${tasks.length} tasks, the longest ${Math.max(...tasks).toFixed(1)} ms`,
        `${above.length} of more than 8 ms`,
      ],
    };
  });
}
