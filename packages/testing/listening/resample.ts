/** Zero crossings of the filter on each side. */
const LOBES = 16;
/** The filter ends its pass band so much below half of the lower rate. */
const ROLL_OFF = 0.92;

/** Converts samples of one channel from one sample rate to another, without a delay. @param from Hz, whole @param to Hz, whole */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples.slice();
  const resampler = new Resampler(from, to);
  const length = Math.floor((samples.length * to) / from);
  const output = new Float32Array(length);
  const first = resampler.push(samples);
  output.set(first.subarray(0, length));
  const rest = resampler.push(new Float32Array(resampler.reach + 1));
  output.set(rest.subarray(0, length - first.length), first.length);
  return output;
}

/** Converts a stream of samples; the end of what has come waits for what follows it. */
export class Resampler {
  /** samples that the filter reads on each side of an instant */
  readonly reach: number;
  readonly #step: number;
  readonly #filters: readonly Float64Array[];
  /** the input from sample {@link #start} on */
  #input: Float32Array;
  #start: number;
  /** outputs so far */
  #count = 0;

  /** @param from Hz, whole @param to Hz, whole */
  constructor(from: number, to: number) {
    const cutoff = Math.min(1, to / from) * ROLL_OFF;
    this.#step = from / to;
    this.reach = Math.ceil(LOBES / cutoff);
    const phases = to / commonDivisor(from, to);
    this.#filters = Array.from({ length: phases }, (_, phase) =>
      filterAt((phase * from) / to, cutoff, this.reach),
    );
    this.#input = new Float32Array(this.reach);
    this.#start = -this.reach;
  }

  push(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#input.length + samples.length);
    input.set(this.#input);
    input.set(samples, this.#input.length);
    const last = this.#start + input.length - 1 - this.reach;
    const end = Math.floor(last / this.#step) + 1;
    const output = Float32Array.from({ length: Math.max(0, end - this.#count) }, (_, at) =>
      this.#at(input, this.#count + at),
    );
    this.#count += output.length;
    const kept = Math.floor(this.#count * this.#step) - this.reach;
    this.#input = input.slice(kept - this.#start);
    this.#start = kept;
    return output;
  }

  #at(input: Float32Array, output: number): number {
    const taps = this.#filters[output % this.#filters.length] ?? input;
    const first = Math.floor(output * this.#step) - this.reach - this.#start;
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap += 1) sum += (taps[tap] ?? 0) * (input[first + tap] ?? 0);
    return sum;
  }
}

/** A windowed sinc for an instant between two samples. */
function filterAt(place: number, cutoff: number, reach: number): Float64Array {
  const fraction = place - Math.floor(place);
  const taps = Float64Array.from({ length: 2 * reach + 1 }, (_, tap) => {
    const distance = tap - reach - fraction;
    if (Math.abs(distance) >= reach) return 0;
    return sinc(cutoff * distance) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function commonDivisor(left: number, right: number): number {
  return right === 0 ? left : commonDivisor(right, left % right);
}
