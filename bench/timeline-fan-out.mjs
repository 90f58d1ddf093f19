// Does the timeline cost anything in the fan-out while nobody follows it?
import { openHall, rounds, say } from "./support/fan-out.mjs";
import { median, short } from "./support/results.mjs";

const WARM_UP = 40;
const EVENTS = 10;
const ROUNDS = 40;

export const about = {
  title:
    "one event to 500 sockets, nobody following the timeline: CPU in parts of that of a platform whose doors have none",
  unit: "",
  absolute: 1.05,
  runs: 7,
  needsNoSink: true,
};

/** Both in turn, a few events each: what else the machine does changes between two runs by more than the timeline could cost. */
export async function ours() {
  const halls = [await openHall({ doors: "tapped" }), await openHall({ doors: "untapped" })];
  const sides = halls.map(({ server, sockets }) => ({ cause: rounds(server, sockets, say), costs: [] }));
  for (const { cause } of sides) await cause(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { cause, costs } of round % 2 === 0 ? sides : sides.toReversed())
      costs.push(await cause(EVENTS));
  for (const { server, sockets } of halls) {
    for (const socket of sockets) socket.terminate();
    await server.stop();
  }
  const [withTimeline, without] = sides.map(({ costs }) => median(costs));
  return { figure: withTimeline / without, notes: [`${short(withTimeline)} and ${short(without)} µs CPU`] };
}
