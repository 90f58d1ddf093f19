// Memory of a voice session whose gateway is encrypted.
import { thousandSessions } from "./support/thousand.mjs";

export const about = {
  title: "memory of a voice session on wss, one of 1,000",
  unit: "KB",
  absolute: 300,
  flags: ["--expose-gc"],
};

export const { ours, peer } = thousandSessions(({ kilobytes }) => ({ figure: kilobytes }));
