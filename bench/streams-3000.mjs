// How many of three thousand streams of one process leave in time, for a minute?
import { manyStreams } from "./support/many-streams.mjs";

export const about = {
  title: "3,000 streams for a minute: lateness p95 of the worst one",
  unit: "ms",
  also: [{ of: "missed", title: "missed deadlines", most: 0 }],
  runs: 1,
  isPacing: true,
};

export const ours = manyStreams({ count: 3000, seconds: 60, sound: "opus" });
