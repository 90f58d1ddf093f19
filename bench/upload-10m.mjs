// Does a large file, coming or going, keep others waiting? A body that is collected or encoded whole would.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, short } from "./support/results.mjs";
import { cpuBetween, startServer } from "./support/servers.mjs";

const BYTES = 10 * 1024 * 1024;
const ROUNDS = 12;
/** The first ones load and compile code. */
const WARM_UP = 4;
/** One longer stall is one too many, so it takes an idle machine. */
const MOST_MS = 30;

export const about = {
  title:
    "10 MiB uploaded and downloaded, processor time of the platform (floor: node:http into a file with SHA-256)",
  unit: "ms",
  floorRatio: 2,
  also: [{ of: "stallMs", title: "longest stall of an upload or a download (ms)", most: MOST_MS }],
  runs: 1,
  needsNoSink: true,
};

/** @param upload posts the bytes and returns the address to get them from */
async function measured(kind, upload) {
  const dataDir = await mkdtemp(join(tmpdir(), "sdkpp-bench-"));
  const server = await startServer(kind, { dataDir });
  try {
    const [costs, stalls, ups, downs] = [[], [], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Other bytes each time, or they would be there already.
      const bytes = new Uint8Array(BYTES).map((_, at) => (at * 31 + round) & 0xff);
      const before = await server.cost();
      const start = performance.now();
      const address = await upload(server, bytes);
      const middle = performance.now();
      const up = await server.cost();
      const got = await download(address);
      const end = performance.now();
      const down = await server.cost();
      if (got !== BYTES) throw new Error(`${got} bytes came back`);
      if (round < WARM_UP) continue;
      costs.push(cpuBetween(before, down) / 1e3);
      stalls.push(up.stallMs, down.stallMs);
      ups.push(middle - start);
      downs.push(end - middle);
    }
    const waits = `upload ${short(median(ups))} ms, download ${short(median(downs))} ms`;
    return { figure: median(costs), stallMs: Math.max(...stalls), waits };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function download(address) {
  const { body } = await fetch(address);
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  return bytes;
}

export const floor = () =>
  measured("plainFiles", async ({ address }, body) => {
    await (await fetch(address, { method: "POST", body })).json();
    return address;
  });

export async function ours() {
  const { waits, ...result } = await measured("files", async ({ address, authorization }, bytes) => {
    const form = new FormData();
    form.set("files[0]", new Blob([bytes]), "file.bin");
    const answer = await fetch(address, { method: "POST", headers: { authorization }, body: form });
    const { attachments } = await answer.json();
    return attachments[0].url;
  });
  return { ...result, notes: [waits, `longest stall ${short(result.stallMs)} ms`] };
}
