// `npm run bench`, or `node bench/run.mjs [names…] [--runs 5] [--dry]`: peer and ours in turn, medians.
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { installStrangers, STRANGERS } from "../test/support/strangers.mjs";
import { loadAverage, othersLoad, wakeUpError } from "./support/idle.mjs";
import { runSide, Sink } from "./support/processes.mjs";
import { median, merge, row } from "./support/results.mjs";

const BENCHES = [
  "send-opus-200",
  "send-opus-200-e2ee",
  "send-opus-1",
  "send-pcm-20",
  "receive-opus-100",
  "receive-opus-spread",
  "receive-mixed-20",
  "lateness",
  "wss-session",
  "join-1000",
  "import",
  "first-connect",
  "dave-frame",
  "mls-membership",
  "mls-welcome",
  "presence-update",
  "ready",
  "cache-memory",
  "sessions-500",
  "sessions-1000",
  "http-get",
  "fan-out",
  "platform-start",
];
/** Share of all processors; above it pacing figures are not kept. */
const BUSY = 0.1;
const RESULTS = new URL("RESULTS.md", import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" }, dry: { type: "boolean", default: false } },
});
const runs = Number(values.runs);
const names = positionals.length > 0 ? positionals : BENCHES;
const strangers = await installStrangers({ "@discordjs/opus": "0.10.0" });
const machine = `Node ${process.versions.node}, ${cpus()[0].model.trim()}, ${cpus().length} processors, ${process.platform}-${process.arch}`;
process.stdout.write(`${machine}; peer @discordjs/voice ${STRANGERS["@discordjs/voice"]}\n`);

const rows = [];
for (const name of names) rows.push(await runBench(name));
if (!values.dry) {
  const before = await readFile(RESULTS, "utf8").catch(() => "");
  await writeFile(
    RESULTS,
    await format(merge(before, machine, rows), { parser: "markdown", printWidth: 118 }),
  );
}

async function runBench(name) {
  const file = new URL(`${name}.mjs`, import.meta.url).href;
  const { about } = await import(file);
  const others = await othersLoad();
  const figures = { ours: [], peer: [] };
  const sink = about.needsNoSink ? undefined : await Sink.start();
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const side of about.hasPeer === false ? ["ours"] : ["peer", "ours"]) {
        const done = await runSide(file, side, { sink, strangers, flags: about.flags });
        figures[side].push(done);
        process.stdout.write(`${name} ${side} ${JSON.stringify(done)}\n`);
      }
    }
  } finally {
    await sink?.stop();
  }
  // Some limits belong to the machine and are measured in the same process.
  const limit = figures.ours[0].limit && median(figures.ours.map((each) => each.limit));
  const result = {
    name,
    about: limit === undefined ? about : { ...about, limit },
    ours: median(figures.ours.map((each) => each.figure)),
    peer: about.hasPeer === false ? undefined : median(figures.peer.map((each) => each.figure)),
    extra: {
      said: figures.ours.at(-1).notes ?? [],
      ownPacingP95: figures.ours[0].own && median(figures.ours.map((each) => each.own.p95Ms)),
      wakeUpError: about.isPacing ? wakeUpError() : undefined,
      megabytes: figures.ours[0].megabytes && median(figures.ours.map((each) => each.megabytes)),
      peerMegabytes: figures.peer[0]?.megabytes && median(figures.peer.map((each) => each.megabytes)),
    },
    runs,
    others,
    load: loadAverage(),
    isBusy: others > BUSY,
  };
  process.stdout.write(`${row(result)}\n`);
  return result;
}
