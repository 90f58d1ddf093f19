// The language of the stand-ins: a word is a vowel, and its pitch tells which. It has "low", "middle" and "high"; any other word is hummed in between.
const RATE = 24_000;
const WORD_SECONDS = 0.36;
const VOWEL_SECONDS = 0.28;
const HERTZ = { low: 100, middle: 170, high: 260 };
const HUM_HERTZ = 130;
const HARMONICS = 16;
const QUIET = 300;
/** The pitch of a window is as near as this share of its strength to that of the sound itself. */
const PERIODIC = 0.5;

/** @returns 24 kHz, 16 bit */
export function soundOf(word, rate = RATE) {
  const hertz = HERTZ[word] ?? HUM_HERTZ;
  return Int16Array.from({ length: rate * WORD_SECONDS }, (_, at) => {
    const passed = at / rate;
    if (passed >= VOWEL_SECONDS) return 0;
    return 6000 * Math.sin((Math.PI * passed) / VOWEL_SECONDS) * voiced(2 * Math.PI * hertz * passed);
  });
}

function voiced(phase) {
  let sum = 0;
  for (let harmonic = 1; harmonic <= HARMONICS; harmonic += 1) sum += Math.sin(harmonic * phase) / harmonic;
  return sum;
}

/** The words in a sound. */
export function wordsOf(samples, rate) {
  const size = rate / 20;
  const names = Array.from({ length: Math.floor(samples.length / size) }, (_, at) =>
    nameOf(samples.subarray(at * size, (at + 1) * size), rate),
  );
  // two windows with the same pitch make a word, which lasts as long as the pitch does
  return names.filter((name, at) => name !== undefined && name === names[at + 1] && name !== names[at - 1]);
}

function nameOf(window, rate) {
  if (Math.max(...window.map(Math.abs)) < QUIET) return undefined;
  const hertz = pitchOf(window, rate);
  if (hertz === undefined) return undefined;
  return hertz < 135 ? "low" : hertz < 215 ? "middle" : "high";
}

/** By the lag at which a sound is most like itself, 80 to 400 Hz; undefined where it is like itself nowhere. */
function pitchOf(window, rate) {
  const likeness = (lag) => {
    let [same, power] = [0, 0];
    for (let at = lag; at < window.length; at += 1) {
      same += window[at] * window[at - lag];
      power += (window[at] ** 2 + window[at - lag] ** 2) / 2;
    }
    return same / power;
  };
  const lags = Array.from({ length: Math.floor(rate / 80) }, (_, lag) => lag).slice(Math.ceil(rate / 400));
  const best = Math.max(...lags.map(likeness));
  // the shortest of those that are nearly as good: twice a period is one, too
  const lag = lags.find((one) => likeness(one) > 0.9 * best);
  return best < PERIODIC ? undefined : rate / lag;
}
