// How many streams that are encoded at complexity 10 do one and two media threads carry?
import { manyEncoders } from "./support/many-encoders.mjs";

export const about = {
  title: "200 PCM streams, complexity 10, two media threads: missed deadlines of 10,000 frames",
  unit: "frames",
  absolute: 0,
  runs: 1,
  isPacing: true,
};

export const ours = manyEncoders({
  counts: [50, 100, 150, 200, 250, 300],
  threads: [1, 2],
  figureOf: { count: 200, threads: 2 },
});
