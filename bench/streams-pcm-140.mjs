// Do 140 streams leave in time that have to be encoded at complexity 10?
import { manyStreams } from "./support/many-streams.mjs";

export const about = {
  title: "140 PCM streams, complexity 10, for a minute: lateness p95 of the worst one",
  unit: "ms",
  also: [{ of: "missed", title: "missed deadlines", most: 0 }],
  runs: 1,
  isPacing: true,
};

export const ours = manyStreams({ count: 140, seconds: 60, sound: "pcm" });
