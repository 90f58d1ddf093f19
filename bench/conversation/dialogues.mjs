// The set: dialogues of a synthetic speaker with an agent, of whom only the speaker is heard. By seed.
import { NOISES } from "./noise.mjs";
import { between, normal, pauseMs, pick, randomOf } from "./random.mjs";
import { BACKCHANNELS, HESITATIONS, SENTENCES } from "./sentences.mjs";
import { activeRms, add, msOf, part, power, quietestNear, samplesOf, to48k } from "./sound.mjs";
import { HELD_OUT_VOICE, render, VOICE_NAMES } from "./voices.mjs";

const TURNS = 5;
const USES_PLACE = 0.7;
const HESITATES = 0.3;
const LEVEL = 10 ** (-26 / 20);
const LEAST_POWER = (LEVEL * 10 ** (-24 / 20)) ** 2;
const SNRS_DB = [20, 10, 5];
const LOSSES = [0, 5, 10];
const SHORTEST_BACKCHANNEL_MS = 150;
const LONGEST_BACKCHANNEL_MS = 600;
const FRAME = samplesOf(10);

/**
 * A dialogue, 20 to 60 s.
 * @returns samples at 48 kHz in ±1; `labels` in ms: turns { began, ended, pauses, isOverlap }, backchannels, agent,
 *   { began, ended } of each; `active`: by 10 ms, 1 where the speaker is heard, 2 where softly, 0 otherwise
 */
export function dialogue(seed) {
  const { random, samples, active, labels } = spoken(seed);
  mix(random, samples, labels);
  return { samples, active, labels };
}

/** The same without noise. */
export function spoken(seed) {
  const random = randomOf(seed * 7919 + 1);
  const voice = pick(random, VOICE_NAMES);
  const noise = pick(random, Object.keys(NOISES));
  const snrDb = pick(random, SNRS_DB);
  const loss = pick(random, LOSSES);
  const clean = new Clean(random, voice);
  const said = script(random, clean);
  const { samples, active } = clean;
  return { random, samples, active, labels: { seed, voice, noise, snrDb, loss, ...said } };
}

/** Dialogues of the set; seeds from here on are for fitting only. */
export const SET = 200;

/** Whether no coefficient was fitted on a dialogue: half of the set, and a voice. */
export const isHeldOut = ({ seed, voice }) => (seed < SET && seed % 2 === 1) || voice === HELD_OUT_VOICE;

/** Who says what, and when. */
function script(random, clean) {
  const turns = [];
  const backchannels = [];
  const agent = [];
  clean.rest(between(random, 1200, 2500));
  let isOverlap = false;
  for (let count = 0; count < TURNS; count += 1) {
    const turn = { ...speak(random, clean), isOverlap };
    turns.push(turn);
    const began = turn.ended + between(random, 300, 600);
    const lasts = between(random, 2500, 4500);
    const chance = random();
    isOverlap = chance > 0.7;
    if (isOverlap) {
      clean.restUntil(began + between(random, 900, 2000));
      agent.push({ began, ended: clean.now + 600 });
      continue;
    }
    if (chance < 0.45) {
      clean.restUntil(began + between(random, 800, lasts - 900));
      backchannels.push(backchannel(random, clean));
    }
    agent.push({ began, ended: began + lasts });
    clean.restUntil(began + lasts + between(random, 250, 900));
  }
  clean.rest(2500);
  return { turns, backchannels, agent };
}

/** One sentence, cut at some of its places. */
function speak(random, clean) {
  const parts = pick(random, SENTENCES).split(" | ");
  const words = to48k(render(clean.voice, parts.join(" ")));
  const cuts = [];
  for (let count = 1; count < parts.length; count += 1) {
    if (random() > USES_PLACE) continue;
    const before = render(clean.voice, parts.slice(0, count).join(" "));
    const place = Math.round((before.samples.length / before.rate) * 48_000);
    cuts.push(quietestNear(words, Math.min(place, words.length - samplesOf(200))));
  }
  const gain = (clean.level * 10 ** (normal(random) / 20)) / activeRms(words);
  const began = clean.now;
  const pauses = [];
  let from = 0;
  for (const cut of cuts.filter((each, at) => each > (cuts[at - 1] ?? 0) + samplesOf(150))) {
    clean.say(part(words, from, cut), gain);
    if (random() < HESITATES) hesitate(random, clean, pauses);
    pause(random, clean, pauses);
    from = cut;
  }
  clean.say(part(words, from, words.length), gain);
  return { began, ended: clean.now, pauses };
}

function pause(random, clean, pauses) {
  const began = clean.now;
  clean.rest(pauseMs(random));
  pauses.push({ began, ended: clean.now });
}

/** A short gap, then a sound without melody. */
function hesitate(random, clean, pauses) {
  const began = clean.now;
  clean.rest(between(random, 60, 250));
  if (clean.now - began >= 200) pauses.push({ began, ended: clean.now });
  const words = to48k(render(clean.voice, pick(random, HESITATIONS), { isLevel: true }));
  clean.say(part(words, 0, words.length), (0.8 * clean.level) / activeRms(words));
}

function backchannel(random, clean) {
  const words = listenersWords(random, clean.voice);
  const began = clean.now;
  clean.say(part(words, 0, words.length), (0.7 * clean.level) / activeRms(words));
  return { began, ended: clean.now };
}

/** Shorter ones than the least are drawn again, longer ones end early. */
function listenersWords(random, voice) {
  const words = to48k(render(voice, pick(random, BACKCHANNELS)));
  if (words.length < samplesOf(SHORTEST_BACKCHANNEL_MS)) return listenersWords(random, voice);
  return words.subarray(0, samplesOf(LONGEST_BACKCHANNEL_MS));
}

/** The speaker without noise. */
class Clean {
  #pieces = [];
  #length = 0;

  constructor(random, voice) {
    this.voice = voice;
    this.level = LEVEL * 10 ** ((2 * normal(random)) / 20);
  }

  get now() {
    return msOf(this.#length);
  }

  say(samples, gain) {
    this.#pieces.push({ at: this.#length, samples, gain });
    this.#length += samples.length;
  }

  rest(ms) {
    this.#length += samplesOf(Math.max(ms, 0));
  }

  restUntil(ms) {
    this.rest(ms - this.now);
  }

  get samples() {
    const line = new Float32Array(Math.ceil(this.#length / 960) * 960);
    for (const { at, samples, gain } of this.#pieces) add(line, at, samples, gain);
    return line;
  }

  get active() {
    const line = this.samples;
    const active = new Uint8Array(line.length / FRAME);
    for (const { at, samples } of this.#pieces) {
      const last = Math.floor((at + samples.length - 1) / FRAME);
      for (let frame = Math.floor(at / FRAME); frame <= last; frame += 1)
        active[frame] = power(line, frame * FRAME, (frame + 1) * FRAME) > LEAST_POWER ? 1 : 2;
    }
    return active;
  }
}

function mix(random, samples, { noise, snrDb, voice }) {
  const others = VOICE_NAMES.filter((each) => each !== voice && each !== HELD_OUT_VOICE);
  const sound = NOISES[noise](random, samples.length, others);
  // clicks are rare: what counts is how loud they are while they sound
  const rms =
    noise === "keys"
      ? activeRms(sound)
      : Math.sqrt(sound.reduce((sum, each) => sum + each * each, 0) / sound.length);
  add(samples, 0, sound, (LEVEL * 10 ** (-snrDb / 20)) / rms);
}
