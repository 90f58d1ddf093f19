// Somebody in whose room an agent's words come back. By seed: two voices, a room, a delay, a noise floor.
import { add, activeRms, RATE, samplesOf, to48k } from "./sound.mjs";
import { between, normal, pick, randomOf } from "./random.mjs";
import { heardInRoom, roomOf } from "./room.mjs";
import { SENTENCES } from "./sentences.mjs";
import { render, VOICE_NAMES } from "./voices.mjs";

export const SCENE_SECONDS = 12;
/** Of an echo, under the own sound. */
export const LEVELS_DB = [-10, -20, -30];
const SPEECH_RMS = 0.1;
const LENGTH = SCENE_SECONDS * RATE;

/** Scenes: echoes alone, speech over echoes, and speech over own sound that does not come back. */
export function scenesOf(first, number) {
  const scenes = [];
  for (let seed = first; seed < first + number; seed += 1) {
    for (const levelDb of LEVELS_DB)
      for (const speaks of [false, true]) scenes.push({ seed, levelDb, speaks });
    scenes.push({ seed, levelDb: null, speaks: true });
  }
  return scenes.map((scene) => ({ ...scene, name: nameOf(scene) }));
}

const nameOf = ({ seed, levelDb, speaks }) =>
  `${String(seed).padStart(4, "0")}-${levelDb === null ? "none" : -levelDb}-${speaks ? "speech" : "echo"}`;

/** The own words of a seed. */
export function ownOf(seed) {
  const random = randomOf(40_000 + seed);
  return talk(random, pick(random, VOICE_NAMES), 0);
}

/** What comes on top of a connection's own delay of about 80 ms, so that an echo is 100 to 1,000 ms late. */
const extraMs = (seed) => between(randomOf(50_000 + seed), 20, 920);

/** The deviation of the noise in the room. */
export const floorOf = ({ seed }) => 10 ** (between(randomOf(70_000 + seed), -72, -60) / 20);

/**
 * The microphone of a scene.
 * @param played what the loudspeaker gets, on the clock of the microphone
 * @returns { mic, echo, speech }
 */
export function microphone(scene, played) {
  const { seed, levelDb, speaks } = scene;
  const random = randomOf(60_000 + seed);
  const room = roomOf(random);
  const voice = pick(random, VOICE_NAMES);
  const speech = talk(random, voice, 1500);
  const floor = floorOf(scene);
  const echo = new Float32Array(LENGTH);
  if (levelDb !== null) {
    const back = heardInRoom(played, room);
    const gain = (SPEECH_RMS / activeRms(back)) * 10 ** (levelDb / 20);
    add(echo, samplesOf(extraMs(seed)), back, gain);
  }
  if (!speaks) speech.fill(0);
  const mic = echo.map((value, at) => value + speech[at] + floor * normal(random));
  return { mic, echo, speech };
}

/** Sentences with 200 to 800 ms between them. */
function talk(random, voice, fromMs) {
  const line = new Float32Array(LENGTH);
  let at = samplesOf(fromMs + between(random, 100, 500));
  while (at < line.length) {
    const words = to48k(render(voice, pick(random, SENTENCES).replaceAll(" |", "")));
    add(line, at, words, SPEECH_RMS / activeRms(words));
    at += words.length + samplesOf(between(random, 200, 800));
  }
  return line;
}
