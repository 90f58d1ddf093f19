// What is behind a speaker. Each gives samples of about the same power; the mix sets the level.
import { between, pick, randomOf } from "./random.mjs";
import { SENTENCES } from "./sentences.mjs";
import { add, RATE, samplesOf, to48k } from "./sound.mjs";
import { render } from "./voices.mjs";

function white(random, length) {
  const out = new Float32Array(length);
  for (let at = 0; at < length; at += 1) out[at] = 2 * random() - 1;
  return out;
}

/** Air, dark, with the tone of the blades, which swells. */
function fan(random, length) {
  const out = new Float32Array(length);
  const blades = between(random, 90, 160);
  const swell = between(random, 0.2, 0.8);
  let dark = 0;
  for (let at = 0; at < length; at += 1) {
    const time = at / RATE;
    dark += 0.03 * (2 * random() - 1 - dark);
    const tone = 0.03 * Math.sin(2 * Math.PI * blades * time) + 0.015 * Math.sin(4 * Math.PI * blades * time);
    out[at] = (6 * dark + tone) * (1 + 0.2 * Math.sin(2 * Math.PI * swell * time));
  }
  return out;
}

/** Typing: two clicks a key, in bursts. */
function keys(random, length) {
  const out = new Float32Array(length);
  let at = 0;
  while (at < length) {
    for (let left = 3 + Math.floor(random() * 20); left > 0 && at < length; left -= 1) {
      click(random, out, at, 1);
      click(random, out, at + samplesOf(between(random, 60, 110)), 0.5);
      at += samplesOf(between(random, 90, 260));
    }
    at += samplesOf(between(random, 300, 2500));
  }
  return out;
}

function click(random, out, at, level) {
  const hertz = between(random, 1500, 5000);
  const decay = samplesOf(between(random, 3, 9));
  for (let index = 0; index < 6 * decay && at + index < out.length; index += 1) {
    const ring = 0.5 * Math.sin((2 * Math.PI * hertz * index) / RATE) + (2 * random() - 1);
    out[at + index] += level * ring * Math.exp(-index / decay);
  }
}

const LOOP_MS = 30_000;
const TALKERS = 7;
const loops = new Map();

/** Seven people in the same room, each of another voice than the speaker. */
function babble(random, length, voices) {
  const key = voices.join();
  if (!loops.has(key)) loops.set(key, babbleLoop(voices));
  const loop = loops.get(key);
  const start = Math.floor(random() * loop.length);
  const out = new Float32Array(length);
  for (let at = 0; at < length; at += 1) out[at] = loop[(start + at) % loop.length];
  return out;
}

function babbleLoop(voices) {
  const random = randomOf(99);
  const loop = new Float32Array(samplesOf(LOOP_MS));
  for (let talker = 0; talker < TALKERS; talker += 1) {
    let at = Math.floor(random() * samplesOf(1500));
    while (at < loop.length) {
      const text = pick(random, SENTENCES).replaceAll(" |", "");
      const words = to48k(render(voices[talker % voices.length], text));
      add(loop, at, words, 1);
      at += words.length + samplesOf(between(random, 50, 700));
    }
  }
  return loop;
}

export const NOISES = { white, fan, keys, babble };
