import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";

const HELP = `Two players log in, meet in a lobby and talk, while the network misbehaves.

  --input FILE   speech of the first player, WAV (a short text unless given)
  --loss N       per cent of packets lost on the way, 0-50 (5)
  --jitter N     milliseconds of jitter, 0-200 (30)
  --seed N       the same seed, the same network (1)
  --out FOLDER   where received.wav and report.html go (demo-out)`;

function number(values, name, least, most) {
  const value = Number(values[name]);
  if (values[name] === "" || !(value >= least && value <= most)) {
    throw new RangeError(`--${name}: expected a number from ${least} to ${most}, received "${values[name]}"`);
  }
  return value;
}

/** @returns the options, or undefined after --help */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      input: { type: "string", default: fileURLToPath(new URL("speech.wav", import.meta.url)) },
      loss: { type: "string", default: "5" },
      jitter: { type: "string", default: "30" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: "demo-out" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return undefined;
  }
  return {
    input: values.input,
    loss: number(values, "loss", 0, 50),
    jitterMs: number(values, "jitter", 0, 200),
    seed: number(values, "seed", 0, 2 ** 31),
    out: values.out,
  };
}
