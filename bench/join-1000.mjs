// How long does a bot take to join a thousand channels, twenty at a time?
import { thousandSessions } from "./support/thousand.mjs";

export const about = {
  title: "1,000 voice sessions joined on wss",
  unit: "s",
  absolute: 15,
  flags: ["--expose-gc"],
};

export const { ours, peer } = thousandSessions(({ seconds, cpuMs }) => ({
  figure: seconds,
  notes: [`${cpuMs.toFixed(1)} ms CPU each`],
}));
