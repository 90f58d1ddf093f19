// `npm run bench`, or `node bench/run.mjs [names…] [--runs 5] [--dry]`: peer, floor and ours in turn, medians.
// `--plot` draws the picture of the results that there are; without names it measures nothing.
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { installStrangers, STRANGERS } from "../test/support/strangers.mjs";
import { growthNotes } from "./support/growth.mjs";
import { loadAverage, othersLoad, wakeUpError } from "./support/idle.mjs";
import { OLDEST_NODE, NODE, runSide, Sink } from "./support/processes.mjs";
import { plot } from "./support/plot.mjs";
import { median, merged, page, row, short } from "./support/results.mjs";

const BENCHES = [
  "send-opus-200",
  "send-opus-200-e2ee",
  "send-opus-1",
  "send-pcm-20",
  "receive-opus-100",
  "receive-opus-100-packets",
  "receive-opus-spread",
  "receive-mixed-20",
  "receive-mixed-20-media",
  "speakers-200",
  "lateness",
  "player-pause",
  "player-pause-blocked",
  "drop-in-cpu",
  "drop-in-cpu-prepared",
  "drop-in-gaps",
  "streams-1000",
  "streams-3000",
  "streams-pcm-140",
  "pcm-cliff",
  "wss-session",
  "join-1000",
  "import",
  "first-connect",
  "dave-frame",
  "mls-membership",
  "mls-welcome",
  "presence-update",
  "page-live",
  "page-snapshot",
  "ready",
  "reads",
  "cache-memory",
  "sessions-500",
  "sessions-1000",
  "keep-1000",
  "host-1000",
  "http-get",
  "fan-out",
  "timeline-fan-out",
  "timeline-forwarding",
  "platform-start",
  "platform-start-1m",
  "lobbies-10k",
  "messages-1m",
  "search-1m",
  "upload-10m",
  "conversation-turns",
  "conversation-barge-in",
  "conversation-false-barge-ins",
  "conversation-ear",
  "conversation-echo",
  "conversation-echo-speech",
  "conversation-blocked",
  "conversation-silence",
];
/** Share of all processors; above it pacing figures do not count. */
const BUSY = 0.1;
const file = (name) => new URL(name, import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    dry: { type: "boolean", default: false },
    plot: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const names = positionals.length > 0 || values.plot ? positionals : BENCHES;
const strangers = await installStrangers({
  "@discordjs/opus": "0.10.0",
  "@echogarden/fvad-wasm": "0.2.0",
});
const machine = `Node ${NODE.version}, ${cpus()[0].model.trim()}, ${cpus().length} processors, ${process.platform}-${process.arch}`;
process.stdout.write(`${machine}; peer @discordjs/voice ${STRANGERS["@discordjs/voice"]}\n`);

let results = JSON.parse(await readFile(file("results.json"), "utf8"));
for (const name of names) {
  results = merged(results, [await runBench(name)]);
  // at once: a later bench may be interrupted
  if (!values.dry) await write(results);
}
if (values.plot) await writeFile(file("results.svg"), plot(results));

async function write(results) {
  await writeFile(
    file("results.json"),
    await format(JSON.stringify(results), { parser: "json", printWidth: 118 }),
  );
  const before = await readFile(file("RESULTS.md"), "utf8");
  await writeFile(
    file("RESULTS.md"),
    await format(page(before, results), { parser: "markdown", printWidth: 118 }),
  );
}

async function runBench(name) {
  const { href } = file(`${name}.mjs`);
  const bench = await import(href);
  const { about } = bench;
  const others = await othersLoad();
  // A bench that has neither a peer nor a floor of its own exports no such side.
  const sides = ["peer", "leanPeer", "floor", "ours"].filter((side) => side in bench);
  const figures = { ours: [], oldest: [], peer: [], leanPeer: [], floor: [] };
  const sink = about.needsNoSink ? undefined : await Sink.start();
  try {
    for (let run = 0; run < (about.runs ?? runs); run += 1) {
      for (const side of sides) {
        const done = await runSide(href, side, { sink, strangers, flags: about.flags });
        figures[side].push(done);
        process.stdout.write(`${name} ${side} ${JSON.stringify(done)}\n`);
      }
      figures.oldest.push(
        await runSide(href, "ours", { sink, strangers, flags: about.flags, node: OLDEST_NODE }),
      );
    }
  } finally {
    await sink?.stop();
  }
  const medianOf = (side, key) =>
    figures[side][0]?.[key] === undefined ? undefined : median(figures[side].map((each) => each[key]));
  const result = {
    name,
    about,
    ours: medianOf("ours", "figure"),
    oldest: medianOf("oldest", "figure"),
    peer: medianOf("peer", "figure"),
    leanPeer: medianOf("leanPeer", "figure"),
    // A floor in JavaScript is measured in our process, in turn with our work.
    floor: medianOf("floor", "figure") ?? medianOf("ours", "floor"),
    limit: medianOf("floor", "limit"),
    growth: figures.ours.at(-1).growth,
    values: Object.fromEntries((about.also ?? []).map(({ of }) => [of, medianOf("ours", of)])),
    notes: notes({ medianOf, last: figures.ours.at(-1), about, others }),
  };
  process.stdout.write(`${row(result)}\n`);
  return result;
}

function notes({ medianOf, last, about, others }) {
  const { isPacing } = about;
  const missed = medianOf("ours", "missed");
  const own = medianOf("ours", "ownP95Ms");
  const [figure, lean] = [medianOf("ours", "figure"), medianOf("leanPeer", "figure")];
  const [megabytes, peerMegabytes] = [medianOf("ours", "megabytes"), medianOf("peer", "megabytes")];
  return [
    lean !== undefined &&
      `lean peer, ${about.leanPeer}: ${short(lean)} ${about.unit}, ours / lean peer ${short(figure / lean)}`,
    missed !== undefined && `${missed} missed deadlines`,
    ...(last.growth === undefined ? [] : growthNotes(last.growth, about.unit)),
    ...(last.notes ?? []),
    own !== undefined && `own counter p95 ${short(own)} ms`,
    isPacing && `host's wake-up error p95 ${short(wakeUpError())} ms`,
    megabytes !== undefined && `memory ${short(megabytes)} MB, peer ${short(peerMegabytes)} MB`,
    `Node ${NODE.version}, ${about.runs ?? runs} runs, others used ${(others * 100).toFixed(0)} % of the processors, load ${loadAverage().toFixed(1)}`,
    others > BUSY && isPacing && "**machine not idle: does not count**",
  ].filter(Boolean);
}
