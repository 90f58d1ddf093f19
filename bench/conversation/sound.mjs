// Arithmetic of samples: rates, levels, and where to cut.

export const RATE = 48_000;
export const samplesOf = (ms) => Math.round((ms * RATE) / 1000);
export const msOf = (samples) => (samples * 1000) / RATE;

const HALF = 16; // input samples on each side of an output
const tables = new Map();

const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b));

/** The weights of each place between two inputs that outputs of a rate have. */
function weightsOf(rate) {
  const phases = RATE / divisor(RATE, rate);
  const weights = Float32Array.from({ length: phases * 2 * HALF }, (_, index) => {
    const distance = (index % (2 * HALF)) - (HALF - 1) - Math.floor(index / (2 * HALF)) / phases;
    const x = distance * Math.PI;
    return (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / HALF));
  });
  return { phases, step: (rate * phases) / RATE, weights };
}

/** To 48 kHz by a windowed sinc. */
export function to48k({ rate, samples }) {
  if (!tables.has(rate)) tables.set(rate, weightsOf(rate));
  const { phases, step, weights } = tables.get(rate);
  const padded = new Float32Array(samples.length + 2 * HALF);
  padded.set(samples, HALF);
  const out = new Float32Array(Math.floor((samples.length * RATE) / rate));
  for (let index = 0; index < out.length; index += 1) {
    const from = Math.floor((index * step) / phases) + 1;
    const row = ((index * step) % phases) * 2 * HALF;
    let sum = 0;
    for (let tap = 0; tap < 2 * HALF; tap += 1) sum += padded[from + tap] * weights[row + tap];
    out[index] = sum;
  }
  return out;
}

/** Root mean square of what is louder than -30 dB under the loudest 10 ms. */
export function activeRms(samples) {
  const powers = [];
  for (let at = 0; at + 480 <= samples.length; at += 480) powers.push(power(samples, at, at + 480));
  const loudest = Math.max(...powers, 1e-12);
  const active = powers.filter((each) => each > loudest / 1000);
  return Math.sqrt(active.reduce((sum, each) => sum + each, 0) / Math.max(active.length, 1));
}

export function power(samples, from, to) {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += samples[at] * samples[at];
  return sum / Math.max(to - from, 1);
}

/** The middle of the quietest 10 ms within 120 ms of a place. */
export function quietestNear(samples, place) {
  const width = samplesOf(10);
  const reach = samplesOf(120);
  let best = place;
  let least = Infinity;
  for (let at = place - reach; at <= place + reach; at += width / 4) {
    const from = Math.round(at);
    if (from < samplesOf(80) || from + width > samples.length - samplesOf(80)) continue;
    const here = power(samples, from, from + width);
    if (here < least) [least, best] = [here, from + width / 2];
  }
  return best;
}

/** A part with edges of 5 ms that fade. */
export function part(samples, from, to) {
  const cut = samples.slice(from, to);
  const edge = Math.min(samplesOf(5), cut.length >> 1);
  for (let at = 0; at < edge; at += 1) {
    cut[at] *= at / edge;
    cut[cut.length - 1 - at] *= at / edge;
  }
  return cut;
}

export function add(line, at, samples, gain) {
  const from = Math.round(at);
  const count = Math.min(samples.length, line.length - from);
  for (let index = 0; index < count; index += 1) line[from + index] += samples[index] * gain;
}
