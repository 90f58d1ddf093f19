// One event for 500 sockets: processor time of the server for each socket and event.
import { once } from "node:events";
import WebSocket from "ws";
import { connect, greet, openHall, rounds, say, text } from "./support/fan-out.mjs";
import { startServer } from "./support/servers.mjs";

const WARM_UP = 20;
const EVENTS = 100;

export const about = {
  title:
    "one event to 500 sockets, per socket, with the request that causes it (peer: node:http and ws, `send` of a finished text)",
  unit: "µs CPU",
  peerRatio: 1.2,
  needsNoSink: true,
};

async function measure(server, sockets) {
  const cause = rounds(server, sockets, say);
  await cause(WARM_UP);
  const figure = await cause(EVENTS);
  for (const socket of sockets) socket.terminate();
  await server.stop();
  return { figure };
}

export async function ours() {
  const { server, sockets } = await openHall();
  return measure(server, sockets);
}

export async function peer() {
  const real = await startServer("platform");
  const one = new WebSocket(real.gateway, { perMessageDeflate: false });
  await once(one, "open");
  await greet(real, one);
  const event = text(one, "MESSAGE_CREATE");
  await say(real);
  const finished = await event;
  one.terminate();
  await real.stop();
  const server = await startServer("sockets", { text: finished });
  const sockets = await connect(server, () => undefined);
  // The same requests: a server whose clients wait for each event pays for waking them.
  return measure(server, sockets);
}
