// Do a thousand streams of one process leave in time, for five minutes?
import { manyStreams } from "./support/many-streams.mjs";

export const about = {
  title: "1,000 streams for 5 minutes: lateness p95 of the worst one",
  unit: "ms",
  absolute: 8,
  also: [{ of: "missed", title: "missed deadlines", most: 0 }],
  runs: 1,
  isPacing: true,
};

export const ours = manyStreams({ count: 1000, seconds: 300, sound: "opus" });
