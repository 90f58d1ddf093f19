// Cost of encrypting a frame, sealed and opened again. Ours runs on the media thread, the peer's in JavaScript.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import davey from "@snazzah/davey";
import { pairOfDavey } from "./support/davey-pair.mjs";

const BYTES = 160;
const ROUNDS = 25;
const PER_ROUND = 4000;

export const about = {
  title: "frame of 160 bytes sealed and opened end to end (peer: @snazzah/davey from JavaScript)",
  unit: "ns",
  absolute: 1000,
  needsNoSink: true,
};

/** Both halves, of which each is to stay below 500 ns. */
export function ours() {
  const script = fileURLToPath(new URL("../scripts/native-bench.mjs", import.meta.url));
  const { stdout } = spawnSync(process.execPath, [script, "dave_frame"], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  const figures = Object.fromEntries(
    lines.map((line) => JSON.parse(line)).map(({ figure, ns }) => [figure, ns]),
  );
  return { figure: figures.seal + figures.open, ...figures };
}

export function peer() {
  const [one, other] = pairOfDavey();
  const frame = Buffer.alloc(BYTES, 0x33);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const started = process.hrtime.bigint();
    for (let at = 0; at < PER_ROUND; at += 1)
      other.decrypt(one.userId, davey.MediaType.AUDIO, one.encryptOpus(frame));
    return Number(process.hrtime.bigint() - started) / PER_ROUND;
  });
  return { figure: rounds.sort((left, right) => left - right)[ROUNDS >> 1] };
}
