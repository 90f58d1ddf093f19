// Makes the scenes of echoes, carries and hears them by the native tool, and judges the marks.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildBench } from "../../scripts/cmake.mjs";
import { floorOf, microphone, ownOf, SCENE_SECONDS, scenesOf } from "./echo-scenes.mjs";
import { percentile } from "./judge.mjs";
import { folderOfSet, SOURCES } from "./measured.mjs";
import { power, RATE } from "./sound.mjs";

/** The thresholds were chosen on scenes below 10. */
const FIRST_SEED = 100;
const SEEDS = 20;
const BLOCK = 960;
/** sizeof(HeardBlock) and sizeof(EchoRecord) of bench/native/conversation. */
const HEARD_BYTES = 24 + 2 * BLOCK;
const MARK_BYTES = 24;

const pcmOf = (samples) =>
  Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32767));

/** Of losses there are none: the words of an agent that are lost do not come back. */
const indexOf = (names) => names.map((name, at) => `${name} 0 ${at + 1}\n`).join("");

const folderOfEchoes = () => `${folderOfSet([...SOURCES, "native/core/turns/echo"])}-echo`;

/** Writes, carries and hears the scenes, or the first of them, unless that has been done. @returns { folder, scenes } */
export function hearEchoes(folder = folderOfEchoes(), number = SEEDS) {
  const scenes = scenesOf(FIRST_SEED, number);
  if (existsSync(join(folder, "done"))) return { folder, scenes };
  const sent = join(folder, "sent");
  mkdirSync(sent, { recursive: true });
  const tool = join(buildBench("conversation_bench"), "bench/native/conversation_bench");
  const seeds = [...new Set(scenes.map(({ seed }) => seed))];
  for (const seed of seeds) writeFileSync(join(sent, `${seed}.pcm`), pcmOf(ownOf(seed)));
  writeFileSync(join(sent, "index.txt"), indexOf(seeds));
  execFileSync(tool, ["carry", sent]);
  for (const scene of scenes) writeScene(folder, sent, scene);
  writeFileSync(join(folder, "index.txt"), indexOf(scenes.map(({ name }) => name)));
  execFileSync(tool, ["carry", folder]);
  writeFileSync(join(folder, "costs.jsonl"), execFileSync(tool, ["echo", folder]));
  writeFileSync(join(folder, "done"), "");
  return { folder, scenes };
}

function writeScene(folder, sent, scene) {
  const { mic, echo, speech } = microphone(scene, playedOf(join(sent, `${scene.seed}.heard`)));
  writeFileSync(join(folder, `${scene.name}.pcm`), pcmOf(mic));
  writeFileSync(join(folder, `${scene.name}.own.pcm`), readFileSync(join(sent, `${scene.seed}.pcm`)));
  writeFileSync(join(folder, `${scene.name}.levels`), Float32Array.from(levelsOf(echo, speech)));
}

/** The blocks of a loudspeaker, each from its tick on. */
function playedOf(file) {
  const bytes = readFileSync(file);
  const line = new Float32Array(SCENE_SECONDS * RATE);
  for (let at = 0; at + HEARD_BYTES <= bytes.length; at += HEARD_BYTES) {
    const from = Math.round((bytes.readDoubleLE(at + 8) * RATE) / 1000);
    for (let index = 0; index < BLOCK && from + index < line.length; index += 1)
      line[from + index] = bytes.readInt16LE(at + 24 + 2 * index) / 32768;
  }
  return line;
}

/** By block of 20 ms: the power of the echo, and of speech. */
function levelsOf(echo, speech) {
  const levels = [];
  for (let at = 0; at + BLOCK <= echo.length; at += BLOCK)
    levels.push(power(echo, at, at + BLOCK), power(speech, at, at + BLOCK));
  return levels;
}

/** Blocks of a scene with what is true of them. */
function* blocksOf(folder, scene) {
  const { name } = scene;
  const marks = readFileSync(join(folder, `${name}.marks`));
  const bytes = readFileSync(join(folder, `${name}.levels`));
  const levels = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const loudest = [0, 1].map((part) =>
    levels.reduce((most, value, at) => (at % 2 === part ? Math.max(most, value) : most), 0),
  );
  for (let at = 0; at + MARK_BYTES <= marks.length; at += MARK_BYTES) {
    const block = Math.round(marks.readDoubleLE(at) / BLOCK);
    const [echo = 0, speech = 0] = levels.subarray(2 * block, 2 * block + 2);
    yield {
      isVoice: marks.readFloatLE(at + 8) >= 0.5,
      isMarked: marks.readFloatLE(at + 12) > 0,
      interrupts: marks.readFloatLE(at + 16),
      unmarkedInterrupts: marks.readFloatLE(at + 20),
      // within 25 dB of the loudest block, and over the noise of the room: softer ones are pauses
      isEcho: echo > loudest[0] / 316 && echo > 2 * floorOf(scene) ** 2,
      isSpeech: speech > loudest[1] / 316 && speech > echo,
    };
  }
}

/**
 * Of echoes alone at a level: how many blocks are marked, of those in which the echo sounds and of those in which the ear hears a
 * voice, and interruptions with and without marks.
 */
export function echoesAt({ folder, scenes }, levelDb) {
  const alone = scenes.filter((scene) => !scene.speaks && scene.levelDb === levelDb);
  const blocks = alone.flatMap((scene) => [...blocksOf(folder, scene)]);
  const echoes = blocks.filter(({ isEcho }) => isEcho);
  return {
    levelDb,
    marked: shareOf(echoes),
    markedVoice: shareOf(echoes.filter(({ isVoice }) => isVoice)),
    interrupts: sumOf(blocks, ({ interrupts }) => interrupts),
    unmarkedInterrupts: sumOf(blocks, ({ unmarkedInterrupts }) => unmarkedInterrupts),
  };
}

/** Of speech that is louder than the echo under it: how many blocks are marked. `levelDb` null: nothing comes back. */
export function speechOver({ folder, scenes }, levelDb) {
  const spoken = scenes.filter((scene) => scene.speaks && scene.levelDb === levelDb);
  const blocks = spoken.flatMap((scene) => [...blocksOf(folder, scene)]);
  return { levelDb, marked: shareOf(blocks.filter(({ isSpeech }) => isSpeech)) };
}

const sumOf = (values, of) => values.reduce((sum, value) => sum + of(value), 0);
const shareOf = (blocks) => sumOf(blocks, ({ isMarked }) => (isMarked ? 1 : 0)) / blocks.length;

/** Processor time of the search in µs a block of 20 ms. */
export const echoCost = ({ folder }) =>
  percentile(
    readFileSync(join(folder, "costs.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).ns / 1000),
    0.5,
  );
